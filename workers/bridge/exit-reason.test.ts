import { expect, test } from "vitest";
import { describeExit, lastErrorLine } from "./exit-reason.mjs";

const end = { code: 1, signal: null, asked: false, logTail: "", oom: { proof: null, hint: null } };

test.each([
  ["code 0", { code: 0 }, "ok"],
  ["code 0 after a caught error in the log", { code: 0, logTail: "MemoryError" }, "ok"],
  ["code 1", {}, "error"],
  ["a segmentation fault", { code: null, signal: "SIGSEGV" }, "error"],
  ["SIGKILL without a trace", { code: null, signal: "SIGKILL" }, "unknown"],
  ["SIGTERM from elsewhere", { code: null, signal: "SIGTERM" }, "unknown"],
  [
    "SIGKILL with the kernel's counter",
    { code: null, signal: "SIGKILL", oom: { proof: "it rose", hint: null } },
    "out_of_memory",
  ],
  [
    "another signal beside the counter",
    { code: null, signal: "SIGSEGV", oom: { proof: "it rose", hint: null } },
    "error",
  ],
  ["Python's MemoryError", { logTail: 'File "a.py", line 3\nMemoryError' }, "out_of_memory"],
  [
    "CUDA",
    { logTail: "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB" },
    "out_of_memory",
  ],
  ["C++", { logTail: "terminate called\n  what():  std::bad_alloc\n" }, "out_of_memory"],
  ["an old memory error before another failure", { logTail: "CUDA out of memory\nKeyError: 'x'" }, "error"],
  [
    "a stop, whatever else is true",
    { asked: true, code: 0, oom: { proof: "it rose", hint: null } },
    "stopped",
  ],
])("%s", (_, facts, reason) => {
  expect(describeExit({ ...end, ...facts }).reason).toBe(reason);
});

test("the error line is shown, not the stack below it", () => {
  const log = `file:///a.mjs:3
    throw new Error("the loss is not finite");
          ^

Error: the loss is not finite
    at file:///a.mjs:3:11
    at ModuleJob.run (node:internal/modules/esm/module_job:413:25)

Node.js v24.21.0
`;
  expect(lastErrorLine(log)).toBe("Error: the loss is not finite");
});

test("without a line that names an error the last line is shown", () => {
  expect(lastErrorLine("epoch 1\nepoch 2\n\n")).toBe("epoch 2");
  expect(lastErrorLine("")).toBe("");
});

test("colours, progress bars, control characters and length are tamed", () => {
  const line = lastErrorLine(
    `10%\r20%\r\u001b[31mError: \u0000bad\u202e \u001b]8;;http://x\u0007${"y".repeat(5000)}`,
  );
  expect(line.startsWith("Error: bad")).toBe(true);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line.length).toBeLessThanOrEqual(600);
});

test("of a kill from outside the last line of the log stands apart, also where an earlier one names an error", () => {
  const oom = { proof: null, hint: null };
  const end = { code: null, signal: "SIGKILL", asked: false, oom };
  const detail = "Ablab did not send it, and nothing shows that memory was short.";
  expect(describeExit({ ...end, logTail: "1 step failed\nstep 12/40 reward 0.3\n" }).detail).toBe(
    `${detail} Last line of the log: step 12/40 reward 0.3`,
  );
  expect(describeExit({ ...end, logTail: "" }).detail).toBe(detail);
  const hinted = describeExit({ ...end, logTail: "", oom: { proof: null, hint: "another was killed" } });
  expect(hinted).toEqual({ reason: "unknown", detail: "Ablab did not send it, and another was killed." });
});

const TORCHRUN = (rank: number) => `W1129 Sending process 7 closing signal SIGTERM
E1129 torch/distributed/elastic/multiprocessing/api.py:1002] failed (exitcode: 1) local_rank: ${rank} (pid: 8) of binary: python3
Traceback (most recent call last):
  File "torchrun", line 8, in <module>
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
============================================================
train.py FAILED
Failures:
[1]:
  rank      : 0 (local_rank: 0)
  exitcode  : -15 (pid: 7)  (SIGTERM)
Root Cause (first observed failure):
[0]:
  rank      : ${rank} (local_rank: ${rank})
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
`;

test.each([
  ["ValueError: 48 is not divisible by 5\n", 1, "rank 1: ValueError: 48 is not divisible by 5"],
  [
    "[rank2]: ValueError: first\n[rank0]: RuntimeError: connection closed by peer\n",
    2,
    "rank 2: ValueError: first",
  ],
  ["[default1]:ValueError: teed\n[default0]:RuntimeError: peer\n", 1, "rank 1: ValueError: teed"],
])("behind torchrun the reason is that of the rank that failed first: %j", (said, rank, reason) => {
  expect(lastErrorLine(`step 1\n${said}${TORCHRUN(rank)}`)).toBe(reason);
});

test("behind accelerate the reason is that of the script", () => {
  const launcher =
    "subprocess.CalledProcessError: Command '['python3', 't.py']' returned non-zero exit status 1.";
  expect(lastErrorLine(`KeyError: 'lr'\nTraceback (most recent call last):\n${launcher}\n`)).toBe(
    "KeyError: 'lr'",
  );
  expect(lastErrorLine(`${launcher}\n`)).toBe(launcher);
});

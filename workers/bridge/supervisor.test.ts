import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { bootId, readProcess } from "./proc.mjs";
import { sh, supervise, SUPERVISOR, toy } from "./testing/supervise.ts";
import { until } from "./testing/world.ts";

/** How a trainer is started and how its own end is told: real supervisors, real processes. */

test.concurrent(
  "an exit code is kept as it is, with the last error line",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, sh("echo one; echo Error: bad learning rate >&2; exit 7"));
    expect(await run.settled()).toMatchObject({
      code: 7,
      signal: null,
      askedBy: null,
      reason: "error",
      escalation: [],
      leftovers: 0,
      detail: "Error: bad learning rate",
    });
    expect(run.log()).toBe("one\nError: bad learning rate\n");
  },
);

test.concurrent("a clean end is ok and has nothing to explain", async ({ expect, onTestFinished }) => {
  const exit = await supervise(onTestFinished, sh("echo the last error was a joke")).settled();
  expect(exit).toMatchObject({ code: 0, signal: null, reason: "ok", detail: "" });
});

test.concurrent.for([
  ["segfault", "SIGSEGV"],
  ["abort", "SIGABRT"],
])("an end by %s is told as the signal", async ([end, signal], { expect, onTestFinished }) => {
  const exit = await supervise(onTestFinished, toy(end)).settled();
  expect(exit).toMatchObject({ code: null, signal, reason: "error" });
});

test.concurrent(
  "a runtime without heap is out of memory, in its own words",
  async ({ expect, onTestFinished }) => {
    const exit = await supervise(onTestFinished, toy("heap")).settled();
    expect(exit).toMatchObject({ signal: "SIGABRT", reason: "out_of_memory" });
    expect(exit.detail).toMatch(/JavaScript heap out of memory$/);
  },
);

test.concurrent(
  "a SIGKILL from elsewhere is no shortage, error or stop",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, ["sleep", "60"]);
    process.kill((await run.started()).pid, "SIGKILL");
    const exit = await run.settled();
    expect(exit).toMatchObject({ code: null, signal: "SIGKILL", askedBy: null, reason: "unknown" });
    expect(exit.detail).toMatch(
      /^Ablab did not send it, and (?:nothing shows that memory was short|the kernel killed a process .* not this one)\./,
    );
  },
);

test.concurrent(
  "what cannot be started is 127, with a sentence in log and record",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, ["/no/such/trainer"]);
    const exit = await run.settled();
    expect(exit).toMatchObject({ code: 127, reason: "error" });
    expect(exit.detail).toMatch(/^Could not start \/no\/such\/trainer: .*ENOENT/);
    expect(run.log()).toBe(`${exit.detail}\n`);
    expect(run.directory.start()).toBeNull();
  },
);

test.concurrent("a folder that is not there is named as the reason", async ({ expect, onTestFinished }) => {
  const exit = await supervise(onTestFinished, ["true"], { cwd: "/no/such/folder" }).settled();
  expect(exit.detail).toMatch(/The folder \/no\/such\/folder does not exist/);
});

test.concurrent(
  "the trainer gets fd 3, a session, nice 10 and the given environment",
  async ({ expect, onTestFinished }) => {
    const run = supervise(
      onTestFinished,
      sh("echo '{}' >&3; nice; env; read line || echo no input; exec sleep 60"),
    );
    const start = await run.started();
    expect(readProcess(start.pid)).toMatchObject({ start: start.pidStart, session: start.pid });
    expect(start.bootId).toBe(bootId());
    expect(readProcess(start.supervisorPid)?.start).toBe(start.supervisorStart);

    await until("its last word", () => run.log().endsWith("no input\n"));
    const lines = run.log().trim().split("\n");
    expect(lines[0]).toBe("10");
    const names = lines.slice(1, -1).map((line) => line.split("=")[0]);
    const given = names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name));
    expect(given.sort()).toEqual(["ABLAB_EVENTS_FD", "ABLAB_RUN", "PATH"]);
    expect(readFileSync(run.directory.events, "utf8")).toBe("{}\n");
  },
);

test.skipIf(process.platform !== "linux")(
  "the exit record says what CPU time it took, however short it was",
  async ({ expect, onTestFinished }) => {
    const busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
    const exit = await supervise(onTestFinished, sh(busy)).settled();
    expect(exit.cpuSeconds).toBeGreaterThan(0);
  },
);

test.concurrent(
  "a second supervisor for the same attempt starts nothing",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, sh("echo started; exec sleep 60"));
    const first = await run.started();
    const second = spawnSync(process.execPath, [SUPERVISOR, run.directory.path], {
      encoding: "utf8",
      timeout: 120_000,
    });
    expect(second.status).toBe(1);
    expect(second.stderr).toMatch(/^Nothing was started: EEXIST/);
    expect(run.directory.start()).toEqual(first);
    expect(run.log()).toBe("started\n");
  },
);

test.concurrent("a supervisor without launch.json takes nothing", async ({ expect, onTestFinished }) => {
  const run = supervise(onTestFinished, ["sleep", "60"], {
    through: ["sh", "-c", 'rm "$3/launch.json"; exec "$@"', "sh"],
  });
  await until("it is gone", () => (readProcess(run.pid)?.state ?? "Z") === "Z");
  expect(run.directory.claimed()).toBe(false);
});

test.concurrent("a supervisor is small", async ({ expect, onTestFinished }) => {
  const run = supervise(onTestFinished, ["sleep", "60"]);
  await run.started();
  expect(readProcess(run.pid)?.rssMiB).toBeLessThan(60);
});

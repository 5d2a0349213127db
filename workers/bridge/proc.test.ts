import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import {
  bootId,
  findGroupByPs,
  findRunProcesses,
  isRunning,
  parseChildCpu,
  parseStat,
  readProcess,
  readProcessByPs,
  signalProcess,
  startOf,
} from "./proc.mjs";
import { until } from "./testing/world.ts";

function sleeper(env: Record<string, string> = {}) {
  const child = spawn("sleep", ["60"], { stdio: "ignore", env: { ...process.env, ...env } });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const pid = child.pid ?? 0;
  return { child, id: { pid, start: startOf(pid) ?? "none" } };
}

test("a command name with spaces and brackets does not shift the fields of a stat line", () => {
  const fields = "S 1 77 78 0 -1 4194304 1 0 0 0 250 50 0 0 20 0 1 0 987654 1000000 512 18446744073709551615";
  expect(parseStat(9, `9 (a) b (c) ${fields}`)).toEqual({
    pid: 9,
    start: "987654",
    state: "S",
    session: 78,
    cpuSeconds: 3,
    rssMiB: 2,
  });
});

test("what ended children took is counted in user and kernel mode", () => {
  const fields =
    "S 1 77 78 0 -1 4194304 1 0 0 0 250 50 120 30 20 0 1 0 987654 1000000 512 18446744073709551615";
  expect(parseChildCpu(`9 (a) b (c) ${fields}`)).toBe(1.5);
});

test("a process that reuses a pid is another process and is never signalled", async () => {
  const { child, id } = sleeper();
  const earlier = { pid: id.pid, start: String(Number(id.start) - 1) };
  expect(isRunning(earlier)).toBe(false);
  expect(signalProcess(earlier, "SIGKILL")).toBe(false);
  expect(isRunning(id)).toBe(true);
  expect(signalProcess(id, "SIGKILL")).toBe(true);
  await until("it has died of the second signal", () => child.signalCode === "SIGKILL");
});

test("a zombie has ended, although its pid is there", async () => {
  const child = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once("data", (text) => resolve(Number(text))),
  );
  await until("a zombie", () => readProcess(pid)?.state === "Z");
  expect(startOf(pid)).toBeNull();
});

test("processes of a run are found by the whole value of their tag", () => {
  const tag = `att_tag${process.pid}`;
  const mine = sleeper({ ABLAB_RUN: tag });
  sleeper({ ABLAB_RUN: `${tag}0` });
  sleeper({ X_ABLAB_RUN: tag });
  sleeper({ OTHER: `ABLAB_RUN=${tag}` });
  expect(findRunProcesses(tag).map(({ pid }) => pid)).toEqual([mine.id.pid]);
});

test("the boot id is that of the kernel", () => {
  expect(bootId()).toMatch(/^[0-9a-f-]{36}$/);
});

test("without /proc the same is known from ps: start time, group and memory", () => {
  const child = spawn("sh", ["-c", "sleep 60 & wait"], { stdio: "ignore", detached: true });
  onTestFinished(() => {
    process.kill(-(child.pid ?? 0), "SIGKILL");
  });
  const pid = child.pid ?? 0;
  const facts = readProcessByPs(pid);
  expect(facts).toMatchObject({ pid, session: pid, state: "S", cpuSeconds: null });
  expect(facts?.start).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
  expect(facts?.rssMiB).toBeGreaterThan(0.1);
  expect(readProcessByPs(pid)?.start).toBe(facts?.start);
  expect(findGroupByPs(pid).map((found) => found.pid)).toContain(pid);
  expect(findGroupByPs(pid).length).toBe(2);
  expect(readProcessByPs(999_999_999)).toBeNull();
});

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findHeldAttempts, judgeAttempt, lookAt } from "./adopt.ts";
import type { Evidence } from "./adopt.ts";
import { FakeStore } from "./fake-store.ts";
import { bootId, isRunning, startOf } from "./proc.mjs";
import { openRunDirectory } from "./run-directory.ts";
import { launchToy, temporaryFolder } from "./testing/world.ts";
import { SUPERVISES } from "./trainer-process.ts";
import { watchLocal } from "./testing/watch-local.ts";

const start = {
  pid: 100,
  pidStart: "5",
  bootId: "boot-1",
  supervisorPid: 90,
  supervisorStart: "4",
  startedAt: 1,
  argv: ["true"],
};
const exit = {
  code: 7,
  signal: null,
  askedBy: null,
  reason: "error" as const,
  endedAt: 50,
  escalation: [],
  detail: "",
  leftovers: 0,
};
const nothing: Evidence = {
  bootId: "boot-1",
  bootIdThen: null,
  start: null,
  exit: null,
  claimed: false,
  trainerRuns: false,
  supervisorRuns: false,
  tagged: 0,
  lastSignOfLife: 40,
};
const running = {
  ...nothing,
  bootIdThen: "boot-1",
  claimed: true,
  start,
  trainerRuns: true,
  supervisorRuns: true,
};
const dead = { ...running, trainerRuns: false, supervisorRuns: false };
const settled = { ...exit, settled: true };
const unsettled = { ...exit, settled: false };

test.each<[string, Evidence, string]>([
  ["an assignment and nothing else", nothing, "unstarted"],
  ["a supervisor before its claim", { ...nothing, supervisorRuns: true }, "starting"],
  ["a supervisor before its start record", { ...nothing, claimed: true, supervisorRuns: true }, "starting"],
  ["both processes", running, "running"],
  ["a supervisor whose trainer is gone", { ...running, trainerRuns: false }, "ending"],
  ["a supervisor that ends leftovers", { ...running, trainerRuns: false, exit: unsettled }, "ending"],
  ["a trainer without its supervisor", { ...running, supervisorRuns: false, tagged: 1 }, "orphaned"],
  ["only a daemon of the run", { ...dead, tagged: 1 }, "orphaned"],
  ["a known code and a daemon without supervisor", { ...dead, exit: unsettled, tagged: 1 }, "orphaned"],
  ["a trainer without any record of its start", { ...nothing, claimed: true, tagged: 1 }, "orphaned"],
  ["a settled exit", { ...dead, exit: settled }, "ended"],
  ["a settled exit whose supervisor is just leaving", { ...running, exit: settled }, "ended"],
  ["a known code and nobody left", { ...dead, exit: unsettled }, "ended"],
  ["a failed start", { ...nothing, claimed: true, exit: settled }, "ended"],
])("%s", (_, evidence, is) => {
  expect(judgeAttempt(evidence).is).toBe(is);
});

const endOf = (evidence: Evidence) => {
  const verdict = judgeAttempt(evidence);
  return verdict.is === "ended" ? verdict.exit : null;
};

test("a recorded exit is told as it is recorded, after a reboot too", () => {
  expect(endOf({ ...dead, exit: settled })).toEqual(exit);
  expect(endOf({ ...dead, exit: unsettled, bootId: "boot-2" })).toEqual(exit);
});

test("pid and tag gone without a record is supervisor_lost, dated by the last thing the run wrote", () => {
  expect(endOf(dead)).toMatchObject({ code: null, signal: null, reason: "supervisor_lost", endedAt: 40 });
  expect(endOf(dead)?.detail).toMatch(/Process 100 and its supervisor \(process 90\) are gone/);
  expect(endOf({ ...nothing, claimed: true })?.reason).toBe("supervisor_lost");
});

test("another boot id is host_lost, whatever has the pids now", () => {
  expect(endOf({ ...dead, bootId: "boot-2" })).toMatchObject({ code: null, reason: "host_lost" });
  expect(endOf({ ...nothing, claimed: true, bootIdThen: "boot-1", bootId: "boot-2" })?.reason).toBe(
    "host_lost",
  );
});

/** A run directory whose records name a process of the test. */
function recorded(change: Partial<typeof start>, tag?: string) {
  const home = temporaryFolder(onTestFinished);
  const assignment = launchToy(new FakeStore()).assignment;
  const id = tag ?? assignment.attemptId;
  const child = spawn("sleep", ["60"], { stdio: "ignore", detached: true });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const pid = child.pid ?? 0;
  const sleeper = { pid, start: startOf(pid) ?? "none" };
  const directory = openRunDirectory(home, id);
  directory.saveAssignment({ ...assignment, attemptId: id });
  const record = {
    ...start,
    bootId: bootId(),
    pid,
    pidStart: sleeper.start,
    supervisorPid: pid,
    supervisorStart: sleeper.start,
    ...change,
  };
  writeFileSync(join(directory.path, "start.json"), JSON.stringify(record));
  writeFileSync(join(directory.path, "exit.json"), " ".repeat(64));
  return { home, id, directory, process: sleeper };
}

test("a pid that somebody else has now is neither alive nor ever signalled", async () => {
  const { directory, id, process } = recorded({ pidStart: "1", supervisorStart: "1" });
  expect(lookAt(directory, id)).toMatchObject({ trainerRuns: false, supervisorRuns: false });
  const watch = watchLocal(directory, id);
  expect(await watch.look()).toMatchObject({ is: "ended", exit: { reason: "supervisor_lost" } });
  await watch.stop({ askedBy: "ada", at: 1, sigintMs: 0, sigtermMs: 0 });
  expect(watch.usage().alive).toBe(false);
  expect(isRunning(process)).toBe(true);
});

test("after a reboot a process with the same pid and start time is still somebody else's", async () => {
  const { directory, id, process } = recorded({ bootId: "an earlier boot" });
  expect(await watchLocal(directory, id).look()).toMatchObject({
    is: "ended",
    exit: { reason: "host_lost" },
  });
  await watchLocal(directory, id).stop({ askedBy: "ada", at: 1, sigintMs: 0, sigtermMs: 0 });
  expect(isRunning(process)).toBe(true);
});

test("a supervisor that has claimed and not yet started anything is known by its claim", async () => {
  const { directory, id, process: sleeper } = recorded({});
  rmSync(join(directory.path, "start.json"));
  const claim = { supervisorPid: sleeper.pid, supervisorStart: sleeper.start, bootId: bootId() };
  const write = (record: object) => writeFileSync(join(directory.path, "exit.json"), JSON.stringify(record));
  const look = () => watchLocal(directory, id).look();
  write(claim);
  expect((await look()).is).toBe("starting");
  write({ ...claim, supervisorStart: "1" });
  expect(await look()).toMatchObject({ is: "ended", exit: { reason: "supervisor_lost" } });
  write({ ...claim, bootId: "an earlier boot" });
  expect(await look()).toMatchObject({ is: "ended", exit: { reason: "host_lost" } });
});

test("a supervisor that has not written anything yet is found, so nothing is started twice", async () => {
  const { id, directory } = recorded({});
  const early = openRunDirectory(temporaryFolder(onTestFinished), `${id}9`);
  expect((await watchLocal(early, `${id}9`).look()).is).toBe("unstarted");
  const child = spawn("sleep", ["60"], { stdio: "ignore", env: { ...process.env, [SUPERVISES]: `${id}9` } });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  expect((await watchLocal(early, `${id}9`).look()).is).toBe("starting");
  expect((await watchLocal(directory, id).look()).is).toBe("running");
});

test("a claim that is made during a look is not taken for one whose owner is gone", () => {
  const directory = openRunDirectory(temporaryFolder(onTestFinished), "att_late");
  let looks = 0;
  const late = { ...directory, claimed: () => looks++ > 0 };
  expect(judgeAttempt(lookAt(late, "att_late")).is).toBe("unstarted");
});

test("held are the attempts that are not told about, and left ones only while a process of theirs runs", () => {
  const { home, directory, id } = recorded({});
  const find = () => findHeldAttempts(home).map(({ assignment }) => assignment.attemptId);
  expect(find()).toEqual([id]);
  directory.close("fenced", 1);
  expect(find()).toEqual([id]);
  writeFileSync(join(directory.path, "exit.json"), JSON.stringify(settled));
  expect(find()).toEqual([]);
  directory.close("delivered", 1);
  expect(find()).toEqual([]);
  expect(findHeldAttempts(join(home, "nowhere"))).toEqual([]);
});

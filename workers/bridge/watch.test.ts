import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { pause } from "./retryable.ts";
import { bootId, findRunProcesses, isRunning, startOf } from "./proc.mjs";
import { openRunDirectory } from "./run-directory.ts";
import { type OnEnd, temporaryFolder, until } from "./testing/world.ts";
import { watchLocal } from "./testing/watch-local.ts";

let count = 0;

/** A claimed run directory whose supervisor is gone, and a process that carries the run's tag. */
function orphan(onEnd: OnEnd) {
  const id = `att_watch${process.pid}x${count++}`;
  const directory = openRunDirectory(temporaryFolder(onEnd), id);
  mkdirSync(directory.path, { recursive: true });
  const claim = { supervisorPid: 999_999_999, supervisorStart: "1", bootId: bootId() };
  writeFileSync(join(directory.path, "exit.json"), JSON.stringify(claim));
  const child = spawn("sleep", ["60"], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, ABLAB_RUN: id },
  });
  onEnd(() => {
    child.kill("SIGKILL");
  });
  const pid = child.pid ?? 0;
  const start = startOf(pid) ?? "none";
  const writeStart = (trainer: { pid: number; start: string }) =>
    directory.saveStart({
      ...claim,
      pid: trainer.pid,
      pidStart: trainer.start,
      startedAt: 1,
      argv: ["sleep"],
    });
  return { id, directory, watch: watchLocal(directory, id), process: { pid, start }, writeStart };
}

const launch = (attemptId: string, cwd: string) => ({
  attemptId,
  argv: ["sleep", "60"],
  cwd,
  env: {},
  device: "cpu",
  bootId: bootId(),
});

const order = { askedBy: "ada", at: 1, sigintMs: 100_000, sigtermMs: 100_000 };
const forever = new AbortController().signal;

test.concurrent(
  "a process whose start nobody recorded is named and followed, not ended",
  async ({ expect, onTestFinished }) => {
    const { directory, watch, process: sleeper } = orphan(onTestFinished);
    const stopped = new AbortController();
    const ended = watch.untilEnded(stopped.signal);
    const start = await until("it is named", () => directory.start());
    expect(start).toMatchObject({ pid: sleeper.pid, pidStart: sleeper.start });
    await pause(300);
    expect(isRunning(sleeper)).toBe(true);
    stopped.abort();
    expect(await ended).toBeNull();
  },
);

test.concurrent("its daemon does not stay when it ends", async ({ expect, onTestFinished }) => {
  const { id, watch, process: sleeper } = orphan(onTestFinished);
  await watch.untilStarted(forever);
  const daemon = spawn("sleep", ["60"], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, ABLAB_RUN: id },
  });
  daemon.unref();
  process.kill(sleeper.pid, "SIGKILL");
  const exit = await watch.untilEnded(forever);
  expect(exit).toMatchObject({ code: null, reason: "supervisor_lost", leftovers: 1 });
  expect(findRunProcesses(id)).toEqual([]);
});

test.concurrent(
  "a trainer without supervisor hears the ladder of whoever watches it",
  async ({ expect, onTestFinished }) => {
    const { watch, process: sleeper, writeStart } = orphan(onTestFinished);
    writeStart(sleeper);
    await watch.look();
    expect(watch.usage()).toMatchObject({ alive: true });
    await watch.stop(order);
    const exit = await watch.untilEnded(forever);
    expect(exit).toMatchObject({ askedBy: "ada", reason: "supervisor_lost", leftovers: 0 });
    expect(exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGINT"]);
    expect(exit?.detail).toMatch(/^ada asked for the stop\. Process \d+ and its supervisor/);
  },
);

test.concurrent(
  "a trainer without supervisor is still ended when its time is up, and its end is called by its name",
  async ({ expect, onTestFinished }) => {
    const { id, directory, watch, process: sleeper, writeStart } = orphan(onTestFinished);
    writeStart(sleeper);
    const stop = { first: "SIGTERM" as const, graceMs: 100_000 };
    directory.saveLaunch({ ...launch(id, directory.path), timeLimitMs: 1000, stop });
    const exit = await watch.untilEnded(forever);
    expect(exit).toMatchObject({ askedBy: null, reason: "time_limit", leftovers: 0 });
    expect(exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGTERM"]);
    expect(exit?.endedAt).toBeGreaterThanOrEqual(exit?.escalation[0].at ?? Infinity);
    expect(isRunning(sleeper)).toBe(false);
  },
);

test.concurrent(
  "what a trainer without supervisor left behind is ended and counted",
  async ({ expect, onTestFinished }) => {
    const { id, watch, writeStart } = orphan(onTestFinished);
    writeStart({ pid: 999_999_998, start: "1" });
    expect(await watch.untilEnded(forever)).toMatchObject({ reason: "supervisor_lost", leftovers: 1 });
    expect(findRunProcesses(id)).toEqual([]);
  },
);

test.concurrent(
  "who only waits for the end of a run touches nothing of it",
  async ({ expect, onTestFinished }) => {
    const { watch, process: sleeper, writeStart } = orphan(onTestFinished);
    writeStart({ pid: 999_999_998, start: "1" });
    const stop = new AbortController();
    let isOver = false;
    const gone = watch.untilGone(stop.signal).then(() => (isOver = true));
    await pause(600);
    expect([isOver, isRunning(sleeper)]).toEqual([false, true]);
    process.kill(sleeper.pid, "SIGKILL");
    await until("it is gone", () => isOver);
    await gone;
  },
);

test.concurrent(
  "when somebody removes the folder of a run, its end is awaited and told as unknown",
  async ({ expect, onTestFinished }) => {
    const { directory, watch, process: sleeper, writeStart } = orphan(onTestFinished);
    writeStart(sleeper);
    await watch.look();
    expect(watch.usage().alive).toBe(true);
    let isOver = false;
    const ended = watch.untilEnded(forever).finally(() => (isOver = true));
    rmSync(directory.path, { recursive: true });
    await pause(600);
    expect(isOver).toBe(false);
    process.kill(sleeper.pid, "SIGKILL");
    expect(await ended).toMatchObject({ code: null, signal: null, reason: "unknown" });
  },
);

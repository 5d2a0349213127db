import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { pause } from "./retryable.ts";
import { findRunProcesses, readProcess } from "./proc.mjs";
import { sh, supervise, toy } from "./testing/supervise.ts";
import { until } from "./testing/world.ts";

/** How a supervisor ends a run, and what it finds left of one. */

test.concurrent(
  "a polite trainer needs SIGINT only and keeps the code it chose",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, toy("polite"));
    await run.emitting();
    run.stop(100_000, 100_000);
    const exit = await run.settled();
    expect(exit).toMatchObject({ code: 0, signal: null, askedBy: "ada", reason: "stopped" });
    expect(exit.escalation.map(({ signal }) => signal)).toEqual(["SIGINT"]);
  },
);

test.concurrent(
  "who ignores SIGINT and SIGTERM is killed after both graces",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, toy("stubborn"));
    await run.emitting();
    run.stop(300, 200);
    const { escalation, ...exit } = await run.settled();
    expect(exit).toMatchObject({ code: null, signal: "SIGKILL", askedBy: "ada", reason: "stopped" });
    expect(escalation.map(({ signal }) => signal)).toEqual(["SIGINT", "SIGTERM", "SIGKILL"]);
    expect(escalation[1].at - escalation[0].at).toBeGreaterThanOrEqual(299);
    expect(escalation[2].at - escalation[1].at).toBeGreaterThanOrEqual(199);
    expect(run.log()).toContain("not now either");
  },
);

test.concurrent("the whole process group hears the stop", async ({ expect, onTestFinished }) => {
  // A foreground child: shells start background jobs with SIGINT ignored.
  const child = `trap "echo child heard; exit" INT; echo up; while :; do sleep 0.05; done`;
  const run = supervise(onTestFinished, sh(`sh -c '${child}'; true`));
  await until("it is up", () => run.log().includes("up"));
  run.stop(100_000, 100_000);
  await run.settled();
  expect(run.log()).toContain("child heard");
});

test.concurrent("an end before the first signal stays what it was", async ({ expect, onTestFinished }) => {
  const run = supervise(onTestFinished, sh("until [ -e go ]; do sleep 0.02; done; exit 5"));
  const { pid } = await run.started();
  process.kill(run.pid, "SIGSTOP");
  writeFileSync(join(run.directory.path, "go"), "");
  await until("the trainer is a zombie", () => readProcess(pid)?.state === "Z");
  run.stop(0, 0);
  process.kill(run.pid, "SIGCONT");
  expect(await run.settled()).toMatchObject({ code: 5, askedBy: null, reason: "error", escalation: [] });
});

test.concurrent(
  "a stop that races with the end is told as one or the other",
  async ({ expect, onTestFinished }) => {
    const races = Array.from({ length: 10 }, async (_, k) => {
      const run = supervise(onTestFinished, sh("sleep 0.1; exit 3"));
      await run.started();
      await pause(60 + k * 6);
      try {
        run.stop(1000, 1000);
      } catch {
        // The supervisor has done its work already.
      }
      const exit = await run.settled();
      const wasSignalled = exit.escalation.length > 0;
      expect(exit.askedBy).toBe(wasSignalled ? "ada" : null);
      expect(exit.reason).toBe(wasSignalled ? "stopped" : "error");
      if (!wasSignalled) expect(exit.code).toBe(3);
    });
    await Promise.all(races);
  },
);

test.concurrent("signals without an order do not touch the training", async ({ expect, onTestFinished }) => {
  const run = supervise(onTestFinished, sh("until [ -e go ]; do sleep 0.02; done; exit 4"));
  await run.started();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.kill(run.pid, signal);
  await pause(100);
  writeFileSync(join(run.directory.path, "go"), "");
  expect(await run.settled()).toMatchObject({ code: 4, askedBy: null, escalation: [] });
});

test.concurrent(
  "a daemon that left session and parents is found, ended, counted",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, toy("daemon", 9));
    expect(await run.settled()).toMatchObject({ code: 9, reason: "error", leftovers: 1 });
    expect(findRunProcesses(run.tag)).toEqual([]);
  },
);

test.concurrent(
  "a process that dropped its environment is found by its session",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, sh("env -i sleep 300 & sleep 0.1; exit 0"));
    const { pid } = await run.started();
    expect(await run.settled()).toMatchObject({ code: 0, leftovers: 1 });
    expect(findRunProcesses(run.tag, pid)).toEqual([]);
  },
);

test.concurrent("the code is on disk before leftovers are ended", async ({ expect, onTestFinished }) => {
  // The leftover halts the supervisor as soon as there is a record, so that it can be read however slow the machine is.
  const leftover = `(trap '' TERM; until grep -q code exit.json; do sleep 0.02; done; kill -STOP $PPID; exec sleep 300)`;
  const run = supervise(onTestFinished, sh(`${leftover} & sleep 0.1; exit 6`));
  const state = () => /\) (\w) /.exec(readFileSync(`/proc/${run.pid}/stat`, "utf8"))?.[1];
  await until("a halted supervisor", () => state() === "T");
  expect(run.directory.exit()).toMatchObject({ code: 6, settled: false, leftovers: 0 });
  process.kill(run.pid, "SIGCONT");
  expect(await run.settled()).toMatchObject({ code: 6, leftovers: 1 });
});

test.concurrent(
  "when its time is up it is ended as a stop would, and the end is called by its name",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, toy("stubborn"), {
      timeLimitMs: 1000,
      stop: { first: "SIGTERM", graceMs: 100 },
    });
    const { escalation, ...exit } = await run.settled();
    expect(exit).toMatchObject({ askedBy: null, reason: "time_limit", signal: "SIGKILL" });
    expect(escalation.map(({ signal }) => signal)).toEqual(["SIGTERM", "SIGKILL"]);
  },
);

test.concurrent(
  "a trainer that saves at the signal and exits with 0 has still run out of time, or was still stopped",
  async ({ expect, onTestFinished }) => {
    const saves = sh(`trap 'echo saved > output; exit 0' TERM; echo up; while :; do sleep 0.05; done`);
    const stop = { first: "SIGTERM", graceMs: 60_000 } as const;
    const late = supervise(onTestFinished, saves, { timeLimitMs: 1000, stop });
    expect(await late.settled()).toMatchObject({ code: 0, reason: "time_limit" });
    const asked = supervise(onTestFinished, saves);
    await until("it is up", () => asked.log().includes("up"));
    asked.stop(1, 60_000, "SIGTERM");
    expect(await asked.settled()).toMatchObject({ code: 0, reason: "stopped", askedBy: "ada" });
  },
);

/** A shell that ends at once when it is stopped, over a child of its group that takes its time to save. */
const behindShell = (saving: string) =>
  sh(`sh -c 'trap "${saving}" TERM; echo up; while :; do sleep 0.05; done'; echo after`);

test.concurrent(
  "the grace of a stop is the whole group's: what saves behind a wrapper is waited for, and is no leftover",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, behindShell("sleep 4; echo saved > checkpoint; exit 0"));
    await until("it is up", () => run.log().includes("up"));
    run.stop(1, 60_000, "SIGTERM");
    const exit = await run.settled();
    expect(exit).toMatchObject({ reason: "stopped", signal: "SIGTERM", leftovers: 0 });
    expect(exit.killed).toBeUndefined();
    expect(exit.endedAt - exit.escalation[0].at).toBeGreaterThanOrEqual(3900);
    expect(readFileSync(join(run.directory.path, "checkpoint"), "utf8")).toBe("saved\n");
  },
);

test.concurrent(
  "who does not end within the grace behind a wrapper is killed, and named",
  async ({ expect, onTestFinished }) => {
    const run = supervise(onTestFinished, behindShell(":"));
    await until("it is up", () => run.log().includes("up"));
    run.stop(1, 300, "SIGTERM");
    const exit = await run.settled();
    expect(exit.escalation.map(({ signal }) => signal)).toEqual(["SIGTERM", "SIGKILL"]);
    expect(exit.killed).toEqual([
      expect.stringMatching(/^sh, process \d+$/),
      ...(exit.killed ?? []).slice(1),
    ]);
    expect(findRunProcesses(run.tag)).toEqual([]);
  },
);

test.concurrent("a time limit waits for the whole group, too", async ({ expect, onTestFinished }) => {
  const run = supervise(onTestFinished, behindShell("sleep 3; echo saved > checkpoint; exit 0"), {
    timeLimitMs: 1500,
    stop: { first: "SIGTERM", graceMs: 60_000 },
  });
  expect(await run.settled()).toMatchObject({ reason: "time_limit", leftovers: 0 });
  expect(readFileSync(join(run.directory.path, "checkpoint"), "utf8")).toBe("saved\n");
});

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { test } from "vitest";
import type { FakeAttempt } from "./fake-store.ts";
import { pause } from "./retryable.ts";
import { isRunning } from "./proc.mjs";
import { shareWorld } from "./testing/shared-world.ts";
import { emitting, finished, processOf, steps, tell, until, upTo } from "./testing/world.ts";

/** What is told to the server about a run, and what the worker makes of the answers. */

const { world, worker, launch, faultOn } = shareWorld();
const logOf = (attempt: FakeAttempt) => readFileSync(world().directoryOf(attempt).log);

test.concurrent(
  "a line that is no event keeps its number, and the ones after it theirs",
  async ({ expect }) => {
    const attempt = launch({ events: 6, end: "bad_line" });
    await finished(attempt);
    expect(steps(attempt)).toEqual([...upTo(6), null, 7]);
    expect(attempt.events[6]).toMatchObject({
      t: "note",
      message: expect.stringContaining("this is not JSON"),
    });
  },
);

test.concurrent("half a line waits for its other half", async ({ expect }) => {
  const attempt = launch({ events: 10, end: "hang" });
  await emitting(attempt, 10);
  const { events } = world().directoryOf(attempt);
  appendFileSync(events, '{"t":"points","st');
  await pause(400);
  expect(attempt.events).toHaveLength(10);
  appendFileSync(events, 'ep":11,"at":1,"values":{}}\n');
  await emitting(attempt, 11);
  world().store.cancel(attempt);
  await finished(attempt);
  expect(steps(attempt)).toEqual(upTo(11));
});

test.concurrent(
  "a log with a line of a megabyte and binary bytes arrives byte for byte",
  async ({ expect }) => {
    const attempt = launch({ events: 3, end: "loud" });
    await finished(attempt);
    expect(attempt.log.length).toBeGreaterThan(1_000_000);
    expect(attempt.log.equals(logOf(attempt))).toBe(true);
    expect(attempt.log.subarray(-12, -8)).toEqual(Buffer.from([0, 255, 254, 128]));
  },
);

test.concurrent(
  "an event that the server refuses is replaced by a note; the others arrive",
  async ({ expect }) => {
    const attempt = launch({ events: 30 });
    const original = world().store.attempt.bind(world().store);
    let batches = 0;
    world().store.attempt = (id, verb, token, body) => {
      if (id !== attempt.assignment.attemptId || verb !== "events") return original(id, verb, token, body);
      batches += 1;
      const { events } = body as { events: { t: string; step: number }[] };
      if (!events.some(({ t, step }) => t === "points" && step === 17))
        return original(id, verb, token, body);
      return { status: 400, body: { error: "invalid", message: "17 is not taken" } };
    };
    await finished(attempt);
    expect(steps(attempt)).toEqual(upTo(30).map((k) => (k === 17 ? null : k)));
    const message = "Event 17 could not be passed on. The server refuses it: 17 is not taken";
    expect(attempt.events[16]).toMatchObject({ t: "note", level: "warning", message });
    expect(batches).toBeLessThan(30);
  },
);

test.concurrent(
  "a server that lost events gets them again, and an end does not overtake them",
  async ({ expect }) => {
    const attempt = launch({ events: 60, end: "told" });
    let cut = false;
    faultOn(attempt, ({ verb }) => {
      if (verb !== "finish" || cut) return null;
      cut = true;
      attempt.events.length = 25;
      return null;
    });
    await emitting(attempt, 10);
    attempt.events.length = 4;
    await emitting(attempt, 60);
    await tell(attempt);
    await finished(attempt);
    expect(cut).toBe(true);
    expect(steps(attempt)).toEqual(upTo(61));
    expect(attempt.finishes).toBe(1);
  },
);

test.concurrent(
  "a server restored from a backup gets events and log of a silent run again",
  async ({ expect }) => {
    const attempt = launch({ events: 30, end: "hang" });
    await until(
      "all of it",
      () => attempt.events.length === 30 && attempt.log.length === logOf(attempt).length,
    );
    attempt.events.length = 4;
    attempt.log = attempt.log.subarray(0, 11);
    await until("all of it again", () => attempt.events.length === 30 && attempt.log.equals(logOf(attempt)));
    world().store.cancel(attempt);
    await finished(attempt);
    expect(steps(attempt)).toEqual(upTo(30));
  },
);

test.concurrent(
  "fenced: nothing more is sent, the process is left alone, the log says so",
  async ({ expect }) => {
    const attempt = launch({ events: 20, end: "hang" });
    const { attemptId } = attempt.assignment;
    await emitting(attempt);
    attempt.assignment = { ...attempt.assignment, fence: 2 };
    const directory = world().directoryOf(attempt);
    await until("it is left", () => directory.closed()?.why === "fenced");
    const sent = () => world().server.seen.filter((request) => request.attemptId === attemptId).length;
    // Another run of the same worker says how much time has passed: several rounds of everything that it tells.
    const other = launch({ end: "hang" });
    await until("what was on its way has arrived", () => other.heartbeats.length > 3);
    const before = sent();
    await until("the worker goes on", () => other.heartbeats.length > 8);
    expect(sent()).toBe(before);
    expect(worker().output()).toMatch(
      new RegExp(
        `${attemptId}\\): fenced: another worker has this attempt Nothing more is sent; its process is left`,
      ),
    );
    const { pid, pidStart } = directory.start() ?? { pid: 0, pidStart: "" };
    expect(isRunning({ pid, start: pidStart })).toBe(true);
  },
);

test.concurrent(
  "marked as lost: nothing more is sent, and what is left of it is ended",
  async ({ expect }) => {
    const attempt = launch({ events: 20, end: "hang" });
    await emitting(attempt);
    const process = processOf(attempt);
    const events = attempt.events.length;
    attempt.deadSince = 1;
    attempt.assignment = { ...attempt.assignment, fence: 2 };
    const directory = world().directoryOf(attempt);
    await until("its process has ended", () => directory.exit()?.settled && !isRunning(process));
    expect(directory.closed()?.why).toBe("fenced");
    expect(directory.exit()).toMatchObject({ askedBy: "somebody who marked it as lost" });
    expect([attempt.exit, attempt.events.length]).toEqual([null, events]);
  },
);

test.concurrent(
  "a run that was deleted: what is left of it is ended, then its folder is removed",
  async ({ expect }) => {
    const [attempt, other] = [launch({ events: 20, end: "hang" }), launch({ events: 3 })];
    await emitting(attempt);
    await finished(other);
    const process = processOf(attempt);
    world().store.remove(attempt);
    world().store.remove(other);
    await until("both folders are said to be gone", () => world().store.leftFolders.size === 0);
    expect(isRunning(process)).toBe(false);
    for (const gone of [attempt, other]) expect(existsSync(world().directoryOf(gone).path)).toBe(false);
  },
);

test.concurrent("an attempt that the server does not know any more is left alone", async ({ expect }) => {
  const attempt = launch({ events: 20, end: "hang" });
  await emitting(attempt);
  world().store.attempts.delete(attempt.assignment.attemptId);
  await until("it is left", () => world().directoryOf(attempt).closed()?.why === "forgotten");
  expect(isRunning(processOf(attempt))).toBe(true);
  world().store.attempts.set(attempt.assignment.attemptId, { ...attempt, state: "finished" });
});

test.concurrent(
  "heartbeats go on while an end waits to be accepted, and say the process is gone",
  async ({ expect }) => {
    const attempt = launch({ events: 3 });
    let refusing = true;
    faultOn(attempt, ({ verb }) => (refusing && verb === "finish" ? "unavailable" : null));
    const afterEnd = () => attempt.heartbeats.filter(({ alive }) => !alive);
    await until("heartbeats of a process that is gone", () => afterEnd().length >= 5);
    expect(attempt.exit).toBeNull();
    refusing = false;
    await finished(attempt);
    expect(afterEnd().at(-1)).toMatchObject({ rssMiB: null, cpuSeconds: null });
  },
);

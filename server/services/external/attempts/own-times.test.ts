import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts, selectRunNotes, updateAttempt } from "#db/queries/attempts.ts";
import { updateRunFacts } from "#db/queries/external.ts";
import { selectWorkedMs, updateSession } from "#db/queries/external/writers.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import { isImported } from "../../watching/imported.ts";
import { tableOfRows } from "../../../contracts/external/logged-table.ts";
import { getRun } from "../../runs/get.ts";
import { arrivalsOf } from "../shown/run-arrival.ts";
import { externalWorld } from "../testing.ts";
import { recomputeTimes } from "./recompute-times.ts";

const FINISHED = { state: "finished", exitCode: 0, reason: null } as const;
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

/** A run whose rows are sent with their own times, each batch at once. */
function sent(
  more: Parameters<ReturnType<typeof externalWorld>["open"]>[0] = {},
  prepare: (clock: { now: number }) => void = () => undefined,
) {
  const external = externalWorld();
  prepare(external.world.clock);
  const { runId } = external.open(more);
  let offset = 0;
  const log = (...at: (number | null)[]) => {
    const table = tableOfRows(at.map((one, i) => ({ step: offset + i, at: one, values: { loss: 1 } })));
    external.verbs.log(runId, { writer: "w1", stream: "history", offset, table });
    offset += at.length;
  };
  const logAs = (writer: string, metric: string, step: number, ...at: number[]) => {
    const table = tableOfRows(at.map((one, i) => ({ step: step + i, at: one, values: { [metric]: 1 } })));
    external.verbs.log(runId, { writer, stream: "history", offset: step, table });
  };
  const end = (endedAt?: number) => external.verbs.end(runId, { ...FINISHED, endedAt });
  const times = () => {
    const { db } = external.world.ctx;
    const { startedAt, endedAt, queuedAt } = selectRun(db, runId) as RunRecord;
    const [attempt] = selectLatestAttempts(db, [runId]);
    const notes = selectRunNotes(db, [attempt.id]);
    return { startedAt, endedAt, queuedAt, notes: notes.map(({ message }) => message), attempt };
  };
  const arrival = () => {
    const [attempt] = selectLatestAttempts(external.world.ctx.db, [runId]);
    const run = selectRun(external.world.ctx.db, runId) as RunRecord;
    return arrivalsOf(external.world.ctx, [{ run, attempt }]).get(attempt.id);
  };
  return { ...external, runId, log, logAs, end, times, arrival };
}

test("a run that is synced afterwards has the times of its rows, and its arrival beside them", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  const arrived = clock.now;
  const began = arrived - 2 * DAY;
  it.log(began, began + MINUTE);
  clock.now += SECOND;
  it.log(began + 2 * MINUTE);
  it.end();
  const { startedAt, endedAt, queuedAt, attempt } = it.times();
  expect({ startedAt, endedAt, queuedAt }).toEqual({
    startedAt: began,
    endedAt: began + 2 * MINUTE,
    queuedAt: arrived,
  });
  expect(attempt).toMatchObject({ startedAt: began, endedAt: began + 2 * MINUTE, claimedAt: arrived });
  expect(it.arrival()).toMatchObject({ firstAt: arrived, syncedMs: 2 * DAY - 2 * MINUTE + SECOND });
  expect(isImported(ctx, it.runId)).toBe(true);
});

test("times that a client sends are the run's, to the millisecond", () => {
  const began = 1_700_000_000_123;
  const it = sent({ startedAt: began });
  it.log(began + MINUTE);
  it.end(began + 60 * MINUTE);
  expect(it.times()).toMatchObject({ startedAt: began, endedAt: began + 60 * MINUTE });
});

test.each([-DAY, -5 * MINUTE, DAY])(
  "a clock that is off by %i ms changes no duration, and is said",
  (off) => {
    const it = sent();
    const { clock } = it.world;
    const began = clock.now + off;
    for (let i = 0; i < 5; i++) {
      it.log(clock.now + off);
      clock.now += MINUTE;
    }
    it.end();
    const { startedAt, endedAt, notes } = it.times();
    expect({ startedAt, endedAt }).toEqual({ startedAt: began, endedAt: began + 5 * MINUTE });
    expect(notes.join()).toContain(off < 0 ? "behind" : "ahead");
    expect(it.arrival()).toMatchObject({ syncedMs: null });
  },
);

test("a run without any time has no start and no duration, and is an import", () => {
  let now = 1_800_000_000_000;
  const it = sent({}, (clock) => Object.defineProperty(clock, "now", { get: () => now++ }));
  it.log(null, null);
  it.end();
  expect(it.times().startedAt).toBeNull();
  expect(isImported(it.world.ctx, it.runId)).toBe(true);
});

test("a run of three seconds that ends before it is looked at is no import", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  for (let i = 0; i < 3; i++) {
    it.log(clock.now);
    clock.now += SECOND;
  }
  it.end();
  expect(isImported(ctx, it.runId)).toBe(false);
  expect(it.times()).toMatchObject({ endedAt: clock.now });
});

test("rows that were kept while the server was away come later and leave the run as long as it was", () => {
  const it = sent();
  const { clock } = it.world;
  const began = clock.now;
  it.log(began);
  clock.now += DAY;
  it.log(began + MINUTE, began + 2 * MINUTE);
  it.end();
  expect(it.times()).toMatchObject({ startedAt: began, endedAt: began + 2 * MINUTE });
});

test("a clock that goes on while a run is made leaves the start of one without times unknown", () => {
  const { world, verbs, open } = externalWorld();
  let at = world.clock.now;
  Object.defineProperty(world.clock, "now", { get: () => at++ });
  const { runId } = open();
  const table = tableOfRows([{ step: 0, at: null, values: { loss: 1 } }]);
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table });
  verbs.end(runId, FINISHED);
  const [attempt] = selectLatestAttempts(world.ctx.db, [runId]);
  expect(attempt.startedAt).toBeNull();
  expect(isImported(world.ctx, runId)).toBe(true);
});

test.each([-DAY, DAY])(
  "a process beside it whose clock is off by %i ms moves neither start nor end, and is said",
  (off) => {
    const it = sent();
    const { clock } = it.world;
    const began = clock.now;
    it.log(began);
    it.open({ writer: "w2" });
    for (let i = 1; i < 5; i++) {
      clock.now += MINUTE;
      it.log(clock.now);
      it.logAs("w2", "eval/acc", i, clock.now + off);
    }
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
    const { startedAt, endedAt, notes } = it.times();
    expect({ startedAt, endedAt }).toEqual({ startedAt: began, endedAt: clock.now });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(off < 0 ? "behind" : "ahead");
  },
);

test.each([-DAY, DAY])(
  "a process that goes back on a machine whose clock is off by %i ms is the later attempt",
  (off) => {
    const it = sent();
    const { clock, ctx } = it.world;
    for (let i = 0; i < 5; i++) {
      clock.now += MINUTE;
      it.log(clock.now);
    }
    const died = clock.now;
    clock.now += 10 * MINUTE;
    it.open({ writer: "w2" });
    it.logAs("w2", "loss", 3, clock.now + off);
    clock.now += MINUTE;
    it.logAs("w2", "loss", 4, clock.now + off);
    it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
    const { attempts } = getRun(ctx, it.runId);
    expect(attempts.map(({ state }) => state)).toEqual(["failed", "finished"]);
    expect(attempts[0].endedAt).toBe(died);
    expect(attempts[1].endedAt! - attempts[1].startedAt!).toBe(MINUTE);
  },
);

test("a pause before somebody goes on with another clock is as long as it was", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  it.log(clock.now);
  clock.now += MINUTE;
  it.log(clock.now);
  it.verbs.end(it.runId, { state: "failed", exitCode: 1, reason: null, writer: "w1" });
  clock.now += 10 * MINUTE;
  it.open({ writer: "w2" });
  it.logAs("w2", "loss", 2, clock.now + DAY);
  clock.now += MINUTE;
  it.logAs("w2", "loss", 3, clock.now + DAY);
  it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
  expect(selectWorkedMs(ctx.db, [it.runId]).get(it.runId)).toBe(2 * MINUTE);
});

test("figures of the machine that come first stand on the seconds since the run began by its own clock", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  const began = clock.now - DAY;
  const rows = [0, 30].map((s) => ({ step: null, at: began + s * SECOND, values: { "system.cpu": 1 } }));
  it.verbs.log(it.runId, { writer: "w1", stream: "system", offset: 0, table: tableOfRows(rows) });
  const [attempt] = selectLatestAttempts(ctx.db, [it.runId]);
  expect(pointStore(ctx.db).series([attempt.id], null)).toMatchObject([{ firstX: 0, lastX: 30 }]);
});

test("what was brought in under older rules gets the times of its rows once, in place of those of its arrival", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  const arrived = clock.now;
  const began = arrived - 2 * DAY;
  it.log(began, began + MINUTE);
  clock.now += SECOND;
  it.end();
  const { attempt } = it.times();
  const old = { startedAt: arrived, endedAt: clock.now };
  updateAttempt(ctx.db, attempt.id, old);
  updateRunFacts(ctx.db, it.runId, old);
  updateSession(ctx.db, attempt.id, { lagMs: null, endToldAt: null, timesVersion: 0 });
  expect(recomputeTimes(ctx)).toBe(true);
  expect(it.times()).toMatchObject({ startedAt: began, endedAt: began + MINUTE, queuedAt: arrived });
  expect(it.arrival()).toMatchObject({ syncedMs: 2 * DAY - MINUTE + SECOND });
  expect(recomputeTimes(ctx)).toBe(false);
});

test("a run that was watched live under older rules keeps its times", () => {
  const it = sent();
  const { clock, ctx } = it.world;
  const began = clock.now;
  it.log(began);
  clock.now += MINUTE;
  it.log(clock.now);
  it.end();
  const before = it.times();
  updateSession(ctx.db, before.attempt.id, { lagMs: null, endToldAt: null, timesVersion: 0 });
  expect(recomputeTimes(ctx)).toBe(true);
  expect(it.times()).toMatchObject({ startedAt: before.startedAt, endedAt: before.endedAt });
});

test("what was added after the end of a run that was synced leaves its end", () => {
  const it = sent({ startedAt: 1_700_000_000_000 });
  const began = 1_700_000_000_000;
  it.log(began, began + MINUTE);
  it.verbs.end(it.runId, { ...FINISHED, writer: "w1", endedAt: began + 2 * MINUTE });
  it.world.clock.now += MINUTE;
  it.open({ writer: "w2" });
  it.logAs("w2", "test/acc", 2, it.world.clock.now);
  it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
  expect(it.times()).toMatchObject({ startedAt: began, endedAt: began + 2 * MINUTE });
});

test("two processes of one run that were synced end with the own time of the later one", () => {
  const it = sent();
  const { clock } = it.world;
  const began = clock.now - DAY;
  it.log(began, began + MINUTE);
  it.open({ writer: "w2" });
  it.logAs("w2", "eval/acc", 0, began + MINUTE, began + 5 * MINUTE);
  clock.now += SECOND;
  it.verbs.end(it.runId, { ...FINISHED, writer: "w1" });
  clock.now += SECOND;
  it.verbs.end(it.runId, { ...FINISHED, writer: "w2" });
  expect(it.times()).toMatchObject({ startedAt: began, endedAt: began + 5 * MINUTE });
});

test.each([0, -5, 9e15])(
  "a value whose time is no moment (%d) came when it was sent, and moves no start",
  (none) => {
    const it = sent({ startedAt: null });
    const { clock, ctx } = it.world;
    const began = clock.now;
    it.log(began);
    clock.now += MINUTE;
    it.log(none, clock.now);
    it.end();
    const { startedAt, attempt } = it.times();
    expect(startedAt).toBe(began);
    const [loss] = pointStore(ctx.db).series([attempt.id], ["loss"]);
    expect(loss.lastAt).toBe(clock.now);
  },
);

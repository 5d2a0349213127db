import { expect, test } from "vitest";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectRunNotes } from "#db/queries/attempts.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import { isImported } from "../../watching/imported.ts";
import { tableOfRows } from "../../../contracts/outside/logged-table.ts";
import { outsideWorld } from "../testing.ts";

const FINISHED = { state: "finished", exitCode: 0, reason: null } as const;
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

/** A run whose rows are sent with their own times, each batch at once. */
function sent(more: Parameters<ReturnType<typeof outsideWorld>["open"]>[0] = {}) {
  const outside = outsideWorld();
  const { runId } = outside.open(more);
  let offset = 0;
  const log = (...at: (number | null)[]) => {
    const table = tableOfRows(at.map((one, i) => ({ step: offset + i, at: one, values: { loss: 1 } })));
    outside.verbs.log(runId, { writer: "w1", stream: "history", offset, table });
    offset += at.length;
  };
  const end = (endedAt?: number) => outside.verbs.end(runId, { ...FINISHED, endedAt });
  const times = () => {
    const { db } = outside.world.ctx;
    const { startedAt, endedAt, queuedAt } = selectRun(db, runId) as RunRecord;
    const [attempt] = selectLatestAttempts(db, [runId]);
    const notes = selectRunNotes(db, [attempt.id]);
    return { startedAt, endedAt, queuedAt, notes: notes.map(({ message }) => message), attempt };
  };
  return { ...outside, runId, log, end, times };
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
  const { startedAt, endedAt, queuedAt, attempt, notes } = it.times();
  expect({ startedAt, endedAt, queuedAt }).toEqual({
    startedAt: began,
    endedAt: began + 2 * MINUTE,
    queuedAt: arrived,
  });
  expect(attempt).toMatchObject({ startedAt: began, endedAt: began + 2 * MINUTE, claimedAt: arrived });
  expect(notes.join()).toContain("47\u202fh 58");
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
  },
);

test("a run without any time has no start and no duration, and is an import", () => {
  const it = sent();
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
  const { world, verbs, open } = outsideWorld();
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

import { doAtOnce } from "./sliced.ts";
import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { codeOf } from "../testing.ts";
import { describeVariance } from "../variance/describe.ts";
import { pointData } from "../reports/answers/chart.ts";
import { startReading } from "../reports/answers/reading.ts";
import { sideBySide } from "../compare/rescaled-sides.ts";
import { addPoints, oneRun, METRIC, steps, worldWithRuns } from "./testing.ts";

/** More points than one answer may hold one by one, whoever asks. */
const LONG = 260_000;
const SHARES = ["group/zero_share", "group/all_solved_share", "group/all_failed_share"];

const { world, runId, attemptId, ask } = oneRun(steps(LONG, (i) => (i * 7919) % 1000));
for (const [k, metric] of SHARES.entries())
  addPoints(
    world,
    attemptId,
    metric,
    steps(LONG / 2, (i) => (k === 0 ? 0.5 : k === 1 ? i / LONG : 0.125)),
  );
pointStore(world.ctx.db).settle(null);

/** Points that are handed out one by one while something is worked out: each takes 24 bytes at least. */
function pointsRead(work: () => unknown): number {
  const store = pointStore(world.ctx.db);
  const read = store.read.bind(store);
  let count = 0;
  store.read = function* (id, span) {
    for (const block of read(id, span)) {
      count += block.x.length;
      yield block;
    }
  };
  try {
    work();
  } finally {
    store.read = read;
  }
  return count;
}

test("a long series is not joined point by point with an axis that goes back: it is refused before a point is read", () => {
  addPoints(
    world,
    attemptId,
    "some/clock",
    steps(LONG, (i) => (i * 31) % 977),
  );
  const refused = () => codeOf(() => ask({ xAxis: "some/clock" })).code;
  expect(pointsRead(() => expect(refused()).toBe("too_large"))).toBe(0);
  expect(ask({ xAxis: "some/clock", from: 3, to: 5, metrics: ["nothing"] })).toEqual([]);
});

test("causes of dead groups over a long training come from what is known of its stretches, and no point is read", () => {
  const describe = () => describeVariance(world.ctx, { runIds: [runId], experimentId: null }).cells[0].dead;
  expect(describe().map(({ n }) => n)).toHaveLength(8);
  const dead = describe();
  expect(dead.reduce((sum, { n }) => sum + n, 0)).toBe(LONG / 2);
  expect(dead.map(({ from }) => from).toSorted((a, b) => a - b)).toEqual(dead.map(({ from }) => from));
  expect(dead[0].solved + dead[7].solved).toBeCloseTo(0.5, 2);
  expect(dead[0].alive).toBeCloseTo(0.5, 9);
  expect(dead.every(({ failed }) => Math.abs(failed - 0.125) < 1e-9)).toBe(true);
});

test("the digest of a curve of a long series is of what its points add up to, and another one after another point", () => {
  const data = () => JSON.stringify(doAtOnce(pointData(startReading(world.ctx), [runId], METRIC)));
  expect(pointsRead(data)).toBe(0);
  const before = data();
  expect(data()).toBe(before);
  addPoints(world, attemptId, METRIC, [[LONG + 1, 3]]);
  expect(data()).not.toBe(before);
});

test("the rewards of two long trainings are read beside each other only until no factor fits", () => {
  const { world: two, runs } = worldWithRuns(2);
  for (const [k, { attemptId: id }] of runs.entries())
    addPoints(
      two,
      id,
      METRIC,
      steps(60_000, (i) => (k === 0 ? i : (i * 7919) % 977)),
    );
  const [a, b] = runs.map(({ attemptId: id }) => pointStore(two.ctx.db).series([id], [METRIC])[0].id);
  const seen: number[] = [];
  for (const { x, beside, paired } of sideBySide(pointStore(two.ctx.db), a, b)) {
    seen.push(x.length);
    expect(paired?.every((one) => one === 1)).toBe(true);
    expect(beside?.[0]).toBe((x[0] * 7919) % 977);
  }
  expect(seen.reduce((sum, n) => sum + n, 0)).toBe(60_000);
  expect(Math.max(...seen)).toBeLessThan(10_000 + 60_000 / 2);
});

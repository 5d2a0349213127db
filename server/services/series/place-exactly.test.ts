import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { bucketPoints } from "./bucket-points.ts";
import { chooseSeries } from "./choose-series.ts";
import { placeExactly, type ExactQuestion } from "./place-exactly.ts";
import { doAtOnce } from "./sliced.ts";
import { addPoints, METRIC, worldWithRuns, type TestPoint } from "./testing.ts";

const COUNT = 20_000;
const value = (i: number) => (i % 17 === 3 ? Number.NaN : i % 50 === 9 ? -Infinity : Math.cos(i / 7));

/** Axes that go forth and back; NaN is a step without a place. */
const AXES: Record<string, (i: number) => number> = {
  sine: (i) => Math.sin(i),
  stairs: (i) => (i * 7919) % 101,
  signs: (i) => (i % 3 === 0 ? -0 : i % 3 === 1 ? 0 : -1e300 * (i % 5)),
  falling: (i) => (i % 11 === 0 ? Number.NaN : -i / 3),
};

function worldOn(axis: string) {
  const { world, runs } = worldWithRuns();
  const [{ attemptId }] = runs;
  const pointsOf = (read: (i: number) => number) =>
    Array.from({ length: COUNT }, (_, i): TestPoint => [i, read(i), i]);
  addPoints(world, attemptId, METRIC, pointsOf(value));
  addPoints(world, attemptId, axis, pointsOf(AXES[axis]));
  const store = pointStore(world.ctx.db);
  const chosen = chooseSeries(store.series([attemptId], null), METRIC, axis);
  if (!chosen) throw new Error("no series");
  const part = { ...chosen, startedAt: 0, until: null };
  return (question: ExactQuestion) => doAtOnce(placeExactly(store, part, question));
}

/** What a stable sort with a comparator makes of the same points. */
function byComparator(read: (i: number) => number, { span, buckets }: ExactQuestion) {
  const [from, to] = [span.from ?? -Infinity, span.to ?? Infinity];
  const order = Array.from({ length: COUNT }, (_, i) => i)
    .filter((i) => read(i) >= from && read(i) <= to)
    .toSorted((a, b) => read(a) - read(b));
  const column = (of: (i: number) => number) => Float64Array.from(order, of);
  return bucketPoints({ x: column(read), value: column(value), at: column((i) => i) }, span, buckets).block;
}

test("over an axis that goes forth and back points are where sorting them one by one puts them, zoomed or not", () => {
  for (const [axis, read] of Object.entries(AXES)) {
    const place = worldOn(axis);
    for (const span of [
      { from: null, to: null },
      { from: -0.9, to: 0.9 },
      { from: 10, to: null },
    ])
      for (const buckets of [7, 300, COUNT]) {
        const question: ExactQuestion = { span, buckets, after: null, smoothing: { kind: "none" } };
        expect(place(question).block).toEqual(byComparator(read, question));
      }
  }
});

test("where only the ends are wanted these are the same, and of few enough points nothing is left out", () => {
  for (const axis of Object.keys(AXES)) {
    const place = worldOn(axis);
    for (const buckets of [2, 300, COUNT]) {
      const question: ExactQuestion = {
        span: { from: -1000, to: null },
        buckets,
        after: null,
        smoothing: { kind: "none" },
      };
      const { block, unplaced } = place(question);
      const ends = place({ ...question, endsOnly: true });
      expect(ends.unplaced).toBe(unplaced);
      if (block.raw) expect(ends.block).toEqual(block);
      expect([ends.block.raw, ends.block.total]).toEqual([block.raw, block.total]);
      expect([ends.block.x0[0], ends.block.x1.at(-1)]).toEqual([block.x0[0], block.x1.at(-1)]);
    }
  }
});

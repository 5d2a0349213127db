import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { pointStore } from "./open-point-store.ts";
import type { BucketBlock, PointStore, Span } from "./point-store.ts";
import { StoredPoints } from "./stored-points.ts";
import { batchOf, meansOf, range, survivors, TestFiles, type Point } from "./testing.ts";

/** Small sizes, so that windows of some dozen points are answered from every source. */
vi.mock("./sizes.ts", () => ({
  CHUNK_POINTS: 8,
  PART_POINTS: 3,
  MOST_SEGMENTS: 4,
  MANY_POINTS: 7,
  SEGMENTS_AT_ONCE: 3,
  FARTHEST_BACK: 12,
  MERGE_POINTS: 20,
  SLICE_CHUNKS: 2,
  WAITING_POINTS: 24,
  WAITING_SERIES: 2,
  WAITING_ENTRIES: 6,
  SETTLE_MS: 1000,
  ALWAYS_READ: 10,
  MOST_READ: 60,
  CHUNKS_PER_BUCKET: 2,
}));

const files = new TestFiles();
afterAll(() => files.remove());

const within =
  ({ from, to }: Span) =>
  (p: Point) =>
    p.x >= (from ?? -Infinity) && p.x <= (to ?? Infinity);
const columnNames = [
  "x0",
  "x1",
  "at0",
  "at1",
  "first",
  "last",
  "min",
  "max",
  "n",
  "nan",
  "posInf",
  "negInf",
] as const;

/** One bucket by plain arithmetic. */
function bucketOf(points: readonly Point[]) {
  const values = points.map(({ value }) => value);
  const numbers = values.filter(Number.isFinite);
  const count = (is: (v: number) => boolean) => values.filter(is).length;
  return {
    x0: points[0].x,
    x1: points[points.length - 1].x,
    at0: points[0].at,
    at1: points[points.length - 1].at,
    first: numbers[0] ?? NaN,
    last: numbers.at(-1) ?? NaN,
    min: numbers.length > 0 ? numbers.reduce((a, b) => (b < a ? b : a)) : NaN,
    max: numbers.length > 0 ? numbers.reduce((a, b) => (b > a ? b : a)) : NaN,
    n: points.length,
    nan: count(Number.isNaN),
    posInf: count((v) => v === Infinity),
    negInf: count((v) => v === -Infinity),
  };
}

/** Every bucket is what its own points give, and no point is in none or in two. */
function expectBuckets(block: BucketBlock, points: readonly Point[], limit: number): void {
  expect(block.total).toBe(points.length);
  expect(block.x0.length).toBeLessThanOrEqual(Math.max(1, limit));
  // Values of one x are in one bucket.
  expect([...block.x0].slice(1).every((x, k) => x > block.x1[k])).toBe(true);
  let taken = 0;
  for (let k = 0; k < block.x0.length; k++) {
    const own = points.slice(taken, (taken += block.n[k]));
    const bucket = Object.fromEntries(columnNames.map((name) => [name, block[name][k] + 0]));
    expect(bucket).toEqual(
      Object.fromEntries(Object.entries(bucketOf(own)).map(([name, v]) => [name, v + 0])),
    );
    const numbers = own.map(({ value }) => value).filter(Number.isFinite);
    if (numbers.length === 0) expect(block.mean[k]).toBe(NaN);
    else {
      const mean = numbers.reduce((sum, v) => sum + v / numbers.length, 0);
      const largest = Math.max(...numbers.map(Math.abs));
      expect(Math.abs(block.mean[k] - mean)).toBeLessThanOrEqual(1e-12 * largest + 5e-324);
    }
  }
  expect(taken).toBe(points.length);
  expect(block.raw).toBe(block.n.every((n) => n === 1));
}

const aValue = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 1.7e308, -1.7e308, 5e-324),
);
const smallX = fc.integer({ min: -20, max: 150 });
const anyX = fc.oneof(
  smallX,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e308, -1e308, 2 ** 53),
);
const pointsOf = (x: fc.Arbitrary<number>) =>
  fc.array(fc.record({ x: x.map((v) => v + 0), value: aValue, at: fc.integer({ min: 0, max: 2e12 }) }), {
    minLength: 1,
    maxLength: 250,
    size: "max",
  });

/** Sends points in three batches, tidies up somewhat, and returns the store with the id of the series. */
function fill(
  points: readonly Point[],
  tidied: number,
): { store: PointStore; id: number; close: () => void } {
  const { db } = files.fresh();
  const store = pointStore(db);
  const cut = Math.ceil(points.length / 3);
  for (let from = 0; from < points.length; from += cut) {
    store.append([batchOf(points.slice(from, from + cut))]);
    for (let i = 0; i < tidied; i++) store.housekeep(0);
  }
  return { store, id: store.series(["att_1"], null)[0].id, close: () => files.close(db) };
}

test("every bucket of any window holds exactly what its points give, whatever the window is answered from", () => {
  fc.assert(
    fc.property(
      fc.oneof(pointsOf(smallX), pointsOf(anyX), pointsOf(smallX).map(meansOf)),
      fc.array(fc.tuple(fc.option(anyX), fc.option(anyX), fc.integer({ min: 1, max: 40 })), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 30 }),
      (points, windows, tidied) => {
        const { store, id, close } = fill(points, tidied);
        const all = survivors(points);
        for (const [from, to, buckets] of windows) {
          const span = { from, to };
          expectBuckets(store.window(id, span, buckets), all.filter(within(span)), buckets);
        }
        close();
      },
    ),
    { numRuns: 200 },
  );
});

const evenly = (n: number): Point[] => range(0, n).map((i) => ({ x: 5 * i, value: Math.sin(i), at: i }));

test("a wide window is answered from summaries: only the chunks that it cuts are read", () => {
  const { store, id, close } = fill(evenly(1600), 300);
  const read = vi.spyOn(StoredPoints.prototype, "chunkPoints");
  for (const buckets of [2, 7, 20]) {
    for (const [from, to] of [
      [null, null],
      [12, 7903],
      [400, 7000],
    ]) {
      read.mockClear();
      const { total } = store.window(id, { from, to }, buckets);
      expect(total).toBeGreaterThan(1300);
      expect(read.mock.calls.length).toBeLessThanOrEqual(2);
    }
  }
  store.window(id, { from: 12, to: 7903 }, 20);
  expect(read).toHaveBeenCalled();
  read.mockRestore();
  close();
});

test("points at even steps give at least half of the asked buckets, whatever these are answered from", () => {
  const { store, id, close } = fill(evenly(1600), 300);
  const last = fc.integer({ min: 1, max: 1600 });
  fc.assert(
    fc.property(last, last, fc.integer({ min: 1, max: 20 }), (a, b, buckets) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((i) => 5 * i);
      const { total, x0 } = store.window(id, { from, to }, buckets);
      expect(x0.length).toBeGreaterThanOrEqual(Math.min(total, buckets / 2));
    }),
    { numRuns: 300 },
  );
  close();
});

import { beforeAll, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { chooseSeries } from "./choose-series.ts";
import type { LinePart } from "./line-part.ts";
import { placeByEnds } from "./place-by-ends.ts";
import { placeExactly } from "./place-exactly.ts";
import { placeWindow } from "./place-window.ts";
import { doAtOnce } from "./sliced.ts";
import { smoothBuckets } from "./smooth-buckets.ts";
import { addPoints, worldWithRuns, type TestPoint } from "./testing.ts";

const COUNT = 120_000;
const value = (i: number) => (i === 77_777 ? 50 : Math.sin(i / 500));
/** Grows faster and faster, as episodes do where these get shorter. */
const episodes = (i: number) => Math.round(i + (i * i) / 40_000);

let store: PointStore;
let partOn: (axis: string) => LinePart;

beforeAll(() => {
  const { world, runs } = worldWithRuns();
  const [{ attemptId }] = runs;
  const { now } = world.clock;
  const points = Array.from({ length: COUNT }, (_, i): TestPoint => [i, value(i), now + 10 * i]);
  addPoints(world, attemptId, "reward/raw", points);
  addPoints(world, attemptId, "few", points.slice(50, 70));
  addPoints(
    world,
    attemptId,
    "stairs",
    points.map(([x]): TestPoint => [x, x - (x % 1000)]),
  );
  const known = Array.from({ length: COUNT - 1000 }, (_, i): TestPoint => [i, episodes(i)]);
  addPoints(world, attemptId, "progress/episodes", known);
  addPoints(
    world,
    attemptId,
    "zigzag",
    points.map(([x]): TestPoint => [x, x % 1000]),
  );
  store = pointStore(world.ctx.db);
  const all = store.series([attemptId], null);
  partOn = (axis) => {
    const chosen = chooseSeries(all, "reward/raw", axis);
    if (!chosen) throw new Error("no series");
    return { ...chosen, startedAt: now, until: null };
  };
});

const EMA = { kind: "ema" as const, weight: 0.8 };

const question = (from: number | null, to: number | null) => ({
  span: { from, to },
  buckets: 300,
  after: null,
  smoothing: { kind: "none" as const },
});

test("placed by their ends, buckets hold what they hold when every point is placed", () => {
  for (const axis of ["episodes", "wall"]) {
    const part = partOn(axis);
    const fast = placeByEnds(store, part, question(null, null));
    const exact = doAtOnce(placeExactly(store, part, question(null, null)));
    expect(fast?.unplaced).toBe(exact.unplaced);
    expect(fast?.block.total).toBe(exact.block.total);
    const ends = (block = fast?.block) => [block?.x0[0], block?.x1.at(-1), Math.max(...(block?.max ?? []))];
    expect(ends()).toEqual(ends(exact.block));
  }
});

test("the ends of each bucket stand where their points do", () => {
  const { block, own } = placeByEnds(store, partOn("episodes"), question(null, null)) ?? {};
  const range = episodes(COUNT);
  own?.x0.forEach((x, i) => expect(Math.abs((block?.x0[i] ?? 0) - episodes(x))).toBeLessThan(range * 1e-4));
  const wall = placeByEnds(store, partOn("wall"), question(null, null));
  wall?.own.x1.forEach((x, i) => expect(wall.block.x1[i]).toBe(x / 100));
});

test("a zoom on the asked axis reads the stretch of steps that lies there, and is never said to be the data itself", () => {
  const [from, to] = [episodes(77_700), episodes(77_850)];
  const zoomed = placeByEnds(store, partOn("episodes"), question(from, to));
  expect(zoomed?.block.raw).toBe(false);
  expect(zoomed?.block.total).toBeGreaterThan(140);
  expect(zoomed?.block.total).toBeLessThan(165);
  expect(Math.max(...(zoomed?.block.max ?? []))).toBe(50);
  expect(placeByEnds(store, partOn("episodes"), question(-10, -5))?.block.total).toBe(0);
});

test("a part of a large series that holds few enough points is joined point by point, smoothed or not", () => {
  for (const axis of ["episodes", "wall"])
    for (const buckets of [300, 7])
      for (const [first, last] of [
        [77_700, 77_850],
        [0, 40],
        [COUNT - 1100, COUNT + 5],
      ]) {
        const part = partOn(axis);
        const place = axis === "wall" ? (i: number) => i / 100 : episodes;
        const asked = { ...question(place(first), place(last)), buckets, smoothing: EMA };
        const window = doAtOnce(placeWindow(store, part, asked));
        const { block, unplaced, own } = doAtOnce(placeExactly(store, part, asked));
        expect(window.block).toEqual(block);
        expect(window.unplaced).toBe(unplaced);
        const line = doAtOnce(smoothBuckets(store, part.series.id, null, own, EMA));
        expect(window.smoothed).toEqual(line);
        expect(window.block.raw).toBe(block.total <= buckets);
      }
});

test("a part that ends where the axis stands still holds all that stands there", () => {
  const part = partOn("stairs");
  for (const [from, to] of [
    [20_000, 21_000],
    [20_500, 20_900],
  ]) {
    const window = doAtOnce(placeWindow(store, part, question(from, to)));
    expect(window.block).toEqual(doAtOnce(placeExactly(store, part, question(from, to))).block);
    expect(window.block.total).toBe(from === 20_000 ? 2000 : 0);
  }
});

test("the whole of a large series over another metric is not said to be the data itself", () => {
  const part = partOn("episodes");
  const few = { ...part, series: store.series([part.series.attemptId], ["few"])[0] };
  const window = doAtOnce(placeWindow(store, few, question(null, null)));
  expect([window.block.total, window.block.raw, window.interpolated]).toEqual([20, false, true]);
  expect(doAtOnce(placeWindow(store, partOn("wall"), question(null, null))).interpolated).toBe(false);
});

test("an axis that goes back cannot be placed by ends", () => {
  expect(placeByEnds(store, partOn("zigzag"), question(null, null))).toBeNull();
});

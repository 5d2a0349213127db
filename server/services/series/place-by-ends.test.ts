import { beforeAll, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { chooseSeries } from "./choose-series.ts";
import type { LinePart } from "./line-part.ts";
import { placeByEnds } from "./place-by-ends.ts";
import { placeExactly } from "./place-exactly.ts";
import { doAtOnce } from "./sliced.ts";
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

test("a zoom on the asked axis reads the stretch of steps that lies there", () => {
  const [from, to] = [episodes(77_700), episodes(77_850)];
  const zoomed = placeByEnds(store, partOn("episodes"), question(from, to));
  expect(zoomed?.block.raw).toBe(true);
  expect(zoomed?.block.total).toBeGreaterThan(140);
  expect(zoomed?.block.total).toBeLessThan(165);
  expect(Math.max(...(zoomed?.block.max ?? []))).toBe(50);
  expect(placeByEnds(store, partOn("episodes"), question(-10, -5))?.block.total).toBe(0);
});

test("an axis that goes back cannot be placed by ends", () => {
  expect(placeByEnds(store, partOn("zigzag"), question(null, null))).toBeNull();
});

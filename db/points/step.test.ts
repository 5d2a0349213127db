import { array, assert, integer, property } from "fast-check";
import { afterAll, expect, test } from "vitest";
import { pointStore } from "./open-point-store.ts";
import type { PointStore } from "./point-store.ts";
import { batchOf, type Point, range, rowsOf, survivors, TestFiles } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

const line = (from: number, to: number, value = (i: number) => i): Point[] =>
  range(from, to).map((i) => ({ x: i, value: value(i), at: 1000 + i }));

/** All steps behind an x. */
function stepsOf(store: PointStore, after = -Infinity, takes?: Parameters<PointStore["step"]>[2]) {
  const steps = [];
  for (let step = store.step(1, after, takes); step; step = store.step(1, step.reached, takes))
    steps.push(step);
  return steps;
}
const pointsIn = (steps: ReturnType<typeof stepsOf>) =>
  rowsOf(steps.flatMap((step) => ("points" in step ? [step.points] : [])));

test("half a million points that nobody has merged yet are read some thousand at a time, by every reader", () => {
  const store = pointStore(files.fresh().db);
  for (let from = 0; from < 500_000; from += 50_000) store.append([batchOf(line(from, from + 50_000))]);
  const steps = stepsOf(store);
  const sizes = steps.map((step) => ("points" in step ? step.points.x.length : 0));
  expect(sizes.reduce((sum, n) => sum + n)).toBe(500_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8192);
  const blocks = [...store.read(1, { from: 100, to: 400_000 })];
  expect(blocks.reduce((sum, { x }) => sum + x.length, 0)).toBe(399_901);
  expect(Math.max(...blocks.map(({ x }) => x.length))).toBeLessThanOrEqual(8192);
  expect(store.tail(1, 3).x).toEqual(Float64Array.of(499_997, 499_998, 499_999));
  const window = store.window(1, { from: null, to: null }, 100);
  expect(window.n.reduce((sum, n) => sum + n)).toBe(500_000);
  while (store.housekeep(0));
  expect(pointsIn(stepsOf(store))).toHaveLength(500_000);
});

test("so is what arrived out of order, and of equal x every one is given, merged or not", () => {
  const store = pointStore(files.fresh().db);
  const sent = [line(0, 150_000), line(100_000, 250_000, (i) => -i), line(50_000, 120_000, (i) => 2 * i)];
  for (const points of sent)
    for (let from = 0; from < points.length; from += 5000)
      store.append([batchOf(points.slice(from, from + 5000))]);
  const wanted = survivors(sent.flat());
  const check = () => {
    const steps = stepsOf(store);
    expect(pointsIn(steps)).toEqual(wanted);
    const most = Math.max(...steps.map((step) => ("points" in step ? step.points.x.length : 0)));
    expect(most).toBeLessThanOrEqual(100_000);
    const between = wanted.filter(({ x }) => x >= 60_000 && x <= 130_000);
    expect(rowsOf(store.rows(1, { from: 60_000, to: 130_000 }))).toEqual(between);
    expect(store.series(["att_1"], null)).toMatchObject([{ n: 370_000, min: -249_999, lastValue: -249_999 }]);
  };
  check();
  for (let k = 0; k < 6; k++) store.housekeep(0);
  check();
});

test("what is known of a chunk may stand for its points, and only whole chunks are asked about", () => {
  const store = pointStore(files.fresh().db);
  store.append([batchOf(line(0, 3 * 8192, (i) => (i === 9000 ? NaN : i)))]);
  while (store.housekeep(0));
  const isFinite = ({ nan }: { nan: number }) => nan === 0;
  expect(
    stepsOf(store, -Infinity, isFinite).map((step) => ("points" in step ? step.points.x[0] : step.taken)),
  ).toEqual([8192, 8192, 8192]);
  expect(stepsOf(store, 5, isFinite).map((step) => "points" in step)).toEqual([true, true, false]);
});

test("whoever follows a series hears from which x on it is another, whatever arrives in which order", () => {
  assert(
    property(
      array(array(integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      (appends) => {
        const store = pointStore(files.fresh().db);
        store.append([batchOf([{ x: 20, value: -1, at: 0 }])]);
        const following = store.follow(1);
        expect(following.take()).toBe(-Infinity);
        const sent: Point[] = [{ x: 20, value: -1, at: 0 }];
        let seen = pointsIn(stepsOf(store));
        appends.forEach((xs, k) => {
          const points = xs.map((x, i) => ({ x, value: 100 * k + i, at: k }));
          store.append([batchOf(points)]);
          sent.push(...points);
          if (k % 3 === 0) return;
          const from = following.take();
          seen = [
            ...seen.filter(({ x }) => x < from),
            ...pointsIn(stepsOf(store)).filter(({ x }) => x >= from),
          ];
          expect(seen).toEqual(survivors(sent));
          if (k % 2 === 0) while (store.housekeep(0));
        });
        following.end();
      },
    ),
    { numRuns: 40 },
  );
});

test("what nothing more is expected for is packed at once", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  store.append([batchOf(line(0, 100)), batchOf(line(0, 100), { attemptId: "att_2" })]);
  store.settle(null);
  store.rest("att_2");
  while (store.housekeep(0));
  const packed = "select attempt_id from series where id in (select series_id from chunks)";
  expect(db.$client.prepare(packed).pluck().all()).toEqual(["att_2"]);
});

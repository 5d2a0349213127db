import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bandsOf, METRIC, oneRun, type TestPoint } from "./testing.ts";

/** Three values at each of the steps from 1 on; the last of them is the step. */
const threeEach = (count: number): TestPoint[] =>
  Array.from({ length: count }, (_, i) => i + 1).flatMap((step): TestPoint[] => [
    [step, step + 9],
    [step, step - 3],
    [step, step],
  ]);

const last = { sharedX: "last" } as const;

test("a line has the mean of the values at an x, between the least and the greatest, or the last of them alone", () => {
  const { ask } = oneRun(threeEach(5));
  const [mean] = ask();
  expect([[...mean.mean], [...mean.min], [...mean.max], [...mean.n]]).toEqual([
    [3, 4, 5, 6, 7],
    [-2, -1, 0, 1, 2],
    [10, 11, 12, 13, 14],
    [3, 3, 3, 3, 3],
  ]);
  const [only] = ask(last);
  expect([only.raw, [...only.mean], [...only.min], [...only.n]]).toEqual([
    true,
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    [1, 1, 1, 1, 1],
  ]);
  expect([...ask({ ...last, after: [{ attemptId: mean.attemptId, metric: METRIC, x: 3 }] })[0].x0]).toEqual([
    4, 5,
  ]);
});

test("buckets, smoothed lines, other axes and seeds put together are of the last values too", async () => {
  const { world, runId, ask } = oneRun(threeEach(60));
  const [coarse] = ask({ ...last, buckets: 10 });
  expect([...coarse.max].every((one, i) => one === coarse.x1[i])).toBe(true);
  expect(coarse.total).toBe(60);
  const [smoothed] = ask({ ...last, smoothing: { kind: "mean", width: 3 } });
  expect(smoothed.smoothed?.at(-1)).toBeCloseTo(59);
  expect([...ask({ ...last, xAxis: "wall" })[0].mean]).toEqual([...ask(last)[0].mean]);
  const [band] = await bandsOf(
    world,
    { kind: "runs", runIds: [runId], whole: false },
    { metric: METRIC, ...last },
  );
  expect(band.mean.slice(0, 3)).toEqual([1, 2, 3]);
});

test("the last at each x is what was sent last there, whatever order the x came in", () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -9, max: 9 }));
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
      const [window] = oneRun(points).ask(last);
      const expected = [...new Map(points)].toSorted(([a], [b]) => a - b);
      expect(Array.from(window.x0, (x, i) => [x, window.mean[i]])).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test("too many points to be read one by one are refused in a sentence, and a part of them is drawn", () => {
  const { ask } = oneRun(threeEach(160_000));
  expect(() => ask(last)).toThrow("The last value of each x needs about");
  expect([...ask({ ...last, from: 7, to: 9 })[0].mean]).toEqual([7, 8, 9]);
});

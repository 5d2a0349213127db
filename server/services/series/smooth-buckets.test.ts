import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { smoothLine } from "../../stats/testing/smooth-line.ts";
import { GROUP_SPREAD } from "#db/points/computed-anew.ts";
import { addPoints, METRIC, oneRun, steps, type TestPoint } from "./testing.ts";

const anySmoothing: fc.Arbitrary<Smoothing> = fc.oneof(
  fc.record({ kind: fc.constant("ema" as const), weight: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({ kind: fc.constant("gaussian" as const), sigma: fc.double({ min: 0.2, max: 20, noNaN: true }) }),
  fc.record({ kind: fc.constant("mean" as const), width: fc.integer({ min: 1, max: 80 }) }),
);

test("smoothing is that of all points, whatever part is shown in however many buckets", () => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
  );
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 300 }),
      anySmoothing,
      fc.integer({ min: 2, max: 50 }),
      fc.tuple(fc.integer({ min: -5, max: 320 }), fc.integer({ min: -5, max: 320 })),
      fc.constantFrom("step", "episodes", "wall"),
      (values, smoothing, buckets, ends, xAxis) => {
        const { ask, world, attemptId } = oneRun(values.map((v, i) => [i, v] as const));
        addPoints(
          world,
          attemptId,
          "progress/episodes",
          values.map((_, i) => [i, i] as const),
        );
        const [from, to] = ends.toSorted((a, b) => a - b);
        const reference = smoothLine(Float64Array.from(values), smoothing);
        const [window] = ask({ xAxis, from, to, buckets, smoothing });
        // Asked again it comes from memory.
        expect(ask({ xAxis, from, to, buckets, smoothing })[0].smoothed).toEqual(window.smoothed);
        expect(window.total).toBe(values.filter((_, i) => i >= from && i <= to).length);
        window.x1.forEach((x1, b) => {
          let last = x1;
          while (last >= window.x0[b] && !Number.isFinite(values[last])) last--;
          const expected = last < window.x0[b] ? Number.NaN : reference[last];
          if (Number.isNaN(expected)) expect(window.smoothed?.[b]).toBeNaN();
          else expect(window.smoothed?.[b]).toBeCloseTo(expected, 9);
        });
      },
    ),
    { numRuns: 60 },
  );
});

test("a smoothed line that was asked for before changes with the series", () => {
  const { world, attemptId, ask } = oneRun(steps(300, () => 1));
  const smoothing: Smoothing = { kind: "gaussian", sigma: 3 };
  const before = Array.from(ask({ buckets: 10, to: 300, smoothing })[0].smoothed ?? []);
  addPoints(world, attemptId, METRIC, [[150, 50]]);
  const after = Array.from(ask({ buckets: 10, to: 300, smoothing })[0].smoothed ?? []);
  expect(before).toEqual(Array.from({ length: 10 }, () => 1));
  expect(after.some((v) => v > 1)).toBe(true);
});

test("a smoothed line is worked out anew for points that were replaced, also where no summary tells them apart", () => {
  const { world, ask, attemptId } = oneRun(
    steps(20_000, (i) => (i === 100 ? 5 : i === 7000 ? 9 : i % 2)),
    undefined,
    GROUP_SPREAD,
  );
  const smoothing: Smoothing = { kind: "ema", weight: 0.5 };
  const read = () => Array.from(ask({ from: 0, to: 2000, buckets: 2000, smoothing })[0].smoothed ?? []);
  const store = pointStore(world.ctx.db);
  const settle = () => {
    while (store.housekeep(50));
  };
  const replace = (points: TestPoint[]) => addPoints(world, attemptId, GROUP_SPREAD, points);
  settle();
  const before = read();
  // The same count, mean, extremes and last point, through a merge that leaves nothing loose behind.
  replace([
    [100, 0],
    [1000, 5],
  ]);
  settle();
  expect(read()).not.toEqual(before);
  expect(read()[99]).toBeLessThan(1);
  replace([
    [100, 5],
    [1000, 0],
  ]);
  expect(read()).toEqual(before);
});

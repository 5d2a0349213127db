import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BandsQuestion, SeedBand } from "../../contracts/charts/bands.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { equalParts } from "../../numbers/mean.ts";
import { smoothLine } from "../../stats/testing/smooth-line.ts";
import { addPoints, bandsOf, METRIC, type TestPoint, worldWithRuns } from "../series/testing.ts";

const anySmoothing: fc.Arbitrary<Smoothing> = fc.oneof(
  fc.record({ kind: fc.constant("ema" as const), weight: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({ kind: fc.constant("gaussian" as const), sigma: fc.double({ min: 0.2, max: 15, noNaN: true }) }),
  fc.record({ kind: fc.constant("mean" as const), width: fc.integer({ min: 1, max: 80 }) }),
);

/** One run of so many points at steps 0, 1, 2, ... and a millisecond of wall time for each. */
function oneRun(values: Float64Array) {
  const { world, runs } = worldWithRuns();
  const start = world.clock.now;
  const points = Array.from(values, (value, i): TestPoint => [i, value, start + i]);
  addPoints(world, runs[0].attemptId, METRIC, points);
  const groups = [{ key: "a", runIds: runs.map((run) => run.runId) }];
  return async (more: Partial<BandsQuestion>): Promise<SeedBand> =>
    (await bandsOf(world, { kind: "groups", groups }, { metric: METRIC, ...more }))[0];
}

/** The mean of a line, a point at each multiple of `scale`, in bins of equal width between two places. */
function meansInBins(
  line: Float64Array,
  scale: number,
  [from, to]: [number, number],
  bins: number,
): (number | null)[] {
  const { partOf } = equalParts(from, to, bins);
  const sums = Array.from({ length: bins }, () => ({ sum: 0, n: 0 }));
  line.forEach((value, i) => {
    const x = i / scale;
    if (x < from || x > to || !Number.isFinite(value)) return;
    const bin = sums[partOf(x)];
    bin.sum += value;
    bin.n++;
  });
  return sums.map(({ sum, n }) => (n === 0 ? null : sum / n));
}

function expectClose(found: (number | null)[], wanted: (number | null)[], digits: number): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, i) => {
    if (value === null || wanted[i] === null) expect(value).toBe(wanted[i]);
    else expect(value).toBeCloseTo(wanted[i], digits);
  });
}

test("in bins a smoothed run is the mean of its smoothed line over all points there, on any axis, zoomed or not", async () => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 120, maxLength: 400 }),
      anySmoothing,
      fc.constantFrom<[number, number] | null>(null, [40, 110]),
      fc.constantFrom("step", "wall"),
      async (list, smoothing, zoom, xAxis) => {
        const values = Float64Array.from(list);
        const scale = xAxis === "wall" ? 1000 : 1;
        const [from, to] = (zoom ?? [0, values.length - 1]).map((x) => x / scale);
        const span = zoom ? { from, to } : {};
        const band = await oneRun(values)({ xAxis, ...span, points: 23, smoothing });
        expect(band.aligned).toBe("binned");
        const line = smoothLine(values, smoothing);
        expectClose(band.mean, meansInBins(line, scale, [from, to], band.x.length), 9);
      },
    ),
    { numRuns: 40 },
  );
});

const noise = (count: number): Float64Array => {
  let state = 1;
  return Float64Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return state / 1073741823.5 - 1;
  });
};

test("the smoothed line of a long run is no rougher in bins than the run itself", async () => {
  const values = noise(120_000);
  const ask = oneRun(values);
  const kinds: Smoothing[] = [
    { kind: "ema", weight: 0.5 },
    { kind: "mean", width: 10 },
    { kind: "gaussian", sigma: 5 },
    { kind: "gaussian", sigma: 400 },
  ];
  for (const smoothing of kinds) {
    const { mean, x } = await ask({ points: 100, smoothing });
    expect(x).toHaveLength(100);
    // Of a long run the sixteenth parts of bins are put into these, so a bin's edge may lie beside that of points.
    expectClose(mean, meansInBins(smoothLine(values, smoothing), 1, [0, values.length - 1], 100), 2.2);
  }
});

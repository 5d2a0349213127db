import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGolden } from "../testing.ts";
import { SHARE_COLLAPSE } from "./at-the-boundary.ts";
import { claimsWithMissing, type GuardedInput } from "./missing-seeds.ts";

const golden = readGolden("boundary.json") as {
  collapse: { values: number[][]; floor: number; near: number; atMost: number; erasedBy: number }[];
};

const seeded = (values: readonly (number | null)[]) => new Map(values.map((value, seed) => [seed, value]));

/** The row of a configuration beside its baseline, both shares. */
function rowOf(
  own: readonly (number | null)[],
  baseline: readonly (number | null)[],
  collapses: Partial<GuardedInput["collapses"]> = {},
) {
  const [row] = claimsWithMissing({
    cells: new Map([
      ["baseline", seeded(baseline)],
      ["own", seeded(own)],
    ]),
    baseline: "baseline",
    collapses: { rule: SHARE_COLLAPSE, better: "higher", floor: 0, ...collapses },
  }).rows;
  return row;
}

const HIGH = [0.8, 0.81, 0.79, 0.8, 0.82];
const LOW = [0.7, 0.71, 0.69, 0.7, 0.72];
const FAR = [0.2, 0.21, 0.19, 0.2, 0.22];

describe("which runs a claim is about", () => {
  test("scipy agrees on the rate that is not excluded and on the share that erases the claim", () => {
    for (const { values, floor, near, atMost, erasedBy } of golden.collapse) {
      const { collapse, low } = rowOf(values[1], values[0], { floor });
      expect(low).toBeCloseTo(near, 8);
      expect(collapse?.atMost).toBeCloseTo(atMost, 10);
      expect(collapse?.erasedBy).toBeCloseTo(erasedBy, 8);
    }
  });

  test("a small difference is about runs that do not collapse, a large one about all", () => {
    expect(rowOf(HIGH, LOW)).toMatchObject({
      verdict: "significant",
      collapse: { about: "runs_without_collapse", side: "own", runs: 5, collapsed: 0, earlier: 0 },
    });
    expect(rowOf(HIGH, FAR).collapse?.about).toBe("all_runs");
  });

  test("the side that is ahead is the one whose collapses count: the baseline's where it is better", () => {
    expect(rowOf(LOW, [...HIGH, 0.8]).collapse).toMatchObject({ side: "baseline", runs: 6 });
    expect(rowOf(LOW, HIGH, { better: "lower", floor: 1 }).collapse).toMatchObject({ side: "own", runs: 5 });
  });

  test("without a floor, or a better side, no share erases it, and the side with fewer runs stands", () => {
    expect(rowOf(HIGH, LOW, { floor: null }).collapse).toMatchObject({
      about: "runs_without_collapse",
      erasedBy: null,
    });
    const none = { better: null, floor: null, rule: null };
    expect(rowOf(HIGH, LOW.slice(0, 3), none).collapse).toMatchObject({ side: "baseline", runs: 3 });
  });

  test("a seed without a value may have collapsed", () => {
    const { collapse, verdict } = rowOf([...HIGH, null], FAR);
    expect(verdict).toBe("significant_despite_missing");
    expect(collapse).toMatchObject({ runs: 6, missing: 1, collapsed: 0 });
    expect(collapse?.atMost).toBeCloseTo(0.58180341, 7);
  });

  test("runs of earlier experiments without a collapse narrow what is possible, and change no interval", () => {
    const earlier = new Map([["own", Array.from({ length: 95 }, (_, i) => HIGH[i % 5])]]);
    const [alone, known] = [rowOf(HIGH, LOW), rowOf(HIGH, LOW, { earlier })];
    expect(known.collapse).toMatchObject({ about: "all_runs", runs: 100, earlier: 95 });
    expect(known.collapse?.atMost).toBeCloseTo(1 - 0.05 ** 0.01, 10);
    expect([known.low, known.high, known.p]).toEqual([alone.low, alone.high, alone.p]);
  });

  test("a configuration that collapsed earlier is suggestive, unless the claim stands at that rate", () => {
    const earlier = new Map([["own", [0.8, 0.1, 0.81, 0.79]]]);
    expect(rowOf(HIGH, LOW, { earlier })).toMatchObject({
      verdict: "suggestive",
      skewed: "collapse_before",
      collapse: { collapsed: 1, runs: 9 },
    });
    expect(rowOf(HIGH, FAR, { earlier }).verdict).toBe("significant");
    const diverged = new Map([["own", [0.8, Number.NaN]]]);
    expect(rowOf(HIGH, LOW, { earlier: diverged }).collapse?.collapsed).toBe(1);
    // What the side behind did earlier takes nothing from the difference.
    expect(rowOf(HIGH, LOW, { earlier: new Map([["baseline", [0.1, 0.7]]]) }).verdict).toBe("significant");
  });

  test("what claims nothing says nothing of it", () => {
    expect(rowOf(LOW, [0.6, 0.8, 0.7]).collapse).toBeNull();
    expect(rowOf([0.8, 0.81], LOW).collapse).toBeNull();
  });

  test("the larger the difference, the larger the share that erases it", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 0.1, noNaN: true }), (by) => {
        const shares = [by, by + 0.05].map(
          (more) =>
            rowOf(
              LOW.map((v) => v + more),
              LOW,
            ).collapse?.erasedBy ?? 0,
        );
        return shares[1] >= shares[0] && shares[1] <= 1;
      }),
    );
  });
});

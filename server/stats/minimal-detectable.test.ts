import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimalDetectable } from "./minimal-detectable.ts";
import { readGolden, relativeError } from "./testing.ts";

const golden = readGolden("power.json") as {
  blocks: [number, number, number, number][];
  samples: [number, number, number, number][];
};

test("numerical integration in Python agrees to 1e-8, for seeds as blocks and for unlike seed lists", () => {
  for (const [comparisons, seeds, expected] of golden.blocks) {
    const { value } = minimalDetectable({ kind: "blocks", comparisons, seeds, residualSd: 1 });
    expect(relativeError(value ?? 0, expected)).toBeLessThan(1e-8);
  }
  for (const [comparisons, n, nBaseline, expected] of golden.samples) {
    const { value } = minimalDetectable({ kind: "samples", comparisons, n, nBaseline, sd: 1 });
    expect(relativeError(value ?? 0, expected)).toBeLessThan(1e-8);
  }
});

test("a difference of 4 sd with 3 seeds and 4 comparisons is found in 94 % of cases", () => {
  const power = golden.blocks[0][3];
  expect(power).toBeCloseTo(0.94, 2);
  const { value } = minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 3, residualSd: 1 }, power);
  expect(value).toBeCloseTo(4, 6);
});

test("it scales with the spread and shrinks with seeds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 20 }),
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      (seeds, comparisons, sd) => {
        const at = (n: number, residualSd: number) =>
          minimalDetectable({ kind: "blocks", comparisons, seeds: n, residualSd }).value ?? 0;
        return Math.abs(at(seeds, sd) / (sd * at(seeds, 1)) - 1) < 1e-9 && at(seeds + 1, 1) < at(seeds, 1);
      },
    ),
    { numRuns: 15 },
  );
});

test("unlike seed lists need a larger difference than blocks", () => {
  const blocks = minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 3, residualSd: 1 });
  const samples = minimalDetectable({ kind: "samples", comparisons: 4, n: 3, nBaseline: 3, sd: 1 });
  expect(samples.value).toBeGreaterThan(1.3 * (blocks.value ?? 0));
});

test("450 shared problems of which 10 % differ show 4.2 points (Connor 1987: n = 450 for that difference)", () => {
  const { value, method } = minimalDetectable({ kind: "paired_shares", n: 450, differingShare: 0.1 });
  const d = value ?? 0;
  const needed = (1.959964 * Math.sqrt(0.1) + 0.841621 * Math.sqrt(0.1 - d * d)) ** 2 / d ** 2;
  expect(needed).toBeCloseTo(450, 3);
  expect(d).toBeCloseTo(0.0415, 3);
  expect(method).toContain("80 % power at 95 %");
});

describe("edges", () => {
  test("too few seeds, no spread or too few differing problems: null with the reason", () => {
    expect(minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 2, residualSd: 1 })).toMatchObject({
      value: null,
      method: "an interval needs 3 seeds, here are 2",
    });
    expect(minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 3, residualSd: 0 }).value).toBeNull();
    expect(minimalDetectable({ kind: "blocks", comparisons: 0, seeds: 3, residualSd: 1 }).value).toBeNull();
    expect(
      minimalDetectable({ kind: "samples", comparisons: 1, n: 5, nBaseline: 2, sd: 1 }).value,
    ).toBeNull();
    expect(minimalDetectable({ kind: "paired_shares", n: 20, differingShare: 0.05 }).value).toBeNull();
    expect(minimalDetectable({ kind: "paired_shares", n: 0, differingShare: 0 }).method).toContain("too few");
  });
  test("nonsense is refused by name", () => {
    expect(() =>
      minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 3, residualSd: Number.NaN }),
    ).toThrow("residualSd");
    expect(() => minimalDetectable({ kind: "paired_shares", n: 10, differingShare: 2 })).toThrow("[0, 1]");
    expect(() => minimalDetectable({ kind: "paired_shares", n: 10.5, differingShare: 0 })).toThrow('"n"');
    expect(() => minimalDetectable({ kind: "paired_shares", n: 10, differingShare: 0 }, 0.01)).toThrow(
      "Power",
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importance, LEAST_RUNS, type ImportanceRun } from "./importance.ts";
import { seededRandom } from "./seeded-random.ts";

/** A full matrix of two parameters of three settings with so many seeds; noise from 0 to 1. */
function sweep(effect: (a: number, b: number) => number, seeds = 4, noise = 1): ImportanceRun[] {
  const next = seededRandom(7);
  return [0, 1, 2].flatMap((a) =>
    [0, 1, 2].flatMap((b) =>
      Array.from({ length: seeds }, () => ({
        outcome: effect(a, b) + (noise * next()) / 2 ** 32,
        settings: [a, b],
      })),
    ),
  );
}
const shareOf = (found: ReturnType<typeof importance>, name: string) =>
  found.parameters.find(({ names }) => names[0] === name);

describe("the share of a parameter", () => {
  test("that decides the outcome is nearly all of it, and of one that does nothing about none", () => {
    const found = importance(
      ["a", "b"],
      sweep((a) => 10 * a),
    );
    expect(shareOf(found, "a")?.share).toBeGreaterThan(0.95);
    expect(shareOf(found, "a")?.p).toBe(0.001);
    expect(shareOf(found, "b")?.share).toBe(0);
    expect(shareOf(found, "b")?.p).toBeGreaterThan(0.5);
  });

  test("is epsilon squared: of outcomes 1, 2 and 3, 4 in two levels 1 - (0.5 + 0.5) / 2 / (5 / 3)", () => {
    const four = [1, 2, 3, 4].map((outcome, i) => ({ outcome, settings: [i < 2, "same"] }));
    const runs = [...four, ...four];
    // Twice the runs: within 2 over 6 degrees of freedom, in all 10 over 7.
    expect(importance(["a", "b"], runs).parameters).toHaveLength(1);
    expect(shareOf(importance(["a", "b"], runs), "a")?.share).toBeCloseTo(1 - 2 / 6 / (10 / 7), 12);
  });

  test("is the same whatever unit and place the outcome has", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        (scale, shift) => {
          const runs = sweep((a, b) => a + b);
          const moved = runs.map((run) => ({ ...run, outcome: run.outcome * scale + shift }));
          const [one, other] = [importance(["a", "b"], runs), importance(["a", "b"], moved)];
          for (const { names, share } of one.parameters)
            expect(shareOf(other, names[0])?.share).toBeCloseTo(share, 6);
        },
      ),
      { numRuns: 5 },
    );
  });

  test("where nothing does anything rarely stands out from chance", () => {
    const next = seededRandom(11);
    const stood = Array.from({ length: 60 }, () => {
      const runs = Array.from({ length: 18 }, (_, i) => ({
        outcome: next(),
        settings: [i % 2, i % 3, (next() >>> 3) % 4],
      }));
      return importance(["a", "b", "c"], runs).parameters.some(({ p }) => p <= 0.05);
    });
    expect(stood.filter(Boolean).length).toBeLessThanOrEqual(8);
  });
});

describe("what the runs cannot tell is said", () => {
  test("two parameters that always change together are one, with a warning", () => {
    const runs = sweep((a) => a).map((run) => ({
      ...run,
      settings: [...run.settings, `with ${run.settings[0]}`],
    }));
    const found = importance(["a", "b", "c"], runs);
    expect(found.parameters.map(({ names }) => names)).toContainEqual(["a", "c"]);
    expect(found.together).toEqual([{ a: "a", b: "c", v: 1 }]);
  });

  test("two that mostly do are warned of and stay two; two of a full matrix are not", () => {
    const runs = sweep((a) => a).map((run, i) => ({
      ...run,
      settings: [...run.settings, i === 0 ? 2 : (run.settings[0] as number)],
    }));
    const found = importance(["a", "b", "c"], runs);
    expect(found.parameters).toHaveLength(3);
    expect(found.together.map(({ a, b }) => [a, b])).toEqual([["a", "c"]]);
    expect(found.together[0].v).toBeLessThan(1);
  });

  test("one that is known from another of more settings goes with it fully, and stays one of its own", () => {
    const runs = Array.from({ length: 16 }, (_, i) => ({ outcome: i, settings: [i % 4 < 2, `b${i % 4}`] }));
    const { together, parameters } = importance(["a", "b"], runs);
    expect(together.map(({ a, b }) => [a, b])).toEqual([["a", "b"]]);
    expect(together[0].v).toBeCloseTo(1, 12);
    expect(parameters.map(({ levels }) => levels).toSorted((a, b) => a - b)).toEqual([2, 4]);
  });

  test("a parameter with one setting has no share, and words that differ from run to run have none either", () => {
    const runs = sweep((a) => a).map((run, i) => ({ ...run, settings: [...run.settings, 1, `run ${i}`] }));
    const found = importance(["a", "b", "same", "own"], runs);
    expect(found.parameters.map(({ names }) => names[0]).toSorted()).toEqual(["a", "b"]);
    expect(found.scattered).toEqual(["own"]);
  });

  test("a number of many settings is read in quarters", () => {
    const runs = Array.from({ length: 40 }, (_, i) => ({ outcome: i, settings: [i / 7] }));
    expect(importance(["lr"], runs).parameters[0]).toMatchObject({ levels: 4, inQuarters: true });
    expect(importance(["lr"], runs).parameters[0].share).toBeGreaterThan(0.85);
  });

  test("a quarter begins with the setting that it is cut at, so that eight settings make four pairs", () => {
    const runs = Array.from({ length: 16 }, (_, i) => ({
      outcome: Math.floor((i % 8) / 2),
      settings: [(i % 8) + 1],
    }));
    expect(shareOf(importance(["lr"], runs), "lr")).toMatchObject({ levels: 4, inQuarters: true, share: 1 });
  });

  test("few runs, equal outcomes and a sweep of one setting have no shares, and why", () => {
    const few = sweep((a) => a).slice(0, LEAST_RUNS - 1);
    expect(importance(["a", "b"], few)).toMatchObject({ parameters: [], chance: null, why: "few" });
    expect(
      importance(
        ["a", "b"],
        sweep(() => 3, 2, 0),
      ).why,
    ).toBe("equal");
    const one = sweep((a) => a).map((run) => ({ ...run, settings: [1] }));
    expect(importance(["a"], one).why).toBe("unvaried");
  });
});

describe("chance", () => {
  test("draws that reach exactly the share count: of 8 runs in two levels 2 of 70 deals separate them as well", () => {
    const runs = Array.from({ length: 8 }, (_, i) => ({ outcome: Number(i < 4), settings: [i < 4] }));
    const [{ share, p }] = importance(["a"], runs).parameters;
    expect(share).toBe(1);
    expect(p).toBeGreaterThan(0.015);
    expect(p).toBeLessThan(0.045);
  });

  test("a share lies above it where its p is below 5 %, and below it where p is clearly above", () => {
    const found = Array.from({ length: 12 }, (_, k) =>
      importance(
        ["a", "b"],
        sweep((a) => (a * k) / 20),
      ),
    );
    const sides = found.flatMap(({ parameters, chance }) =>
      parameters.flatMap(({ share, p }) =>
        p < 0.05 || p > 0.06 ? [{ above: share >= (chance ?? 1), low: p < 0.05, p }] : [],
      ),
    );
    expect(sides.filter(({ above, low }) => above !== low)).toEqual([]);
    expect(sides.some(({ low, p }) => low && p > 0.001)).toBe(true);
    expect(sides.some(({ low }) => !low)).toBe(true);
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deadCauses } from "./dead-causes.ts";
import { reachableSd } from "./uniform-sum-density.ts";
import { summary } from "./summary.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("why groups were dead", () => {
  test("two runs of four steps in two stretches: means by cause, the rest is another tie or alive", () => {
    const of = (zero: number, solved: number, failed: number) =>
      [1, 2, 3, 4].map((step) => ({ step, run: String(zero), zero, solved, failed }));
    const [first, second, ...more] = deadCauses([...of(0.5, 0.2, 0.1), ...of(0.7, 0.4, 0.1)], 2);
    expect(more).toEqual([]);
    expect([first.from, first.to, second.from, second.to, first.n]).toEqual([1, 2, 3, 4, 4]);
    expect(first.solved).toBeCloseTo(0.3, 12);
    expect(first.failed).toBeCloseTo(0.1, 12);
    expect(first.other).toBeCloseTo(0.2, 12);
    expect(first.alive).toBeCloseTo(0.4, 12);
  });

  test("the shares add up to 1 in every stretch, and there are never more stretches than asked for", () => {
    const steps = fc.array(
      fc
        .record({ step: fc.integer({ min: 1, max: 60 }), zero: share, cut: share })
        .map(({ step, zero, cut }) => ({
          step,
          run: "r",
          zero,
          solved: zero * cut,
          failed: (zero * (1 - cut)) / 2,
        })),
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 9 }), (list, stretches) => {
        const parts = deadCauses(list, stretches);
        return (
          parts.length <= stretches &&
          parts.reduce((n, p) => n + p.n, 0) === list.length &&
          parts.every((p) => Math.abs(p.solved + p.failed + p.other + p.alive - 1) < 1e-9)
        );
      }),
    );
  });

  test("a stretch counts the runs that have steps in it: one that ended before is behind none of its means", () => {
    const of = (run: string, steps: number[]) =>
      steps.map((step) => ({ step, run, zero: 0.5, solved: 0.2, failed: 0.1 }));
    const stretches = deadCauses([...of("a", [1, 2, 3, 4]), ...of("b", [1, 2, 3, 4]), ...of("c", [1, 2])], 2);
    expect(stretches.map(({ runs, n }) => [runs, n])).toEqual([
      [3, 6],
      [2, 4],
    ]);
  });

  test("a step that was not finite is left out; without any there is nothing", () => {
    expect(deadCauses([{ step: 1, run: "r", zero: Number.NaN, solved: 0, failed: 0 }], 3)).toEqual([]);
  });
});

describe("the largest spread a group can have", () => {
  test("half at each end: range 1, G = 4 gives 0.577, G = 2 gives 0.707, G = 3 gives 0.577", () => {
    expect(reachableSd(0, 1, 4)).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect(reachableSd(0, 1, 2)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(reachableSd(0, 1, 3)).toBeCloseTo(Math.sqrt(1 / 3), 12);
  });
  test("no group inside the range exceeds it, and one reaches it", () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 2, maxLength: 9 }), (group) => {
        const most = reachableSd(0, 1, group.length);
        const ends = group.map((_, i) => (i < Math.floor(group.length / 2) ? 0 : 1));
        return (summary(group).sd ?? 0) <= most + 1e-12 && Math.abs((summary(ends).sd ?? 0) - most) < 1e-12;
      }),
    );
  });
  test("one completion is no group", () => {
    expect(() => reachableSd(0, 1, 1)).toThrow(RangeError);
  });
});

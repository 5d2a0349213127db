import { type Comparison, CURVE_STEPS } from "../../contracts/compare.ts";
import { solvedWithin } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import type { SideMeasure } from "./measure.ts";

/** Were programs measured? A program is written at once, so that nothing of it goes by steps. */
export const areOfPrograms = (sides: readonly SideMeasure[]): boolean =>
  sides.some((side) => side.passed.n > 0);

function curveOf({ outcomes, n }: SideMeasure): Comparison["curves"][number] {
  return Array.from({ length: CURVE_STEPS }, (_, i) => {
    const hits = solvedWithin(outcomes, i + 1);
    const { value, low, high } = wilson(hits, n);
    return { k: i + 1, hits, n, value: value ?? 0, low: low ?? 0, high: high ?? 1 };
  });
}

function stepsOf({ outcomes, n }: SideMeasure): Comparison["steps"][number] {
  const solvedAt = outcomes
    .filter((o) => o.solved)
    .map(({ steps, n: count }) => ({ steps, n: count }))
    .toSorted((a, b) => a.steps - b.steps);
  return { solvedAt, unsolved: n - solvedAt.reduce((sum, s) => sum + s.n, 0) };
}

/** What each side solved by which step; of programs nothing. */
export function byStep(sides: readonly SideMeasure[]): Pick<Comparison, "programs" | "curves" | "steps"> {
  const programs = areOfPrograms(sides);
  return programs
    ? { programs, curves: [], steps: [] }
    : { programs, curves: sides.map(curveOf), steps: sides.map(stepsOf) };
}

import { STEPS_OF_AN_ANSWER } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { type Comparison, CURVE_STEPS } from "../../contracts/compare/compare.ts";
import { solvedWithin } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import type { SideMeasure } from "./measure.ts";

/** Were programs measured? A program is written at once, so that nothing of it goes by steps. */
export const areOfPrograms = (sides: readonly SideMeasure[]): boolean =>
  sides.some((side) => side.of["eval/passed_share"].n > 0);

/** What a side has besides which problems it solved, and after how many steps. */
const BEYOND_THE_OUTCOME = ["eval/passed_share", "eval/clean", "eval/da", "eval/op"] as const;

/** Is nothing known of any side but which problems it solved? Then nothing goes by steps either. */
export const areOfAnswers = (sides: readonly SideMeasure[]): boolean =>
  sides.every(
    ({ of, outcomes }) =>
      BEYOND_THE_OUTCOME.every((name) => of[name].n === 0) &&
      outcomes.every(({ steps }) => steps <= STEPS_OF_AN_ANSWER),
  );

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

/** What each side solved by which step; of programs and answers nothing. */
export function byStep(
  sides: readonly SideMeasure[],
): Pick<Comparison, "programs" | "atOnce" | "curves" | "steps"> {
  const programs = areOfPrograms(sides);
  const atOnce = programs || areOfAnswers(sides);
  return atOnce
    ? { programs, atOnce, curves: [], steps: [] }
    : { programs, atOnce, curves: sides.map(curveOf), steps: sides.map(stepsOf) };
}

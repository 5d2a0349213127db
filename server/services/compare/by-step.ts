import {
  isInFamilies,
  KIND_OF_STEPS,
  metricsOfKind,
  overProblemsOf,
  TOLD_KINDS,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { STEPS_OF_AN_ANSWER } from "../../../workers/protocol/metrics/problem-columns.ts";
import { type Comparison, CURVE_STEPS } from "../../contracts/compare/compare.ts";
import { solvedWithin } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import type { SideMeasure } from "./measure.ts";

/** Is the side measured in one of these columns of its problems? */
const hasAny = ({ of }: SideMeasure, kind: string, columns: readonly string[]): boolean =>
  metricsOfKind(kind).some((name) => columns.includes(overProblemsOf(name).value) && of[name].n > 0);

/** The kind of what was measured of all sides: what a column of any tells, answers where nothing is known but outcomes. */
export function kindOfSides(sides: readonly SideMeasure[]): string {
  const told = TOLD_KINDS.find(({ id, tells }) => sides.some((side) => hasAny(side, id, tells)));
  if (told) return told.id;
  const tookSteps = sides.some(
    (side) =>
      hasAny(side, KIND_OF_STEPS.id, KIND_OF_STEPS.tells) ||
      side.outcomes.some(({ steps }) => steps > STEPS_OF_AN_ANSWER),
  );
  return tookSteps ? KIND_OF_STEPS.id : "answers";
}

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

/** What each side solved by which step; nothing of what is answered at once. */
export function byStep(
  sides: readonly SideMeasure[],
): Pick<Comparison, "programs" | "atOnce" | "curves" | "steps"> {
  const kind = kindOfSides(sides);
  const programs = isInFamilies(kind);
  const atOnce = kind !== KIND_OF_STEPS.id;
  return atOnce
    ? { programs, atOnce, curves: [], steps: [] }
    : { programs, atOnce, curves: sides.map(curveOf), steps: sides.map(stepsOf) };
}

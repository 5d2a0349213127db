import type { ProblemOutcome } from "#db/queries/episodes.ts";
import { MEASURED_DA } from "../../../packs/repair/diagnosis.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import {
  type EvaluationMetricName,
  isInFamilies,
  isShareOfProblems,
  KIND_OF_STEPS,
  metricsOfKind,
  overProblemsOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import {
  kindOfProblems,
  valueOn,
  valuesOver,
} from "../../../workers/protocol/metrics/values-over-problems.ts";
import type { EvaluationMetric, EvaluationPart, SolvedWithin } from "../../contracts/evaluation.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { diagnosisTitle } from "../../../packs/repair/wording/diagnosis.ts";
import { rrAtK } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { estimateOfMetric } from "./metric-registry.ts";

function metric(
  id: EvaluationMetricName,
  estimate: Estimate,
  more: { of?: string; hits?: number; title?: string; definition?: string } = {},
): EvaluationMetric {
  const info = metricInfo(id);
  const { value, low, high, n, method } = estimate;
  return {
    id,
    title: more.title ?? info.title,
    unit: info.unit === "steps" ? "steps" : "share",
    value,
    low,
    high,
    n,
    of: more.of ?? "problems",
    hits: more.hits ?? null,
    method,
    definition: more.definition ?? info.definition,
  };
}

/** The metrics of one policy on one set of problems, each by its entry in the registry, with the interval that fits it. */
export function evaluationMetrics(outcomes: readonly ProblemOutcome[]): EvaluationMetric[] {
  const kind = kindOfProblems(outcomes);
  const cards = metricsOfKind(kind).map((id) => measured(outcomes, id));
  if (isInFamilies(kind)) return cards.filter(({ n }) => n > 0);
  return kind === KIND_OF_STEPS.id ? [...cards, stepsOfSolved(outcomes)] : cards;
}

/** Was nothing measured of any problem but whether it is solved? */
export const isOfAnswers = (outcomes: readonly ProblemOutcome[]): boolean =>
  kindOfProblems(outcomes) === "answers";

/** Were programs measured? They have no steps. */
export const isOfPrograms = (outcomes: readonly ProblemOutcome[]): boolean =>
  isInFamilies(kindOfProblems(outcomes));

/** One metric over the problems that define it. */
function measured(outcomes: readonly ProblemOutcome[], id: EvaluationMetricName): EvaluationMetric {
  const values = valuesOver(id, outcomes);
  const hits = isShareOfProblems(id) ? values.filter(({ value }) => value === 1).length : undefined;
  const title = id === "eval/da" ? diagnosisTitle(MEASURED_DA) : undefined;
  return metric(id, estimateOfMetric(id, outcomes), { of: overProblemsOf(id).counts, hits, title });
}

function stepsOfSolved(outcomes: readonly ProblemOutcome[]): EvaluationMetric {
  const solved = outcomes.filter((row) => row.solved).map((row) => row.steps);
  const found = metric("eval/steps", meanOfMetric("eval/steps", solved), {
    title: "Steps, solved",
    of: "solved problems",
    definition: "mean number of steps over the solved episodes only; read it beside RR",
  });
  // A name of its own, and none of a metric: who looks that up finds the steps of all episodes.
  return { ...found, id: "steps_solved" };
}

/** RR@5 of each kind of problem that `partsOf` names, the largest first, with Wilson's interval. */
export function solvedByPart(
  outcomes: readonly ProblemOutcome[],
  partsOf: (row: ProblemOutcome) => string[],
): EvaluationPart[] {
  const parts = new Map<string, { n: number; solvedAt5: number }>();
  for (const row of outcomes)
    for (const key of partsOf(row)) {
      const part = parts.get(key) ?? { n: 0, solvedAt5: 0 };
      part.n++;
      part.solvedAt5 += valueOn("eval/rr_at_5", row) ?? 0;
      parts.set(key, part);
    }
  return [...parts]
    .map(([key, { n, solvedAt5 }]) => {
      const { low, high } = wilson(solvedAt5, n);
      return { key, n, solvedAt5, low, high };
    })
    .sort((a, b) => b.n - a.n || a.key.localeCompare(b.key, "en", { numeric: true }));
}

/** RR@k for every k from 1 to the step limit. */
export function solvedWithin(outcomes: readonly ProblemOutcome[], maxSteps: number): SolvedWithin[] {
  const solvedAt = outcomes.map((row) => (row.solved ? row.steps : null));
  return Array.from({ length: maxSteps }, (_, index) => {
    const { k, solved, value, low, high } = rrAtK(solvedAt, index + 1);
    return { k, solved, share: value, low, high };
  });
}

import type { ProblemOutcome } from "#db/queries/episodes.ts";
import { MEASURED_DA } from "../../../workers/protocol/diagnosis/diagnosis.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { EvaluationMetricName } from "../../../workers/protocol/metrics/metric-kinds.ts";
import type { EvaluationMetric, EvaluationPart, SolvedWithin } from "../../contracts/evaluation.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { diagnosisTitle } from "../../wording/diagnosis.ts";
import { rrAtK } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { estimateOfMetric, EVALUATION_METRICS, metricValues } from "./metric-registry.ts";

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

/** The metrics of one policy on one set of problems, each by its rule in the registry, with the interval that fits it. */
export function evaluationMetrics(outcomes: readonly ProblemOutcome[]): EvaluationMetric[] {
  if (isOfPrograms(outcomes)) return programMetrics(outcomes);
  return isOfAnswers(outcomes) ? answerMetrics(outcomes) : repairMetrics(outcomes);
}

/** Was nothing measured of any problem but whether it is solved? The same of what is stored: `OF_ANSWERS` in db/queries. */
export const isOfAnswers = (outcomes: readonly ProblemOutcome[]): boolean =>
  outcomes.length > 0 &&
  outcomes.every(
    ({ passed, steps, da, op, clean }) =>
      passed === null && steps <= 1 && da === null && op === null && clean === null,
  );

const answerMetrics = (outcomes: readonly ProblemOutcome[]): EvaluationMetric[] => [
  measured(outcomes, "eval/answers"),
];

/** Were programs measured? They have no steps, no OP and no diagnosis. */
export const isOfPrograms = (outcomes: readonly ProblemOutcome[]): boolean =>
  outcomes.some(({ passed }) => passed !== null);

/** One metric over the problems that define it, which `of` names. */
function measured(outcomes: readonly ProblemOutcome[], id: EvaluationMetricName, of?: string) {
  const values = metricValues(id, outcomes);
  const isShare = EVALUATION_METRICS[id].interval === "wilson";
  const hits = isShare ? values.filter((value) => value === 1).length : undefined;
  return metric(id, estimateOfMetric(id, outcomes), { of, hits });
}

const programMetrics = (outcomes: readonly ProblemOutcome[]): EvaluationMetric[] =>
  (["eval/solved", "eval/passed_share", "eval/pass_at_1", "eval/pass_at_8"] as const)
    .map((id) => measured(outcomes, id))
    .filter(({ n }) => n > 0);

function repairMetrics(outcomes: readonly ProblemOutcome[]): EvaluationMetric[] {
  const stepsSolved = meanOfMetric(
    "eval/steps",
    outcomes.filter((row) => row.solved).map((row) => row.steps),
  );
  const own = (id: EvaluationMetricName, of?: string) => measured(outcomes, id, of);
  return [
    own("eval/rr_at_5"),
    own("eval/rr"),
    own("eval/clean", "problems with known injection"),
    { ...own("eval/da", "problems with known faults"), title: diagnosisTitle(MEASURED_DA) },
    own("eval/op", "solved problems"),
    own("eval/steps", "episodes"),
    metric("eval/steps", stepsSolved, {
      title: "Steps, solved",
      of: "solved problems",
      definition: "mean number of steps over the solved episodes only; read it beside RR",
    }),
  ];
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
      if (row.solved && row.steps <= 5) part.solvedAt5++;
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

import type { ProblemOutcome } from "#db/queries/episodes.ts";
import { metricInfo } from "../../../workers/protocol/metrics.ts";
import type { EvaluationMetric, EvaluationPart, SolvedWithin } from "../../contracts/evaluation.ts";
import { bootstrapMean } from "../../stats/bootstrap-mean.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { rrAtK } from "../../stats/rr-at-k.ts";
import { wilson } from "../../stats/wilson.ts";

const BOOTSTRAP = { seed: 1, replicates: 2000, clusterName: "problems" } as const;
const finite = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

function metric(
  id: string,
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

const share = (id: string, hits: number, n: number, of?: string) => metric(id, wilson(hits, n), { hits, of });

/**
 * The metrics of one policy on one set of problems, each with the interval that fits it: Wilson for shares of problems, t for
 * mean steps, and a bootstrap over problems for OP and DA, which are skewed and bounded.
 */
export function evaluationMetrics(outcomes: readonly ProblemOutcome[]): EvaluationMetric[] {
  const solved = outcomes.filter((row) => row.solved);
  const judged = outcomes.filter((row) => row.clean !== null);
  const at5 = solved.filter((row) => row.steps <= 5).length;
  const stepsSolved = meanInterval(solved.map((row) => row.steps));
  return [
    share("eval/rr_at_5", at5, outcomes.length),
    share("eval/rr", solved.length, outcomes.length),
    share(
      "eval/clean",
      judged.filter((row) => row.clean).length,
      judged.length,
      "problems with known injection",
    ),
    metric("eval/da", bootstrapMean(finite(outcomes.map((row) => row.da)), BOOTSTRAP), {
      of: "problems with known faults",
    }),
    metric("eval/op", bootstrapMean(finite(solved.map((row) => row.op)), BOOTSTRAP), {
      of: "solved problems",
    }),
    metric("eval/steps", meanInterval(outcomes.map((row) => row.steps)), { of: "episodes" }),
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
    .sort((a, b) => b.n - a.n || a.key.localeCompare(b.key));
}

/** RR@k for every k from 1 to the step limit. */
export function solvedWithin(outcomes: readonly ProblemOutcome[], maxSteps: number): SolvedWithin[] {
  const solvedAt = outcomes.map((row) => (row.solved ? row.steps : null));
  return Array.from({ length: maxSteps }, (_, index) => {
    const { k, solved, value, low, high } = rrAtK(solvedAt, index + 1);
    return { k, solved, share: value, low, high };
  });
}

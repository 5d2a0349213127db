import {
  comesInFamilies,
  type EvaluationMetricName,
  type OverProblems,
  overProblemsOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { type MeasuredProblem } from "../../../workers/protocol/metrics/problem-columns.ts";
import { valuesOver } from "../../../workers/protocol/metrics/values-over-problems.ts";
import { bootstrapMean, clusterBootstrap } from "../../stats/problems/cluster-bootstrap.ts";
import { BY_FAMILY, solvedOfFamilies } from "../../stats/problems/family-shares.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { wilson } from "../../stats/problems/wilson.ts";

export type IntervalOverProblems = OverProblems["interval"];

/** From this many values on the bootstrap gives way to Student's t: the two agree there, and t needs only moments. */
export const FEWEST_FOR_T = 1000;

/** How bounded values of problems are resampled. */
export const BOOTSTRAP = { seed: 1, replicates: 2000, clusterName: "problems" } as const;

/** How the interval of a metric over so many values is made. */
export function intervalOf(name: EvaluationMetricName, n: number): IntervalOverProblems {
  const { interval } = overProblemsOf(name);
  return interval === "bootstrap" && n >= FEWEST_FOR_T ? "t" : interval;
}

/**
 * Value and 95 % interval of a metric over problems, by its rule. Values count in ascending order, so that the same problems
 * give the same resamples in whatever order they were stored.
 */
export function estimateOfProblems(name: EvaluationMetricName, values: readonly number[]): Estimate {
  const interval = intervalOf(name, values.length);
  if (interval === "wilson") return wilson(values.filter((value) => value === 1).length, values.length);
  return interval === "t" ? meanOfMetric(name, values) : estimateOfShares(values);
}

/** Mean and 95 % interval of shares, one per problem: few by the bootstrap, many by Student's t. */
export function estimateOfShares(values: readonly number[]): Estimate {
  return values.length >= FEWEST_FOR_T
    ? meanOfMetric("eval/answers", values)
    : bootstrapMean(
        values.toSorted((a, b) => a - b),
        BOOTSTRAP,
      );
}

/**
 * Values of one family stand and fall together, since its instances mostly share one program: they are one cluster. Null where
 * all are of one family, or their families are not known; then the instances are what is sampled.
 */
export function byFamily(items: readonly { type?: string; value: number }[]): number[][] | null {
  const families = Map.groupBy(items, ({ type }) => type ?? "");
  if (families.size < 2) return null;
  return [...families]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => own.map(({ value }) => value).toSorted((a, b) => a - b));
}

/**
 * Value and 95 % interval of a metric over the problems that define it, and how it is made; of programs of several families, by
 * whole families.
 */
export function estimateOfMetric(
  name: EvaluationMetricName,
  problems: readonly MeasuredProblem[],
): Estimate & { by: IntervalOverProblems | "families" } {
  const items = valuesOver(name, problems).map(({ problem: { type }, value }) => ({ type, value }));
  const families = comesInFamilies(name) ? byFamily(items) : null;
  if (!families) {
    const values = items.map(({ value }) => value);
    return { ...estimateOfProblems(name, values), by: intervalOf(name, values.length) };
  }
  const estimate =
    overProblemsOf(name).interval === "wilson"
      ? solvedOfFamilies(
          families.map((values) => ({ n: values.length, hits: values.filter((v) => v === 1).length })),
        )
      : clusterBootstrap(families, BY_FAMILY);
  return { ...estimate, n: items.length, by: "families" };
}

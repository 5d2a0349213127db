import type { EvaluationMetricName } from "../../../workers/protocol/metric-kinds.ts";
import { bootstrapMean } from "../../stats/problems/cluster-bootstrap.ts";
import type { Estimate } from "../../stats/mean-interval.ts";
import { meanOfMetric } from "../../stats/summary.ts";
import { wilson } from "../../stats/problems/wilson.ts";

const COLUMNS = ["solved", "steps", "op", "da", "clean", "passed", "passAt1", "passAt8"] as const;
type Column = (typeof COLUMNS)[number];

/** What was measured on one problem; flags are 0 and 1 or booleans. A column that was not read is not there. */
export type MeasuredProblem = Partial<Record<Column, number | boolean | null>>;

interface EvaluationMetricRule {
  columns: readonly Column[];
  /** Null where the metric is not defined for the problem. Shares give 0 or 1. */
  valueOf(problem: MeasuredProblem): number | null;
  /** Wilson for shares of problems, Student's t for mean steps, a bootstrap for skewed and bounded shares. */
  interval: IntervalOverProblems;
}
export type IntervalOverProblems = "wilson" | "t" | "bootstrap";

const number = (value: number | boolean | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Every evaluation metric has its one formula here; pages, comparisons and reports read it. */
export const EVALUATION_METRICS: Record<EvaluationMetricName, EvaluationMetricRule> = {
  "eval/rr": { columns: ["solved"], valueOf: (p) => number(p.solved), interval: "wilson" },
  "eval/rr_at_5": {
    columns: ["solved", "steps"],
    valueOf: (p) => Number(Number(p.solved) === 1 && (number(p.steps) ?? Infinity) <= 5),
    interval: "wilson",
  },
  "eval/clean": { columns: ["clean"], valueOf: (p) => number(p.clean), interval: "wilson" },
  "eval/da": { columns: ["da"], valueOf: (p) => number(p.da), interval: "bootstrap" },
  "eval/op": {
    columns: ["solved", "op"],
    valueOf: (p) => (Number(p.solved) === 1 ? number(p.op) : null),
    interval: "bootstrap",
  },
  "eval/solved": {
    columns: ["solved", "passed"],
    valueOf: (p) => (number(p.passed) === null ? null : number(p.solved)),
    interval: "wilson",
  },
  "eval/passed_share": { columns: ["passed"], valueOf: (p) => number(p.passed), interval: "bootstrap" },
  "eval/pass_at_1": { columns: ["passAt1"], valueOf: (p) => number(p.passAt1), interval: "bootstrap" },
  "eval/pass_at_8": { columns: ["passAt8"], valueOf: (p) => number(p.passAt8), interval: "bootstrap" },
  "eval/steps": { columns: ["steps"], valueOf: (p) => number(p.steps), interval: "t" },
};

/** From this many values on the bootstrap gives way to Student's t: the two agree there, and t needs only moments. */
export const FEWEST_FOR_T = 1000;

/** How bounded values of problems are resampled. */
export const BOOTSTRAP = { seed: 1, replicates: 2000, clusterName: "problems" } as const;

/** How the interval of a metric over so many values is made. */
export function intervalOf(name: EvaluationMetricName, n: number): IntervalOverProblems {
  const { interval } = EVALUATION_METRICS[name];
  return interval === "bootstrap" && n >= FEWEST_FOR_T ? "t" : interval;
}

/**
 * Value and 95 % interval of a metric over problems, by its rule. Values count in ascending order, so that the same problems
 * give the same resamples in whatever order they were stored.
 */
export function estimateOfProblems(name: EvaluationMetricName, values: readonly number[]): Estimate {
  const interval = intervalOf(name, values.length);
  if (interval === "wilson") return wilson(values.filter((value) => value === 1).length, values.length);
  if (interval === "t") return meanOfMetric(name, values);
  return bootstrapMean(
    values.toSorted((a, b) => a - b),
    BOOTSTRAP,
  );
}

/** The values of the problems for which a metric is defined. */
export function metricValues(name: EvaluationMetricName, problems: readonly MeasuredProblem[]): number[] {
  return problems.map(EVALUATION_METRICS[name].valueOf).filter((value) => value !== null);
}

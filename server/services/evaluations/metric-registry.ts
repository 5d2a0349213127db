import type { EvaluationMetricName } from "../../../workers/protocol/metrics/metric-kinds.ts";
import { bootstrapMean, clusterBootstrap } from "../../stats/problems/cluster-bootstrap.ts";
import { BY_FAMILY, solvedOfFamilies } from "../../stats/problems/family-shares.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { SHORT_EPISODE } from "../../stats/problems/outcome-counts.ts";
import { wilson } from "../../stats/problems/wilson.ts";

const COLUMNS = ["solved", "steps", "op", "da", "clean", "passed", "passAt1", "passAt8"] as const;
type Column = (typeof COLUMNS)[number];

/** What was measured on one problem; flags are 0 and 1 or booleans. A column that was not read is not there. */
export type MeasuredProblem = Partial<Record<Column, number | boolean | null>> & {
  /** Its kind; of a program, the family. */
  type?: string;
};

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
    valueOf: (p) => Number(Number(p.solved) === 1 && (number(p.steps) ?? Infinity) <= SHORT_EPISODE),
    interval: "wilson",
  },
  "eval/answers": {
    columns: ["solved", "passed", "da", "op", "clean"],
    valueOf: ({ solved, ...p }) =>
      [p.passed, p.da, p.op, p.clean].some((known) => number(known) !== null) ? null : number(solved),
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
  return interval === "t" ? meanOfMetric(name, values) : estimateOfShares(values);
}

/** Mean and 95 % interval of shares, one per problem: few by the bootstrap, many by Student's t. */
export function estimateOfShares(values: readonly number[]): Estimate {
  return values.length >= FEWEST_FOR_T
    ? meanOfMetric("eval/rr_at_5", values)
    : bootstrapMean(
        values.toSorted((a, b) => a - b),
        BOOTSTRAP,
      );
}

/** The values of the problems for which a metric is defined. */
export function metricValues(name: EvaluationMetricName, problems: readonly MeasuredProblem[]): number[] {
  return problems.map(EVALUATION_METRICS[name].valueOf).filter((value) => value !== null);
}

const MEASURED_ON_PROGRAMS: ReadonlySet<EvaluationMetricName> = new Set<EvaluationMetricName>([
  "eval/solved",
  "eval/passed_share",
  "eval/pass_at_1",
  "eval/pass_at_8",
]);

/** Whether a metric is measured on programs, whose instances come in families. */
export const comesInFamilies = (name: EvaluationMetricName): boolean => MEASURED_ON_PROGRAMS.has(name);

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
  const { valueOf, interval } = EVALUATION_METRICS[name];
  const items = problems.flatMap((problem) => {
    const value = valueOf(problem);
    return value === null ? [] : [{ type: problem.type, value }];
  });
  const families = comesInFamilies(name) ? byFamily(items) : null;
  if (!families) {
    const values = items.map(({ value }) => value);
    return { ...estimateOfProblems(name, values), by: intervalOf(name, values.length) };
  }
  const estimate =
    interval === "wilson"
      ? solvedOfFamilies(
          families.map((values) => ({ n: values.length, hits: values.filter((v) => v === 1).length })),
        )
      : clusterBootstrap(families, BY_FAMILY);
  return { ...estimate, n: items.length, by: "families" };
}

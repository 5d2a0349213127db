import type { ProblemRow, RowColumn } from "#db/queries/reports.ts";
import { meanInterval } from "../../../stats/mean-interval.ts";
import { wilson } from "../../../stats/wilson.ts";
import type { Estimate } from "../../../stats/estimate.ts";

/** How a metric of an evaluation comes from its per-problem rows: the columns it reads, and the values they give. */
interface RowMetric {
  columns: RowColumn[];
  /** Values of the problems for which the metric is defined. */
  values(rows: ProblemRow[]): number[];
  /** A share of problems has Wilson's interval, a mean over problems Student's. */
  isShare: boolean;
}

const all = (rows: ProblemRow[], of: (row: ProblemRow) => number | null | undefined): number[] =>
  rows.map(of).filter((value): value is number => value !== null && value !== undefined);

const ROW_METRICS: Record<string, RowMetric> = {
  "eval/rr": { columns: ["solved"], values: (rows) => all(rows, (r) => r.solved), isShare: true },
  "eval/rr_at_5": {
    columns: ["solved", "steps"],
    values: (rows) => all(rows, (r) => Number(r.solved === 1 && (r.steps ?? Infinity) <= 5)),
    isShare: true,
  },
  "eval/da": { columns: ["da"], values: (rows) => all(rows, (r) => r.da), isShare: false },
  "eval/op": {
    columns: ["solved", "op"],
    values: (rows) =>
      all(
        rows.filter((r) => r.solved === 1),
        (r) => r.op,
      ),
    isShare: false,
  },
  "eval/clean": { columns: ["clean"], values: (rows) => all(rows, (r) => r.clean), isShare: true },
  "eval/steps": { columns: ["steps"], values: (rows) => all(rows, (r) => r.steps), isShare: false },
};

export const rowMetric = (metric: string): RowMetric | undefined =>
  Object.hasOwn(ROW_METRICS, metric) ? ROW_METRICS[metric] : undefined;

/** One policy on one set of problems, with the interval that fits the metric. */
export function estimateOfRows(metric: RowMetric, rows: ProblemRow[]): Estimate {
  const values = metric.values(rows);
  return metric.isShare ? wilson(values.filter((v) => v === 1).length, values.length) : meanInterval(values);
}

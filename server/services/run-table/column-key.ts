import type { SummaryField, TableKey } from "#db/queries/run-table/keys.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import {
  type EvaluationMetricName,
  isEvaluationMetric,
  isShareOfProblems,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { isTrainingReward } from "../../../workers/protocol/metrics/metric-kinds.ts";
import {
  type ColumnRef,
  type MetricColumn,
  NOT_A_VALUE,
  parseColumnId,
  type Reducer,
} from "../../contracts/run-table-columns.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { PROGRESS_METRICS, TRAIN_METRICS } from "../runs/measured/progress.ts";

const PLAIN_FIELDS: Record<Exclude<Reducer, "best" | "best_at">, SummaryField> = {
  last: "last",
  min: "min",
  max: "max",
  mean: "mean",
  at: "lastX",
  n: "n",
};

/** What a column of a metric reads of its series. The best is the extreme that the metric's direction names; without one there is none. */
export function summaryField({ metric, reducer }: Pick<MetricColumn, "metric" | "reducer">): SummaryField {
  if (reducer !== "best" && reducer !== "best_at") return PLAIN_FIELDS[reducer];
  const { better } = metricInfo(metric);
  if (better === null) return null;
  if (reducer === "best") return better === "higher" ? "max" : "min";
  return better === "higher" ? "maxX" : "minX";
}

/** The share of problems that a column shows of the latest evaluation, and has where no point was sent; null where it is none. */
export function shareMetric({
  metric,
  reducer,
}: Pick<MetricColumn, "metric" | "reducer">): EvaluationMetricName | null {
  return reducer === "last" && isShareOfProblems(metric) ? metric : null;
}

/** The column of an id. Throws `invalid` for one that names none. */
export function columnOf(id: string): ColumnRef {
  const column = parseColumnId(id);
  if (!column) throw new ServiceError("invalid", `"${id.slice(0, 80)}" is no column of the run table.`);
  return column;
}

/** The column as the database sorts and chooses by it. Throws `invalid` for one that has no order. */
export function tableKey(ctx: ServiceContext, column: ColumnRef): TableKey {
  if (column.kind === "param" || column.kind === "pack") return { kind: column.kind, name: column.name };
  if (column.kind === "metric")
    return {
      kind: "metric",
      metric: column.metric,
      axis: column.axis,
      field: summaryField(column),
      share: shareMetric(column),
    };
  switch (column.name) {
    case "step":
      return { kind: "progress", metrics: PROGRESS_METRICS, ofTraining: TRAIN_METRICS };
    case "time":
      return { kind: "duration", now: ctx.now() };
    case "checks":
    case "curve":
    case "problems":
    case "audit":
    case "why":
      throw new ServiceError("invalid", `Runs cannot be sorted or filtered by their ${column.name}.`);
    default:
      return { kind: "field", name: column.name };
  }
}

/** A quantity of the training reward itself: between runs of different reward functions it says nothing. */
export function isRewardValue(column: ColumnRef): boolean {
  return column.kind === "metric" && isTrainingReward(column.metric) && !NOT_A_VALUE.has(column.reducer);
}

/** An outcome on problems: between runs measured on different problems, or otherwise, it says nothing. */
export function isEvaluationValue(column: ColumnRef): boolean {
  return column.kind === "metric" && isEvaluationMetric(column.metric) && !NOT_A_VALUE.has(column.reducer);
}

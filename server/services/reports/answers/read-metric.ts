import { selectLatestAttempts } from "#db/queries/attempts.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { POINT_KINDS, pointKind } from "#db/points/read-points.ts";
import type { StoredPoint } from "#db/points/read-series.ts";
import type { Estimate } from "../../../stats/estimate.ts";
import { estimateOfMetric } from "../../evaluations/metric-registry.ts";
import { finalOf } from "../../evaluations/get.ts";
import { lastStepValues, usedAttempts, usedSeries } from "../../series/built-upon.ts";
import { definitionOf } from "../../experiments/cell-values.ts";
import { LAST_STEPS } from "../../../contracts/metrics.ts";
import { ServiceError } from "../../../errors.ts";
import type { NumberAnswer } from "../../../contracts/reports/report-answer.ts";
import { metricInfo } from "../../../../workers/protocol/metrics/metrics.ts";
import {
  EVALUATION_METRIC_NAMES,
  isEvaluationMetric,
} from "../../../../workers/protocol/metrics/evaluation-metrics.ts";
import { columnsOf } from "../../../../workers/protocol/metrics/values-over-problems.ts";
import { countOf } from "../../../wording/counts.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import type { Reading } from "./reading.ts";

/** What one run says of a metric, with exactly the data it was read from. */
export interface MetricOfRun {
  estimate: Estimate;
  counts: NumberAnswer["counts"];
  special: NumberAnswer["special"];
  definition: string;
  evaluationId: string | null;
  problems: number | null;
  /** What the digest is computed from: these rows and columns and no other. */
  data: unknown;
}

const SPECIAL: Record<number, NumberAnswer["special"]> = {
  [POINT_KINDS.nan]: "NaN",
  [POINT_KINDS.posInf]: "inf",
  [POINT_KINDS.negInf]: "−inf",
};

function pickEvaluation(list: EvaluationTotals[], at: string): EvaluationTotals | undefined {
  if (at === "final") return finalOf(list);
  // Beside the final one stands the same policy decoded otherwise.
  const final = finalOf(list)?.evaluation.protocolHash;
  const alike = list.filter((t) => final === undefined || t.evaluation.protocolHash === final);
  if (at === "first") return alike[0];
  return alike.findLast((t) => t.evaluation.trainStep === Number(at));
}

/** A metric of one evaluation, from its per-problem rows. */
export function readEvaluation(reading: Reading, evaluationId: string, metric: string): MetricOfRun {
  if (!isEvaluationMetric(metric))
    throw new ServiceError(
      "invalid",
      `"${metric.slice(0, 60)}" is not measured on problems. An evaluation has ${EVALUATION_METRIC_NAMES.join(", ")}.`,
    );
  const rows = reading.rows(evaluationId, columnsOf(metric));
  const estimate = estimateOfMetric(metric, rows);
  return {
    estimate,
    counts: "problem",
    special: null,
    definition: metricInfo(metric).definition,
    evaluationId,
    problems: estimate.n,
    data: rows,
  };
}

type ReadPoint = Pick<StoredPoint, "x" | "value" | "kind">;

function meanOfLast(points: readonly ReadPoint[]): Pick<MetricOfRun, "estimate" | "special"> {
  const bad = points.find((p) => p.kind !== POINT_KINDS.number);
  const values = points.map((p) => p.value ?? Number.NaN);
  const mean = bad || values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  const method =
    points.length === 0
      ? "no value: the run sent none"
      : bad
        ? `no value: a value in the last ${countOf(LAST_STEPS, "train step")} is not finite`
        : `${points.length > 1 ? `mean of ${countOf(points.length, "value")}` : "the only value"} in the last ${countOf(LAST_STEPS, "train step")} of one run; steps of one run are not independent, so no interval`;
  return {
    estimate: { value: mean, low: null, high: null, n: values.length, nonFinite: 0, level: 0.95, method },
    special: bad ? SPECIAL[bad.kind] : null,
  };
}

/** A metric of one run: of its evaluation at a train step, or of the end of its training. */
export function readMetric(reading: Reading, runId: string, metric: string, at = "final"): MetricOfRun {
  if (isEvaluationMetric(metric)) {
    const picked = pickEvaluation(reading.evaluations(runId), at);
    if (!picked)
      throw new ServiceError(
        "not_found",
        at === "final"
          ? "The run has no final evaluation."
          : `The run has no evaluation at ${at === "first" ? "all" : `train step ${writeWhole(Number(at))}`}.`,
      );
    const read = readEvaluation(reading, picked.evaluation.id, metric);
    const which = picked.evaluation.final
      ? "the final evaluation of the run"
      : `the evaluation at train step ${writeWhole(picked.evaluation.trainStep)}`;
    return { ...read, definition: `${read.definition}; ${which}` };
  }
  const attempt = selectLatestAttempts(reading.ctx.db, [runId])[0];
  const store = pointStore(reading.ctx.db);
  const used = attempt ? usedSeries(store, usedAttempts(reading.ctx, attempt), [metric]).get(metric) : [];
  const points = lastStepValues(store, used ?? [], LAST_STEPS).map(({ x, value }): ReadPoint => {
    const kind = pointKind(value);
    return { x, value: kind === POINT_KINDS.number ? value : null, kind };
  });
  return {
    ...meanOfLast(points),
    counts: "train step",
    definition: definitionOf(metric),
    evaluationId: null,
    problems: null,
    data: points.map(({ x, value, kind }) => [x, value, kind]),
  };
}

import { metricInfo, type MetricInfo } from "../contracts/metrics.ts";
import type { AxisName } from "../contracts/x-axes.ts";
import { axisLabel } from "../wording/axis-names.ts";
import type { XAxisSpec, YAxisSpec } from "./series.ts";

export function xSpec(axis: AxisName, domain?: [number, number], scale?: "linear" | "log"): XAxisSpec {
  return { label: axisLabel(axis), kind: "number", domain, scale };
}

/** Counts, spreads, norms and losses: an interval of theirs ends at 0. */
const NEVER_NEGATIVE =
  /^(eval\/steps|group\/std|policy\/(kl|entropy)|optim\/|perf\/|prm\/(loss|held_out_mse)|sft\/loss)/;

/** y of a metric by its name and unit: a share is stored from 0 to 1, drawn in %, and starts at 0. */
export function ySpec(
  metric: string,
  scale?: "linear" | "log",
  unit: string = metricInfo(metric).unit,
): YAxisSpec {
  if (unit === "share")
    return { kind: "share", metric, unit: "%", domain: [scale === "log" ? null : 0, null], scale };
  const possible: YAxisSpec["possible"] = NEVER_NEGATIVE.test(metric) ? [0, null] : undefined;
  return { kind: "number", metric, unit: unit || undefined, possible, scale };
}

/** y of metrics in one chart: of their unit, or of plain numbers where they have several. */
export function sharedYSpec(metrics: readonly string[], scale?: "linear" | "log"): YAxisSpec {
  const units = new Set(metrics.map((metric) => metricInfo(metric).unit));
  const isNeverNegative = metrics.every((metric) => ySpec(metric).possible !== undefined);
  if (units.size > 1) return { kind: "number", possible: isNeverNegative ? [0, null] : undefined, scale };
  const spec = ySpec(metrics[0], scale);
  return {
    ...spec,
    metric: metrics.length === 1 ? spec.metric : undefined,
    possible: isNeverNegative ? spec.possible : undefined,
  };
}

export const unitWords = (info: MetricInfo): string => (info.unit === "share" ? "%" : info.unit);

import type { XAxisSpec, YAxisSpec } from "#components/charts/types.ts";
import { METRICS, metricInfo, type MetricInfo } from "#server/contracts/metrics.ts";
import type { AxisName, XAxis } from "#server/contracts/x-axes.ts";

/** The x axes that every run may be drawn over, in the words of the switch. */
export const AXIS_LABELS: Record<XAxis, string> = {
  step: "train step",
  episodes: "train episodes",
  updates: "updates",
  cpu: "CPU seconds",
  wall: "wall seconds",
};

/** An axis in words: a built-in one, a metric that is drawn over, or the name under which the run sends its own. */
export function axisLabel(axis: AxisName): string {
  if (Object.hasOwn(AXIS_LABELS, axis)) return AXIS_LABELS[axis as XAxis];
  return Object.hasOwn(METRICS, axis) ? metricInfo(axis).title : axis;
}

export function xSpec(axis: AxisName, domain?: [number, number], scale?: "linear" | "log"): XAxisSpec {
  return { label: axisLabel(axis), kind: "number", domain, scale };
}

/** Counts, spreads, norms and losses: an interval of theirs ends at 0. */
const NEVER_NEGATIVE =
  /^(eval\/steps|group\/std|policy\/(kl|entropy)|optim\/|perf\/|prm\/(loss|held_out_mse)|sft\/loss)/;

/** y of a metric by its name: a share is stored from 0 to 1, drawn in %, and starts at 0. */
export function ySpec(metric: string, scale?: "linear" | "log"): YAxisSpec {
  const info = metricInfo(metric);
  if (info.unit === "share")
    return { kind: "share", metric, unit: "%", domain: [scale === "log" ? null : 0, null], scale };
  const possible: YAxisSpec["possible"] = NEVER_NEGATIVE.test(metric) ? [0, null] : undefined;
  return { kind: "number", metric, unit: info.unit || undefined, possible, scale };
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

import type { XAxisSpec, YAxisSpec } from "#components/charts/types.ts";
import { metricInfo, type MetricInfo } from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/series.ts";

/** The x axes a person may choose from, in the words of the switch. */
export const AXIS_LABELS: Record<XAxis, string> = {
  step: "train step",
  episodes: "train episodes",
  updates: "updates",
  cpu: "CPU seconds",
  wall: "wall seconds",
};

export function xSpec(axis: XAxis, domain?: [number, number]): XAxisSpec {
  return { label: AXIS_LABELS[axis], kind: "number", domain };
}

/** Counts, spreads, norms and losses: an interval of theirs ends at 0. */
const NEVER_NEGATIVE =
  /^(eval\/steps|group\/std|policy\/(kl|entropy)|optim\/|perf\/|prm\/(loss|held_out_mse)|sft\/loss)/;

/** y of a metric by its name: a share is stored from 0 to 1, drawn in %, and starts at 0. */
export function ySpec(metric: string): YAxisSpec {
  const info = metricInfo(metric);
  if (info.unit === "share") return { kind: "share", unit: "%", domain: [0, null] };
  const possible: YAxisSpec["possible"] = NEVER_NEGATIVE.test(metric) ? [0, null] : undefined;
  return { kind: "number", unit: info.unit || undefined, possible };
}

export const unitWords = (info: MetricInfo): string => (info.unit === "share" ? "%" : info.unit);

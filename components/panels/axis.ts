import type { XAxisSpec, YAxisSpec } from "#components/charts/types.ts";
import type { MetricInfo } from "#server/contracts/metrics.ts";
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

/** y of a metric: a share is stored from 0 to 1, drawn in %, and starts at 0. */
export function ySpec(info: MetricInfo): YAxisSpec {
  if (info.unit === "share") return { kind: "share", unit: "%", domain: [0, null] };
  return { kind: "number", unit: info.unit || undefined };
}

export const unitWords = (info: MetricInfo): string => (info.unit === "share" ? "%" : info.unit);

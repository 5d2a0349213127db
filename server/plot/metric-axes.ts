import { isOfMachine } from "../contracts/charts/machine-section.ts";
import { metricInfo } from "../contracts/metrics.ts";
import { possibleRange, type PossibleRange } from "../contracts/possible-range.ts";
import type { AxisName } from "../contracts/x-axes.ts";
import { axisLabel, writePlace } from "../wording/charts/axes.ts";
import type { XAxisSpec, YAxisSpec } from "./series.ts";

export function xSpec(axis: AxisName, domain?: [number, number], scale?: "linear" | "log"): XAxisSpec {
  return { label: axisLabel(axis), kind: "number", domain, scale };
}

/** Below a fiftieth of what a machine has, its readings only flicker. */
const LEAST_OF_MACHINE = 0.02;

/** y of a metric by its name and unit: a share is stored from 0 to 1, drawn in %, and starts at 0. */
export function ySpec(
  metric: string,
  scale?: "linear" | "log",
  unit: string = metricInfo(metric).unit,
): YAxisSpec {
  const possible = possibleRange(metric, unit);
  if (unit === "share")
    return { kind: "share", metric, unit: "%", domain: [scale === "log" ? null : 0, null], possible, scale };
  const least = isOfMachine(metric) ? LEAST_OF_MACHINE : undefined;
  return { kind: "number", metric, unit: unit || undefined, possible, scale, least };
}

/** The least that any of these metrics can be, and the most: a bound holds for a chart only where all have one. */
function sharedRange(metrics: readonly string[]): PossibleRange {
  const ranges = metrics.map((metric) => possibleRange(metric));
  const [lows, highs] = [ranges.map(([low]) => low), ranges.map(([, high]) => high)];
  return [
    lows.every((low) => low !== null) ? Math.min(...lows) : null,
    highs.every((high) => high !== null) ? Math.max(...highs) : null,
  ];
}

/** y of metrics in one chart: of their unit, or of plain numbers where they have several. */
export function sharedYSpec(metrics: readonly string[], scale?: "linear" | "log"): YAxisSpec {
  const units = new Set(metrics.map((metric) => metricInfo(metric).unit));
  const possible = sharedRange(metrics);
  if (units.size > 1) return { kind: "number", possible, scale };
  const spec = ySpec(metrics[0], scale);
  return {
    ...spec,
    metric: metrics.length === 1 ? spec.metric : undefined,
    possible,
  };
}

/** The unit of a metric beside its title: of a score without one, between which values it lies. */
export function unitWords(metric: string): string {
  const { unit } = metricInfo(metric);
  if (unit === "share") return "%";
  const [low, high] = possibleRange(metric);
  return unit === "" && low !== null && high !== null ? `${writePlace(low)} to ${writePlace(high)}` : unit;
}

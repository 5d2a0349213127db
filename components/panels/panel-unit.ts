import { metricInfo } from "#server/contracts/metrics.ts";
import { unitWords } from "#server/plot/metric-axes.ts";

/** Units of metrics as they are stored, each once, in their order: a "share" is none of "%", and empty is no unit. */
export function unitsOf(metrics: readonly string[]): string[] {
  return [...new Set(metrics.map((metric) => metricInfo(metric).unit))];
}

/** A unit among others. A share stands on their axis as it is stored, not a hundred times as large. */
export const besideOthers = (unit: string): string => (unit === "share" ? "share of 1" : unit || "no unit");

/** What stands beside the title of metrics that share one y axis: their unit, or all where they differ. */
export function panelUnit(metrics: readonly string[]): string {
  const units = unitsOf(metrics);
  return units.length === 1 ? unitWords(metrics[0]) : units.map(besideOthers).join(", ");
}

/** The unit of one line among metrics that share one y axis, where it must be told from the others; else null. */
export function lineUnit(metric: string, metrics: readonly string[]): string | null {
  return unitsOf(metrics).length === 1 ? null : besideOthers(metricInfo(metric).unit);
}

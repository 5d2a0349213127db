import { foreignMetric, foreignNamesOf, METRICS, type MetricName } from "../../contracts/metrics.ts";
import type { CheckedSeries } from "./run-rule.ts";

const isOurs = (name: string): name is MetricName => Object.hasOwn(METRICS, name);

/** Names under which a run may have sent these quantities: ours, and those of the trainers that we know. */
export const namesOf = (metrics: readonly string[]): string[] => [
  ...new Set(metrics.flatMap((metric) => [metric, ...(isOurs(metric) ? foreignNamesOf(metric) : [])])),
];

/** The series of a run by our names; each keeps the name that was sent, and values are read as ours are. */
export function asOurs(
  sent: ReadonlyMap<string, CheckedSeries>,
  metrics: readonly string[],
): Map<string, CheckedSeries> {
  const found = new Map<string, CheckedSeries>();
  for (const metric of metrics) {
    const series = namesOf([metric]).flatMap((name) => sent.get(name) ?? [])[0];
    if (!series) continue;
    const read = foreignMetric(series.metric)?.read;
    found.set(metric, read ? { ...series, value: series.value.map(read) } : series);
  }
  return found;
}

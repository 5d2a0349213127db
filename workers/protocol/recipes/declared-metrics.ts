import type { MetricInfo } from "../metrics/metric-info.ts";
import type { DeclaredMetric } from "./recipe-file.ts";

let declared: ReadonlyMap<string, DeclaredMetric> = new Map();

const saysOf = ({ title, unit, better, section, definition }: DeclaredMetric): string =>
  JSON.stringify([title, unit, better, section, definition]);

/**
 * Takes what scripts say of the metrics that they send, for this process or page, in place of what was taken before. Of a name
 * that two scripts use for two things nothing is taken: it would say of one what holds for the other.
 */
export function declareMetrics(metrics: readonly DeclaredMetric[]): void {
  const byName = Map.groupBy(metrics, ({ name }) => name);
  const agreed = [...byName].filter(([, same]) => new Set(same.map(saysOf)).size === 1);
  declared = new Map(agreed.map(([name, [one]]) => [name, one]));
}

/** What is known of a metric by its name, and by what the script that sends it says, if one does. */
export function withDeclared(name: string, byName: MetricInfo): MetricInfo {
  const own = declared.get(name);
  if (!own) return byName;
  const { title = byName.title, unit, better, section, definition } = own;
  return { title, unit: unit === "" ? byName.unit : unit, better, section, definition };
}

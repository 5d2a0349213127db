import { foreignMetric, foreignNamesOf, METRICS, type MetricName } from "../../contracts/metrics.ts";

const isOurs = (name: string): name is MetricName => Object.hasOwn(METRICS, name);

/** Names under which a run may have sent these quantities: ours, and those of the trainers that we know. */
export const namesOf = (metrics: readonly string[]): string[] => [
  ...new Set(metrics.flatMap((metric) => [metric, ...(isOurs(metric) ? foreignNamesOf(metric) : [])])),
];

/** How values of a metric that was sent are read as ours; undefined where they are read as they are. */
export const readAsOurs = (metric: string): ((value: number) => number) | undefined =>
  foreignMetric(metric)?.read;

/** The series of a run by our names, and those whose names are `like` what a rule asks for; each keeps the name that was sent. */
export function asOurs<S>(
  sent: ReadonlyMap<string, S>,
  metrics: readonly string[],
  like: readonly RegExp[] = [],
): Map<string, S> {
  const alike = [...sent].filter(([name]) => like.some((pattern) => pattern.test(name)));
  const known = metrics.flatMap((metric) => {
    const name = namesOf([metric]).find((one) => sent.has(one));
    const series = name === undefined ? undefined : sent.get(name);
    return series === undefined ? [] : [[metric, series] as const];
  });
  return new Map([...alike, ...known]);
}

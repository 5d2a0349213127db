import type { SeriesFacts } from "#db/points/point-store.ts";

/** From which own x on later attempts have taken a metric over. */
type Takeovers = (series: Pick<SeriesFacts, "attemptId" | "metric" | "axis">) => number | null;

export const nameOf = ({ metric, axis }: Pick<SeriesFacts, "metric" | "axis">): string =>
  `${axis}\n${metric}`;

/**
 * A later attempt resumes somewhere and goes another way from there: what earlier attempts have of a metric from its first x
 * on is no part of the line any more. Each metric is taken over by itself, so one that a later attempt lacks stays whole.
 * `attempts` are those of one run, oldest first.
 */
export function takeoversOf(attempts: readonly string[], series: readonly SeriesFacts[]): Takeovers {
  const byAttempt = Map.groupBy(series, (s) => s.attemptId);
  const found = new Map<string, Map<string, number>>();
  let later = new Map<string, number>();
  for (const id of attempts.toReversed()) {
    found.set(id, later);
    later = new Map(later);
    for (const one of byAttempt.get(id) ?? []) {
      const name = nameOf(one);
      if (one.firstX !== null) later.set(name, Math.min(one.firstX, later.get(name) ?? one.firstX));
    }
  }
  return (one) => found.get(one.attemptId)?.get(nameOf(one)) ?? null;
}

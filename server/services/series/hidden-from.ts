import type { SeriesFacts } from "#db/points/point-store.ts";

/** From which own x on later attempts have taken over, by attempt and own axis. */
export type Takeovers = (attemptId: string, axis: string) => number | null;

/**
 * Where an attempt begins on each axis: the smallest x of its series. A series of a single point, such as a constant that is
 * logged at 0, says nothing about it where there are others.
 */
function startsOf(series: readonly SeriesFacts[]): Map<string, number> {
  const starts = new Map<string, number>();
  for (const [axis, onAxis] of Map.groupBy(series, (s) => s.axis)) {
    const lines = onAxis.filter((s) => s.n > 1);
    const xs = (lines.length > 0 ? lines : onAxis).flatMap(({ firstX }) => (firstX === null ? [] : [firstX]));
    if (xs.length > 0)
      starts.set(
        axis,
        xs.reduce((a, b) => Math.min(a, b)),
      );
  }
  return starts;
}

/**
 * A later attempt resumes somewhere and goes another way from there: what earlier attempts have from its first x on is no
 * part of the line any more. `attempts` are those of one run, oldest first.
 */
export function takeoversOf(attempts: readonly string[], series: readonly SeriesFacts[]): Takeovers {
  const byAttempt = Map.groupBy(series, (s) => s.attemptId);
  const found = new Map<string, Map<string, number>>();
  let later = new Map<string, number>();
  for (const id of attempts.toReversed()) {
    found.set(id, later);
    const merged = new Map(later);
    for (const [axis, x] of startsOf(byAttempt.get(id) ?? []))
      merged.set(axis, Math.min(x, merged.get(axis) ?? x));
    later = merged;
  }
  return (attemptId, axis) => found.get(attemptId)?.get(axis) ?? null;
}

import { countOf, plural, writeCount } from "#server/wording/counts.ts";

/**
 * How many of the runs that have begun have not sent what a chart draws, one by one or put together; null where all have.
 * A run that waits for a worker misses nothing.
 */
export function notSent(sent: number, begun: number): string | null {
  const missing = begun - sent;
  if (missing <= 0) return null;
  const runs = countOf(begun, "run that has begun", "runs that have begun");
  return `${writeCount(missing)} of ${runs} ${plural(missing, "has", "have")} not sent it`;
}

/**
 * How many of the runs that have begun have not sent what a chart draws, one by one or put together; null where all have.
 * A run that waits for a worker misses nothing.
 */
export function notSent(sent: number, begun: number): string | null {
  const missing = begun - sent;
  if (missing <= 0) return null;
  const runs = begun === 1 ? "1 run that has begun" : `${begun} runs that have begun`;
  return `${missing} of ${runs} ${missing === 1 ? "has" : "have"} not sent it`;
}

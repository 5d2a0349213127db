import { isEnded, type RunState } from "#server/contracts/run-lifecycle.ts";

/** How many runs there are, by their number in each state, once all of them have ended; 0 before. */
export function endedRuns(states: Record<string, number>): number {
  const counts = Object.entries(states).filter(([, n]) => n > 0);
  return counts.every(([state]) => isEnded(state as RunState))
    ? counts.reduce((sum, [, n]) => sum + n, 0)
    : 0;
}

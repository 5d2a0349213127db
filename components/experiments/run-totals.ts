import type { AblationTable as TableData } from "#server/contracts/experiment.ts";
import { isEnded, type RunState } from "#server/contracts/run-lifecycle.ts";

/** How many runs there are, by their number in each state, once all of them have ended; 0 before. */
export function endedRuns(states: Record<string, number>): number {
  const counts = Object.entries(states).filter(([, n]) => n > 0);
  return counts.every(([state]) => isEnded(state as RunState))
    ? counts.reduce((sum, [, n]) => sum + n, 0)
    : 0;
}

/** How many of its runs are in each state. */
export function totals(table: TableData) {
  const states: Record<string, number> = {};
  for (const row of table.rows)
    for (const [state, n] of Object.entries(row.states)) states[state] = (states[state] ?? 0) + n;
  // A run that another one replaces is in its row's states already.
  const inRows = new Set(table.rows.flatMap((row) => row.runIds));
  for (const { runId, state } of table.leftOut)
    if (!inRows.has(runId)) states[state] = (states[state] ?? 0) + 1;
  return states;
}

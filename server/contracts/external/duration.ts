import { isHeard, type RunState } from "../run-lifecycle.ts";
import type { RunArrival } from "./run-arrival.ts";

interface Timed {
  state: RunState;
  startedAt: number | null;
  endedAt: number | null;
  stateAt?: number;
  arrival: RunArrival | null;
}

/** How long a run has run by its own clock, ms; one that fell silent until it was heard last. Null where nobody knows its start. */
export function durationOf(
  { state, startedAt, endedAt, stateAt, arrival }: Timed,
  now: number,
): number | null {
  if (startedAt === null) return null;
  if (endedAt !== null) return endedAt - startedAt;
  if (arrival === null) return (isHeard(state) ? now : (stateAt ?? now)) - startedAt;
  return Math.max(0, (isHeard(state) ? now : arrival.lastAt) - arrival.lagMs - startedAt);
}

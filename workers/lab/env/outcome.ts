import type { Problem } from "./problem.ts";

/** What one finished episode was worth. Shares are 0 to 1. */
export interface EpisodeOutcome {
  solved: boolean;
  /** Steps taken; every action counts. */
  steps: number;
  /** Step at which the model became feasible; null if it never did. */
  solvedAt: number | null;
  /** Optimality preservation max(0, 1 - |z - z0| / max(|z0|, 1e-9)); null if not solved or z0 is unknown. */
  op: number | null;
  /** da.root: share of faults with an accepted element among the DIAGNOSE actions; null where no root is known. */
  da: number | null;
  /** Solved with op >= 0.95 and no innocent row dropped; null where the injected elements or z0 are unknown. */
  clean: boolean | null;
}

const CLEAN_OP = 0.95;
const SMALLEST_OBJECTIVE = 1e-9;

/** Optimality preservation of objective z against the model before the sabotage. An unbounded repair preserves nothing. */
export function optimalityPreservation(z: number, original: number): number {
  return Math.max(0, 1 - Math.abs(z - original) / Math.max(Math.abs(original), SMALLEST_OBJECTIVE));
}

/** Share of the problem's faults that the diagnosed elements name; null where the problem's roots are unknown. */
export function diagnosedShare(problem: Problem, diagnosed: Uint8Array): number | null {
  if (problem.faults.length === 0) return null;
  let hits = 0;
  for (const roots of problem.faults)
    for (const element of roots)
      if (diagnosed[element]) {
        hits++;
        break;
      }
  return hits / problem.faults.length;
}

/** Whether the repair left the original model alone; `dropped` is indexed by element. */
export function isClean(
  problem: Problem,
  solved: boolean,
  op: number | null,
  dropped: Uint8Array,
): boolean | null {
  const { injected, rootAny, model, originalObjective } = problem;
  if (!injected || originalObjective === null) return null;
  if (!solved || op === null || op < CLEAN_OP) return false;
  for (let e = model.colCount; e < model.colCount + model.rowCount; e++)
    if (dropped[e] && !injected[e] && !rootAny.has(e)) return false;
  return true;
}

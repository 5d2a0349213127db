import { DROP, GET_IIS } from "./actions.ts";
import type { Problem } from "./problem.ts";
import { isRepair } from "./repair.ts";

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
  /** Jaccard index of the diagnosed elements and all root elements, 0 where nothing was named; null where no root is known. */
  jaccard: number | null;
  /** Mean over the episode's actions of `actionPoints`; 0 before the first. */
  process: number;
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

/** |R and D| / |R or D| of the root elements R and the diagnosed ones D; null where the problem's roots are unknown. */
export function diagnosedJaccard({ rootAny }: Problem, diagnosed: Uint8Array): number | null {
  if (rootAny.size === 0) return null;
  let [both, either] = [0, rootAny.size];
  for (let e = 0; e < diagnosed.length; e++) {
    if (!diagnosed[e]) continue;
    if (rootAny.has(e)) both++;
    else either++;
  }
  return both / either;
}

/** Points of the reports' process reward for one action; see `actionPoints`. */
const POINTS = { action: -1, member: 10, dropped: 5, otherTarget: 1, unasked: 3, asked: 3 };

/**
 * What the reports' reward pays for one action besides its outcome, without its jitter: -1 for any; for a repair of a member
 * of the IIS shown last 10, and 5 more for DROP, of another element 1, before any IIS was shown 3; for GET_IIS 3.
 */
export function actionPoints(type: number, isShown: boolean, iisRequests: number): number {
  if (type === GET_IIS) return POINTS.action + POINTS.asked;
  if (!isRepair(type)) return POINTS.action;
  if (iisRequests === 0) return POINTS.action + POINTS.unasked;
  if (!isShown) return POINTS.action + POINTS.otherTarget;
  return POINTS.action + POINTS.member + (type === DROP ? POINTS.dropped : 0);
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

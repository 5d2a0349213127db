import { elementName } from "../../lp/model.ts";
import { Simplex } from "../../lp/simplex.ts";
import { ACTION_COUNT, ACTIONS, type ActionName } from "./actions.ts";
import type { Problem } from "./problem.ts";
import { applyRepair, isRepair } from "./repair.ts";

/** One action of an episode as it travels. Structurally the wire's `EpisodeStep`; the lab does not import the wire. */
export interface TraceStep {
  action: ActionName;
  /** Name of the row or column; null for the global actions. */
  target: string | null;
  /** Solver status after the action. */
  status: "INFEASIBLE" | "OPTIMAL";
  /** IIS of the model before and after the action, by name; empty where the model is feasible. */
  iisBefore: string[];
  iisAfter: string[];
}

/** IIS by a cold start with fixed pivoting, ascending: a function of the bounds alone, not of the way that led there. */
function coldIis(simplex: Simplex): number[] {
  simplex.restart();
  if (simplex.feasible()) return [];
  const elements = Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k));
  return [...new Set(elements)].sort((a, b) => a - b);
}

const conflicts = new WeakMap<Problem, readonly number[]>();

/** Elements of the IIS of the model before any action, the same as a trace begins with; solved once for each problem. */
export function firstConflict(problem: Problem): readonly number[] {
  const known = conflicts.get(problem) ?? coldIis(new Simplex().load(problem.model));
  conflicts.set(problem, known);
  return known;
}

/**
 * Replays the flat actions of an episode (`env.actions`) and describes each. The IIS is that of the model, not the one a
 * policy was shown, and is computed anew only after actions that changed the model: a smaller IIS then means a repair.
 */
export function traceEpisode(problem: Problem, actions: readonly number[]): TraceStep[] {
  const simplex = new Simplex().load(problem.model);
  const elements = problem.model.colCount + problem.model.rowCount;
  const named = () => coldIis(simplex).map((element) => elementName(problem.model, element));
  let iis = named();
  return actions.map((action) => {
    const entity = Math.floor(action / ACTION_COUNT);
    const type = action % ACTION_COUNT;
    const iisBefore = iis;
    if (isRepair(type)) {
      applyRepair(simplex, entity, type);
      iis = named();
    }
    return {
      action: ACTIONS[type],
      target: entity < elements ? elementName(problem.model, entity) : null,
      status: iis.length > 0 ? "INFEASIBLE" : "OPTIMAL",
      iisBefore,
      iisAfter: iis,
    };
  });
}

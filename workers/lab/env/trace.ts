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

/** IIS by a cold start with fixed pivoting: a function of the bounds alone, not of the way that led there. */
function coldIis(problem: Problem, simplex: Simplex): string[] {
  simplex.restart();
  if (simplex.feasible()) return [];
  const elements = Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k));
  return [...new Set(elements)].sort((a, b) => a - b).map((element) => elementName(problem.model, element));
}

/**
 * Replays the flat actions of an episode (`env.actions`) and describes each. The IIS is that of the model, not the one a
 * policy was shown, and is computed anew only after actions that changed the model: a smaller IIS then means a repair.
 */
export function traceEpisode(problem: Problem, actions: readonly number[]): TraceStep[] {
  const simplex = new Simplex().load(problem.model);
  const elements = problem.model.colCount + problem.model.rowCount;
  let iis = coldIis(problem, simplex);
  return actions.map((action) => {
    const entity = Math.floor(action / ACTION_COUNT);
    const type = action % ACTION_COUNT;
    const iisBefore = iis;
    if (isRepair(type)) {
      applyRepair(simplex, entity, type);
      iis = coldIis(problem, simplex);
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

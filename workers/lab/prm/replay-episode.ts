import { elementName } from "../../lp/model.ts";
import type { Rng } from "../../math/rng.ts";
import { NOISE_SEED } from "../algo/rollout.ts";
import { ACTION_COUNT, ACTIONS, type ActionName } from "../env/actions.ts";
import type { RepairEnv } from "../env/env.ts";
import type { Problem } from "../env/problem.ts";

/** A recorded action: what was done to which row or column (null: none), and the solver's status after it. */
export interface RecordedStep {
  action: ActionName;
  target: string | null;
  status: "INFEASIBLE" | "OPTIMAL";
}

/**
 * Plays a recorded episode again, with the stream its environment had. `beforeStep` gets each step's position from 0 and
 * its flat action while `env` still shows what the policy saw. Returns null, or in words where the record and this problem
 * do not agree: a name or an action that is not possible there, or another status.
 */
export function replayEpisode(
  env: RepairEnv,
  problem: Problem,
  environmentRng: Rng,
  steps: readonly RecordedStep[],
  beforeStep: (position: number, action: number) => void,
): string | null {
  env.reset(problem, environmentRng, NOISE_SEED);
  const named = elementsByName(problem);
  for (const [position, { action, target, status }] of steps.entries()) {
    const what = `step ${position + 1} (${action}${target === null ? "" : ` ${target}`})`;
    if (env.done) return `${what} comes after the episode is over`;
    const type = ACTIONS.indexOf(action);
    const entities = target === null ? [env.entityCount - 1] : (named.get(target) ?? []);
    const legal = entities.filter((entity) => env.isLegal(entity, type));
    if (legal.length === 0) return `${what} is not possible there`;
    if (legal.length > 1) return `${what} may mean a row or a column, which have the same name`;
    const flat = legal[0] * ACTION_COUNT + type;
    beforeStep(position, flat);
    env.step(flat);
    const now = env.solved ? "OPTIMAL" : "INFEASIBLE";
    if (now !== status) return `after ${what} the model is ${now}, not ${status}`;
  }
  return null;
}

/** Elements by name; a row and a column may share one. */
function elementsByName({ model }: Problem): Map<string, number[]> {
  const named = new Map<string, number[]>();
  for (let element = 0; element < model.colCount + model.rowCount; element++) {
    const name = elementName(model, element);
    named.set(name, [...(named.get(name) ?? []), element]);
  }
  return named;
}

import type { Rng } from "../../math/rng.ts";
import {
  ACTION_COUNT,
  CHECK,
  DIAGNOSE,
  DROP,
  flat,
  GET_IIS,
  RELAX_LARGE,
  RELAX_SMALL,
  SUBMIT,
  UPDATE_BOUNDS,
} from "./actions.ts";
import type { RepairEnv } from "./env.ts";

/** How good and how talkative the scripted demonstrator is. All are probabilities per decision. */
export interface ExpertConfig {
  /** Repairs a root cause of the shown IIS where there is one; otherwise any member. */
  root: number;
  /** Says DIAGNOSE before it repairs. */
  diagnose: number;
  /** Takes any legal action but SUBMIT and CHECK. */
  random: number;
  /** Goes on without asking for a fresh IIS after a repair. */
  skipIis: number;
  /** Spends a CHECK on an unchecked member first. */
  check: number;
}

const pick = (rng: Rng, from: number[]) => from[Math.floor(rng() * from.length)];

function randomAction(env: RepairEnv, rng: Rng): number {
  for (;;) {
    const entity = Math.floor(rng() * env.entityCount);
    const type = Math.floor(rng() * ACTION_COUNT);
    if (type !== SUBMIT && type !== CHECK && env.isLegal(entity, type)) return flat(entity, type);
  }
}

/** Members of the shown IIS that can still be repaired, in the order of the model. */
export function repairable(env: RepairEnv): number[] {
  const members: number[] = [];
  for (let e = 0; e < env.entityCount - 1; e++)
    if (env.isShown(e) && (env.isLegal(e, DROP) || env.isLegal(e, UPDATE_BOUNDS))) members.push(e);
  return members;
}

/** Mostly drops rows; now and then it relaxes, which may not be enough. */
function repairOf(env: RepairEnv, rng: Rng, element: number): number {
  if (env.isLegal(element, UPDATE_BOUNDS)) return flat(element, UPDATE_BOUNDS);
  const draw = rng();
  const type = draw < 0.15 ? RELAX_SMALL : draw < 0.4 ? RELAX_LARGE : DROP;
  return flat(element, env.isLegal(element, type) ? type : DROP);
}

/**
 * One decision of the demonstrator: a flat action id that is legal in `env` now. It asks for an IIS before every repair and
 * repairs one of its members; the roots are known to it, since it stands for a teacher.
 */
export function expertAction(env: RepairEnv, rng: Rng, config: ExpertConfig): number {
  const askIis = flat(env.entityCount - 1, GET_IIS);
  if (rng() < config.random) return randomAction(env, rng);
  if (!env.iisIsFresh && !(env.iisRequests > 0 && rng() < config.skipIis)) return askIis;
  const members = repairable(env);
  const roots = members.filter((e) => env.problem.rootAny.has(e));
  const pool = rng() < config.root && roots.length > 0 ? roots : members;
  if (pool.length === 0) return askIis;
  if (config.check > 0 && rng() < config.check) {
    const unchecked = members.filter((e) => env.isLegal(e, CHECK));
    if (unchecked.length > 0) return flat(pick(rng, unchecked), CHECK);
  }
  const element = pick(rng, pool);
  if (rng() < config.diagnose && env.isLegal(element, DIAGNOSE)) return flat(element, DIAGNOSE);
  return repairOf(env, rng, element);
}

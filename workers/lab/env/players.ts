import type { Rng } from "../../math/rng.ts";
import { DIAGNOSE, DROP, flat, GET_IIS, RELAX_LARGE, UPDATE_BOUNDS } from "./actions.ts";
import type { RepairEnv } from "./env.ts";
import { expertAction, type ExpertConfig, repairable } from "./expert.ts";

/** One decision: a flat action id that is legal in `env` now. */
type Player = (env: RepairEnv, rng: Rng) => number;

const askIis = (env: RepairEnv) => flat(env.entityCount - 1, GET_IIS);

const remove = (env: RepairEnv, e: number): number => flat(e, env.isLegal(e, DROP) ? DROP : UPDATE_BOUNDS);

const UNKNOWING: ExpertConfig = { root: 0, diagnose: 0, random: 0, skipIis: 0, check: 0 };
const scripted =
  (config: ExpertConfig): Player =>
  (env, rng) =>
    expertAction(env, rng, config);

/** Asks, and takes away the first member in the order of the model. */
const greedyDrop: Player = (env) => {
  const [first] = env.iisIsFresh ? repairable(env) : [];
  return first === undefined ? askIis(env) : remove(env, first);
};

/** Asks, and takes away any member. */
const iisMember: Player = (env, rng) => {
  const members = env.iisIsFresh ? repairable(env) : [];
  return members.length === 0 ? askIis(env) : remove(env, members[Math.floor(rng() * members.length)]);
};

/** Asks, and turns to the member that most of the shown IISs held: relaxes it, and takes it away if that was not enough. */
const heuristic: Player = (env) => {
  const members = env.iisIsFresh ? repairable(env) : [];
  if (members.length === 0) return askIis(env);
  const most = members.reduce((best, e) => (env.timesShown(e) > env.timesShown(best) ? e : best));
  const relax = flat(most, RELAX_LARGE);
  return env.isLegal(most, RELAX_LARGE) && !env.actions.includes(relax) ? relax : remove(env, most);
};

/** Asks, and takes away a root of the IIS, or any member of one that shows none; `names` each first. */
const oracle =
  (names: boolean): Player =>
  (env, rng) => {
    const members = env.iisIsFresh ? repairable(env) : [];
    const roots = members.filter((e) => env.problem.rootAny.has(e));
    const pool = roots.length > 0 ? roots : members;
    if (pool.length === 0) return askIis(env);
    const named = pool.find((e) => !env.isLegal(e, DIAGNOSE));
    const element = named ?? pool[Math.floor(rng() * pool.length)];
    return names && named === undefined ? flat(element, DIAGNOSE) : remove(env, element);
  };

/** Those that learn nothing: the scale on which a policy's values are read. Oracles are told the roots. */
export const PLAYERS = {
  random: scripted({ ...UNKNOWING, random: 1 }),
  greedy_drop: greedyDrop,
  iis_member: iisMember,
  heuristic,
  oracle: oracle(false),
  diagnosing_oracle: oracle(true),
} satisfies Record<string, Player>;

export type PlayerName = keyof typeof PLAYERS;

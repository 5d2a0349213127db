import type { ExpertConfig } from "../expert.ts";
import { contentHash } from "../../../lp/content-hash.ts";
import type { LpModel } from "../../../lp/model.ts";
import { modelOf } from "../../../lp/testing/models.ts";
import { ACTION_COUNT, flat } from "../actions.ts";
import { stream } from "../../../math/rng.ts";
import { RepairEnv, type EnvConfig } from "../env.ts";
import { FEATURE_COUNT, staticFeatures } from "../features.ts";
import { nameClasses } from "../names.ts";
import type { Problem } from "../problem.ts";

export const PLAIN: EnvConfig = {
  maxSteps: 20,
  observation: "full",
  sigma: 0,
  randomPivotIis: false,
  hideInitialIis: true,
  seesNames: false,
};
export const NOISY: EnvConfig = { ...PLAIN, observation: "noisy", sigma: 0.7, randomPivotIis: true };

/** Elements of the small problem below. */
export const X1 = 0;
export const X2 = 1;
export const LIMIT = 2;
export const DEMAND = 3;
export const SPARE = 4;
export const GLOBAL = 5;

/**
 * Maximise x1 + x2 with x1 + x2 <= 6 (LIMIT) and, injected, x1 + x2 >= 9 (DEMAND); SPARE never matters.
 * Clean optimum 6. Dropping LIMIT instead of DEMAND ends at 20.
 */
export function smallProblem(overrides: Partial<Problem> = {}): Problem {
  const model: LpModel = modelOf({
    A: [
      [1, 1],
      [1, 1],
      [1, 0],
    ],
    rows: [
      [-Infinity, 6],
      [9, Infinity],
      [-Infinity, 50],
    ],
    cols: [
      [0, 10],
      [0, 10],
    ],
    cost: [1, 1],
    maximize: true,
  });
  const roots = new Set([DEMAND]);
  return {
    key: "small",
    contentHash: contentHash(model),
    type: "D",
    level: "easy",
    model,
    faults: [roots],
    rootAny: roots,
    injected: Uint8Array.of(0, 0, 0, 1, 0),
    originalObjective: 6,
    staticFeatures: staticFeatures(model),
    nameClasses: nameClasses(model),
    noiseSeed: 7,
    relaxed: false,
    ...overrides,
  };
}

export { flat };

/** Takes a flat action chosen by `choose` among the legal ones until the episode is over. */
export function play(env: RepairEnv, choose: (legal: number[]) => number): void {
  while (!env.done) {
    const legal: number[] = [];
    for (let action = 0; action < env.entityCount * ACTION_COUNT; action++)
      if (env.isLegal(Math.floor(action / ACTION_COUNT), action % ACTION_COUNT)) legal.push(action);
    env.step(choose(legal));
  }
}

/** An environment at the start of an episode. */
export function started(config: Partial<EnvConfig> = {}, problem = smallProblem()): RepairEnv {
  const env = new RepairEnv({ ...PLAIN, ...config });
  env.reset(problem, stream(1));
  return env;
}

/** What a policy sees now; `of` is one feature of one entity. */
export function observed(env: RepairEnv) {
  const features = new Float32Array(env.entityCount * FEATURE_COUNT);
  const mask = new Uint8Array(env.entityCount * ACTION_COUNT);
  env.observe(features, 0, mask, 0);
  return { features, mask, of: (entity: number, k: number) => features[entity * FEATURE_COUNT + k] };
}

/** The demonstrator of the measured runs: good enough to learn from, never efficient, rarely diagnosing. */
export const NOISY_EXPERT: ExpertConfig = { root: 0.7, diagnose: 0.1, random: 0.05, skipIis: 0, check: 0.25 };

import type { AdvantageScale } from "../../math/group-advantage.ts";
import type { LossLevel } from "../../math/loss-weight.ts";
import type { GrpoOptions } from "../../lab/algo/grpo.ts";
import type { RewardName } from "../../lab/algo/rewards.ts";
import type { EnvConfig } from "../../lab/env/env.ts";
import type { Level } from "../../lab/env/problem.ts";
import type { Params } from "../../protocol/manifest.ts";

/** The parameters under their manifest names and with their types; what they mean is said there. */
export interface GrpoParams {
  problems: string;
  level: Level;
  train_problems: number;
  eval_problems: number;
  holdout_share: number;
  problem_seed: number;
  sigma: number;
  hidden: number;
  sft_epochs: number;
  sft_demos: number;
  sft_seed: number;
  reward: RewardName;
  reward_scale_positive: number;
  reward_noise: number;
  advantage: AdvantageScale;
  loss: LossLevel;
  beta_kl: number;
  eps_low: number;
  eps_high: number;
  dynamic: boolean;
  max_draws: number;
  overlong_mask: boolean;
  iterations: number;
  prompts: number;
  group_size: number;
  epochs_per_batch: number;
  minibatches: number;
  learning_rate: number;
  temperature: number;
  max_steps: number;
  grad_clip: number;
  eval_every: number;
  eval_max_steps: number;
}

/** Parameters that passed the recipe's schema, typed. */
export function readSettings(params: Params): GrpoParams {
  return params as unknown as GrpoParams;
}

/** The environment of every phase; only the step limit differs. */
export function environmentOf({ sigma }: GrpoParams, maxSteps: number): EnvConfig {
  return { maxSteps, observation: "noisy", sigma, randomPivotIis: true, hideInitialIis: true };
}

export function grpoOptions(p: GrpoParams, seed: number): GrpoOptions {
  return {
    environment: environmentOf(p, p.max_steps),
    prompts: p.prompts,
    groupSize: p.group_size,
    temperature: p.temperature,
    reward: p.reward,
    shaping: { scalePositive: p.reward_scale_positive, noise: p.reward_noise },
    seed,
    advantage: p.advantage,
    lossLevel: p.loss,
    dynamic: p.dynamic,
    maxDraws: p.max_draws,
    overlongMask: p.overlong_mask,
    epochsPerBatch: p.epochs_per_batch,
    minibatches: p.minibatches,
    learningRate: p.learning_rate,
    gradClip: p.grad_clip,
    iterations: p.iterations,
    betaKl: p.beta_kl,
    epsLow: p.eps_low,
    epsHigh: p.eps_high,
    entropyBonus: 0,
  };
}

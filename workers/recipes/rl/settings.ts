import type { PrmReward } from "../../lab/algo/draw-groups.ts";
import type { PrmUse } from "../../lab/prm/score-episodes.ts";
import type { RewardName } from "../../lab/algo/rewards.ts";
import type { GroupTrainingOptions } from "../../lab/algo/train-on-groups.ts";
import type { LossLevel } from "../../math/group-advantage.ts";
import { environmentOf } from "../evaluation/measure.ts";
import type { CurriculumParams } from "../curriculum/source.ts";
import type { ProblemParams } from "../problems/problem-sets.ts";
import type { SftParams } from "../sft/start.ts";

/** Parameters of every recipe that learns from groups, under their manifest names; what they mean is said there. */
export interface RlParams extends ProblemParams, SftParams, CurriculumParams {
  problem_source: CurriculumParams["problem_source"];
  reward: RewardName;
  reward_scale_positive: number;
  reward_noise: number;
  prm_weight: number;
  prm_use: PrmUse;
  prm_scope: PrmReward["scope"];
  loss: LossLevel;
  beta_kl: number;
  eps_low: number;
  eps_high: number;
  prompts: number;
  epochs_per_batch: number;
  minibatches: number;
  learning_rate: number;
  start_shift: number;
  temperature: number;
  max_steps: number;
  grad_clip: number;
  eval_every: number;
  eval_max_steps: number;
}

/** The loop's options without dynamic sampling and overlong mask, which not every recipe has. */
export function loopOptions(p: RlParams, seed: number): GroupTrainingOptions {
  return {
    environment: environmentOf(p, p.max_steps),
    prompts: p.prompts,
    groupSize: p.group_size,
    temperature: p.temperature,
    reward: p.reward,
    shaping: { scalePositive: p.reward_scale_positive, noise: p.reward_noise, halveBeyond: 0 },
    softOverlong: 0,
    seed,
    lossLevel: p.loss,
    dynamic: false,
    maxDraws: 1,
    overlongMask: false,
    epochsPerBatch: p.epochs_per_batch,
    minibatches: p.minibatches,
    learningRate: p.learning_rate,
    gradClip: p.grad_clip,
    iterations: p.iterations,
    betaKl: p.beta_kl,
  };
}

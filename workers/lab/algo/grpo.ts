import { type AdvantageScale, groupAdvantages } from "../../math/group-advantage.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import type { GroupMethod } from "./group-method.ts";
import { policyLoss, type PolicyLossOptions } from "./policy-loss.ts";
import { type GroupTrainingOptions, trainOnGroups, type TrainStepRecord } from "./train-on-groups.ts";

export interface GrpoOptions extends GroupTrainingOptions, PolicyLossOptions {
  advantage: AdvantageScale;
}

/** Advantages relative to the group, and the clipped surrogate with a KL term. */
export function grpoMethod(options: GrpoOptions): GroupMethod {
  const { advantage: scale, betaKl, entropyBonus } = options;
  return {
    advantages: (rewards) => groupAdvantages(rewards, scale),
    wholeEpisodes: false,
    clips: true,
    hasSlope: (advantage) => betaKl > 0 || entropyBonus > 0 || advantage !== 0,
    loss: (_policy, experience, decisions, credits, totals) =>
      policyLoss(experience, decisions, credits, options, totals),
  };
}

/** Group relative policy optimisation (arXiv 2402.03300) with the switches of DAPO (arXiv 2503.14476) and Dr. GRPO. */
export function grpo(
  policy: Policy,
  problems: readonly Problem[],
  options: GrpoOptions,
): Generator<TrainStepRecord | null> {
  return trainOnGroups(policy, problems, options, grpoMethod(options));
}

import { type AdvantageScale, groupAdvantages } from "../../math/group-advantage.ts";
import { fixedSource } from "../curriculum/problem-source.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import type { GroupMethod } from "./group-method.ts";
import { meanLogRatios } from "./log-ratios.ts";
import { policyLoss, type PolicyLossOptions } from "./policy-loss.ts";
import { type GroupTrainingOptions, trainOnGroups, type RepairStepRecord } from "./train-on-groups.ts";

export interface GrpoOptions extends GroupTrainingOptions, PolicyLossOptions {
  advantage: AdvantageScale;
}

/** Advantages relative to the group, and the clipped surrogate with a KL term. */
export function grpoMethod(
  options: PolicyLossOptions & Pick<GrpoOptions, "advantage" | "temperature">,
): GroupMethod {
  const { advantage: scale, betaKl, entropyBonus, ratio, temperature } = options;
  return {
    advantages: (rewards, batch) => groupAdvantages(rewards, scale, batch),
    wholeEpisodes: ratio === "episode",
    clips: true,
    hasSlope: (advantage) => betaKl > 0 || entropyBonus > 0 || advantage !== 0,
    loss(policy, experience, decisions, credits, totals) {
      const means = ratio === "episode" ? meanLogRatios(policy, experience, decisions, temperature) : null;
      return policyLoss(experience, decisions, credits, options, totals, means);
    },
  };
}

/** Group relative policy optimisation (arXiv 2402.03300) with the switches of DAPO (arXiv 2503.14476), Dr. GRPO, GSPO and CISPO. */
export function grpo(
  policy: Policy,
  problems: readonly Problem[],
  options: GrpoOptions,
): Generator<RepairStepRecord | null> {
  return trainOnGroups(policy, fixedSource(problems), options, grpoMethod(options));
}

import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C01",
  name: "Reward configuration differs",
  family: "comparability",
  formula:
    "sha256 of the canonical reward configuration (components, weights, shaping, noise, range) equals the baseline's",
  threshold: "any difference, for a number made of training rewards",
  source: "a reported gain of +26.9 points was the same reward multiplied by 1.4 (38.8 x 1.4 = 54.3)",
  why: "Two training rewards with different formulas are on different scales. Their difference says nothing about the policies.",
  action: "Compare by evaluation, or launch both with one reward configuration.",
};

export const rewardConfigDiffers: CellRule = {
  info,
  check(cell, baseline, { metric, isTrainingReward }) {
    if (!isTrainingReward || cell.rewardHash === baseline.rewardHash) return [];
    return [
      objection(info, "objection", {
        metric,
        claim: `The reward of ${cell.config} is not the reward of ${baseline.config}.`,
        evidence: `${cell.config}: ${cell.rewardFormula}. ${baseline.config}: ${baseline.rewardFormula}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};

import { clippedSurrogate, klK3, klK3Slope } from "../../math/clipped-surrogate.ts";
import type { Experience } from "./experience.ts";
import type { LossFunction } from "./update.ts";

export interface PolicyLossOptions {
  epsLow: number;
  epsHigh: number;
  /** Weight of the KL to the reference; 0 leaves the reference out of the loss and computes no KL. */
  betaKl: number;
  /** Weight of an entropy bonus; 0 is off. */
  entropyBonus: number;
}

/** What a decision's episode lends it. */
export interface EpisodeCredit {
  advantage: number;
  /** Weight before normalisation, from `lossWeight`. */
  weight: number;
}

/** Sums over the decisions that the loss was asked about. */
export interface PolicyLossTotals {
  decisions: number;
  clipped: number;
  kl: number;
}

/**
 * The GRPO loss of a minibatch: sum_d w_d (surrogate_d + betaKl k3_d - entropyBonus H_d) / sum_d w_d.
 * `credits` is indexed by episode. `totals` counts on over all minibatches it is given to.
 */
export function policyLoss(
  experience: Experience,
  decisions: readonly number[],
  credits: readonly EpisodeCredit[],
  { epsLow, epsHigh, betaKl, entropyBonus }: PolicyLossOptions,
  totals: PolicyLossTotals,
): LossFunction {
  let totalWeight = 0;
  for (const decision of decisions) totalWeight += credits[experience.episode[decision]].weight;
  return (decision, logProbability, entropy, out) => {
    const { advantage, weight } = credits[experience.episode[decision]];
    const share = weight / totalWeight;
    const old = experience.logProbability[decision];
    const surrogate = clippedSurrogate(logProbability, old, advantage, epsLow, epsHigh);
    out.loss = share * (surrogate.loss - entropyBonus * entropy);
    out.logProbabilitySlope = share * surrogate.slope;
    out.entropySlope = -share * entropyBonus;
    if (betaKl > 0) {
      const reference = experience.referenceLogProbability[decision];
      const kl = klK3(logProbability, reference);
      out.loss += share * betaKl * kl;
      out.logProbabilitySlope += share * betaKl * klK3Slope(logProbability, reference);
      totals.kl += kl;
    }
    totals.decisions++;
    if (surrogate.clipped) totals.clipped++;
  };
}

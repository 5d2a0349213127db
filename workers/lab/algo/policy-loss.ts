import { cispoSurrogate, clippedSurrogate, klK3, klK3Slope } from "../../math/clipped-surrogate.ts";
import type { Decisions } from "./experience.ts";
import type { LossFunction } from "./update.ts";

export interface PolicyLossOptions {
  /** "episode": the ratio of a decision is the geometric mean over its episode's (GSPO, arXiv 2507.18071, equation 7). */
  ratio: "decision" | "episode";
  /** "cispo" clips the ratio as a weight that is not differentiated. */
  surrogate: "clip" | "cispo";
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
 * `credits` is indexed by episode; `meanLogRatios` holds each episode's mean log-ratio where that is the ratio. `totals` counts on over all minibatches it is given to.
 */
export function policyLoss(
  experience: Decisions,
  decisions: readonly number[],
  credits: readonly EpisodeCredit[],
  { epsLow, epsHigh, betaKl, entropyBonus, surrogate: kind }: PolicyLossOptions,
  totals: PolicyLossTotals,
  meanLogRatios: ReadonlyMap<number, number> | null = null,
): LossFunction {
  const surrogateOf = kind === "cispo" ? cispoSurrogate : clippedSurrogate;
  let totalWeight = 0;
  for (const decision of decisions) totalWeight += credits[experience.episode[decision]].weight;
  return (decision, logProbability, entropy, out) => {
    const { advantage, weight } = credits[experience.episode[decision]];
    const share = weight / totalWeight;
    const episode = experience.episode[decision];
    // By the episode's ratio each of its n decisions has 1/n of the slope, and the episode n times a decision's share.
    const old = meanLogRatios
      ? logProbability - (meanLogRatios.get(episode) ?? 0)
      : experience.logProbability[decision];
    const surrogate = surrogateOf(logProbability, old, advantage, epsLow, epsHigh);
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

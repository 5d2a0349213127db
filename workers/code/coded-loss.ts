import type { GroupMethod } from "../lab/algo/group-method.ts";
import { klK3 } from "../math/clipped-surrogate.ts";
import { isZeroVariance } from "../math/group-statistics.ts";
import { mean, standardDeviation } from "../math/moments.ts";

/** Added to the standard deviation, as coded. */
const EPSILON = 1e-8;

/**
 * The loss of the reports' code-GRPO as it was coded: -mean over programs of (A - beta KL), with KL = sum of log p - log p_start
 * over the program. A is a number and not a factor of log p, so the slope in every log p is beta / programs whatever was
 * rewarded: each update lowers the probability of what was just sampled. A = (r - mean) / (std + 1e-8) with ddof 1.
 */
export function codedMethod(betaKl: number): GroupMethod {
  return {
    advantages(rewards) {
      if (isZeroVariance(rewards)) return rewards.map(() => 0);
      const centre = mean(rewards);
      const divisor = standardDeviation(rewards, 1) + EPSILON;
      return rewards.map((reward) => (reward - centre) / divisor);
    },
    wholeEpisodes: true,
    clips: false,
    hasSlope: () => betaKl > 0,
    loss(_policy, experience, decisions, credits, totals) {
      const sizes = new Map<number, number>();
      for (const decision of decisions) {
        const episode = experience.episode[decision];
        sizes.set(episode, (sizes.get(episode) ?? 0) + 1);
      }
      return (decision, logProbability, _entropy, out) => {
        const episode = experience.episode[decision];
        const reference = experience.referenceLogProbability[decision];
        // Each decision says its share of its program's advantage, so that the sum over a program has it once.
        const advantage = credits[episode].advantage / (sizes.get(episode) ?? 1);
        const gap = betaKl > 0 ? logProbability - reference : 0;
        out.loss = (betaKl * gap - advantage) / sizes.size;
        out.logProbabilitySlope = betaKl / sizes.size;
        totals.decisions++;
        if (betaKl > 0) totals.kl += klK3(logProbability, reference);
      };
    },
  };
}

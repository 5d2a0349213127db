import type { Policy } from "../nn/policy.ts";
import type { Decisions } from "./experience.ts";
import { ActionDistribution } from "./rollout.ts";
import { scoreDecisions } from "./score-decisions.ts";

/** Sum of log p - log p_sampling over the given decisions of each episode that has any. */
export function episodeLogRatios(
  policy: Policy,
  experience: Decisions,
  decisions: readonly number[],
  temperature: number,
): Map<number, number> {
  const ratios = new Map<number, number>();
  const distribution = new ActionDistribution(policy, temperature);
  scoreDecisions(policy, experience, decisions, {
    decision(decision, scoreOffset, count) {
      distribution.read(scoreOffset, count);
      const now = distribution.logProbability(experience.action[decision]);
      const episode = experience.episode[decision];
      ratios.set(episode, (ratios.get(episode) ?? 0) + now - experience.logProbability[decision]);
    },
  });
  return ratios;
}

/** The same over the number of those decisions: the logarithm of the geometric mean of an episode's ratios. */
export function meanLogRatios(
  policy: Policy,
  experience: Decisions,
  decisions: readonly number[],
  temperature: number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const decision of decisions) {
    const episode = experience.episode[decision];
    counts.set(episode, (counts.get(episode) ?? 0) + 1);
  }
  const sums = episodeLogRatios(policy, experience, decisions, temperature);
  return new Map([...sums].map(([episode, sum]) => [episode, sum / (counts.get(episode) ?? 1)]));
}

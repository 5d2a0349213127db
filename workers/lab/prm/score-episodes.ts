import { mean } from "../../math/moments.ts";
import type { Experience } from "../algo/experience.ts";
import { scoreDecisions } from "../algo/score-decisions.ts";
import type { Policy } from "../nn/policy.ts";

/** The logistic function 1 / (1 + exp(-x)). */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Scores of decisions by a process reward model: the sigmoid of its output for the action taken, each in [0, 1]. */
export function scoreSteps(network: Policy, experience: Experience, decisions: readonly number[]): number[] {
  const scores: number[] = [];
  scoreDecisions(network, experience, decisions, {
    decision: (decision, offset) =>
      scores.push(sigmoid(network.scores[offset + experience.action[decision]])),
  });
  return scores;
}

/** What of the scores of an episode's decisions is its score: their mean, sum, last, least, or the last less the first. */
export type PrmUse = "mean" | "sum" | "last" | "min" | "difference";

/**
 * One number of an episode's scores in the order of its decisions; 0 for none. "difference" is what shaping by a potential
 * leaves of a whole episode (Ng, Harada, Russell 1999, with discount 1): the sum of steps cancels to last minus first.
 */
export function episodeScore(scores: readonly number[], use: PrmUse): number {
  if (scores.length === 0) return 0;
  const last = scores[scores.length - 1];
  if (use === "mean") return mean(scores);
  if (use === "sum") return scores.reduce((sum, score) => sum + score, 0);
  if (use === "min") return Math.min(...scores);
  return use === "last" ? last : last - scores[0];
}

/**
 * The scores of each of `count` episodes from `firstEpisode` on, decision by decision. These must be all the decisions of the
 * experience from `firstDecision` on.
 */
export function scoreEpisodes(
  network: Policy,
  experience: Experience,
  firstDecision: number,
  firstEpisode: number,
  count: number,
): number[][] {
  const decisions = Array.from(
    { length: experience.count - firstDecision },
    (_, decision) => firstDecision + decision,
  );
  const scores = scoreSteps(network, experience, decisions);
  const own: number[][] = Array.from({ length: count }, () => []);
  decisions.forEach((decision, k) => own[experience.episode[decision] - firstEpisode].push(scores[k]));
  return own;
}

import type { Policy } from "../nn/policy.ts";
import { ActionDistribution } from "./action-distribution.ts";
import type { Experience } from "./experience.ts";
import { scoreDecisions } from "./score-decisions.ts";

/** Writes the reference policy's log-probability of each decision's action, at `temperature`, into the experience. */
export function scoreReference(
  policy: Policy,
  experience: Experience,
  decisions: readonly number[],
  temperature: number,
): void {
  const distribution = new ActionDistribution(policy, temperature);
  const decision = (index: number, scoreOffset: number, count: number) => {
    distribution.read(scoreOffset, count);
    experience.referenceLogProbability[index] = distribution.logProbability(experience.action[index]);
  };
  scoreDecisions(policy, experience, decisions, { decision }, "reference");
}

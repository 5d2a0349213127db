import type { EnvConfig } from "../env/env.ts";
import { featureCount } from "../env/env.ts";
import type { Problem } from "../env/problem.ts";
import { stream } from "../../math/rng.ts";
import type { Policy } from "../nn/policy.ts";
import { evaluationStreams } from "./evaluate.ts";
import { Experience } from "./experience.ts";
import { ActionDistribution, rollout } from "./rollout.ts";
import { scoreDecisions } from "./score-decisions.ts";
import { STREAM } from "./streams.ts";

/** How much a policy still varies when it is sampled. */
export interface Variety {
  /** In nats, mean over all decisions of the sampled episodes. */
  entropy: number;
  /** Different episodes among the samples of a problem, mean over problems. */
  distinct: number;
}

/**
 * Samples each problem several times at temperature 1. All samples of a problem meet the same pivots, so that what differs
 * between them is the policy's choice. Depends on `seed` alone and learns nothing.
 */
export function measureVariety(
  policy: Policy,
  problems: readonly Problem[],
  { environment, samples, seed }: { environment: EnvConfig; samples: number; seed: number },
): Variety {
  const [decided, distribution] = [{ n: 0, entropy: 0 }, new ActionDistribution(policy, 1)];
  let distinct = 0;
  problems.forEach((problem, i) => {
    const own = Array.from({ length: samples }, () => problem);
    const experience = new Experience(own, samples * environment.maxSteps, featureCount(environment));
    const streams = (sample: number) => ({
      environment: evaluationStreams(seed, i).environment,
      actions: stream(seed, STREAM.variety, i, sample),
    });
    const keep = { experience, firstEpisode: 0 };
    const episodes = rollout(policy, own, { environment, temperature: 1, streams, keep });
    distinct += new Set(episodes.map(({ actions }) => actions.join(" "))).size;
    const decisions = Array.from({ length: experience.count }, (_, decision) => decision);
    scoreDecisions(policy, experience, decisions, {
      decision: (_decision, offset, count) => {
        distribution.read(offset, count);
        decided.entropy += distribution.entropy();
        decided.n++;
      },
    });
  });
  return { entropy: decided.entropy / decided.n, distinct: distinct / problems.length };
}

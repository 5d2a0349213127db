import type { Rng } from "../../math/rng.ts";
import { bestAllowed } from "../../math/sampling.ts";
import { type EnvConfig, RepairEnv } from "../env/env.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import { ActionDistribution } from "./action-distribution.ts";
import { Experience } from "./experience.ts";
import { scoreDecisions } from "./score-decisions.ts";

export interface Episode {
  problem: Problem;
  outcome: EpisodeOutcome;
  /** Flat action ids in order. */
  actions: readonly number[];
}

/** The two streams of one episode; both depend on the episode's index alone, never on what runs beside it. */
export interface EpisodeStreams {
  environment: Rng;
  actions: Rng;
}

export interface RolloutOptions {
  environment: EnvConfig;
  /** Sampling temperature; 0 takes the best action. */
  temperature: number;
  streams(index: number): EpisodeStreams;
  /** Environments of an earlier rollout, to be reset instead of made anew; what is missing is added. */
  environments?: RepairEnv[];
  /** Where decisions are kept for an update, with problems[i] as episode firstEpisode + i. Nothing is kept without it. */
  keep?: { experience: Experience; firstEpisode: number };
}

/** One share of the observation noise for everything that is measured together, so that a problem always looks the same. */
export const NOISE_SEED = 0;

/**
 * Plays one episode on each problem, in lock step: all that still run decide in one pass through the policy.
 * The episodes are the same, action by action, as when each is played alone.
 */
export function rollout(policy: Policy, problems: readonly Problem[], options: RolloutOptions): Episode[] {
  const { environment, temperature, streams, keep, environments = [] } = options;
  const experience = keep?.experience ?? new Experience(problems, problems.length);
  const firstEpisode = keep?.firstEpisode ?? 0;
  const distribution = new ActionDistribution(policy, temperature);
  const episodes = problems.map((problem, index) => {
    const { environment: environmentRng, actions } = streams(index);
    const env = (environments[index] ??= new RepairEnv(environment));
    env.reset(problem, environmentRng, NOISE_SEED);
    return { problem, env, rng: actions };
  });

  const choose = (decision: number, scoreOffset: number, count: number) => {
    const { env, rng } = episodes[experience.episode[decision] - firstEpisode];
    let action: number;
    if (temperature === 0) {
      action = bestAllowed(policy.scores, policy.mask, scoreOffset, count);
    } else {
      distribution.read(scoreOffset, count);
      action = distribution.sample(rng());
      experience.logProbability[decision] = distribution.logProbability(action);
    }
    experience.action[decision] = action;
    env.step(action);
  };

  let live = episodes.map((_, index) => index).filter((index) => !episodes[index].env.done);
  while (live.length > 0) {
    if (!keep) experience.clear();
    const decisions = live.map((index) => experience.observe(episodes[index].env, firstEpisode + index));
    scoreDecisions(policy, experience, decisions, { decision: choose });
    live = live.filter((index) => !episodes[index].env.done);
  }
  return episodes.map(({ problem, env }) => ({ problem, outcome: env.outcome(), actions: env.actions }));
}

import type { Rng } from "../../math/rng.ts";
import { bestAllowed, sampleIndex } from "../../math/sampling.ts";
import { type EnvConfig, featureCount, RepairEnv } from "../env/env.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import { Experience } from "./experience.ts";
import { scoreDecisions } from "./score-decisions.ts";

/** The policy's distribution over the actions of one decision: a softmax over the legal actions of all its entities. */
export class ActionDistribution {
  /** Number of flat actions, illegal ones included. */
  count = 0;
  /** Per flat action its probability times `total`; exactly 0 where illegal. The first `count` are valid. */
  readonly weights: Float32Array;
  total = 0;
  readonly #policy: Policy;
  readonly #temperature: number;
  #offset = 0;
  #highest = 0;
  #logTotal = 0;
  #weighted = 0;

  constructor(policy: Policy, temperature: number) {
    this.#policy = policy;
    this.#temperature = temperature;
    this.weights = policy.weights;
  }

  /** Becomes the distribution over the `count` actions whose scores begin at `scoreOffset`. */
  read(scoreOffset: number, count: number): void {
    const summary = this.#policy.softmax(scoreOffset, count, this.#temperature);
    this.count = count;
    this.#offset = scoreOffset;
    this.#highest = summary[0];
    this.total = summary[1];
    this.#weighted = summary[2];
    if (this.total === 0)
      throw new RangeError(`None of ${count} actions is legal, so there is no distribution.`);
    this.#logTotal = Math.log(this.total);
  }

  logProbability(action: number): number {
    return (this.#policy.scores[this.#offset + action] - this.#highest) / this.#temperature - this.#logTotal;
  }

  /** In nats: -sum p log p with log p = z - log total, so that no action needs a logarithm of its own. */
  entropy(): number {
    return this.#logTotal - this.#weighted / this.total;
  }

  /** The action whose share of [0, 1) contains `u`. */
  sample(u: number): number {
    return sampleIndex(this.weights, this.count, u * this.total);
  }
}

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
  const experience = keep?.experience ?? new Experience(problems, problems.length, featureCount(environment));
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

import { stream } from "../../math/rng.ts";
import { type EnvConfig, RepairEnv } from "../env/env.ts";
import { type PlayerName, PLAYERS } from "../env/players.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import { type Episode, type EpisodeStreams, NOISE_SEED, rollout } from "./rollout.ts";
import { STREAM } from "./streams.ts";

export interface EvaluateOptions {
  environment: EnvConfig;
  /** 0 is greedy. */
  temperature: number;
  /** Fixes the pivots of GET_IIS and, where sampled, the actions; the same seed measures two policies alike. */
  seed: number;
}

/** Episodes played side by side: enough to fill passes through the policy, few enough to bound memory. */
const ABREAST = 400;

/** One episode on each problem, in the order given. Nothing is learnt and no training stream is touched. */
export function evaluate(policy: Policy, problems: readonly Problem[], options: EvaluateOptions): Episode[] {
  const { environment, temperature, seed } = options;
  const environments: RepairEnv[] = [];
  const episodes: Episode[] = [];
  for (let from = 0; from < problems.length; from += ABREAST) {
    const streams = (index: number) => evaluationStreams(seed, from + index);
    const part = problems.slice(from, from + ABREAST);
    episodes.push(...rollout(policy, part, { environment, temperature, streams, environments }));
  }
  return episodes;
}

/** The same by a player that learns nothing: on each problem it meets the pivots and the noise that a policy would. */
export function evaluatePlayer(
  player: PlayerName,
  problems: readonly Problem[],
  { environment, seed }: Pick<EvaluateOptions, "environment" | "seed">,
): Episode[] {
  const env = new RepairEnv(environment);
  const act = PLAYERS[player];
  return problems.map((problem, index) => {
    const streams = evaluationStreams(seed, index);
    env.reset(problem, streams.environment, NOISE_SEED);
    while (!env.done) env.step(act(env, streams.actions));
    return { problem, outcome: env.outcome(), actions: env.actions };
  });
}

/** The streams of the episode on problem `index` of an evaluation, so that it can be played again. */
export function evaluationStreams(seed: number, index: number): EpisodeStreams {
  return {
    environment: stream(seed, STREAM.evaluation, index, 0),
    actions: stream(seed, STREAM.evaluation, index, 1),
  };
}

import { stream } from "../../math/rng.ts";
import type { EnvConfig } from "../env/env.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import { type Episode, rollout } from "./rollout.ts";
import { STREAM } from "./streams.ts";

export interface EvaluateOptions {
  environment: EnvConfig;
  /** 0 is greedy. */
  temperature: number;
  /** Fixes the pivots of GET_IIS and, where sampled, the actions; the same seed measures two policies alike. */
  seed: number;
}

/** One episode on each problem, in the order given. Nothing is learnt and no training stream is touched. */
export function evaluate(policy: Policy, problems: readonly Problem[], options: EvaluateOptions): Episode[] {
  const { environment, temperature, seed } = options;
  return rollout(policy, problems, {
    environment,
    temperature,
    streams: (index) => ({
      environment: stream(seed, STREAM.evaluation, index, 0),
      actions: stream(seed, STREAM.evaluation, index, 1),
    }),
  });
}

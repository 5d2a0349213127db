import { demonstratePrograms } from "../../code/experts.ts";
import type { CodeProblem } from "../../code/problem.ts";
import { sft } from "../../lab/algo/sft.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { stream } from "../../math/rng.ts";

/** The parameters of the imitated start, under their manifest names. */
export interface CodeSftParams {
  sft_epochs: number;
  sft_demos: number;
  expert_right: number;
  expert_slip: number;
  sft_seed: number;
}

/** `policy` becomes an untrained network and then imitates experts on train problems. Yields each epoch's loss. */
export function* makeCodeStart(
  policy: Policy,
  train: readonly CodeProblem[],
  { sft_epochs, sft_demos, expert_right, expert_slip, sft_seed }: CodeSftParams,
): Generator<{ epoch: number; loss: number; updates: number }> {
  policy.initialize(stream(sft_seed, STREAM.initialWeights));
  const expert = { right: expert_right, slip: expert_slip };
  const demonstrations = demonstratePrograms(train, { count: sft_demos, seed: sft_seed, expert });
  yield* sft(policy, demonstrations, { epochs: sft_epochs, seed: sft_seed });
}

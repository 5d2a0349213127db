import { demonstrate } from "../../lab/algo/demonstrations.ts";
import { sft } from "../../lab/algo/sft.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import { NOISY_EXPERT } from "../../lab/env/expert.ts";
import type { Problem } from "../../lab/env/problem.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { stream } from "../../math/rng.ts";
import { environmentOf } from "../evaluation/measure.ts";

/** The parameters of an SFT start, under their manifest names. */
export interface SftParams {
  sigma: number;
  hidden: number;
  sft_epochs: number;
  sft_demos: number;
  sft_seed: number;
}

/** Step limit of a demonstration; the expert needs no more on easy problems. */
const DEMONSTRATION_STEPS = 20;

/**
 * The one SFT start: `policy` becomes an untrained network and then imitates the noisy expert on the demonstrated
 * problems. Yields each epoch's loss. Every recipe that starts so gets the same bits from the same parameters.
 */
export function* makeStart(
  policy: Policy,
  demonstrated: readonly Problem[],
  { sigma, sft_epochs, sft_seed }: SftParams,
): Generator<{ epoch: number; loss: number; updates: number }> {
  policy.initialize(stream(sft_seed, STREAM.initialWeights));
  const environment = environmentOf(sigma, DEMONSTRATION_STEPS);
  const demonstrations = demonstrate(demonstrated, environment, NOISY_EXPERT, sft_seed);
  yield* sft(policy, demonstrations, { epochs: sft_epochs, seed: sft_seed });
}

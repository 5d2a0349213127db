import { demonstrate } from "../../lab/algo/demonstrations.ts";
import { sft } from "../../lab/algo/sft.ts";
import { STREAM } from "../../lab/algo/streams.ts";
import type { Experience } from "../../lab/algo/experience.ts";
import type { ExpertConfig } from "../../lab/env/expert.ts";
import type { Problem } from "../../lab/env/problem.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { stream } from "../../math/rng.ts";
import { environmentOf } from "../evaluation/measure.ts";

/** The parameters of an SFT start, under their manifest names. */
export interface SftParams {
  sigma: number;
  observe_names: boolean;
  hidden: number;
  sft_epochs: number;
  sft_demos: number;
  demos_from: "easy" | "train";
  sft_seed: number;
  expert_root: number;
  expert_diagnose: number;
  expert_random: number;
  expert_skip_iis: number;
  expert_check: number;
}

/** The demonstrator that the parameters describe. */
export const expertOf = (p: Omit<SftParams, "demos_from">): ExpertConfig => ({
  root: p.expert_root,
  diagnose: p.expert_diagnose,
  random: p.expert_random,
  skipIis: p.expert_skip_iis,
  check: p.expert_check,
});

/** Step limit of a demonstration; the expert needs no more on easy problems, and seldom on others. */
const DEMONSTRATION_STEPS = 20;

/**
 * The one SFT start: `policy` becomes an untrained network and then imitates the scripted expert on the demonstrated
 * problems, or what is `shown` in their place. Yields each epoch's loss. Every recipe that starts so gets the same bits from the same parameters.
 */
export function* makeStart(
  policy: Policy,
  demonstrated: readonly Problem[],
  params: Omit<SftParams, "demos_from">,
  shown: Experience | null = null,
): Generator<{ epoch: number; loss: number; updates: number }> {
  const { sft_epochs, sft_seed } = params;
  policy.initialize(stream(sft_seed, STREAM.initialWeights));
  const environment = environmentOf(params, DEMONSTRATION_STEPS);
  const demonstrations = shown ?? demonstrate(demonstrated, environment, expertOf(params), sft_seed);
  yield* sft(policy, demonstrations, { epochs: sft_epochs, seed: sft_seed });
}

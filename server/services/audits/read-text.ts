import type { RolloutPhase } from "../../contracts/rollouts/rollout-limits.ts";
import { isServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { requireStep, type SourcedStep, type SourceText } from "../rollouts/source.ts";
import { finiteReward } from "../rollouts/spread.ts";

/** Where a completion of a run stands. */
export interface CompletionPlace {
  step: number;
  key: string;
  place: number;
}

export interface ReadCompletion {
  reward: number | null;
  text: SourceText | null;
  prompt: SourceText | null;
  digest: string;
}

/** A completion of a step with its texts and their digest; null where there is none. */
export function readCompletion(step: SourcedStep, { key, place }: CompletionPlace): ReadCompletion | null {
  const row = step.source.completions(step, key).find((one) => one.place === place);
  if (!row) return null;
  const text = step.source.text(step, key, place);
  const prompt = step.source.text(step, key, null);
  const reward = finiteReward(row);
  const said = [prompt, text].map((of) => of?.turns.map((turn) => [turn.role, turn.text]) ?? null);
  return { reward, text, prompt, digest: sha256(canonicalJson([reward, said])).slice(0, 32) };
}

/** The same by the place alone, as it is now. */
export function findCompletion(
  ctx: ServiceContext,
  { runId, phase }: { runId: string; phase: RolloutPhase },
  at: CompletionPlace,
): ReadCompletion | null {
  try {
    return readCompletion(requireStep(ctx, { runId, phase, step: at.step }), at);
  } catch (error) {
    if (isServiceError(error) && error.code === "not_found") return null;
    throw error;
  }
}

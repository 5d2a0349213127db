import type { GpuRange } from "../machine/gpu-count.ts";
import type { Lint, Params, ParamValue } from "../manifest.ts";
import type { TrainerRole } from "./trainer-roles.ts";

/** Which field has which role. */
export type Roles = Partial<Record<TrainerRole, string>>;

/** Losses that clamp the weight of a token from above alone, at 1 + the upper clip. */
const CLAMPING = new Set(["cispo"]);
/** What a group relative trainer's result cannot be read without. */
const WRITTEN_OUT: readonly TrainerRole[] = ["kl", "loss", "scale", "clip_low"];
const ROLE_WORDS: Partial<Record<TrainerRole, string>> = {
  kl: "the weight of the KL term",
  loss: "the loss",
  scale: "what advantages are divided by",
  clip_low: "the clip",
};
/** Below so many tokens hardly an answer ends by itself. */
const SHORT_COMPLETION = 16;

/**
 * Traps of trainers of language models that a recipe's roles make visible, whatever its fields are called. Where a role has no
 * field, what it stands for is the trainer's default, and nothing is said of its value. Facts as observed in TRL 1.16.
 */
export function trainerLints(roles: Roles, params: Params, gpus: GpuRange): Lint[] {
  const valueOf = (role: TrainerRole): ParamValue | undefined => {
    const field = roles[role];
    return field === undefined ? undefined : params[field];
  };
  const numberOf = (role: TrainerRole): number | undefined => {
    const value = valueOf(role);
    return typeof value === "number" ? value : undefined;
  };
  const found: Lint[] = [];
  const say = (id: string, level: Lint["level"], role: TrainerRole, claim: string, detail: string) =>
    found.push({ id, level, field: roles[role] ?? null, claim, detail });

  const [low, high, updates] = [numberOf("clip_low"), numberOf("clip_high"), numberOf("updates")];
  const loss = valueOf("loss");
  const isClamped = typeof loss === "string" && CLAMPING.has(loss);
  if (high !== undefined && high > 0 && high !== low && updates === 1 && !isClamped)
    say(
      "L50",
      "caution",
      "clip_high",
      "The upper clip is inert with one update per generation.",
      "The policy is still the one that sampled, so every ratio is 1 and nothing is clipped: the run is bit for bit the one without it. Raise the number of updates.",
    );
  if (isClamped && (high === undefined || high === 0))
    say(
      "L51",
      "caution",
      "loss",
      `"${loss}" without an upper clip scales every gradient down.`,
      "Each token's weight is clamped at the lower clip, 0.2 by default, so gradients are that part of what they would be. Set the upper clip; its authors use 5.",
    );
  if (high !== undefined && low !== undefined && high > 0 && high < low)
    say(
      "L52",
      "caution",
      "clip_high",
      "The upper clip is tighter than the lower one.",
      "The trainer takes it without a word. Asymmetric clipping raises the upper one.",
    );
  const limit = numberOf("completion_limit");
  if (valueOf("mask_cut") === true && limit !== undefined && limit < SHORT_COMPLETION)
    say(
      "L53",
      "caution",
      "mask_cut",
      "Every completion may be masked.",
      `With at most ${limit} tokens hardly one reaches its end token. Where all of a step are cut, loss and gradient are 0 and the trainer says nothing.`,
    );
  const missing = WRITTEN_OUT.filter((role) => roles[role] === undefined);
  if (roles.group_size !== undefined && missing.length > 0)
    say(
      "L54",
      "note",
      "group_size",
      "What the baseline is, is not written out.",
      `No field says ${missing.map((role) => ROLE_WORDS[role]).join(", ")}; the trainer's defaults decide, and those of TRL are the loss of DAPO without a KL term.`,
    );
  if (valueOf("nan_filter") === true)
    say(
      "L55",
      "caution",
      "nan_filter",
      "A loss that is not a number is logged as 0.",
      "The curve then shows nothing of it. Switch the filter off.",
    );
  if (valueOf("cpu") === false && gpus.least === 0)
    say(
      "L56",
      gpus.most === 0 ? "block" : "caution",
      "cpu",
      gpus.most === 0
        ? "This recipe has no GPU, and the trainer refuses the processor."
        : "Where no GPU is free, the trainer refuses the processor.",
      "Its precision defaults to bf16 on a GPU. Switch on that it trains on the processor, or give the recipe a GPU in its file.",
    );
  if (valueOf("cpu") === true && gpus.most > 0)
    say(
      "L57",
      "caution",
      "cpu",
      "It trains on the processor and holds a GPU.",
      "The GPU stays idle while the run lasts, and nobody else gets it.",
    );
  const [group, batch] = [numberOf("group_size"), numberOf("batch")];
  const accumulation = numberOf("accumulation") ?? 1;
  if (group !== undefined && batch !== undefined && group > 0 && (batch * accumulation) % group !== 0)
    say(
      "L58",
      "block",
      "group_size",
      "A generation does not hold whole groups.",
      `${batch} completions x ${accumulation} passes are ${batch * accumulation}, which groups of ${group} do not divide.`,
    );
  return found;
}

import { z } from "zod";
import type { Params, ParamValue } from "../manifest.ts";
import { Condition, holds } from "./condition.ts";
import { FloatNumber } from "./float-number.ts";

/**
 * A command as a list of arguments with typed slots. `{name}` stands for a value, `{{` and `}}` for braces. There is no
 * shell: an argument stays one argument, whatever its value holds.
 */
const Argument = z
  .string()
  .max(2000)
  .regex(/^[^\0\p{Cs}]*$/u, "An argument of a process holds no NUL and no half of a character.");
export const CommandPart = z.union([
  Argument,
  z.strictObject({ when: Condition, args: z.array(Argument).min(1).max(40) }),
]);
export type CommandPart = z.infer<typeof CommandPart>;

/** What a slot may stand for besides a field and the file of an input, `{input.policy}`. */
export const RUN_SLOTS = {
  seed: "the run's seed",
  run_id: "the run's id",
  run_name: "the run's name",
  output: "a folder of this run alone, for what it writes",
  config: "the file that `config` is written to",
} as const;
export type RunSlot = keyof typeof RUN_SLOTS;
/** Stands only in the arguments that go on from a checkpoint. */
export const CHECKPOINT_SLOT = "checkpoint";

const PIECE = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g;

/** The pieces of an argument: texts and names of slots. Null where a brace has no partner. */
export function piecesOf(argument: string): ({ text: string } | { slot: string })[] | null {
  const pieces: ({ text: string } | { slot: string })[] = [];
  for (const [piece, slot] of argument.matchAll(PIECE)) {
    if (slot !== undefined) pieces.push({ slot });
    else if (piece === "{" || piece === "}") return null;
    else pieces.push({ text: piece === "{{" ? "{" : piece === "}}" ? "}" : piece });
  }
  return pieces;
}

/** What every slot stands for in one run. A slot that is not there has no value: an optional input that is not given. */
export type SlotValues = Readonly<Record<string, ParamValue | FloatNumber | undefined>>;

const fill = (argument: string, values: SlotValues): string | null => {
  const parts = (piecesOf(argument) ?? []).map((piece) =>
    "text" in piece ? piece.text : values[piece.slot] === undefined ? null : String(values[piece.slot]),
  );
  return parts.includes(null) ? null : parts.join("");
};

/**
 * The argument list of one run. An argument whose slot has no value is left out whole, so that an optional input needs no
 * condition.
 */
export function renderCommand(parts: readonly CommandPart[], params: Params, values: SlotValues): string[] {
  return parts
    .flatMap((part) => (typeof part === "string" ? [part] : holds(part.when, params) ? part.args : []))
    .map((argument) => fill(argument, values))
    .filter((argument) => argument !== null);
}

/** A tree of values in which a text that is one slot becomes the slot's own value, typed, and others are filled in. */
export function renderTree(tree: unknown, values: SlotValues): unknown {
  if (typeof tree === "string") {
    const pieces = piecesOf(tree) ?? [];
    const [only] = pieces;
    if (pieces.length === 1 && "slot" in only) return values[only.slot] ?? null;
    return fill(tree, values);
  }
  if (Array.isArray(tree)) return tree.map((item) => renderTree(item, values));
  if (typeof tree === "object" && tree !== null && !(tree instanceof FloatNumber))
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, renderTree(value, values)]));
  return tree;
}

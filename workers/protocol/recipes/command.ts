import { z } from "zod";
import type { Params, ParamValue } from "../manifest.ts";
import { Condition, holds } from "./condition.ts";
import { FloatNumber } from "./float-number.ts";

/**
 * A command as a list of arguments with typed slots. `{name}` stands for a value, `{name:hydra}` for
 * one whose text is quoted for hydra, `{{` and `}}` for braces. There is no
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
  gpus: "how many GPUs the run has, 0 on the CPU",
  processes: "one for each GPU of the run, and one on the CPU",
} as const;
export type RunSlot = keyof typeof RUN_SLOTS;
/** Stands only in the arguments that go on from a checkpoint. */
export const CHECKPOINT_SLOT = "checkpoint";

const PIECE = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g;

/** A part of an argument: a text, or the name of a slot, whose text is quoted where a grammar of its own reads the argument. */
export type Piece = { text: string } | { slot: string; quoted: boolean };

/** Behind the name of a slot, as in `key={name:hydra}`. */
export const HYDRA = ":hydra";

/** The pieces of an argument: texts and names of slots. Null where a brace has no partner. */
export function piecesOf(argument: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const [piece, slot] of argument.matchAll(PIECE)) {
    if (slot?.endsWith(HYDRA)) pieces.push({ slot: slot.slice(0, -HYDRA.length), quoted: true });
    else if (slot !== undefined) pieces.push({ slot, quoted: false });
    else if (piece === "{" || piece === "}") return null;
    else pieces.push({ text: piece === "{{" ? "{" : piece === "}}" ? "}" : piece });
  }
  return pieces;
}

/** What every slot stands for in one run. A slot that is not there has no value: an optional input that is not given. */
export type SlotValues = Readonly<Record<string, ParamValue | FloatNumber | undefined>>;

/**
 * A text as hydra's overrides have it in quotes: whatever it holds is that text, and no list, number or null. A backslash
 * counts before a quote and nowhere else; an interpolation is one no more.
 */
const hydraText = (text: string): string =>
  `'${text.replace(/(\\*)\$\{/g, "$1$1\\${").replace(/(\\*)('|$)/g, (_all, slashes: string, quote: string) => slashes + slashes + (quote && "\\'"))}'`;

const fill = (argument: string, values: SlotValues): string | null => {
  const parts = (piecesOf(argument) ?? []).map((piece) => {
    if ("text" in piece) return piece.text;
    const value = values[piece.slot];
    if (value === undefined) return null;
    return piece.quoted && typeof value === "string" ? hydraText(value) : String(value);
  });
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
    if (pieces.length === 1 && "slot" in only && !only.quoted) return values[only.slot] ?? null;
    return fill(tree, values);
  }
  if (Array.isArray(tree)) return tree.map((item) => renderTree(item, values));
  if (typeof tree === "object" && tree !== null && !(tree instanceof FloatNumber))
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, renderTree(value, values)]));
  return tree;
}

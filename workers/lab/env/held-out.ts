import { createHash } from "node:crypto";
import { generateProblem } from "./generate.ts";
import type { Names } from "./names.ts";
import type { Level, Problem } from "./problem.ts";

/** First index of held-out generated problems: no field's range of train problems, which begin at 0, reaches it. */
const FIRST_HELD_OUT = 1_000_000;

export const heldOutProblem = (seed: number, i: number, level: Level, names?: Names): Problem =>
  generateProblem(seed, FIRST_HELD_OUT + i, level, names);

/**
 * Splits contents by the rank of sha256(seed, content hash), each once: the first share is held out. The side of a problem
 * depends on its content, not on its name or its place.
 */
export function splitContents(
  hashes: Iterable<string>,
  seed: number,
  share: number,
): { heldOut: string[]; train: string[] } {
  const ranked = [...new Set(hashes)]
    .map((hash) => ({ hash, rank: createHash("sha256").update(`${seed}:${hash}`).digest("hex") }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ hash }) => hash);
  const held = Math.round(ranked.length * share);
  return { heldOut: ranked.slice(0, held), train: ranked.slice(held) };
}

/** Why a problem may not be learnt from, or null: it has the content of a held-out one. `what` says what it is of. */
export function leakSentence(
  problems: Iterable<{ key: string; hash: string }>,
  heldOut: ReadonlySet<string>,
  what: string,
): string | null {
  for (const { key, hash } of problems)
    if (heldOut.has(hash))
      return `Problem ${key} of the ${what} has the same content as a held-out one, so evaluations would measure memory. Change problem_seed or sft_seed, or train on another set.`;
  return null;
}

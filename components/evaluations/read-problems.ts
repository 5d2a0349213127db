import type { ProblemRow, ProblemTable } from "#server/contracts/evaluation.ts";

const flag = (bit: 0 | 1 | null): boolean | null => (bit === null ? null : bit === 1);

/** Rows of the compact table; their hashes are the first 16 characters. */
export function readProblems({ types, levels, rows }: ProblemTable): ProblemRow[] {
  return rows.map(([key, hash, type, level, solved, steps, op, da, clean, confirmed, episode, passed]) => ({
    key,
    hash,
    type: types[type],
    level: levels[level],
    solved: solved === 1,
    steps,
    op,
    da,
    clean: flag(clean),
    confirmed: flag(confirmed),
    episode: episode === 1,
    passed,
  }));
}

import { writeNumber } from "../wording/numbers.ts";

/** Below this concordance more than one of four pairs of steps is put in the wrong order; Ablab's own threshold. */
const POOR_BELOW = 0.75;

/** A process reward model's order of held-out steps: by how many, and how well. Null where all labels are equal. */
export interface Ranking {
  auroc: number | null;
  n: number;
}

/** Whether a model orders steps too poorly to reward by it. */
export const ranksPoorly = ({ auroc }: Ranking): boolean => auroc !== null && auroc < POOR_BELOW;

/** "ranks poorly (c 0.68)", "c 0.83", or nothing where there is no order to speak of. */
export function rankingWords(ranking: Ranking): string | null {
  if (ranking.auroc === null) return null;
  const c = `c ${writeNumber(ranking.auroc)}`;
  return ranksPoorly(ranking) ? `ranks poorly (${c})` : c;
}

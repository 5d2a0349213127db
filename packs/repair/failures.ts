import type { FailureType, JudgedEpisode } from "../pack.ts";

/** Where no root is known, or the model has a solution at the end, nothing that was named can be true or false. */
const canBeJudged = ({ infeasible, truth }: JudgedEpisode): boolean => infeasible === true && truth.size > 0;

/** Different roots that were named. */
const hitsOf = ({ named, truth }: JudgedEpisode): number =>
  new Set(named.filter((element) => truth.has(element))).size;

/**
 * How a repair that was given up failed, in the order of `collect_sft_failures.py` of LLM-for-OR: nothing named that is true; less
 * true than was named, repeats counted; all true and still infeasible. There a solved episode is dropped before its steps are
 * looked at, so slow ones never appear.
 */
export const REPAIR_FAILURES: readonly FailureType[] = [
  {
    id: "wrong_diagnosis",
    of: "repairs",
    meaning: "given up, and nothing named was a root",
    is: (episode) => canBeJudged(episode) && hitsOf(episode) === 0,
  },
  {
    id: "partial_diagnosis",
    of: "repairs",
    meaning: "given up; fewer roots were named than there were namings",
    is: (episode) => canBeJudged(episode) && hitsOf(episode) < episode.named.length,
  },
  {
    id: "wrong_fix",
    of: "repairs",
    meaning: "given up, though all that was named was a root",
    is: canBeJudged,
  },
];

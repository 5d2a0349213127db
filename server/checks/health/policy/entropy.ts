import { BASELINE_VALUES, BaselineFold } from "../baseline.ts";
import { needs } from "../first-of.ts";
import type { Folds } from "../fold.ts";
import { rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { KnownSeries, RunRule } from "../run-rule.ts";
import type { Side } from "../sustained.ts";
import type { Direction } from "../trend.ts";

/** The policy's entropy, and whose it is. */
const ENTROPY = "policy/entropy";
/** Steps over which it is smoothed. */
export const SPAN = 10;

export const ENTROPY_FORMULA = `exponentially weighted mean (span ${SPAN} steps) of the policy's entropy over the median of its first ${BASELINE_VALUES} values, beside the trend of the training reward`;

/** Entropy per token of a language model; that of a policy over few actions has another scale. */
export const isPerToken = ({ metric }: { metric: string }): boolean => metric !== ENTROPY;

/** What a rule about entropy that left where it began reads and walks: so many times its beginning, or beyond. */
export const watchesEntropy = (times: number, side: Side): Pick<RunRule, "reads" | "lacks" | "plans"> => ({
  reads: [ENTROPY, ...REWARDS],
  lacks: needs(["entropy", [ENTROPY]], ["reward", REWARDS]),
  plans({ series }) {
    const over = series.get(ENTROPY);
    if (!over) return [];
    return [{ key: ENTROPY, over, begin: () => new BaselineFold(SPAN, times, side) }, ...rewardTrend(series)];
  },
});

interface EntropyNow {
  found: KnownSeries;
  /** The x from which on it is where it is. */
  from: number;
  to: number;
  now: number;
  first: number;
  direction: Direction;
}

/** Entropy that left where it began, and how the reward goes meanwhile; null where it did not, or that is not known. */
export function entropyIn(series: ReadonlyMap<string, KnownSeries>, folds: Folds): EntropyNow | null {
  const found = series.get(ENTROPY);
  const fold = folds.of(BaselineFold, ENTROPY);
  const from = fold?.heldSince() ?? null;
  const direction = rewardDirection(folds);
  if (!found || !fold || from === null || direction === null) return null;
  return { found, from, to: fold.lastX, now: fold.level.now ?? NaN, first: fold.baseline ?? NaN, direction };
}

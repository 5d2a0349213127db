import { summary } from "../summary.ts";
import { SEEDS_FOR_EXPLORATION, SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { lowerMedian, median } from "../../numbers/middle.ts";

/** Two groups of runs of a cell lie apart when their middles are this many spreads of the other cells away from each other. */
const FAR = 6;
/** And each lies together: it scatters no more than this many times as much as the other cells. */
const TOGETHER = 2;
/** Shares this near to 0 or 1 are skewed; the other side is no further than twice that from the same end. */
const NEAR_THE_END = 0.05;
/** One side scatters this many times as much as the other. Fewer seeds than 5 do not show how much a side scatters. */
const UNLIKE = 1.5;

const sdOf = (values: readonly number[]): number => summary(values).sd ?? 0;

/**
 * Whether runs of a cell fell out of it: one lies further below the others than `fall`, or the cell is two groups that lie apart,
 * however many runs are in each. Where most fell, the others are the odd ones, and no mean of the two stands for either.
 */
function hasFallen(values: readonly number[], usual: number, fall: number | null): boolean {
  if (values.length < SEEDS_FOR_INTERVAL) return false;
  const sorted = values.toSorted((a, b) => a - b);
  if (fall !== null && median(sorted.slice(1)) - sorted[0] > fall) return true;
  if (!(usual > 0)) return false;
  return sorted.slice(1).some((_, i) => {
    const groups = [sorted.slice(0, i + 1), sorted.slice(i + 1)];
    const [low, high] = groups.map(median);
    return high - low > FAR * usual && groups.every((group) => sdOf(group) <= TOGETHER * usual);
  });
}

/** Whether both sides are shares near the same end, one of them nearer than 5 points. */
function areNearTheEnd(sides: readonly (readonly number[])[]): boolean {
  const means = sides.map((values) => summary(values).mean ?? 0.5);
  return [means, means.map((mean) => 1 - mean)].some(
    (from) => Math.min(...from) <= NEAR_THE_END && Math.max(...from) <= 2 * NEAR_THE_END,
  );
}

function isUnlike(a: readonly number[], b: readonly number[]): boolean {
  const [less, more] = [sdOf(a), sdOf(b)].toSorted((x, y) => x - y);
  return Math.min(a.length, b.length) < SEEDS_FOR_EXPLORATION || more > UNLIKE * less;
}

/** Why a comparison of a few runs holds for no test: runs of either side collapsed, or shares lie at the end and scatter unlike each other. */
export type WhySkewed = "collapse" | "near_the_end";

/**
 * Why t promises nothing for a cell beside the baseline, whatever its spread: of the values seen, some lie far from the others of their
 * side, or both sides are shares near the same end, and scatter unlike each other or are too few to show whether they do. With few runs no test of means holds
 * in such worlds (Bahadur & Savage 1956, Ann. Math. Stat. 27, 1115). Null where nothing of that is seen, which is no proof.
 *
 * `cells` are the values of all cells of the table, the baseline's among them; `fall` is the distance below the others by which a
 * share has collapsed, null for what is no share.
 */
export function skewOf(
  sides: readonly [readonly number[], readonly number[]],
  { cells, fall }: { cells: readonly (readonly number[])[]; fall: number | null },
): WhySkewed | null {
  // The lower one of two in the middle: beside one wild cell the calm ones say what is usual.
  const usual = lowerMedian(cells.map(sdOf));
  if (sides.some((values) => hasFallen(values, usual, fall))) return "collapse";
  return fall !== null && areNearTheEnd(sides) && isUnlike(...sides) ? "near_the_end" : null;
}

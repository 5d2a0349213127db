import { summary } from "../summary.ts";
import { SEEDS_FOR_EXPLORATION, SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { lowerMedian, median } from "../../numbers/middle.ts";
import { collapsed, type CollapseRule } from "./at-the-boundary.ts";

/** Two groups of runs of a cell lie apart when their middles are this many spreads of the other cells away from each other. */
const FAR = 6;
/** And each lies together: it scatters no more than this many times as much as the other cells. */
const TOGETHER = 2;
/** Shares this near to 0 or 1 are skewed; the other side is no further than twice that from the same end. */
const NEAR_THE_END = 0.05;
/** One side scatters this many times as much as the other. Fewer seeds than 5 do not show how much a side scatters. */
const UNLIKE = 1.5;

const sdOf = (values: readonly number[]): number => summary(values).sd ?? 0;

/** What the values of a table say of a collapse. */
export interface Usual {
  /** How much a cell usually scatters. */
  sd: number;
  /** The distance that makes a share collapsed; null for what is no share. */
  rule: CollapseRule | null;
}

/** The lower one of two in the middle: beside one wild cell the calm ones say what is usual. */
export const usualOf = (cells: readonly (readonly number[])[], rule: CollapseRule | null): Usual => ({
  sd: lowerMedian(cells.map(sdOf)),
  rule,
});

/**
 * How many runs of a cell fell out of it: those further from the others than the rule says, or where the cell is two groups that lie
 * apart, the worse one, however many runs are in each (the smaller one where neither side is known to be worse). Where most fell,
 * the others are the odd ones, and no mean of the two stands for either. What is not finite diverged. 0 below 3 runs.
 */
export function countFallen(values: readonly number[], { sd, rule }: Usual): number {
  if (values.length < SEEDS_FOR_INTERVAL) return 0;
  const diverged = values.filter((value) => !Number.isFinite(value)).length;
  const byRule = rule === null ? diverged : (collapsed(values, rule)?.count ?? 0);
  if (byRule > 0 || !(sd > 0)) return byRule;
  const sorted = values.toSorted((a, b) => (rule?.better === "lower" ? b - a : a - b));
  const parted = sorted.slice(1).flatMap((_, i) => {
    const groups = [sorted.slice(0, i + 1), sorted.slice(i + 1)];
    const [worse, others] = groups.map(median);
    const areApart = Math.abs(others - worse) > FAR * sd;
    return areApart && groups.every((group) => sdOf(group) <= TOGETHER * sd) ? [groups[0].length] : [];
  });
  const [worse = 0] = parted;
  return rule === null ? Math.min(worse, values.length - worse) : worse;
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

/**
 * Why a comparison of a few runs holds for no test: runs of either side collapsed, here or in earlier experiments with the same
 * configuration, or shares lie at the end and scatter unlike each other.
 */
export type WhySkewed = "collapse" | "collapse_before" | "near_the_end";

/**
 * Why t promises nothing for a cell beside the baseline, whatever its spread: of the values seen, some lie far from the others of their
 * side, or both sides are shares near the same end, and scatter unlike each other or are too few to show whether they do. With few runs no test of means holds
 * in such worlds (Bahadur & Savage 1956, Ann. Math. Stat. 27, 1115). Null where nothing of that is seen, which is no proof:
 * what that leaves open is `collapseCondition`.
 */
export function skewOf(
  sides: readonly [readonly number[], readonly number[]],
  usual: Usual,
): WhySkewed | null {
  if (sides.some((values) => countFallen(values, usual) > 0)) return "collapse";
  return usual.rule !== null && areNearTheEnd(sides) && isUnlike(...sides) ? "near_the_end" : null;
}

import type { CollapseCondition } from "../../contracts/collapse-condition.ts";
import { exactRate } from "./at-the-boundary.ts";
import { summary } from "../summary.ts";
import { countFallen, type Usual } from "./skew.ts";

/** One of the two configurations that a claim holds against each other. */
export interface ClaimedSide {
  values: readonly number[];
  /** Seeds without a value. */
  missing: number;
  /** Values of runs of the same configuration in earlier experiments; NaN of one without a value. */
  earlier: readonly number[];
}

/** Where runs of a metric can fall to, and which side of two is the better one. */
export interface CollapseInput {
  better: "higher" | "lower" | null;
  /** The metric's end on the worse side; null where it has none. */
  floor: number | null;
}

/**
 * What a claim leaves open about runs that nobody saw. None of n runs collapsed, and a rate r of collapses gives that with probability
 * (1 - r)^n: up to 1 - 0.05^(1/n) of all runs may collapse, one-sided at 95 % (`exactRate`; a seed without a value may be one of
 * them). Collapses of the side that is ahead take from the difference. Runs at the metric's floor, as a share of all its runs, erase the
 * claim when they bring the near end of its interval to 0: near / (mean - floor). Where that is more than may collapse, the claim is
 * about all runs, else about those that do not collapse. Without a direction either side may be the one that falls: the one with fewer runs stands.
 *
 * `near` is the distance of the interval's near end from 0, in the metric's unit; the interval excludes 0.
 */
export function collapseCondition(
  { isAhead, near }: { isAhead: boolean; near: number },
  { own, baseline }: { own: ClaimedSide; baseline: ClaimedSide },
  { better, floor }: CollapseInput,
  usual: Usual,
): CollapseCondition {
  const isOwn =
    better === null ? own.values.length <= baseline.values.length : isAhead === (better === "higher");
  const { values, missing, earlier } = isOwn ? own : baseline;
  const runs = values.length + earlier.length + missing;
  const fallen = countFallen([...values, ...earlier], usual);
  const { atMost } = exactRate(fallen + missing, runs);
  const depth = floor === null || better === null ? 0 : Math.abs((summary(values).mean ?? floor) - floor);
  const erasedBy = depth > 0 ? Math.min(1, near / depth) : null;
  return {
    about: erasedBy !== null && erasedBy > atMost ? "all_runs" : "runs_without_collapse",
    side: isOwn ? "own" : "baseline",
    runs,
    earlier: earlier.length,
    collapsed: fallen,
    missing,
    atMost,
    erasedBy,
  };
}

import type { VarianceCell } from "#server/contracts/variance.ts";
import { writePlace } from "#server/wording/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";

type RangeFacts = Pick<VarianceCell, "formula" | "min" | "max" | "groupSize" | "reachable" | "noise">;

/** What the reward's own description says of the spread it can show. */
export function rangeWords({ formula, min, max, groupSize, reachable, noise }: RangeFacts): string {
  if (min === null || max === null)
    return formula === "none"
      ? "This recipe has no reward."
      : "It is not known between which values these rewards lie.";
  const range = `Rewards lie between ${writePlace(min)} and ${writePlace(max)}`;
  const most =
    reachable === null
      ? ""
      : `, so a group of ${writeCount(groupSize)} reaches an sd of at most ${writeNumber(reachable)}`;
  const injected = noise
    ? `injected noise alone shows ${writeNumber(noise.withinGroupSd)} inside a group`
    : "no noise is injected";
  return `${range}${most}; ${injected}.`;
}

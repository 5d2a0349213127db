import { formatNumber } from "#components/ui/format/format-number.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";

type RangeFacts = Pick<VarianceCell, "formula" | "min" | "max" | "groupSize" | "reachable" | "noise">;

/** What the reward's own description says of the spread it can show. */
export function rangeWords({ formula, min, max, groupSize, reachable, noise }: RangeFacts): string {
  if (min === null || max === null)
    return formula === "none"
      ? "This recipe has no reward."
      : "It is not known between which values these rewards lie.";
  const range = `Rewards lie between ${formatNumber(min)} and ${formatNumber(max)}`;
  const most =
    reachable === null
      ? ""
      : `, so a group of ${groupSize} reaches an sd of at most ${formatNumber(reachable)}`;
  const injected = noise
    ? `injected noise alone shows ${formatNumber(noise.withinGroupSd)} inside a group`
    : "no noise is injected";
  return `${range}${most}; ${injected}.`;
}

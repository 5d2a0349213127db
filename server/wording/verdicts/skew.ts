import type { CollapseCondition } from "../../contracts/collapse-condition.ts";
import { writeCount } from "../counts.ts";
import { writeShare, writeValue } from "../quantities.ts";

/** Why the verdict of a row is at most suggestive. */
const SKEW = {
  collapse:
    "a run lies far from the others of its configuration, where no test of so few seeds holds: suggestive at most",
  collapse_before:
    "runs of the same configuration collapsed or have no value in earlier experiments: suggestive at most",
  near_the_end:
    "shares near 0 or 100 % with unequal spread, where no test of so few seeds holds: suggestive at most",
} as const;

export const skewText = (why: keyof typeof SKEW): string => SKEW[why];

/** Shares below this are written with a decimal. */
const SMALL = 0.01;
const digitsOf = (share: number) => (share < SMALL ? 100 : 1);

/** "45 %", "45 to 63 %". */
function sharesText(shares: readonly number[]): string {
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const [first, last] = [least, most].map((share) => writeShare(share, digitsOf(share)));
  return first === last ? last : `${writeValue(least, "share", digitsOf(least))} to ${last}`;
}

function countsText(counts: readonly number[]): string {
  const [first, last] = [Math.min(...counts), Math.max(...counts)].map(writeCount);
  return first === last ? last : `${first} to ${last}`;
}

const LEADS = {
  all_runs: { lead: "about all runs", did: "collapsed" },
  runs_without_collapse: { lead: "about runs that do not collapse", did: "did" },
} as const;

/** Of claims that are about the same runs. */
function conditionText(of: readonly CollapseCondition[]): string {
  const { lead, did } = LEADS[of[0].about];
  const fell = Math.max(...of.map(({ collapsed }) => collapsed));
  const missing = Math.max(...of.map((one) => one.missing));
  const earlier = Math.max(...of.map((one) => one.earlier));
  const whose = of.every(({ side }) => side === "baseline") ? " baseline runs" : "";
  const beside = [
    missing > 0 ? `${writeCount(missing)} without a value` : "",
    earlier > 0 ? `${writeCount(earlier)} in earlier experiments` : "",
  ].filter(Boolean);
  const runs = `${countsText(of.map((one) => one.runs))}${whose}${beside.length > 0 ? ` (${beside.join(", ")})` : ""}`;
  const seen = `${fell === 0 ? "none" : countsText(of.map(({ collapsed }) => collapsed))} of ${runs} ${did}`;
  const could = `up to ${sharesText(of.map(({ atMost }) => atMost))} could`;
  const erasing = of.flatMap(({ erasedBy }) => erasedBy ?? []);
  const would = erasing.length === 0 ? "" : `; ${sharesText(erasing)} would undo the claim`;
  return `${lead}: ${seen}, ${could}${would}`;
}

/** Which runs claims are about, a sentence for each kind: "about runs that do not collapse: none of 5 did, up to 45 % could; 12 % would undo the claim". */
export const collapseTexts = (conditions: readonly CollapseCondition[]): string[] =>
  [...Map.groupBy(conditions, ({ about }) => about).values()].map(conditionText);

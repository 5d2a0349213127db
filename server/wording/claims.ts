import type { ClaimVerdict } from "../contracts/claim-verdict.ts";
import { countOf, listAnd, plural, writeCount } from "./counts.ts";
import { writeNumber } from "./numbers.ts";
import { writeLevel, writeShare, writeSize } from "./quantities.ts";
import { SEEDS_FOR_EXPLORATION, SEEDS_FOR_INTERVAL, writeSeeds } from "./seeds.ts";
import { withUnit } from "./typography.ts";

/** A family of comparisons: what an interval and its p are adjusted for. */
export interface Family {
  comparisons: number;
  /** Columns that share the level: 1 for the primary metric. */
  columns: number;
  level: number;
}

/** What holds together: "4 comparisons with the baseline together at 95 %". */
export function familyWords({ comparisons, columns, level }: Family): string {
  const many = countOf(comparisons, "comparison");
  const where = columns > 1 ? `${many} in each of ${countOf(columns, "exploratory column")}` : many;
  return `${where} with the baseline, together at ${writeLevel(level)}`;
}

const CLAIM_METHODS = {
  hasler_hothorn: "t for unequal spreads, many to one (Hasler and Hothorn 2008)",
  welch_sidak: "t for unequal spreads, each row alone (Welch, fewest degrees of freedom), Šidák",
  paired_t_bonferroni: "t paired by seed as planned, Bonferroni",
} as const;

/** How a difference was tested, in full. Each row has degrees of freedom of its own; of several the least and the most are said. */
export function claimMethod(
  method: keyof typeof CLAIM_METHODS,
  df: readonly number[],
  family: Family,
): string {
  const name = CLAIM_METHODS[method];
  const [least, most] = [writeNumber(Math.min(...df)), writeNumber(Math.max(...df))];
  const range = least === most ? least : `${least} to ${most}`;
  return `${name}, ${range} degrees of freedom; ${familyWords(family)}`;
}

/** What each column of a table is for, columns of one family together: "RR, DA: Exploratory: 4 comparisons ...". */
export function familyNotes(columns: readonly { title: string; family?: string }[]): string[] {
  const titles = new Map<string, string[]>();
  for (const { title, family } of columns)
    if (family) titles.set(family, [...(titles.get(family) ?? []), title]);
  return [...titles].map(([family, names]) => `${listAnd(names)}: ${family}`);
}

/** How the answer under "Methods" was got. */
export const pooledMethod = (method: "dunnett_blocks" | "incomplete_blocks", df: number): string =>
  `${method === "dunnett_blocks" ? "Dunnett with seeds as blocks" : "least squares over the seeds that there are"}, one common error, ${countOf(df, "degree")} of freedom`;

export type WhyNoClaim =
  | "no_value"
  | "baseline_no_value"
  | "too_few_seeds"
  | "baseline_too_few_seeds"
  | "too_few_common_seeds"
  | "no_spread"
  | "copy_of_baseline";

const UNTESTED: Record<WhyNoClaim, string> = {
  no_value: "no value yet",
  baseline_no_value: "the baseline has no value yet",
  too_few_seeds: `difference only: ${writeSeeds(SEEDS_FOR_INTERVAL)} are needed for an interval`,
  baseline_too_few_seeds: `difference only: the baseline needs ${writeSeeds(SEEDS_FOR_INTERVAL)} for an interval`,
  too_few_common_seeds: `difference only: ${writeSeeds(SEEDS_FOR_INTERVAL)} that both have are needed`,
  no_spread: "difference only: no variation between seeds on either side",
  copy_of_baseline: "identical to the baseline in every seed",
};

/** Why a difference stands without an interval. */
export const untestedWords = (why: WhyNoClaim): string => UNTESTED[why];

const SAID: Record<ClaimVerdict, string> = {
  baseline: "baseline",
  not_ranked: "not ranked",
  untested: "no interval",
  interim: "interim",
  incomplete: "incomplete",
  not_significant: "not significant",
  suggestive: "suggestive",
  significant_if_equal_variances: "significant only if variances are equal",
  significant_despite_missing: "significant despite missing seeds",
  significant: "significant",
};

/** What a difference lets a reader say, in a word or two. */
export const verdictWords = (verdict: ClaimVerdict): string => SAID[verdict];

/** Who made a metric the primary one: the launch before its first run, the recipe, a person over runs that came, what they sent. */
export type PrimaryBy = "declared" | "recipe" | "chosen" | "sent";

const PRIMARY_BY: Record<PrimaryBy, string> = {
  declared: "declared before the first run",
  recipe: "the recipe's choice, not declared before the first run",
  chosen: "chosen here after runs had been logged",
  sent: "picked from what these runs logged, not declared",
};

/** What a column is for: the one question of the launch, or a further look that pays for being one of several. */
export function columnFamily(
  family: Family,
  {
    seeds,
    planned,
    ...column
  }: { seeds: number; primary: boolean; asked: boolean; primaryBy: PrimaryBy; planned?: number },
): string {
  if (family.comparisons === 0) return "";
  if (column.primary) {
    const untested = (planned ?? 0) - family.comparisons;
    const rest =
      untested > 0
        ? ` ${countOf(untested, "more was", "more were")} planned: not ranked, or too few seeds.`
        : "";
    return `Primary metric, ${PRIMARY_BY[column.primaryBy]}: ${familyWords(family)}.${rest}`;
  }
  const few =
    seeds < SEEDS_FOR_EXPLORATION
      ? ` With ${writeSeeds(seeds)} such claims are seldom found: they need ${writeCount(SEEDS_FOR_EXPLORATION)}.`
      : "";
  const by = column.asked ? ", asked for beside the table's own columns" : "";
  return `Exploratory${by}: ${familyWords(family)}, beside the level of the primary metric.${few}`;
}

/** Why a plan says that the same seeds show only more than what a finished design says of itself. */
export const PLANS_WIDER = "a plan assumes a larger SD than was observed";

/** What so many seeds find, and what more would: "minimum detectable effect 28.9 pp (80 % power); with 5 seeds 12.1 pp". */
export function detectableWords(
  { value, power, more }: { value: number; power: number; more: { seeds: number; value: number } | null },
  unit: string,
): string {
  const further = more === null ? "" : `; with ${writeSeeds(more.seeds)} ${writeSize(more.value, unit)}`;
  return `minimum detectable effect ${writeSize(value, unit)} (${writeLevel(power)} power)${further}`;
}

/** Smaller than this a ratio of spreads is what rounding left of a cell whose seeds are all equal. */
const NO_SPREAD = 1e-6;

/** What lies inside the gray zone of a forest plot. */
export const BELOW_DETECTABLE = `Gray: below the minimum detectable effect (${withUnit("80", "%")} power).`;
/** What the small ticks of an interval are. */
export const SEED_TICKS = "Small ticks: seeds.";

/** A configuration whose SD stands out: "The SD of dgro is 5.82x that of the others", or as little, or none at all. */
export const scattersWords = (config: string, ratio: number | null): string => {
  if (ratio === null) return `Only ${config} varies between seeds`;
  if (ratio < NO_SPREAD) return `${config} does not vary between seeds, the others do`;
  return ratio < 1
    ? `The SD of ${config} is 1/${writeNumber(1 / ratio)} of the others'`
    : `The SD of ${config} is ${writeNumber(ratio)}x the others'`;
};

/** That cell, and what its column therefore does not say. */
export const spreadWords = (config: string, ratio: number | null): string =>
  `${scattersWords(config, ratio)}; no minimum detectable effect reported.`;

/** What the extremes of the seeds promise. */
export const minToMaxWords = (low: number, high: number, holdsMedian: number, n: number): string =>
  `${writeSeeds(n)} from ${writeShare(low)} to ${writeShare(high)}, which holds the median run of this configuration with probability ${writeShare(holdsMedian, 1)}`;

/** How often something was seen: the exact interval of its rate, and its one-sided bound. */
interface RateSeen {
  count: number;
  n: number;
  low: number;
  high: number;
  atMost: number;
  level: number;
}

/** How many runs of a cell fell out of it, and what rate that leaves possible. */
export function collapsedWords({ count, n, low, high, atMost, level }: RateSeen, distance: number): string {
  const rule = `more than ${writeSize(distance, "share")} below the others`;
  return count === 0
    ? `No run of ${writeCount(n)} collapsed (${rule}); a rate up to ${writeShare(atMost, 1)} is not excluded (${writeLevel(level)})`
    : `Collapsed: ${writeCount(count)} of ${writeCount(n)} (${rule}); a rate from ${writeShare(low, 1)} to ${writeShare(high, 1)} is not excluded (${writeLevel(level)})`;
}

/** What the interval speaks for that stands over seeds alone, and that which stands over problems too. */
export const OVER_SEEDS = "over seeds, eval set fixed";
/** The same of a metric that is measured on no problems, or on some that nobody knows. */
export const OVER_SEEDS_ALONE = "over seeds";
export const OVER_SEEDS_AND_PROBLEMS = "over seeds and problems";

/** How the second interval was got. */
export const newProblemsMethod = (
  { problems, families, leftOut }: { problems: number; families: number | null; leftOut: number },
  df: number,
  family: Family,
): string =>
  `seeds and problems as a sample each (Satterthwaite 1946), ${countOf(problems, "problem")}${families === null ? " taken as independent" : ` of ${countOf(families, "family", "families")}, each family once`}${leftOut > 0 ? ` that every run has a value for, ${writeCount(leftOut)} left out` : ""}, ${writeNumber(df)} degrees of freedom; ${familyWords(family)}; where that is narrower than the interval ${OVER_SEEDS}, the wider one is reported`;

/** What the adjustment of a comparison of evaluations leaves to its reader. */
export const OVER_SIDES_ALONE =
  "They are adjusted for the number of evaluations, not for the number of measures, nor for a k chosen after seeing the data.";

/** In the place of an interval that excludes zero where the exact test does not reject, or the other way round. */
export const TESTS_DISAGREE = "interval and exact test disagree";

/** Level of the intervals of a column's differences, where columns share one: "95 %", of 5 exploratory ones "99 %". */
export const differenceLevel = ({ level = 0.95 }: { level?: number }): string =>
  writeLevel(Number(level.toFixed(4)));

/** What else exploratory columns of a table are adjusted for: "exploratory: also for 5 columns, of which RR is not shown". */
export function exploratoryNote({
  columns,
  notShown,
}: {
  columns: number;
  notShown: readonly string[];
}): string {
  const rest =
    notShown.length > 0
      ? `, of which ${listAnd(notShown)} ${plural(notShown.length, "is", "are")} not shown`
      : "";
  return `exploratory: also for ${countOf(columns, "column")}${rest}`;
}

/** Why a table has no columns. */
export const NO_RESULT = "no logged metric is recognized as a result";

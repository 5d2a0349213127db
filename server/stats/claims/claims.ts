import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import { excludesZero } from "../../numbers/excludes-zero.ts";
import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { bonferroni } from "./many-to-one-tail.ts";
import { pooledBlocks, type PooledBlocks, type PooledRow, type WhyNotPooled } from "./incomplete-blocks.ts";
import { isUsable, manyToOne, pairedByPlan, type WhyUntested } from "./many-to-one.ts";
import { isTestedRowByRow, rowByRow } from "./row-by-row.ts";
import { type DetectableClaim, detectableBySize, spreadOf } from "./detectable-rows.ts";
import { requireLevel } from "../estimate.ts";
import { summary } from "../summary.ts";

/**
 * A cell's value of one metric, by seed. Null is a missing seed; so are NaN, infinities and sizes above 1e150 (a diverged run),
 * and these are counted as `nonFinite`.
 */
export type SeedValues = ReadonlyMap<number, number | null>;

/** What was fixed before the first run; both change what a p is adjusted for, so neither may be chosen by looking. */
export interface ClaimPlan {
  /** Columns that share the level: 1 for the primary metric, M for each of M exploratory ones. */
  columns?: number;
  /** The runs of a seed share a start, such as a checkpoint of their own, in all cells. */
  sharedStarts?: boolean;
}

export interface ClaimsInput {
  cells: ReadonlyMap<string, SeedValues>;
  baseline: string;
  level?: number;
  plan?: ClaimPlan;
}

/** What the values that there are say; what the missing ones leave of it: `claimsWithMissing`. */
export type SeenVerdict = Extract<
  ClaimVerdict,
  "significant" | "significant_if_equal_variances" | "not_significant" | "untested"
>;

/** Equal to the baseline in every seed they share, and that in all seeds of one side: nothing to test. */
export type WhyNoClaim = WhyUntested | "copy_of_baseline";

export interface PooledAnswer {
  /** Least squares estimate; the difference of means where no seed is missing. */
  value: number;
  low: number;
  high: number;
  p: number;
  df: number;
  /** `dunnett_blocks` where every compared cell has every seed, else `incomplete_blocks`. */
  method: "dunnett_blocks" | "incomplete_blocks";
}

/** All that a row says of one cell beside the baseline. In the metric's unit; never NaN. */
export interface ClaimRow {
  cell: string;
  verdict: SeenVerdict;
  /** Why the verdict is `untested`. */
  untested: WhyNoClaim | null;
  /** Difference of means; with shared starts the mean difference over common seeds. */
  value: number | null;
  /** Null together with `se`, `df` and `critical`, and exactly where `untested` says why. */
  low: number | null;
  high: number | null;
  p: number | null;
  se: number | null;
  df: number | null;
  critical: number | null;
  /** Seeds with a usable value: of the cell, of the baseline, of both. */
  n: number;
  nBaseline: number;
  commonSeeds: number;
  /** Values of the cell that are NaN, infinite or above 1e150, left out. */
  nonFinite: number;
  /** The answer under one common error; `noPooled` says why there is none. */
  pooled: PooledAnswer | null;
  noPooled: WhyNotPooled | "untested" | null;
  /** What this many seeds show with 80 % power if cells scatter as here; none where their spreads clearly differ. */
  detectable: DetectableClaim | null;
  noDetectable: "untested" | "spreads_differ" | null;
}

/** How the rows of a family are tested together; `welch_sidak` is each by itself. */
export type ClaimMethod = "hasler_hothorn" | "welch_sidak" | "paired_t_bonferroni";

export interface Claims {
  baseline: string;
  method: ClaimMethod;
  /** Of the family as asked for, and of each interval once the columns are taken into account. */
  level: number;
  intervalLevel: number;
  columns: number;
  /** Cells that are tested, copies of one another counted once: what intervals and p are adjusted for, beside the columns. */
  comparisons: number;
  /** What one row is tested at: with how many others, and the level of that. A plan for one row asks for these. */
  alone: { comparisons: number; level: number };
  /** The cell that scatters unlike the others (95 %), as a multiple of them; null ratio: the others do not scatter at all. */
  spreadStandsOut: { cell: string; ratio: number | null } | null;
  /** Values of the baseline that are NaN, infinite or above 1e150, left out. */
  nonFiniteBaseline: number;
  /** In the order of `cells`, the baseline left out. */
  rows: ClaimRow[];
}

type Values = ReadonlyMap<number, number>;

function usable(values: SeedValues): Values {
  return new Map(
    [...values].filter((entry): entry is [number, number] => entry[1] !== null && isUsable(entry[1])),
  );
}

function countNonFinite(values: SeedValues): number {
  return [...values.values()].filter((value) => value !== null && !isUsable(value)).length;
}

const list = (values: Values) => [...values.values()];

/**
 * What one column of an ablation table may claim: every cell against the baseline, for one metric with one value per seed.
 *
 * The claim is `manyToOne`, which needs no common seeds; where that does not hold (large tables, a calm baseline, sides of very
 * different size) it is `rowByRow`, and where the plan says that seeds share a start `pairedByPlan`. `pooledBlocks` stands behind it.
 * All rows of a table are tested alike. Cells that copy the baseline are not tested (a switch without effect would shrink the
 * pooled error); cells that copy each other are one comparison with one result. With M exploratory columns every p is
 * min(1, M p) and every interval is at 1 - (1 - level) / M.
 *
 * Throws RangeError when the baseline is not among the cells, for a level outside (0, 1), or columns that are not whole.
 */
export function claims({ cells, baseline, level = 0.95, plan = {} }: ClaimsInput): Claims {
  requireLevel(level);
  const { columns = 1, sharedStarts = false } = plan;
  const across = bonferroni(columns, level);
  const given = cells.get(baseline);
  if (!given)
    throw new RangeError(`The baseline "${baseline}" is not among the ${cells.size} cells to compare.`);
  const base = usable(given);
  const candidates = [...cells]
    .filter(([cell]) => cell !== baseline)
    .map(([cell, raw]) => {
      const values = usable(raw);
      const common = [...values.keys()].filter((seed) => base.has(seed));
      return { cell, raw, values, common, copy: isCopy(values, base, common), key: keyOf(values) };
    });
  const distinct = [...new Map(candidates.filter(({ copy }) => !copy).map((c) => [c.key, c])).values()];
  const sides = distinct.map((c) => list(c.values));
  const method = methodOf(list(base), sides, sharedStarts);
  const tested = sharedStarts
    ? pairedByPlan(
        base,
        distinct.map((c) => c.values),
        across.level,
      )
    : (method === "welch_sidak" ? rowByRow : manyToOne)(list(base), sides, across.level);
  const answers = new Map(distinct.map((c, i) => [c.key, tested.rows[i]]));
  const family = distinct.filter((_, i) => tested.rows[i].untested === null);
  const pooled = pooledBlocks(
    base,
    family.map((c) => c.values),
    across.level,
  );
  const pooledRows = new Map(family.map((c, i) => [c.key, pooled.rows[i]]));
  const spread = spreadOf(
    base,
    family.map((c) => c.values),
    sharedStarts,
  );
  const alone = rowLevel(method, family.length, across.level);
  const detectable = detectableBySize(spread, alone.comparisons, alone.level);
  const rows = candidates.map((candidate): ClaimRow => {
    const { cell, raw, values, common, copy, key } = candidate;
    const answer = copy ? untestedCopy(values, base, common, sharedStarts) : answers.get(key);
    if (!answer) throw new Error(`There is no answer for "${cell}".`);
    const behind = pooledRows.get(key);
    const own = behind && pooledAnswer(behind, pooled, across.adjust);
    const seeds = { n: values.size, nBaseline: base.size, commonSeeds: common.length };
    return {
      cell,
      verdict: verdictOf(answer, own ?? null),
      untested: answer.untested,
      value: answer.value,
      low: answer.low,
      high: answer.high,
      p: answer.p === null ? null : across.adjust(answer.p),
      se: answer.se,
      df: answer.df,
      critical: answer.critical,
      ...seeds,
      nonFinite: countNonFinite(raw),
      pooled: own ?? null,
      noPooled: own ? null : (behind?.missing ?? "untested"),
      ...(answer.untested === null ? detectable(seeds) : { detectable: null, noDetectable: "untested" }),
    };
  });
  const odd = spread.standsOut;
  return {
    baseline,
    method,
    alone,
    level,
    intervalLevel: across.level,
    columns,
    comparisons: family.length,
    spreadStandsOut: odd && { cell: odd.index < 0 ? baseline : family[odd.index].cell, ratio: odd.ratio },
    nonFiniteBaseline: countNonFinite(given),
    rows,
  };
}

/** Paired where that was planned, else by `isTestedRowByRow`, which asks the sizes of the table and how calm its baseline is. */
function methodOf(
  base: readonly number[],
  sides: readonly (readonly number[])[],
  sharedStarts: boolean,
): ClaimMethod {
  if (sharedStarts) return "paired_t_bonferroni";
  const enough = sides.filter((values) => values.length >= SEEDS_FOR_INTERVAL);
  const isByRow = base.length >= SEEDS_FOR_INTERVAL && enough.length > 0 && isTestedRowByRow(base, enough);
  return isByRow ? "welch_sidak" : "hasler_hothorn";
}

/** Rows that are tested by themselves share the level as Šidák shares it. */
const rowLevel = (method: ClaimMethod, comparisons: number, level: number) =>
  method === "welch_sidak" ? { comparisons: 1, level: level ** (1 / comparisons) } : { comparisons, level };

function isCopy(values: Values, base: Values, common: readonly number[]): boolean {
  return (
    common.length >= SEEDS_FOR_INTERVAL &&
    common.length === Math.min(values.size, base.size) &&
    common.every((seed) => values.get(seed) === base.get(seed))
  );
}

/** Equal for cells with equal values in equal seeds. */
function keyOf(values: Values): string {
  return [...values]
    .toSorted(([a], [b]) => a - b)
    .map(([seed, value]) => `${seed}:${value}`)
    .join(" ");
}

const NO_TEST = { se: null, df: null, critical: null, low: null, high: null, p: null };

function untestedCopy(values: Values, base: Values, common: readonly number[], sharedStarts: boolean) {
  const over = (of: Values) =>
    summary(sharedStarts ? common.map((seed) => of.get(seed) ?? Number.NaN) : list(of)).mean ?? 0;
  return { ...NO_TEST, value: over(values) - over(base), untested: "copy_of_baseline" as const };
}

function verdictOf(
  answer: { low: number | null; high: number | null },
  pooled: PooledAnswer | null,
): SeenVerdict {
  if (answer.low === null || answer.high === null) return "untested";
  if (excludesZero(answer)) return "significant";
  return excludesZero(pooled) ? "significant_if_equal_variances" : "not_significant";
}

function pooledAnswer(
  { value, low, high, p }: PooledRow,
  { df, complete }: PooledBlocks,
  adjust: (p: number) => number,
): PooledAnswer | null {
  if (value === null || low === null || high === null || p === null || df === null) return null;
  const method = complete ? "dunnett_blocks" : "incomplete_blocks";
  return { value, low, high, p: adjust(p), df, method };
}

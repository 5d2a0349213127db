import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import { claims, type ClaimRow, type Claims, type ClaimsInput, type SeedValues } from "./claims.ts";
import { isUsable } from "./many-to-one.ts";
import type { CollapseCondition } from "../../contracts/collapse-condition.ts";
import type { CollapseRule } from "./at-the-boundary.ts";
import { collapseCondition, type ClaimedSide, type CollapseInput } from "./collapse-condition.ts";
import { skewOf, usualOf, type WhySkewed } from "./skew.ts";

/** A row of `claims` with the verdict that also counts the seeds without a value. */
export interface GuardedRow extends Omit<ClaimRow, "verdict"> {
  verdict: ClaimVerdict;
  /** Why no test holds for it, so that its verdict is at most `suggestive`; null where nothing of that is seen. */
  skewed: WhySkewed | null;
  /** Which runs the claim is about; null where nothing is claimed. */
  collapse: CollapseCondition | null;
  /** Seeds without a value: of the cell, of the baseline. */
  missing: number;
  missingBaseline: number;
  /**
   * The interval with every missing value at the worst for the side that is ahead and the best for the other; null where no value
   * is missing, or nothing is tested.
   */
  worst: { low: number; high: number } | null;
}

export interface GuardedClaims extends Omit<Claims, "rows"> {
  rows: GuardedRow[];
}

export interface GuardedInput extends ClaimsInput {
  /** By cell how many of its runs can still end with a value. They have no entry among its values. */
  unfinished?: ReadonlyMap<string, number>;
  /** When a run of this metric has collapsed, and how far it can fall. */
  collapses?: CollapseInput & {
    rule: CollapseRule | null;
    /** By cell values of runs of the same configuration in earlier experiments; NaN of one without a value. */
    earlier?: ReadonlyMap<string, readonly number[]>;
  };
}

const usable = (values: SeedValues): number[] =>
  [...values.values()].filter((value) => value !== null && isUsable(value)) as number[];

const missingIn = (values: SeedValues | undefined): number =>
  values === undefined ? 0 : values.size - usable(values).length;

/** Cells with every missing value at one end of what was seen, the baseline's at the other end; untested cells stay as they are. */
function filled(
  { cells, baseline }: ClaimsInput,
  tested: ReadonlySet<string>,
  [own, ofBaseline]: readonly [number, number],
): ClaimsInput["cells"] {
  return new Map(
    [...cells].map(([cell, values]) => {
      if (cell !== baseline && !tested.has(cell)) return [cell, values];
      const fill = cell === baseline ? ofBaseline : own;
      const known = [...values].map(([seed, value]): [number, number] => [
        seed,
        value !== null && isUsable(value) ? value : fill,
      ]);
      return [cell, new Map(known)];
    }),
  );
}

const isClaimed = ({ verdict }: Pick<ClaimRow, "verdict">): boolean => verdict === "significant";
const isClaimedIfAlike = (row: Pick<ClaimRow, "verdict">): boolean =>
  isClaimed(row) || row.verdict === "significant_if_equal_variances";

const isFull = (verdict: ClaimVerdict): boolean =>
  verdict === "significant" || verdict === "significant_despite_missing";
const isClaim = (verdict: ClaimVerdict): boolean =>
  isFull(verdict) || verdict === "significant_if_equal_variances";

const NO_COLLAPSES = { rule: null, better: null, floor: null };

/**
 * What one column may claim when seeds have no value: runs that crashed, diverged or never sent the metric are seldom a random
 * part of all, since runs that go badly are those that break.
 *
 * A claim stands only if it also stands with each missing value replaced by the worst value seen in any cell for the side that is
 * ahead and by the best for the other (bounds after Manski 1990, Am. Econ. Rev. 80, 319): `significant_despite_missing`, else
 * `incomplete`. Where no test of so few runs holds (`skewOf`) it is `suggestive` at most, and so it is where the same configuration
 * collapsed in earlier experiments, unless the claim stands at the rate that this leaves possible. While a run of either side can
 * still end with a value it is `interim`. Null, NaN and infinities are missing.
 */
export function claimsWithMissing({
  unfinished = new Map(),
  collapses = NO_COLLAPSES,
  ...input
}: GuardedInput): GuardedClaims {
  const found = claims(input);
  const { cells, baseline } = input;
  const missingBaseline = missingIn(cells.get(baseline));
  const tested = new Set(found.rows.filter((row) => row.untested === null).map(({ cell }) => cell));
  const all = [...cells.values()].map(usable);
  const seen = all.flat();
  const usual = usualOf(all, collapses.rule);
  const sideOf = (cell: string): ClaimedSide => ({
    values: usable(cells.get(cell) ?? new Map()),
    missing: missingIn(cells.get(cell)),
    earlier: collapses.earlier?.get(cell) ?? [],
  });
  const base = sideOf(baseline);
  const skewIn = (cell: string) => skewOf([sideOf(cell).values, base.values], usual);
  /** The row with which runs it is about, where it is a claim. */
  const withCondition = (row: GuardedRow): GuardedRow => {
    const { cell, verdict, value, low, high } = row;
    if (!isFull(verdict) || value === null || low === null || high === null) return row;
    const isAhead = value > 0;
    const sides = { own: sideOf(cell), baseline: base };
    const collapse = collapseCondition({ isAhead, near: isAhead ? low : -high }, sides, collapses, usual);
    const isOnRecord = collapse.collapsed > 0 && collapse.about === "runs_without_collapse";
    return isOnRecord
      ? { ...row, verdict: "suggestive", skewed: "collapse_before", collapse }
      : { ...row, collapse };
  };
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  const worstOf = new Map<boolean, Claims>();
  /** All rows with the missing values against a cell that is ahead of the baseline, or behind it. */
  const worstIf = (isAhead: boolean): Claims => {
    const known = worstOf.get(isAhead);
    if (known) return known;
    const ends = isAhead ? ([least, most] as const) : ([most, least] as const);
    const worst = claims({ ...input, cells: filled(input, tested, ends) });
    worstOf.set(isAhead, worst);
    return worst;
  };
  const rows = found.rows.map((row): GuardedRow => {
    const missing = missingIn(cells.get(row.cell));
    const skewed = row.untested === null && isClaimedIfAlike(row) ? skewIn(row.cell) : null;
    const counts = { missing, missingBaseline, skewed, collapse: null };
    const atMost = (verdict: ClaimVerdict) => (skewed !== null && isClaim(verdict) ? "suggestive" : verdict);
    if (row.untested !== null) return { ...row, ...counts, worst: null };
    const isOpen = (unfinished.get(row.cell) ?? 0) + (unfinished.get(baseline) ?? 0) > 0;
    if (missing + missingBaseline === 0)
      return withCondition({
        ...row,
        ...counts,
        verdict: isOpen ? "interim" : atMost(row.verdict),
        worst: null,
      });
    const isAhead = (row.value ?? 0) > 0;
    const other = worstIf(isAhead).rows.find(({ cell }) => cell === row.cell);
    const isSameSide = other !== undefined && (other.value ?? 0) > 0 === isAhead;
    const worst =
      other && other.low !== null && other.high !== null ? { low: other.low, high: other.high } : null;
    const verdict = isOpen ? "interim" : atMost(guarded(row, isSameSide ? other : null));
    return withCondition({ ...row, ...counts, verdict, worst });
  });
  return { ...found, rows };
}

/** `worst` is null where the missing values may turn the difference round. */
function guarded(row: ClaimRow, worst: ClaimRow | null): ClaimVerdict {
  if (isClaimed(row)) return worst && isClaimed(worst) ? "significant_despite_missing" : "incomplete";
  if (isClaimedIfAlike(row)) return worst && isClaimedIfAlike(worst) ? row.verdict : "incomplete";
  return row.verdict;
}

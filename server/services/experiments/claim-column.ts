import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { Difference, TableColumn } from "../../contracts/experiment.ts";
import type { Finding } from "../../contracts/finding.ts";
import { notRankedWords } from "../../checks/registry.ts";
import type { ClaimRow } from "../../stats/claims/claims.ts";
import { collapseTexts, skewText } from "../../wording/verdicts/skew.ts";
import { claimsByLook, type LookedClaims, type LookedRow } from "../../stats/claims/looks.ts";
import { collapseRuleOf } from "../../stats/claims/at-the-boundary.ts";
import { tellSeedsApart } from "../../numbers/seeds.ts";
import { detectableDifference, detectablePaired } from "../../stats/claims/plan.ts";
import { differenceWithin } from "../../stats/within-possible.ts";
import {
  claimMethod,
  columnFamily,
  pooledMethod,
  spreadWords,
  untestedWords,
  type Family,
  type PrimaryBy,
} from "../../wording/claims.ts";
import { possibleOf, type SeedFacts } from "./cell-values.ts";
import type { Cell } from "./cells.ts";
import type { MissingValue } from "./missing-values.ts";
import type { ColumnFamily } from "./families.ts";
import type { SeenLooks } from "../looks/seen-looks.ts";

/** What a column asks, and the family of its claims. */
export interface ColumnQuestion extends ColumnFamily {
  metric: string;
  primaryBy: PrimaryBy;
  /** Comparisons that the plan named. */
  planned?: number;
  sharedStarts: boolean;
  /** The look that a seed of a configuration was added before, and how many were declared. */
  looks?: Pick<SeenLooks, "lookOf" | "declared">;
  definition: string;
  /** What it is called here, where the metric's own name does not say which quantity it is. */
  title?: string;
}

/** A configuration in a column: its finished seeds, those without a value, and what forbids its ranking. */
export interface ColumnCell {
  cell: Cell;
  seeds: SeedFacts[];
  missing: MissingValue[];
  /** Values that the same configuration reached in earlier experiments. */
  earlier?: readonly number[];
  forbidden: Finding[];
}

export interface ClaimedColumn {
  column: TableColumn;
  /** By cell. */
  differences: ReadonlyMap<string, Difference>;
  /** The cells that are compared, the baseline among them, and their family. */
  compared: ColumnCell[];
  family: Family;
  sharedStarts: boolean;
}

/** Of the claims of an experiment that is looked at once. */
const FULL_LEVEL = 0.95;
const NONE = { value: null, low: null, high: null, p: null, pooled: null };
/** How many further seeds a page tells the worth of. */
const MORE_SEEDS = 2;

/** Ends an interval of a difference where the difference itself does. */
type Within = <Of extends Pick<Difference, "value" | "low" | "high" | "method">>(difference: Of) => Of;

function pooledWithin(pooled: NonNullable<ClaimRow["pooled"]>, within: Within): Difference["pooled"] {
  const { value, low, high, p, df } = pooled;
  const ended = within({ value, low, high, method: pooledMethod(pooled.method, df) });
  return { low: ended.low, high: ended.high, p, method: ended.method };
}

function claimDifference(
  row: LookedRow,
  { method }: LookedClaims,
  family: Family,
  within: Within,
): Difference {
  const { value, low, high, p, df, verdict, untested, pooled, worst, look, confirmation, skewed, collapse } =
    row;
  const words =
    untested === null && df !== null
      ? claimMethod(method, [df], { ...family, level: look.level })
      : untestedWords(untested ?? "no_value");
  const said = [words, ...(skewed ? [skewText(skewed)] : []), ...collapseTexts(collapse ? [collapse] : [])];
  return {
    ...within({ value, low, high, p, method: said.join("; ") }),
    verdict,
    ...(collapse && { collapse }),
    pooled: pooled && pooledWithin(pooled, within),
    ...(worst && { worst }),
    ...((look.number > 1 || look.level !== FULL_LEVEL) && { look, confirmation }),
  };
}

function differenceOf(
  { cell, forbidden }: ColumnCell,
  found: LookedClaims | null,
  family: Family,
  within: Within,
): Difference {
  if (cell.baseline) return { ...NONE, method: "this is the baseline", verdict: "baseline" };
  const why = notRankedWords(forbidden);
  if (why !== null) return { ...NONE, method: why, verdict: "not_ranked" };
  const row = found?.rows.find((one) => one.cell === cell.cell);
  return found && row
    ? claimDifference(row, found, family, within)
    : { ...NONE, method: "no baseline to compare with", verdict: "untested" };
}

/** The largest difference that a tested row needs to be shown, and what two more seeds a side would make of it. */
function detectableIn(found: LookedClaims | null): Pick<TableColumn, "detectable" | "detectableWith"> {
  const known = (found?.rows ?? []).filter((row) => row.detectable !== null);
  if (!found || known.length === 0) return { detectable: null, detectableWith: null };
  const worst = known.reduce((a, b) => ((b.detectable?.value ?? 0) > (a.detectable?.value ?? 0) ? b : a));
  const sd = worst.detectable?.sd ?? 0;
  const { comparisons, level } = found.alone;
  const goal = { level };
  const isPaired = found.method === "paired_t_bonferroni";
  const [fewer, more] = [Math.min(worst.n, worst.nBaseline), Math.max(worst.n, worst.nBaseline)];
  // With as many seeds on the shorter side nobody can find less than now.
  const seeds = isPaired ? worst.commonSeeds + MORE_SEEDS : Math.max(more, fewer + MORE_SEEDS);
  const value = isPaired
    ? detectablePaired({ n: seeds, sd, comparisons }, goal)
    : detectableDifference({ n: seeds, nBaseline: seeds, sd, sdBaseline: sd, comparisons }, goal);
  return { detectable: worst.detectable?.value ?? null, detectableWith: sd > 0 ? { seeds, value } : null };
}

function cautionOf(found: LookedClaims | null, cells: readonly ColumnCell[]): string | null {
  const odd = found?.spreadStandsOut;
  if (!odd) return null;
  const config = cells.find(({ cell }) => cell.cell === odd.cell)?.cell.config ?? odd.cell;
  return spreadWords(config, odd.ratio);
}

/** A copy of another seed is no seed that is missing. */
const isOwn = ({ copyOf }: SeedFacts): boolean => copyOf === undefined;

const isUnfinished = ({ why }: MissingValue): boolean => why === "unfinished";

/** Seeds whose run ended without finishing. */
const withoutFacts = (missing: readonly MissingValue[], seeds: readonly SeedFacts[]): MissingValue[] => {
  const finished = new Set(seeds.map(({ runId }) => runId));
  return missing.filter((one) => !isUnfinished(one) && !finished.has(one.runId));
};

/**
 * One column of the table: each configuration's difference to the baseline with what may be claimed of it. Configurations
 * that may not be ranked are not part of the family.
 */
export function claimColumn(question: ColumnQuestion, cells: readonly ColumnCell[]): ClaimedColumn {
  const { metric, primary, primaryBy, planned, asked, columns, sharedStarts, looks, definition } = question;
  const baseline = cells.find(({ cell }) => cell.baseline);
  const compared = cells.filter(({ cell, forbidden }) => cell.baseline || forbidden.length === 0);
  // Runs without a seed are a sample of their own in each configuration: nothing pairs them across configurations.
  const keyOf = tellSeedsApart();
  const keyed = compared.map(({ cell, seeds, missing }) => ({
    cell: cell.cell,
    values: [
      ...seeds.filter(isOwn).map((one) => ({ seed: one.seed, value: one.value(metric) })),
      ...withoutFacts(missing, seeds).map(({ seed }) => ({ seed, value: null })),
    ].map((one) => ({ ...one, key: keyOf(one.seed) })),
  }));
  const { title, unit, better } = metricInfo(metric);
  const range = possibleOf(
    metric,
    compared.flatMap(({ seeds }) => seeds),
  );
  const found = baseline
    ? claimsByLook({
        cells: new Map(
          keyed.map(({ cell, values }) => [cell, new Map(values.map(({ key, value }) => [key, value]))]),
        ),
        unfinished: new Map(
          compared.map(({ cell, missing }) => [cell.cell, missing.filter(isUnfinished).length]),
        ),
        baseline: baseline.cell.cell,
        looks: new Map(
          keyed.map(({ cell, values }) => [
            cell,
            new Map(values.map(({ key, seed }) => [key, looks?.lookOf(cell, seed) ?? 1])),
          ]),
        ),
        declared: looks?.declared,
        collapses: {
          rule: collapseRuleOf(metricInfo(metric)),
          better,
          floor: better === null ? null : range[better === "higher" ? 0 : 1],
          earlier: new Map(compared.map(({ cell, earlier = [] }) => [cell.cell, earlier])),
        },
        plan: { columns, sharedStarts },
      })
    : null;
  const family: Family = { comparisons: found?.comparisons ?? 0, columns, level: found?.level ?? 0.95 };
  const problems = new Set(
    compared.flatMap(({ seeds }) => seeds.map((one) => one.problems(metric)).filter((n) => n !== null)),
  );
  // Rows that are not tested are not in the family, and say nothing about how many seeds its claims rest on.
  const tested = (found?.rows ?? []).filter((row) => row.untested === null);
  const fewest = Math.min(...tested.map((row) => Math.min(row.n, row.nBaseline)));
  const degrees = tested.flatMap(({ df }) => df ?? []);
  const conditions = (found?.rows ?? []).flatMap(({ collapse }) => collapse ?? []);
  return {
    column: {
      metric,
      title: question.title ?? title,
      unit,
      better,
      definition,
      problems: problems.size === 1 ? [...problems][0] : null,
      caution: cautionOf(found, cells),
      ...detectableIn(found),
      primary,
      ...(asked && { asked }),
      ...(found && { level: found.intervalLevel }),
      family: columnFamily(family, { seeds: fewest, primary, asked, primaryBy, planned }),
      ...(found &&
        degrees.length > 0 && {
          method: [claimMethod(found.method, degrees, family), ...collapseTexts(conditions)].join("; "),
        }),
    },
    differences: new Map(
      cells.map((one) => {
        const sides = [possibleOf(metric, one.seeds), possibleOf(metric, baseline?.seeds ?? [])] as const;
        const within: Within = (difference) => differenceWithin(metric, difference, sides);
        return [one.cell.cell, differenceOf(one, found, family, within)];
      }),
    ),
    compared: [...compared],
    family,
    sharedStarts,
  };
}

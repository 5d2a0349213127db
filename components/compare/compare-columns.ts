import { type EstimateColumn, estimateColumn, roomOf } from "#components/ui/tables/estimate-column.ts";
import type { CompareRow } from "#server/contracts/compare/compare.ts";
import { testsDisagree } from "#server/numbers/excludes-zero.ts";
import { TESTS_DISAGREE } from "#server/wording/claims.ts";
import { listAnd, writeN, writePart } from "#server/wording/counts.ts";
import { equalsP, printedUnit, writeQuantity } from "#server/wording/quantities.ts";
import { withUnit } from "#server/wording/typography.ts";

/** Beside a difference that has no interval to show. */
export const insteadOfInterval = (row: CompareRow, side: number): string => {
  const difference = row.differences[side];
  return row.unit === "share" && difference && testsDisagree(difference) ? TESTS_DISAGREE : "no interval";
};

/** What the cells of a side share, row by row of its unit: its values, its differences to the first, and the room of their p. */
export interface SideColumns {
  values: (unit: string) => EstimateColumn;
  differences: (unit: string) => EstimateColumn;
  p: string;
}

/** Columns of one side over the rows that are drawn; `together`: the difference stands under the value. */
export function sideColumns(rows: readonly CompareRow[], side: number, together: boolean): SideColumns {
  const values = rows.map(({ unit, values: { [side]: of } }) => ({
    ...of,
    unit,
    before: of.hits === null ? writeN(of.n) : writePart(of.hits, of.n),
  }));
  const differences = rows.flatMap((row) => {
    const { unit, differences: of } = row;
    const difference = of[side];
    if (!difference || difference.value === null) return [];
    const instead = insteadOfInterval(row, side);
    const bounds = instead === TESTS_DISAGREE ? { low: null, high: null } : {};
    return [{ ...difference, ...bounds, n: null, unit, difference: true, instead }];
  });
  const p = roomOf(differences.flatMap((of) => (of.p === null ? [] : [equalsP(of.p)])));
  const of = (cells: typeof values | typeof differences) => {
    const { room } = estimateColumn(cells);
    return (unit: string) => ({ ...estimateColumn(cells.filter((cell) => cell.unit === unit)), room });
  };
  const own = { values: of(values), differences: of(differences), p };
  if (!together || differences.length === 0) return own;
  // An estimate, and beneath it a difference, end at the same place.
  const beside = own.differences("").room;
  const room = `max(${own.values("").room}, ${beside} + ${p} + 1ch)`;
  return {
    values: (unit) => ({ ...own.values(unit), room }),
    differences: (unit) => ({ ...own.differences(unit), room: `calc(${room} - ${p} - 1ch)` }),
    p,
  };
}

/** Nothing is to be read of it: every side has one value, without an interval, and so has every difference. */
const isFlat = ({ values: [first, ...others], differences }: CompareRow): boolean =>
  first.value !== null &&
  [first, ...others].every(
    ({ value, low, n, hits }) =>
      value === first.value && low === null && n === first.n && hits === first.hits,
  ) &&
  differences.every((one) => !one || ((one.value ?? 0) === 0 && one.low === null && one.p === null));

const PREFIX = /^[^,]+, /;
const SUFFIX = / \([^)]*\)$/;

/** "DA, da.root and da.iis_set (DIAGNOSE)": what all titles begin or end with is said once. */
function listTitles(titles: readonly string[]): string {
  const [first] = titles;
  const prefix = PREFIX.exec(first)?.[0] ?? "";
  const suffix = SUFFIX.exec(first)?.[0] ?? "";
  if (!titles.every((title) => title.startsWith(prefix) && title.endsWith(suffix))) return listAnd(titles);
  return `${prefix}${listAnd(titles.map((title) => title.slice(prefix.length, title.length - suffix.length)))}${suffix}`;
}

/** Rows apart from those that are one value on every side; these come together by what is written of them. */
export function foldFlat(rows: readonly CompareRow[]) {
  const flat = rows.filter(isFlat);
  const said = Map.groupBy(flat, ({ unit, values: [{ value, n }] }) => {
    const written = writeQuantity({ value, unit, n });
    return `${withUnit(written.value, printedUnit(unit))} on every side, ${writeN(n)}`;
  });
  return {
    rows: rows.filter((row) => !flat.includes(row)),
    flat: [...said].map(([words, same]) => ({
      titles: listTitles(same.map(({ title }) => title)),
      words,
      definitions: same.map(({ title, definition }) => `${title}: ${definition}`).join(". "),
    })),
  };
}

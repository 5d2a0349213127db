import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";

const signed = (value: number, digits: number) =>
  `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** Decimals that leave three significant digits, three at most. */
const decimalsOf = (value: number) =>
  Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));

function amount(column: TableColumn, value: number): string {
  return column.unit === "share"
    ? `${signed(value * 100, 1)} pp`
    : `${signed(value, decimalsOf(value))}${column.unit ? ` ${column.unit}` : ""}`;
}

const FEWEST_SEEDS = 3;

const listed = (names: string[]) =>
  names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

/** What one column of the table lets a reader say, and what it does not, in one or two sentences. */
export function verdictOf(column: TableColumn, rows: AblationRow[]): string {
  const others = rows.filter((r) => !r.baseline);
  const baseline = rows.find((r) => r.baseline);
  if (!baseline || others.length === 0) return `${column.title}: there is nothing to compare with.`;
  const tested = others.filter(
    (r) => r.difference[column.metric]?.low !== null && r.difference[column.metric]?.low !== undefined,
  );
  const clear = tested.filter((r) => {
    const { low, high } = r.difference[column.metric];
    return low !== null && high !== null && (low > 0 || high < 0);
  });
  const notRanked = others.filter((r) => !r.comparable[column.metric]).map((r) => r.config);
  const caution = column.caution === null ? "" : ` ${column.caution}`;
  const tail = (notRanked.length > 0 ? ` Not ranked: ${listed(notRanked)}.` : "") + caution;
  if (tested.length === 0) {
    const seeds = Math.min(...others.map((r) => r.n), baseline.n);
    if (seeds >= FEWEST_SEEDS)
      return `${column.title}: the values leave nothing to test (${others[0].difference[column.metric].method}).${tail}`;
    return `${column.title}: no interval yet, ${seeds === 1 ? "1 seed is" : `${seeds} seeds are`} too few to compare.${tail}`;
  }
  const rest = tested.length - clear.length;
  if (clear.length === 0) {
    const smallest =
      column.detectable === null
        ? ""
        : `; this design could show ${amount(column, column.detectable).slice(1)}`;
    const who = tested.length === 1 ? `${tested[0].config} is` : `${tested.length} configurations are`;
    return `${column.title}: ${who} not separable from ${baseline.config} with ${baseline.n} seeds${smallest}.${tail}`;
  }
  const found = clear.map((r) => `${r.config} (${amount(column, r.difference[column.metric].value ?? 0)})`);
  const remainder = rest > 0 ? ` ${rest === 1 ? "1 other is" : `${rest} others are`} not separable.` : "";
  return `${column.title}: ${listed(found)} ${clear.length === 1 ? "differs" : "differ"} from ${baseline.config}.${remainder}${tail}`;
}

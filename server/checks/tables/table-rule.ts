import type { ReportedCell, ReportedGrid, TableFinding } from "../../contracts/reported/table.ts";

/** A cell with where it stands in the table as it was printed. */
export interface PlacedCell {
  cell: ReportedCell;
  at: [row: number, column: number];
}

/** A quantity of a table: a column of it, or a row where quantities stand below each other. */
export interface Quantity {
  name: string;
  unit: string | null;
  /** The unit that the head of its column names: all cells are in it. */
  headUnit: string | null;
  cells: PlacedCell[];
}

/** A table read one way: what is compared, and the quantities of each. */
export interface TableView {
  /** What each entry is called: a configuration, a model. */
  entries: string[];
  quantities: Quantity[];
}

/** One rule about a printed table. It knows no document, name or constant of one. */
export interface TableRule {
  id: string;
  title: string;
  check(view: TableView): TableFinding[];
}

/** A table and its mirror: people print what is compared as rows or as columns. */
export function viewsOf({ columns, rows }: ReportedGrid): TableView[] {
  const unitIn = (cells: readonly PlacedCell[], head: string | null): string | null => {
    const units = new Set(cells.flatMap(({ cell }) => cell.unit ?? []));
    return head ?? (units.size === 1 ? [...units][0] : null);
  };
  const byColumn = columns.slice(1).map(({ name, unit }, i): Quantity => {
    const cells = rows.map((row, r): PlacedCell => ({ cell: row[i + 1], at: [r, i + 1] }));
    return { name, unit: unitIn(cells, unit), headUnit: unit, cells };
  });
  const byRow = rows.map((row, r): Quantity => {
    const cells = row.slice(1).map((cell, i): PlacedCell => ({ cell, at: [r, i + 1] }));
    return { name: row[0]?.text ?? "", unit: unitIn(cells, null), headUnit: null, cells };
  });
  return [
    { entries: rows.map((row) => row[0]?.text ?? ""), quantities: byColumn },
    { entries: columns.slice(1).map(({ name }) => name), quantities: byRow },
  ];
}

export const isNumber = ({ cell }: PlacedCell): boolean => cell.kind === "number" && cell.value !== null;

/** The numbers that a printed value may stand for: it was rounded at its last digit, and "~" leaves a tenth more. */
export function boundsOf({ value, decimals, approximate }: ReportedCell): [low: number, high: number] {
  const at = value ?? Number.NaN;
  const half = decimals === null ? Math.abs(at) * 1e-9 : 0.5 * 10 ** -decimals;
  const slack = half * (1 + 1e-9) + (approximate ? Math.abs(at) / 10 : 0) + Math.abs(at) * 1e-12;
  return [at - slack, at + slack];
}

export const overlap = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]): boolean =>
  a <= d && c <= b;

export const valueOf = ({ cell }: PlacedCell): number => cell.value ?? Number.NaN;

const NAMES = {
  reward: /\b(reward|return)s?\b/i,
  deviation: /\b(std|sd|s\.d\.|stdev|standard dev\w*)\b|σ|±/i,
  variance: /\bvar(iance)?\b/i,
  difference:
    /Δ|\bdelta\b|\bdiff(erence)?\b|\bgain\b|^change$|\bchange (?:in|from|vs)\b|\bvs\.?\s|\bimprovement\b/i,
  count: /^(n|#|count|problems?|episodes?|samples?|n_?(problems|episodes|samples)|# ?\w+)$/i,
  target: /\b(target|goal|expected|criterion|threshold|required)\b/i,
  limit: /\b(max(imum)? possible|ceiling|upper bound|limit|best possible)\b/i,
  floor: /\b(floor|min(imum)? possible|lower bound)\b/i,
  noise: /\b(noise|jitter)\b/i,
  range: /\brange\b/i,
  rate: /\b(rr|da|op|accuracy|acc|recall|precision|rate|recovery|success|pass(ed)?|solved|val|test|train)\b|@\d/i,
  total: /^(total|sum|overall|all|together)\b|\btotal$/i,
} as const;
export type QuantityKind = keyof typeof NAMES;

export const isKind = (quantity: Pick<Quantity, "name">, kind: QuantityKind): boolean =>
  NAMES[kind].test(quantity.name.replaceAll("_", " "));

/** Words of a name that say what is measured, without how it is summed up. */
export const subjectOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_()[\]%±:]/g, " ")
    .replaceAll(
      /\b(std|sd|stdev|standard deviation|variance|var|mean|avg|average|max|min|of|the|target|range|ceiling|pp|expected|goal|measured|actual|value)\b|σ|Δ/g,
      " ",
    )
    .replaceAll(/\s+/g, " ")
    .trim();

export const found = (
  rule: string,
  severity: TableFinding["severity"],
  message: string,
  cells: readonly PlacedCell[],
): TableFinding => ({ rule, severity, message, cells: cells.map(({ at }) => at) });

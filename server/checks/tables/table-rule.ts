import { headUnit } from "../../contracts/reported/units.ts";
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
  /** What stands above the table, or its caption. */
  title: string;
  /** What the head says that entries are: "step", "component"; empty in the mirror. */
  entryHead: string;
  /** In the mirror, what it says that quantities are: "metric"; null otherwise. */
  quantityHead: string | null;
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

/** "18.3 ± 1.2" tells of a spread beside its value: a quantity of its own. */
function spreadsOf(quantities: readonly Quantity[]): Quantity[] {
  return quantities
    .filter(({ cells }) => cells.some(({ cell }) => cell.plusMinus !== null))
    .map((one) => ({
      ...one,
      name: `± of ${one.name}`,
      cells: one.cells.map(({ cell, at }) => ({
        at,
        cell: { ...cell, kind: cell.plusMinus === null ? "empty" : cell.kind, value: cell.plusMinus },
      })),
    }));
}

/** A table and its mirror: people print what is compared as rows or as columns. */
export function viewsOf({ columns, rows }: ReportedGrid, title = ""): TableView[] {
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
    const name = row[0]?.text ?? "";
    const unit = headUnit(name);
    return { name, unit: unitIn(cells, unit), headUnit: unit, cells };
  });
  return [
    {
      title,
      entryHead: columns[0]?.name ?? "",
      quantityHead: null,
      entries: rows.map((row) => row[0]?.text ?? ""),
      quantities: [...byColumn, ...spreadsOf(byColumn)],
    },
    {
      title,
      entryHead: "",
      quantityHead: columns[0]?.name ?? "",
      entries: columns.slice(1).map(({ name }) => name),
      quantities: [...byRow, ...spreadsOf(byRow)],
    },
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
  reward: /\b(reward|return|payoff)s?\b/i,
  deviation: /\b(std|sd|s\.d\.|stdev|stddev|st\. ?dev\.?|standard dev\w*)\b|σ(?!²|\^2)|±/i,
  variance: /\bvar(iance)?\b|σ²|σ\^2/i,
  difference:
    /Δ|\bdelta\b|\bdiff(erence)?\b|^((abs(olute)?|relative|net) )?gain\b|\bgain (over|vs|from|in|on)\b|^change$|\bchange (?:in|from|vs)\b|\bvs\.?\s|\bimprovement\b/i,
  count:
    /^(n|#|count|problems?|episodes?|samples?|instances?|questions?|tasks?|trials?|(n|num|number of|no\.( of)?|#|total|test|eval) ?(problems|episodes|samples|instances|questions|tasks|trials|items|set size|size|eval)|# ?\w+|eval(uation)? size)$/i,
  target: /\b(target|goal|expected|criterion|criteria|threshold|required|aim|success criterion)\b/i,
  limit:
    /\b(max(imum)? possible|possible max(imum)?|ceiling|upper (bound|limit)|limit|best possible|theoretical max(imum)?|max(imum)? attainable|attainable max(imum)?|cap)\b/i,
  floor:
    /\b(floor|min(imum)? possible|possible min(imum)?|lower (bound|limit)|worst possible|theoretical min(imum)?)\b/i,
  noise: /\b(noise|jitter|perturbation)\b/i,
  range: /\brange\b/i,
  rate: /\b(rr|da|op|accuracy|acc|recall|precision|rate|recovery|recovered|success|pass(ed)?|solved|solve rate|correct|win|val|test|train)\b|@\d/i,
  counter: /^(global )?(step|iteration|iter|epoch|round|update|episode|generation)s?\b\.?$/i,
  total: /^(total|sum|overall|all|together|altogether|Σ|combined)\b|^Σ|\btotal$/i,
} as const;
export type QuantityKind = keyof typeof NAMES;

/** "Kalman (no std)" is about Kalman; "reward (std)" is a standard deviation. */
const ASIDE = /\([^()]*[\s<>=][^()]*\)/g;

export const isKind = (quantity: Pick<Quantity, "name">, kind: QuantityKind): boolean =>
  NAMES[kind].test(quantity.name.replaceAll(ASIDE, " ").replaceAll("_", " "));

/** Words of a name that say what is measured, without how it is summed up. */
export const subjectOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_()[\]%±:.]/g, " ")
    .replaceAll(
      /\b(std|sd|stdev|stddev|standard deviation|variance|var|mean|avg|average|max|min|of|the|target|range|ceiling|pp|expected|goal|aim|criterion|criteria|threshold|required|success criterion|measured|actual|value|possible|theoretical|attainable|best|worst|upper bound|lower bound|upper limit|lower limit|limit|cap|floor)\b|σ²?|Δ/g,
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

import { isMoment } from "../values.ts";
import { hasPercentSign, isGap, numberIn } from "./cell-values.ts";

const MOST_EXAMPLES = 3;
const SHORT = 40;

/** What one column holds, counted row by row; numbers as they are with a decimal point and with a decimal comma. */
export interface ColumnCount {
  held: number;
  numbers: Record<"." | ",", number>;
  most: Record<"." | ",", number>;
  moments: number;
  hasPercentSign: boolean;
  examples: string[];
  first: unknown;
}

export interface Scanned {
  rows: number;
  counts: ColumnCount[];
  /** What separates decimals; null where every comma may as well separate thousands, as in "1,234". */
  decimal: "." | "," | null;
}

const nothing = (): ColumnCount => ({
  held: 0,
  numbers: { ".": 0, ",": 0 },
  most: { ".": 0, ",": 0 },
  moments: 0,
  hasPercentSign: false,
  examples: [],
  first: undefined,
});

const POINTED = /^\s*[+-]?\d*\.\d+(e[+-]?\d+)?\s*%?\s*$/i;
const WITH_COMMA = /^\s*[+-]?\d*,\d+(e[+-]?\d+)?\s*%?\s*$/i;
const THOUSANDS = /^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/;

/** Counts what columns hold, row by row. */
export class ColumnScan {
  readonly #counts: ColumnCount[] = [];
  #rows = 0;
  #pointed = 0;
  #commas = 0;
  #thousands = 0;

  add(cells: readonly unknown[]): void {
    this.#rows++;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (isGap(cell)) continue;
      const count = (this.#counts[i] ??= nothing());
      count.held++;
      if (count.held <= MOST_EXAMPLES) count.examples.push(String(cell).slice(0, SHORT));
      if (count.held === 1) count.first = cell;
      addNumber(count, cell);
      if (typeof cell === "string") this.#addMark(cell);
    }
  }

  #addMark(cell: string): void {
    if (POINTED.test(cell)) this.#pointed++;
    else if (WITH_COMMA.test(cell)) {
      this.#commas++;
      if (THOUSANDS.test(cell)) this.#thousands++;
    }
  }

  /** What was counted so far of columns of these names. */
  counted(names: readonly string[]): Scanned {
    const counts = names.map((_, i) => this.#counts[i] ?? nothing());
    const decimal =
      this.#pointed > 0 || this.#commas === 0 ? "." : this.#thousands === this.#commas ? null : ",";
    return { rows: this.#rows, counts, decimal };
  }
}

function addNumber(count: ColumnCount, cell: unknown): void {
  if (typeof cell === "number") {
    count.numbers["."]++;
    count.numbers[","]++;
    if (cell > count.most["."]) count.most["."] = cell;
    if (cell > count.most[","]) count.most[","] = cell;
    return;
  }
  const point = numberIn(cell, ".");
  const comma = typeof cell === "string" && /[.,]/.test(cell) ? numberIn(cell, ",") : point;
  for (const [mark, number] of [
    [".", point],
    [",", comma],
  ] as const) {
    if (number === null) continue;
    count.numbers[mark]++;
    if (number > count.most[mark]) count.most[mark] = number;
  }
  if (point === null && isMoment(cell)) count.moments++;
  if (hasPercentSign(cell)) count.hasPercentSign = true;
}

import { isKind, isNumber, type PlacedCell, type Quantity, type TableView, valueOf } from "./table-rule.ts";

const N_IN_TEXT = /\bn\s*=\s*(\d[\d ,]*)/i;

/** "pass@8 (n=90)", "Solved, n = 438". */
function nIn(text: string): number | null {
  const found = N_IN_TEXT.exec(text);
  const n = found ? Number(found[1].replaceAll(/[ ,]/g, "")) : 0;
  return Number.isInteger(n) && n > 0 ? n : null;
}

const isWhole = (cell: PlacedCell): boolean =>
  isNumber(cell) && !cell.cell.approximate && Number.isInteger(valueOf(cell)) && valueOf(cell) >= 1;

/** How many problems each entry is of, by the cell itself, its quantity's name, a column that says so, or the title. */
export function countsOf({
  title,
  quantities,
}: TableView): (i: number, cell: PlacedCell, of?: Quantity) => number | null {
  const column = quantities.find(
    (one) => isKind(one, "count") && one.unit !== "%" && one.cells.some(isWhole),
  );
  return (i, { cell }, of) => {
    if (cell.n !== null) return Number.isInteger(cell.n) ? cell.n : null;
    const named = of ? nIn(of.name) : null;
    if (named !== null) return named;
    const own = column?.cells[i];
    if (column) return own && isWhole(own) ? valueOf(own) : null;
    return nIn(title);
  };
}

import { createHash } from "node:crypto";
import type { LpModel } from "./model.ts";

/** Bumped when the bytes below change: hashes of different layouts must never meet. */
const LAYOUT = "ablab-lp-1";

/** Positions of the names in ascending code unit order, the same on every machine and in every locale. */
function sortedOrder(names: readonly string[]): number[] {
  return names.map((_, k) => k).sort((a, b) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0));
}

/**
 * sha256, hex, of what a model says: sense, offset, and per named row and column its bounds, costs, integer mark and
 * coefficients. Independent of comments, blanks, the order of entries, the order of rows and columns, and the model's own
 * name; two files that differ only in these are one problem. Names count, since diagnoses are given in names.
 */
export function contentHash(model: LpModel): string {
  const { rowCount, colCount } = model;
  const rows = sortedOrder(model.rowNames);
  const cols = sortedOrder(model.colNames);
  const numbers = new Float64Array(4 + 4 * colCount + 2 * rowCount + rowCount * colCount);
  let at = 0;
  // Adding 0 turns -0, which equals 0, into it.
  const put = (value: number) => (numbers[at++] = value + 0);
  put(rowCount);
  put(colCount);
  put(model.maximize ? 1 : 0);
  put(model.offset);
  for (const j of cols) {
    put(model.cost[j]);
    put(model.colLower[j]);
    put(model.colUpper[j]);
    put(model.integer[j] ? 1 : 0);
  }
  for (const i of rows) {
    put(model.rowLower[i]);
    put(model.rowUpper[i]);
    for (const j of cols) put(model.A[i * colCount + j]);
  }
  const names = JSON.stringify([
    LAYOUT,
    cols.map((j) => model.colNames[j]),
    rows.map((i) => model.rowNames[i]),
  ]);
  return createHash("sha256").update(names).update(new Uint8Array(numbers.buffer)).digest("hex");
}

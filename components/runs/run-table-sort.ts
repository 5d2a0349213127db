import { isQuantity, parseColumnId, type SortKey } from "#server/contracts/run-table-columns.ts";

/** More keys than this decide nothing that anybody could follow. */
const MOST_KEYS = 5;

/** Quantities begin with the highest, words with the first. */
function firstDirection(id: string): SortKey["direction"] {
  const column = parseColumnId(id);
  return column && isQuantity(column) ? "desc" : "asc";
}

/** The sort after a press on a head: one way, the other way, not at all. With `after` the other keys stay before it. */
export function nextSort(sort: readonly SortKey[], column: string, after: boolean): SortKey[] {
  const known = sort.find((key) => key.column === column);
  const first = firstDirection(column);
  const next: SortKey | null =
    known === undefined
      ? { column, direction: first }
      : known.direction === first
        ? { column, direction: first === "asc" ? "desc" : "asc" }
        : null;
  if (!after) return next ? [next] : [];
  if (known === undefined) return next && sort.length < MOST_KEYS ? [...sort, next] : [...sort];
  return sort.flatMap((key) => (key.column === column ? (next ?? []) : key));
}

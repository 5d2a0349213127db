import type { LoggedRow, LoggedTable } from "./logged-table.ts";

/** The rows of a table one by one. */
export function rowsOfTable({ n, step, at, columns }: LoggedTable): LoggedRow[] {
  const told = (value: number) => (Number.isNaN(value) ? null : value);
  const rows = Array.from({ length: n }, (_, row) => ({
    step: told(step[row]),
    at: told(at[row]),
    values: {} as Record<string, number>,
  }));
  for (const { metric, rows: has, value } of columns)
    value.forEach((v, i) =>
      Object.defineProperty(rows[has === null ? i : has[i]].values, metric, {
        value: v,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    );
  return rows;
}

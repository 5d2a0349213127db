import { expect, test } from "vitest";
import { MOST_COLUMNS, pickRows, sliceTable, tableOfRows, TableWriter } from "./logged-table.ts";

const wide = (names: number) => {
  const writer = new TableWriter();
  for (let i = 0; i < names; i++) writer.column(`k${i}`).put(0, i);
  writer.endRow(0, null);
  return writer.finish();
};

test("a row of more names than a table has is kept up to there, and says so in every part", () => {
  const table = wide(MOST_COLUMNS + 1);
  expect([table.n, table.columns.length, table.isCut]).toEqual([1, MOST_COLUMNS, true]);
  expect([sliceTable(table, 0, 1).isCut, pickRows(table, [false]).isCut]).toEqual([true, true]);
  expect(wide(MOST_COLUMNS).isCut).toBe(undefined);
});

test("names that are there already go on after that", () => {
  const row = (i: number) => ({ step: i, at: null, values: { a: i, [`k${i}`]: i } });
  const table = tableOfRows(Array.from({ length: MOST_COLUMNS + 10 }, (_, i) => row(i)));
  expect(table.columns[0].value).toHaveLength(MOST_COLUMNS + 10);
  expect(table.columns).toHaveLength(MOST_COLUMNS);
});

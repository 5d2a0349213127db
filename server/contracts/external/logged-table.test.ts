import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pickRows, tableOfRows, type LoggedRow } from "./logged-table.ts";
import { rowsOfTable } from "./testing.ts";

const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, -0));
const row = fc.record({
  step: fc.option(fc.integer()),
  at: fc.option(fc.integer()),
  values: fc.dictionary(fc.constantFrom("loss", "kl", "__proto__", "constructor", "1"), number),
});
const some = (rows: readonly LoggedRow[], kept: readonly boolean[]) => rows.filter((_, i) => kept[i]);

test("rows come out of a table as they went in, and some of its rows are a table of those", () => {
  const rows = fc.array(fc.tuple(row, fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(rows, (pairs) => {
      const given = pairs.map(([one]) => one);
      const kept = pairs.map(([, isKept]) => isKept);
      const table = tableOfRows(given);
      expect(rowsOfTable(table)).toEqual(given);
      const left = pickRows(table, kept);
      expect(rowsOfTable(left)).toEqual(some(given, kept));
      expect(
        left.columns.every(
          ({ rows: has, value }) => value.length > 0 && (has?.length ?? left.n) === value.length,
        ),
      ).toBe(true);
    }),
  );
});

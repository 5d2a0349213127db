import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dunnett } from "./dunnett.ts";

const value = fc.double({ min: -100, max: 100, noNaN: true });
const table = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 3, max: 6 }))
  .chain(([cells, seeds]) =>
    fc.array(fc.array(value, { minLength: seeds, maxLength: seeds }), {
      minLength: cells,
      maxLength: cells,
    }),
  );

test("p falls below 5 % exactly where the interval leaves 0", () => {
  fc.assert(
    fc.property(table, ([baseline, ...others]) =>
      dunnett(baseline, others).rows.every(({ low, high, p }) => {
        if (low === null || high === null || p === null) return low === high && p === null;
        if (Math.abs(p - 0.05) < 1e-9) return true;
        return p < 0.05 === (low > 0 || high < 0);
      }),
    ),
    { numRuns: 60 },
  );
});

test("adding a constant to a seed in all cells changes nothing but rounding", () => {
  fc.assert(
    fc.property(table, fc.array(value, { minLength: 6, maxLength: 6 }), (cells, shift) => {
      const moved = cells.map((values) => values.map((v, j) => v + shift[j]));
      const before = dunnett(cells[0], cells.slice(1));
      const after = dunnett(moved[0], moved.slice(1));
      if (before.residualSd < 1e-6 || after.critical === null) return true;
      return before.rows.every((row, i) => Math.abs((row.p ?? 0) - (after.rows[i].p ?? 0)) < 1e-6);
    }),
    { numRuns: 40 },
  );
});

test("without residual variance there is a difference and nothing else", () => {
  const result = dunnett([0.1, 0.2, 0.3], [[0.2, 0.3, 0.4]]);
  expect(result.rows[0].value).toBeCloseTo(0.1, 12);
  expect(result.rows[0]).toMatchObject({ low: null, high: null, p: null });
  expect(result.critical).toBeNull();
});

test("a table with holes is refused by row", () => {
  expect(() => dunnett([1, 2, 3], [[1, 2]])).toThrow("Row 1");
  expect(() => dunnett([1, 2, Number.NaN], [[1, 2, 3]])).toThrow("Row 0");
  expect(() => dunnett([1, 2], [[1, 2]])).toThrow("needs 3 seeds");
  expect(() => dunnett([1, 2, 3], [])).toThrow("at least one cell");
});

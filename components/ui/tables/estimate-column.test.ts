import { expect, test } from "vitest";
import { writeQuantity } from "#server/wording/quantities.ts";
import { estimateColumn } from "./estimate-column.ts";

test("estimates of a column and their bounds have the decimals that the narrowest interval supports", () => {
  const cells = [
    { value: 0.674, low: 0.582, high: 0.767 },
    { value: 0.59, low: 0.38, high: 0.8 },
    { value: 0.5, low: null, high: null },
  ];
  const { decimals } = estimateColumn(cells);
  expect(cells.map((cell) => writeQuantity({ ...cell, alike: decimals }).value)).toEqual([
    "0.674",
    "0.590",
    "0.500",
  ]);
  expect(writeQuantity({ ...cells[1], alike: decimals }).interval).toBe("[0.380, 0.800]");
});

test("a column of numbers of too different a size has none in common", () => {
  expect(
    estimateColumn([
      { value: 812, low: 700, high: 924 },
      { value: 0.0123, low: 0.0121, high: 0.0125 },
    ]).decimals,
  ).toBeNull();
});

test("the room beside the estimates is that of the longest interval", () => {
  const room = (low: number) => Number.parseFloat(estimateColumn([{ value: 1, low, high: 2 }]).room);
  expect(room(-100)).toBeGreaterThan(room(0));
});

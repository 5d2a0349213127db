import { expect, test } from "vitest";
import type { CompareRow } from "#server/contracts/compare/compare.ts";
import { foldFlat } from "./compare-columns.ts";

const row = (title: string, values: number[], low: number | null = null): CompareRow => ({
  id: title,
  title,
  unit: "share",
  better: "higher",
  definition: "",
  values: values.map((value) => ({
    value,
    low,
    high: low,
    n: 300,
    hits: null,
    by: "t",
    method: "",
    unit: "problem",
    definition: "",
  })),
  differences: values.map((value, i) =>
    i === 0 ? null : { value: value - values[0], low, high: low, p: null, n: 300, method: "" },
  ),
});

test("measures that are one value on every side come together in a sentence, and others stay rows", () => {
  const folded = foldFlat([
    row("RR@5", [0.6, 0.7], 0.1),
    row("DA, da.root (DIAGNOSE)", [0, 0]),
    row("DA, da.iis_set (DIAGNOSE)", [0, 0]),
    row("Clean", [0.2, 0.3]),
  ]);
  expect(folded.rows.map(({ title }) => title)).toEqual(["RR@5", "Clean"]);
  expect(folded.flat).toMatchObject([
    { titles: "DA, da.root and da.iis_set (DIAGNOSE)", words: "0.0\u202f% on every side, n 300" },
  ]);
});

test("a value with an interval stays a row although it is the same on every side", () => {
  expect(foldFlat([row("RR@5", [0.6, 0.6], 0.1)]).flat).toEqual([]);
});

import { expect, test } from "vitest";
import { rankingWords, ranksPoorly } from "./prm-ranking.ts";

test("a model ranks poorly below a concordance of 0.75, and one without an order does not rank at all", () => {
  const at = (auroc: number | null) => ({ auroc, n: 734 });
  expect([0.5, 0.6766, 0.7499].map((c) => ranksPoorly(at(c)))).toEqual([true, true, true]);
  expect([0.75, 0.9, null].map((c) => ranksPoorly(at(c)))).toEqual([false, false, false]);
  expect([0.6766, 0.83, null].map((c) => rankingWords(at(c)))).toEqual([
    "ranks poorly (c 0.677)",
    "c 0.830",
    null,
  ]);
});

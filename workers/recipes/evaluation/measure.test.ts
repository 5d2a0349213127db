import { expect, test } from "vitest";
import { evaluationValues } from "./measure.ts";

const row = { i: 0, solved: true, steps: 4, op: 0.8, da: 0.5, clean: false, confirmed: null };

test("evaluation metrics are means over the rows that define them", () => {
  const values = evaluationValues([
    row,
    { ...row, i: 1, steps: 7, op: 1, da: 1, clean: true },
    // Submitted early: unsolved, and no success at step 5 or earlier.
    { ...row, i: 2, solved: false, steps: 2, op: null, da: 0, clean: false },
    { ...row, i: 3, solved: false, steps: 19, op: null, da: null, clean: null },
  ]);
  expect(values).toEqual({
    "eval/rr": 0.5,
    "eval/rr_at_5": 0.25,
    "eval/da": 0.5,
    "eval/op": 0.9,
    "eval/clean": 1 / 3,
    "eval/steps": 8,
  });
});

test("a metric that no row defines is left out: nothing solved has no OP, nothing known no DA and no clean", () => {
  const values = evaluationValues([{ ...row, solved: false, op: null, da: null, clean: null }]);
  expect(Object.keys(values)).toEqual(["eval/rr", "eval/rr_at_5", "eval/steps"]);
});

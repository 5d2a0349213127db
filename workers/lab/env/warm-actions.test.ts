import { expect, test } from "vitest";
import { Simplex } from "../../lp/simplex.ts";
import { countSteps } from "../../math/testing/count-steps.ts";
import { generateProblem } from "./generate.ts";

/** Drops a row of the conflict until there is none, as episodes do; returns how many it dropped. */
function dropRows(simplex: Simplex, colCount: number): number {
  for (let dropped = 0; ; dropped++) {
    const members = Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k));
    const row = members.find((element) => element >= colCount);
    if (row === undefined) return dropped;
    simplex.setBounds(row, -Infinity, Infinity);
    if (simplex.feasible()) return dropped + 1;
  }
}

test("an action is decided from the basis before it: no tableau is loaded anew, and a few pivots are enough", () => {
  const models = Array.from({ length: 60 }, (_, index) => generateProblem(1, index, "hard").model);
  const simplex = new Simplex();
  const start = (k: number) => expect(simplex.load(models[k]).feasible()).toBe(false);
  const cold = countSteps(() => models.forEach((_, k) => start(k)));
  const whole = countSteps(() =>
    models.reduce((sum, { colCount }, k) => {
      start(k);
      return sum + dropRows(simplex, colCount);
    }, 0),
  );
  expect(whole.result).toBeGreaterThan(2 * models.length);
  expect(whole.calls("load")).toBe(cold.calls("load"));
  const pivots = (whole.calls("pivot") - cold.calls("pivot")) / whole.result;
  expect(pivots).toBeGreaterThan(0.5);
  expect(pivots).toBeLessThan(3);
});

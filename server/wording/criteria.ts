import { countOf, writeOf } from "./counts.ts";
import { kindOfUnit, printedUnit, writeValue } from "./quantities.ts";

const SIGNS = { at_least: "≥", at_most: "≤" };

/** "≥ 90.0 %" */
export function writeTarget({
  op,
  target,
  unit,
}: {
  op: keyof typeof SIGNS;
  target: number;
  unit: string;
}): string {
  return `${SIGNS[op]} ${writeValue(target, kindOfUnit(unit))} ${printedUnit(unit)}`.trimEnd();
}

/** "met by 3 of 5 seeds". The verdict is of every seed: a mean on the right side hides those that are not. */
export function criterionVerdict({ n, met }: { n: number; met: number }): string {
  if (n === 0) return "no result yet";
  return `met by ${met === n ? countOf(n, "seed") : writeOf(met, n, "seed")}`;
}

export const CRITERIA_CAPTION =
  "Actual: mean over the seeds that have ended. A criterion is met where every seed is on its side of the target.";

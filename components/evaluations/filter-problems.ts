import type { ProblemRow } from "#server/contracts/evaluation.ts";
import { typeParts } from "#server/contracts/problem-type.ts";
import type { EvaluationView, ProblemSort } from "../search-params/evaluations.ts";

const OUTCOME: Record<EvaluationView["outcome"], (row: ProblemRow) => boolean> = {
  all: () => true,
  solved: (row) => row.solved,
  unsolved: (row) => !row.solved,
  refuted: (row) => row.confirmed === false,
};

const STEPS: Record<EvaluationView["steps"], (steps: number) => boolean> = {
  all: () => true,
  "1-5": (steps) => steps <= 5,
  "6-10": (steps) => steps > 5 && steps <= 10,
  "11+": (steps) => steps > 10,
};

const BY: Record<Exclude<ProblemSort, "order">, (row: ProblemRow) => string | number | null> = {
  problem: (row) => row.key,
  type: (row) => `${row.level} ${row.type}`,
  steps: (row) => row.steps,
  op: (row) => row.op,
  da: (row) => row.da,
  passed: (row) => row.passed,
};

const collator = new Intl.Collator("en", { numeric: true });

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Problems that fit the view, in its order; those without a value of the sorted column stay last. */
export function filterProblems(rows: readonly ProblemRow[], view: EvaluationView): ProblemRow[] {
  const fits = rows.filter(
    (row) =>
      OUTCOME[view.outcome](row) &&
      STEPS[view.steps](row.steps) &&
      (view.level === "" || row.level === view.level) &&
      (view.type === "" || row.type === view.type || typeParts(row.type).includes(view.type)),
  );
  if (view.sort === "order") return view.down ? fits.reverse() : fits;
  const value = BY[view.sort];
  const sign = view.down ? -1 : 1;
  return fits.sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

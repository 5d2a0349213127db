import { selectDiffering } from "#db/queries/compare-episodes.ts";
import {
  MAX_PROBLEMS,
  type DifferingInput,
  type DifferingProblems,
} from "../../contracts/compare/compare.ts";
import type { ServiceContext } from "../context.ts";
import { resolveSides } from "./resolve-sides.ts";

/** Problems that two evaluations ended differently, at most 500 of them, and how many there are in all. */
export function differingProblems(ctx: ServiceContext, input: DifferingInput): DifferingProblems {
  const [a, b = a] = resolveSides(ctx, [input.a, input.b]).map((side) => side.evaluation.id);
  const { k, filter, search } = input;
  const { rows, total } = selectDiffering(ctx.db, { a, b, k, filter, search }, MAX_PROBLEMS);
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      key: row.key ?? row.hash.slice(0, 8),
      solvedA: row.solvedA === 1,
      solvedB: row.solvedB === 1,
    })),
  };
}

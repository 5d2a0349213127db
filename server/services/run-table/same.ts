import { selectProblemCounts } from "#db/queries/run-table/cells.ts";
import { selectShared } from "#db/queries/run-table/run-table.ts";
import type { SameInAll } from "../../contracts/run-table.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { countOf } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { remembered, type TableOrder } from "./order.ts";

/** Of more runs it is not asked how many problems each was measured on. */
const MOST_COUNTED = 2000;

/** How many problems every run was measured on; null where it differs, or one was not measured. */
function sameProblems(ctx: ServiceContext, { runs }: TableOrder): number | null {
  if (runs.length > MOST_COUNTED) return null;
  const counts = selectProblemCounts(
    ctx.db,
    runs.map(({ runId }) => runId),
  );
  const [only = null] = counts.values();
  return counts.size === runs.length && new Set(counts.values()).size === 1 ? only : null;
}

/** What all runs of a view have in common, column by column; nothing of a single run, of which that says nothing. */
export const sameInAll = (ctx: ServiceContext, order: TableOrder): SameInAll[] =>
  remembered(order, "same", () => {
    if (order.runs.length < 2) return [];
    const { experiment, recipe, label, seed } = selectShared(ctx.db, order.filter);
    const problems = sameProblems(ctx, order);
    return [
      ...(experiment === null ? [] : [{ column: "experiment" as const, words: visibleName(experiment) }]),
      ...(recipe === null ? [] : [{ column: "recipe" as const, words: `recipe ${recipe}` }]),
      ...(label === null ? [] : [{ column: "label" as const, words: `configuration ${label}` }]),
      // A seed that nobody said is not the same as another one.
      ...(seed === null || !isSaidSeed(seed) ? [] : [{ column: "seed" as const, words: `seed ${seed}` }]),
      ...(problems === null ? [] : [{ column: "problems" as const, words: countOf(problems, "problem") }]),
    ];
  });

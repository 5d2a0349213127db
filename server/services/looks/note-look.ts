import { insertLook } from "#db/queries/looks.ts";
import { isServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import type { SeenLooks } from "./seen-looks.ts";

/** What somebody is shown of an experiment. */
interface Shown {
  experimentId: string;
  /** By configuration the seeds that it has, running ones among them, and those that show a value of the metric of the claims. */
  cells: readonly { cell: string; seeds: readonly number[]; valued: readonly number[] }[];
  /** A difference is shown with an interval. */
  isTested: boolean;
}

/**
 * Stores that somebody was shown values that no one had seen before, with the seeds that there are now: what is added from here on is
 * of the next look. Where nobody planned, values begin to count with the first interval. Where nothing can be stored they are shown
 * all the same.
 */
export function noteLook(ctx: ServiceContext, looks: SeenLooks, shown: Shown): void {
  const { experimentId, cells, isTested } = shown;
  const isNew = cells.some(({ cell, valued }) =>
    valued.some((seed) => looks.lookOf(cell, seed) > looks.count),
  );
  if (!isNew || ctx.actor.kind === "system" || (!looks.planned && !isTested)) return;
  const seeds = Object.fromEntries(
    cells.map((one) => [one.cell, [...new Set(one.seeds)].toSorted((a, b) => a - b)]),
  );
  try {
    commit(ctx, ({ db }) =>
      insertLook(db, {
        experimentId,
        number: looks.count + 1,
        seeds,
        by: actorName(ctx.actor),
        at: ctx.now(),
      }),
    );
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
}

import { selectBaselineCells, selectCellPlaces } from "#db/queries/experiments.ts";
import { assignColours, type RunColour } from "../../plot/colours.ts";
import type { ServiceContext } from "../context.ts";
import { remembered, type TableOrder } from "./order.ts";

interface OfCell {
  experimentId: string;
  cell: string;
}

/** The colour of each configuration on the page of its own experiment, so that a run has one colour everywhere. */
export function coloursOf(
  ctx: ServiceContext,
  order: TableOrder,
  experimentIds: readonly string[],
): (of: OfCell) => RunColour {
  const ids = [...new Set(experimentIds)].toSorted();
  const byExperiment = remembered(order, `colours ${ids.join(" ")}`, () => {
    const baselines = selectBaselineCells(ctx.db, ids);
    const cells = Map.groupBy(selectCellPlaces(ctx.db, ids), (one) => one.experimentId);
    return new Map(
      [...cells].map(([id, own]) => [
        id,
        assignColours(
          own.map(({ cell, place }) => ({ key: cell, place })),
          baselines.get(id) ?? null,
        ),
      ]),
    );
  });
  return ({ experimentId, cell }) => byExperiment.get(experimentId)?.get(cell) ?? "rest";
}

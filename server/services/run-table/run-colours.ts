import { selectBaselineCells, selectCellPlaces } from "#db/queries/experiments.ts";
import { assignColours, type RunColour } from "../../plot/colours.ts";
import type { ServiceContext } from "../context.ts";
import { remembered, type TableOrder } from "./order.ts";

interface OfCell {
  experimentId: string;
  cell: string;
}

/** The colour of each configuration on the page of its own experiment, so that a run has one colour everywhere. */
export function coloursIn(ctx: ServiceContext, experimentIds: readonly string[]): (of: OfCell) => RunColour {
  const ids = [...new Set(experimentIds)];
  const baselines = selectBaselineCells(ctx.db, ids);
  const cells = Map.groupBy(selectCellPlaces(ctx.db, ids), (one) => one.experimentId);
  const byExperiment = new Map(
    [...cells].map(([id, own]) => [
      id,
      assignColours(
        own.map(({ cell, place }) => ({ key: cell, place })),
        baselines.get(id) ?? null,
      ),
    ]),
  );
  return ({ experimentId, cell }) => byExperiment.get(experimentId)?.get(cell) ?? "rest";
}

/** The same, read once for an order of the run table. */
export function coloursOf(
  ctx: ServiceContext,
  order: TableOrder,
  experimentIds: readonly string[],
): (of: OfCell) => RunColour {
  const ids = [...new Set(experimentIds)].toSorted();
  return remembered(order, `colors ${ids.join(" ")}`, () => coloursIn(ctx, ids));
}

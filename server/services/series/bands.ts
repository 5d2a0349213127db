import { pointStore } from "#db/points/open-point-store.ts";
import type { BandInput, SeedBand } from "../../contracts/series.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import type { ServiceContext } from "../context.ts";
import { experimentCells, type Cell } from "../experiments/cells.ts";
import { alignLines } from "./aligned-lines.ts";
import { doAtOnce } from "./sliced.ts";

/** Mean over the seeds of one configuration, with its 95 % t interval. */
export function bandOf(
  ctx: ServiceContext,
  cell: Cell,
  { metric, xAxis, points }: Pick<BandInput, "metric" | "xAxis" | "points">,
): SeedBand {
  const runIds = [...cell.bySeed.values()].map(({ run }) => run.id);
  const question = { metric, xAxis, span: { from: null, to: null }, points };
  const { x, values, nonFinite, posInf, negInf, runs } = doAtOnce(
    alignLines(ctx, pointStore(ctx.db), runIds, question),
  );
  const intervals = values.map((ofSeeds) => meanInterval(ofSeeds));
  return {
    cell: cell.cell,
    config: cell.config,
    baseline: cell.baseline,
    seeds: runs,
    x,
    mean: intervals.map((i) => i.value),
    low: intervals.map((i) => i.low),
    high: intervals.map((i) => i.high),
    n: intervals.map((i) => i.n),
    nonFinite,
    posInf,
    negInf,
  };
}

/**
 * Mean over seeds with its 95 % t interval, one band per configuration, live runs included. Computed on all points,
 * whatever a page shows; below 3 seeds at an x there is a mean and no interval.
 */
export function seedBands(ctx: ServiceContext, input: BandInput): SeedBand[] {
  return experimentCells(ctx, input.experimentId)
    .cells.map((cell) => bandOf(ctx, cell, input))
    .filter((band) => band.x.length > 0);
}

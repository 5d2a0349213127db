import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { BandInput, SeedBand } from "../../contracts/series.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import type { ServiceContext } from "../context.ts";
import { experimentCells, type Cell } from "../experiments/cells.ts";
import { alignLines } from "./aligned-lines.ts";
import { doAtOnce } from "./sliced.ts";

/** The farthest step that any seed of a configuration has of a metric; null where there is none. */
function lastStepOf(ctx: ServiceContext, cell: Cell, metric: string): number | null {
  const attemptIds = [...cell.bySeed.values()].flatMap(({ attempt }) => attempt?.id ?? []);
  const lasts = pointStore(ctx.db).lasts(attemptIds, [metric], DEFAULT_AXIS);
  const ends = lasts.flatMap(({ lastX }) => lastX ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Mean over the seeds of one configuration, with its 95 % t interval. */
export function bandOf(
  ctx: ServiceContext,
  cell: Cell,
  { metric, xAxis, points, last }: Pick<BandInput, "metric" | "xAxis" | "points" | "last">,
): SeedBand {
  const runIds = [...cell.bySeed.values()].map(({ run }) => run.id);
  const end = last === undefined ? null : lastStepOf(ctx, cell, metric);
  const span = { from: end === null || last === undefined ? null : end - last + 1, to: null };
  const question = { metric, xAxis, span, points };
  const { x, values, nonFinite, posInf, negInf, runs, unplaced } = doAtOnce(
    alignLines(ctx, pointStore(ctx.db), runIds, question),
  );
  const intervals = values.map((ofSeeds) => meanInterval(ofSeeds));
  return {
    cell: cell.cell,
    config: cell.config,
    baseline: cell.baseline,
    seeds: runs,
    unplaced,
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
    .filter((band) => band.x.length > 0 || band.unplaced > 0);
}

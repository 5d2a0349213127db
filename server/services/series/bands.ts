import { selectPoints, selectSeries } from "#db/queries/points.ts";
import type { BandInput, SeedBand, XAxis } from "../../contracts/series.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import type { ServiceContext } from "../context.ts";
import { experimentCells, type Cell } from "../experiments/cells.ts";
import { AXIS_METRIC, onAxis, type AxisPoint } from "./on-axis.ts";

function pointsOfSeed(
  ctx: ServiceContext,
  entry: { attempt: { id: string; startedAt: number | null; claimedAt: number } | null },
  metric: string,
  axis: XAxis,
): AxisPoint[] {
  const { attempt } = entry;
  if (!attempt) return [];
  const axisMetric = AXIS_METRIC[axis];
  const found = new Map(
    selectSeries(ctx.db, [attempt.id], axisMetric ? [metric, axisMetric] : [metric]).map((s) => [
      s.metric,
      s.id,
    ]),
  );
  const id = found.get(metric);
  if (id === undefined) return [];
  const axisId = axisMetric ? found.get(axisMetric) : undefined;
  return onAxis(
    selectPoints(ctx.db, id),
    axis,
    axisId === undefined ? null : selectPoints(ctx.db, axisId),
    attempt.startedAt ?? attempt.claimedAt,
  );
}

/** Shared x for several seeds: their own when they agree and fit, else the middles of equal-width bins. */
function alignSeeds(perSeed: AxisPoint[][], limit: number): { x: number[]; values: number[][] } {
  const all = perSeed.flat().map((p) => p.at);
  if (all.length === 0) return { x: [], values: [] };
  const distinct = [...new Set(all)].toSorted((a, b) => a - b);
  const longest = Math.max(...perSeed.map((points) => points.length));
  if (distinct.length <= Math.min(limit, longest)) {
    const place = new Map(distinct.map((x, i) => [x, i]));
    const values: number[][] = distinct.map(() => []);
    for (const points of perSeed)
      for (const p of points) if (p.value !== null) values[place.get(p.at) as number].push(p.value);
    return { x: distinct, values };
  }
  const bins = Math.min(limit, longest);
  const [lo, hi] = [distinct[0], distinct[distinct.length - 1]];
  const width = (hi - lo) / bins || 1;
  const values: number[][] = Array.from({ length: bins }, () => []);
  for (const points of perSeed) {
    const ofSeed: number[][] = Array.from({ length: bins }, () => []);
    for (const p of points)
      if (p.value !== null) ofSeed[Math.min(bins - 1, Math.floor((p.at - lo) / width))].push(p.value);
    ofSeed.forEach((in_, i) => {
      if (in_.length > 0) values[i].push(in_.reduce((a, b) => a + b, 0) / in_.length);
    });
  }
  return { x: values.map((_, i) => lo + (i + 0.5) * width), values };
}

/** Mean over the seeds of one configuration, with its 95 % t interval. */
export function bandOf(
  ctx: ServiceContext,
  cell: Cell,
  input: Pick<BandInput, "metric" | "xAxis" | "points">,
): SeedBand {
  const perSeed = [...cell.bySeed.values()]
    .map((entry) => pointsOfSeed(ctx, entry, input.metric, input.xAxis))
    .filter((p) => p.length > 0);
  const { x, values } = alignSeeds(perSeed, input.points);
  const intervals = values.map((ofSeeds) => meanInterval(ofSeeds));
  return {
    cell: cell.cell,
    config: cell.config,
    baseline: cell.baseline,
    seeds: perSeed.length,
    x,
    mean: intervals.map((i) => i.value),
    low: intervals.map((i) => i.low),
    high: intervals.map((i) => i.high),
    n: intervals.map((i) => i.n),
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

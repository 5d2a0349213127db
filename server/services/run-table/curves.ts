import type { RunChecksInput, RunCurve, RunCurves } from "../../contracts/run-table.ts";
import type { SeriesWindow } from "../../contracts/charts/series-window.ts";
import { CURVE_SCALE } from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { mainMetrics } from "../outside/shown/main-metrics.ts";
import { slicedWindows } from "../series/window.ts";
import { tableOrder } from "./order.ts";
import { openPlaces } from "./places.ts";

/** What most of a run of this bench is told by at a glance. */
const REWARD = "reward/raw";
/** Stretches of a drawing of some 66 px: each has the lowest and the highest value of its own. */
const STRETCHES = 30;

/** Lowest and highest value of each stretch in the order in which they mostly come; null where no point is finite. */
function extremes({ first, last, min, max, raw, x0 }: SeriesWindow): number[] {
  return Array.from(x0, (_, i) => {
    if (raw || min[i] === max[i]) return [max[i]];
    return last[i] < first[i] ? [max[i], min[i]] : [min[i], max[i]];
  }).flat();
}

/** The windows of the attempts of one run, one after the other, on a scale of their own. */
function curveOf(metric: string, windows: readonly SeriesWindow[]): RunCurve | null {
  const values = windows.flatMap(extremes);
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return null;
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const span = high - low || 1;
  return {
    metric,
    low,
    high,
    values: values.map((value) =>
      Number.isFinite(value) ? Math.round(((value - low) / span) * CURVE_SCALE) : null,
    ),
  };
}

/** A small curve of each run of a window of the table: of its raw reward, or of what says most of a run from outside. */
export async function runTableCurves(
  ctx: ServiceContext,
  input: RunChecksInput,
  signal?: AbortSignal,
): Promise<RunCurves> {
  const order = tableOrder(ctx, input);
  const runIds = openPlaces(order, input).places.flatMap((place) =>
    place.kind === "run" ? [order.runs[place.index].runId] : [],
  );
  if (runIds.length === 0) return { curves: {} };
  const main = mainMetrics(ctx, runIds);
  const curves: Record<string, RunCurve> = {};
  for (const [metric, ids] of Map.groupBy(runIds, (id) => main[id]?.metric ?? REWARD)) {
    const windows = await slicedWindows(ctx, { runIds: ids, metrics: [metric], buckets: STRETCHES }, signal);
    for (const [runId, own] of Map.groupBy(windows, (one) => one.runId)) {
      const curve = curveOf(metric, own);
      if (curve) curves[runId] = curve;
    }
  }
  return { curves };
}

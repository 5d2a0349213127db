import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import type { RunChecksInput } from "../../contracts/run-table.ts";
import type { GroupCurve, RunCurve, RunCurves } from "../../contracts/charts/small-curves.ts";
import type { SeriesWindow } from "../../contracts/charts/series-window.ts";
import { CURVE_SCALE } from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { mainMetrics } from "../external/shown/main-metrics.ts";
import { slicedWindows } from "../series/window.ts";
import { groupKey } from "./group-entry.ts";
import { type TableOrder, tableOrder } from "./order.ts";
import { openPlaces, type Place } from "./places.ts";
import { coloursOf } from "./run-colours.ts";

/** What most of a run of this bench is told by at a glance. */
const REWARD = "reward/raw";
export const DRAWN = [REWARD];
/** Stretches of a drawing of some 66 px: each has the lowest and the highest value of its own. */
const STRETCHES = 30;

/** Lowest and highest value of each stretch in the order in which they mostly come; null where no point is finite. */
function extremes({ first, last, min, max, raw, x0 }: SeriesWindow): number[] {
  return Array.from(x0, (_, i) => {
    if (raw || min[i] === max[i]) return [max[i]];
    return last[i] < first[i] ? [max[i], min[i]] : [min[i], max[i]];
  }).flat();
}

/** A scale from the lowest to the highest finite value; null where none is. */
function scaleOf(values: readonly number[]) {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return null;
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const span = high - low || 1;
  const place = (value: number) =>
    Number.isFinite(value) ? Math.round(((value - low) / span) * CURVE_SCALE) : null;
  return { low, high, place };
}

/** The windows of the attempts of one run, one after the other, on a scale of their own. */
function curveOf(metric: string, windows: readonly SeriesWindow[]): RunCurve | null {
  const values = windows.flatMap(extremes);
  const scale = scaleOf(values);
  return scale && { metric, low: scale.low, high: scale.high, values: values.map(scale.place) };
}

/** Runs of one configuration on one scale, and each as long along x as it has come. */
function groupCurveOf(metric: string, windows: readonly SeriesWindow[]): Omit<GroupCurve, "colour"> | null {
  const byRun = [...Map.groupBy(windows, ({ runId }) => runId).values()];
  const lines = byRun.map((own) => ({
    values: own.flatMap(extremes),
    last: Math.max(...own.map(({ x1 }) => x1.at(-1) ?? 0)),
  }));
  const scale = scaleOf(lines.flatMap(({ values }) => values));
  const furthest = Math.max(...lines.map(({ last }) => last));
  if (!scale || furthest <= 0) return null;
  const { low, high, place } = scale;
  return {
    metric,
    low,
    high,
    lines: lines.map(({ values, last }) => ({ values: values.map(place), reach: last / furthest })),
  };
}

/** More lines than this are no picture in a cell. */
const MOST_LINES = 8;

/** Members of the groups in view that are seeds of one configuration, by key of the group. */
function configurationsIn(order: TableOrder, places: readonly Place[]): Map<string, GroupedRunRow[]> {
  const found = new Map<string, GroupedRunRow[]>();
  for (const place of places) {
    if (place.kind !== "group") continue;
    const { value, start, n } = place.group;
    const members = order.runs.slice(start, start + n);
    const cells = new Set(members.map(({ experimentId, cell }) => `${experimentId} ${cell}`));
    if (n <= MOST_LINES && cells.size === 1) found.set(groupKey(value), members);
  }
  return found;
}

/** A small curve of each run of a window of the table: of its raw reward, or of what says most of a run from outside. */
export async function runTableCurves(
  ctx: ServiceContext,
  input: RunChecksInput,
  signal?: AbortSignal,
): Promise<RunCurves> {
  const order = tableOrder(ctx, input);
  const { places } = openPlaces(order, input);
  const alone = places.flatMap((place) => (place.kind === "run" ? [order.runs[place.index].runId] : []));
  const members = configurationsIn(order, places);
  const seeds = [...members.values()].flat();
  const runIds = [...new Set([...alone, ...seeds.map(({ runId }) => runId)])];
  const answer: RunCurves = { curves: {}, groups: {} };
  if (runIds.length === 0) return answer;
  const main = mainMetrics(ctx, runIds);
  const metricOf = (runId: string) => main[runId]?.metric ?? REWARD;
  const found = new Map<string, SeriesWindow[]>();
  for (const [metric, ids] of Map.groupBy(runIds, metricOf)) {
    const windows = await slicedWindows(ctx, { runIds: ids, metrics: [metric], buckets: STRETCHES }, signal);
    for (const [runId, own] of Map.groupBy(windows, (one) => one.runId)) found.set(runId, own);
  }
  for (const runId of alone) {
    const curve = curveOf(metricOf(runId), found.get(runId) ?? []);
    if (curve) answer.curves[runId] = curve;
  }
  const colourOf = coloursOf(
    ctx,
    order,
    seeds.map(({ experimentId }) => experimentId),
  );
  for (const [key, runs] of members) {
    const metrics = new Set(runs.map(({ runId }) => metricOf(runId)));
    const [metric] = metrics;
    const windows = runs.flatMap(({ runId }) => found.get(runId) ?? []);
    const curve = metrics.size === 1 && windows.length > 0 ? groupCurveOf(metric, windows) : null;
    if (curve) answer.groups[key] = { ...curve, colour: colourOf(runs[0]) };
  }
  return answer;
}

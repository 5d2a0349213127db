import type { BucketBlock, Span } from "#db/points/point-store.ts";
import { lowerBound } from "../../numbers/mean.ts";
import { nextUp } from "./neighbour.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { AxesInput, AxisChoice } from "../../contracts/charts/series.ts";
import { X_AXES } from "../../contracts/x-axes.ts";
import type { ServiceContext } from "../context.ts";
import { AXIS_METRIC, WALL } from "./choose-series.ts";

/** What some runs can be drawn over: first those of the built-in list that have points, then own axes of their metrics. */
export function axesOf(ctx: ServiceContext, { runIds }: AxesInput): AxisChoice[] {
  const attempts = selectAttemptsOfRuns(ctx.db, runIds);
  const series = pointStore(ctx.db).series(
    attempts.map((a) => a.id),
    null,
  );
  const metricsBy = new Map<string, Set<string>>();
  const add = (axis: string, metric: string) => {
    const metrics = metricsBy.get(axis);
    if (metrics) metrics.add(metric);
    else metricsBy.set(axis, new Set([metric]));
  };
  const sent = new Set(series.map((s) => s.metric));
  for (const { metric, axis } of series) {
    add(axis, metric);
    add(WALL, metric);
    if (axis !== DEFAULT_AXIS) continue;
    for (const [name, axisMetric] of Object.entries(AXIS_METRIC)) if (sent.has(axisMetric)) add(name, metric);
  }
  const builtIn: readonly string[] = X_AXES;
  const others = [...metricsBy.keys()].filter((axis) => !builtIn.includes(axis)).toSorted();
  return [...builtIn, ...others].flatMap((axis) => {
    const metrics = metricsBy.get(axis)?.size ?? 0;
    return metrics === 0 ? [] : [{ axis, metrics }];
  });
}

/** Where own x lie on another axis, by corner points; both columns ascend. Between two corners it is a straight line. */
export interface AxisMap {
  own: Float64Array;
  placed: Float64Array;
}

/** Corners from the two ends of buckets; null where the axis goes back somewhere, so that ends do not tell what is between. */
export function axisMapOf(block: BucketBlock, start: Float64Array, end: Float64Array): AxisMap | null {
  const own: number[] = [];
  const placed: number[] = [];
  const add = (x: number, p: number): boolean => {
    if (Number.isNaN(p)) return true;
    const last = placed.length - 1;
    if (last >= 0 && p < placed[last]) return false;
    if (last >= 0 && x === own[last]) return true;
    own.push(x);
    placed.push(p);
    return true;
  };
  for (let i = 0; i < block.x0.length; i++)
    if (!add(block.x0[i], start[i]) || !add(block.x1[i], end[i])) return null;
  return { own: Float64Array.from(own), placed: Float64Array.from(placed) };
}

/** The value of the line through the corners (from[i], to[i]) at `x`, held at its ends. */
function along(from: Float64Array, to: Float64Array, x: number): number {
  const i = lowerBound(from, x);
  if (i === from.length) return to[to.length - 1];
  if (i === 0 || from[i] === x) return to[i];
  const part = (x - from[i - 1]) / (from[i] - from[i - 1]);
  return to[i - 1] + part * (to[i] - to[i - 1]);
}

export const placeOf = (map: AxisMap, own: number): number => along(map.own, map.placed, own);

/** The own x at a place on the axis; where the axis stands still, the first of them. */
export const ownAt = (map: AxisMap, placed: number): number => along(map.placed, map.own, placed);

/** The own x between the last corner before a stretch of the axis and the first one behind it: all its points lie there. */
export function cornersAround({ own, placed }: AxisMap, { from, to }: Span): { from: number; to: number } {
  const first = from === null ? 0 : Math.max(0, lowerBound(placed, from) - 1);
  const last = to === null ? own.length - 1 : Math.min(own.length - 1, lowerBound(placed, nextUp(to)));
  return { from: own[first], to: own[last] };
}

import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { AxesInput, AxisChoice } from "../../contracts/series.ts";
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

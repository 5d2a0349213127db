import type { SeriesFacts } from "#db/points/point-store.ts";
import { DEFAULT_AXIS, namesTrainStep } from "../../../workers/protocol/default-axis.ts";

/** The series that the axes of the built-in switch are read from. */
export const AXIS_METRIC: Readonly<Record<string, string>> = {
  episodes: "progress/episodes",
  updates: "progress/updates",
  cpu: "perf/cpu_s",
};

export const WALL = "wall";

/** Which series answers for a metric, and where its points stand on the asked axis. */
export interface ChosenSeries {
  series: SeriesFacts;
  /** Own x; seconds since the attempt began; the value of another series at the same own x. */
  place: { by: "own" } | { by: "wall" } | { by: "series"; series: SeriesFacts | null };
  /** What x is then. */
  axis: string;
}

/** Metrics to look up for an axis, besides those that are drawn. */
export function axisMetrics(axis: string): string[] {
  return [axisMetric(axis)];
}

/** The metric whose values are x on an axis. An axis may have any name, also that of something every object has. */
const axisMetric = (axis: string): string => (Object.hasOwn(AXIS_METRIC, axis) ? AXIS_METRIC[axis] : axis);

/**
 * The series of a metric for an axis, of all series of one attempt. One whose own axis it is goes first; else one that can be
 * placed on it, on "step" if possible; an axis of its own that is the train step by its name stands for that. A metric that has
 * none of these is shown on its own axis.
 */
export function chooseSeries(
  known: readonly SeriesFacts[],
  metric: string,
  asked: string,
): ChosenSeries | null {
  const candidates = known
    .filter((s) => s.metric === metric && (s.n > 0 || s.setAside))
    .toSorted((a, b) => Number(b.axis === DEFAULT_AXIS) - Number(a.axis === DEFAULT_AXIS) || b.n - a.n);
  const own = candidates.find((s) => s.axis === asked);
  if (own) return { series: own, place: { by: "own" }, axis: asked };
  if (candidates.length === 0) return null;
  const stepped = asked === DEFAULT_AXIS && candidates.find(({ axis }) => namesTrainStep(axis));
  if (stepped) return { series: stepped, place: { by: "own" }, axis: asked };
  if (asked === WALL) return { series: candidates[0], place: { by: "wall" }, axis: asked };
  const [drawnOver] = axisMetrics(asked);
  for (const series of candidates) {
    const axisSeries = known.find((s) => s.metric === drawnOver && s.axis === series.axis && s.n > 0);
    if (axisSeries) return { series, place: { by: "series", series: axisSeries }, axis: asked };
  }
  const [series] = candidates;
  return series.axis === DEFAULT_AXIS && asked !== DEFAULT_AXIS
    ? { series, place: { by: "series", series: null }, axis: asked }
    : { series, place: { by: "own" }, axis: series.axis };
}

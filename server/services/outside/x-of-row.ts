import { DEFAULT_AXIS, STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import type { LoggedRow } from "../../contracts/outside/verbs.ts";

const isStep = (metric: string): boolean =>
  metric === "_step" || metric === "step" || (STEP_METRICS as readonly string[]).includes(metric);

/** An axis is a name in addresses and columns. */
const AXIS_NAME = /^[A-Za-z][\w./-]{0,63}$/;

/** Axis of the metrics of a machine: seconds since the run began. */
export const SYSTEM_AXIS = "seconds";

/** Metric -> the metric that is its x, as the client defined it. A name may end in "*"; the longest one that fits counts. */
export function axisReader(axes: Readonly<Record<string, string>>): (metric: string) => string | null {
  const globs = Object.keys(axes)
    .filter((name) => name.endsWith("*"))
    .toSorted((a, b) => b.length - a.length);
  const known = new Map<string, string | null>();
  return (metric) => {
    const before = known.get(metric);
    if (before !== undefined) return before;
    const glob = globs.find((name) => metric.startsWith(name.slice(0, -1)));
    const axis = Object.hasOwn(axes, metric) ? axes[metric] : glob === undefined ? null : axes[glob];
    known.set(metric, axis);
    return axis;
  };
}

/** What of earlier rows decides where the next one stands. */
export interface StandingX {
  lastStep: number | null;
  /** Last value of each metric that is an x of others. */
  lastX: Record<string, number>;
}

const finite = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isFinite(value) ? value : null;

/**
 * Where the values of a row stand, metric by metric: on the x that the client defined for one, else on the train step that the
 * row names, else on the client's own step; a row without any counts on from the last. An x that is missing from a row is that
 * of the row before. Changes `standing`.
 */
export function placeRow(
  row: LoggedRow,
  axisOf: (metric: string) => string | null,
  definedAxes: ReadonlySet<string>,
  standing: StandingX,
): (metric: string) => { axis: string; x: number } {
  const step = finite(row.step) ?? (standing.lastStep === null ? 0 : standing.lastStep + 1);
  standing.lastStep = Math.max(step, standing.lastStep ?? step);
  for (const metric of [...STEP_METRICS, ...definedAxes]) {
    const value = Object.hasOwn(row.values, metric) ? finite(row.values[metric]) : null;
    if (value !== null) standing.lastX[metric] = value;
  }
  const trainStep = STEP_METRICS.find((metric) => standing.lastX[metric] !== undefined);
  const ownStep = { axis: DEFAULT_AXIS, x: trainStep === undefined ? step : standing.lastX[trainStep] };
  return (metric) => {
    const defined = axisOf(metric);
    if (defined === null || defined === metric) return ownStep;
    const x = standing.lastX[defined];
    if (isStep(defined)) return x === undefined ? ownStep : { axis: DEFAULT_AXIS, x };
    return x === undefined || !AXIS_NAME.test(defined) ? ownStep : { axis: defined, x };
  };
}

import { DEFAULT_AXIS, namesTrainStep, STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import type { LoggedTable } from "../../contracts/external/logged-table.ts";

const isStep = (metric: string): boolean =>
  metric === "_step" || metric === "step" || (STEP_METRICS as readonly string[]).includes(metric);

/** An axis is a name in addresses and columns. */
const AXIS_NAME = /^[A-Za-z][\w./-]{0,63}$/;

/** Metric -> the metric that is its x, as the client defined it. A name may end in "*"; the longest one that fits counts. */
function axisReader(axes: Readonly<Record<string, string>>): (metric: string) => string | null {
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

/** Values of a metric row by row; NaN where a row has none that is finite. */
function byRow({ n, columns }: LoggedTable, metric: string): Float64Array | null {
  const found = columns.find((column) => column.metric === metric);
  if (!found) return null;
  const values = new Float64Array(n).fill(NaN);
  found.value.forEach((value, i) => {
    if (Number.isFinite(value)) values[found.rows === null ? i : found.rows[i]] = value;
  });
  return values;
}

/** The client's own step of each row: a row without one counts on from the last. */
function ownSteps({ step }: LoggedTable, standing: StandingX): Float64Array {
  const steps = new Float64Array(step.length);
  let last = standing.lastStep;
  for (let row = 0; row < step.length; row++) {
    const counted = last === null ? 0 : last + 1;
    const at = Number.isFinite(step[row]) ? step[row] : counted;
    steps[row] = at;
    last = last === null ? at : Math.max(at, last);
  }
  standing.lastStep = last;
  return steps;
}

/**
 * The last value of each metric that is an x of others, as of each row; NaN before the first. Metrics of which there never was
 * one are not in it.
 */
function lastValues(
  table: LoggedTable,
  metrics: Iterable<string>,
  { lastX }: StandingX,
): Map<string, Float64Array> {
  const found = new Map<string, Float64Array>();
  for (const metric of new Set(metrics)) {
    let last = Object.hasOwn(lastX, metric) ? lastX[metric] : NaN;
    const values = byRow(table, metric);
    if (values === null && Number.isNaN(last)) continue;
    values?.forEach((value, row) => {
      if (Number.isNaN(value)) values[row] = last;
      else last = value;
    });
    found.set(metric, values ?? new Float64Array(table.n).fill(last));
    if (!Number.isNaN(last)) lastX[metric] = last;
  }
  return found;
}

/** Where values stand: the axis, and the x of each row; NaN where a row stands on `otherwise` instead. */
export interface Place {
  axis: string;
  x: Float64Array;
  otherwise: Place | null;
}

/** The train step beside the metrics of a prefix, as `eval/global_step` beside `eval/accuracy`; by that prefix. */
function besideThem(table: LoggedTable, steps: Place): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const { metric } of table.columns) {
    const prefix = metric.slice(0, metric.lastIndexOf("/") + 1);
    if (prefix === "" || isStep(metric) || !namesTrainStep(metric) || !AXIS_NAME.test(metric)) continue;
    const x = byRow(table, metric);
    if (x) found.set(prefix, { axis: metric, x, otherwise: steps });
  }
  return found;
}

/**
 * Where the values of rows stand, metric by metric: on the x that the client defined for one, else on the train step that the
 * row names beside it under the same prefix, else on the one that it names for all, else on the client's own step; a row without any counts on from the last. An x that is missing from a row is that
 * of the row before. Changes `standing`.
 */
export function placeRows(
  table: LoggedTable,
  axes: Readonly<Record<string, string>>,
  standing: StandingX,
): (metric: string) => Place {
  const own = ownSteps(table, standing);
  const last = lastValues(table, [...STEP_METRICS, ...Object.values(axes)], standing);
  const named = STEP_METRICS.flatMap((metric) => last.get(metric) ?? []);
  // Of train steps that rows name the first of the list counts, from the row on that has it.
  const x = own.map((step, row) => named.find((values) => !Number.isNaN(values[row]))?.[row] ?? step);
  const steps: Place = { axis: DEFAULT_AXIS, x, otherwise: null };
  const places = new Map<string, Place>();
  for (const [defined, values] of last) {
    const axis = isStep(defined) ? DEFAULT_AXIS : defined;
    if (AXIS_NAME.test(axis)) places.set(defined, { axis, x: values, otherwise: steps });
  }
  const axisOf = axisReader(axes);
  const beside = besideThem(table, steps);
  return (metric) => {
    const defined = axisOf(metric);
    if (defined !== null && defined !== metric) return places.get(defined) ?? steps;
    const place = beside.get(metric.slice(0, metric.lastIndexOf("/") + 1));
    return defined === null && place && place.axis !== metric ? place : steps;
  };
}

import { z } from "zod";
import type { SeriesWindow } from "./series-window.ts";

const numbers = z.array(z.number());
const finiteOrNull = z.array(z.number().nullable());
const counts = z.array(z.number().int());

/**
 * A window as the command line prints it. With `raw` every bucket is one stored point. A bucket without a finite value has
 * null in first, last, min, max and mean and says how many non-finite points it holds.
 */
export const PrintedWindow = z.object({
  runId: z.string(),
  attemptId: z.string(),
  attempt: z.number().int(),
  metric: z.string(),
  axis: z.string(),
  raw: z.boolean(),
  total: z.number().int(),
  unplaced: z.number().int(),
  hidden: z.number().int(),
  /** Only where points are damaged on disk: what is wrong and what to do. The window is empty then. */
  damaged: z.string().optional(),
  x0: numbers,
  x1: numbers,
  first: finiteOrNull,
  last: finiteOrNull,
  min: finiteOrNull,
  max: finiteOrNull,
  mean: finiteOrNull,
  n: counts,
  nan: counts,
  posInf: counts,
  negInf: counts,
});
export type PrintedWindow = z.infer<typeof PrintedWindow>;

/** Values of a column in which NaN stands for "none". */
export function valuesOrNull(column: Float64Array): (number | null)[] {
  return Array.from(column, (value) => (Number.isNaN(value) ? null : value));
}

/** A window in plain lists, for JSON. */
export function printedWindow(window: SeriesWindow): PrintedWindow {
  const { runId, attemptId, attempt, metric, axis, raw, total, unplaced, hidden, damaged } = window;
  return {
    runId,
    attemptId,
    attempt,
    metric,
    axis,
    raw,
    total,
    unplaced,
    hidden,
    ...(damaged !== undefined && { damaged }),
    x0: [...window.x0],
    x1: [...window.x1],
    first: valuesOrNull(window.first),
    last: valuesOrNull(window.last),
    min: valuesOrNull(window.min),
    max: valuesOrNull(window.max),
    mean: valuesOrNull(window.mean),
    n: [...window.n],
    nan: [...window.nan],
    posInf: [...window.posInf],
    negInf: [...window.negInf],
  };
}

import type { BucketColumns, Counts, SeriesWindow } from "../types.ts";
import type { Area, Line, Samples } from "./plot-model.ts";
import { longestJoin, splitAtGaps } from "./split-at-gaps.ts";

/** On which axes zero and less have no place. */
export interface LogAxes {
  x: boolean;
  y: boolean;
}

export interface ReadWindow {
  line: Line;
  /** From the lowest to the highest point of every bucket; null where no bucket holds more than one. */
  envelope: Area | null;
  /** Points whose x is zero or less on a log axis. Their buckets are left out, but for one that reaches above it. */
  notOnX: number;
  /** Whether that bucket may hide more of them: it tells only its first point. */
  notOnXAtLeast: boolean;
}

const LINEAR: LogAxes = { x: false, y: false };

const kept = new WeakMap<SeriesWindow, Map<string, ReadWindow>>();

/**
 * One sample per bucket: the mean at the middle of the bucket, its lowest and highest point as the envelope. Samples are as
 * measured; what has no place on a log axis is in no stretch of them. What was read is kept as long as the window object
 * lives, so that points which arrive in one of a hundred series read one window.
 */
export function readWindow(window: SeriesWindow, log = LINEAR): ReadWindow {
  const readings = kept.get(window) ?? new Map<string, ReadWindow>();
  kept.set(window, readings);
  const key = `${log.x} ${log.y}`;
  const reading = readings.get(key) ?? readAgain(window, log);
  readings.set(key, reading);
  return reading;
}

function readAgain(window: SeriesWindow, log: LogAxes): ReadWindow {
  const { buckets, ...hidden } = log.x
    ? withPositiveX(window.buckets)
    : { buckets: window.buckets, notOnX: 0, notOnXAtLeast: false };
  const { x0, x1, mean, min, max, n, nonFinite, posInf, negInf } = buckets;
  const enveloped = n.some((count) => count > 1);
  const samples: Samples = {
    x: x0.map((start, index) => middle(start, x1[index], log.x)),
    from: x0,
    to: x1,
    y: mean,
    bounds: enveloped ? { low: min, high: max } : null,
    n,
    nonFinite,
    posInf,
    negInf,
  };
  const longest = longestJoin(samples);
  const isDrawn = (column: Float64Array) => (index: number) =>
    Number.isFinite(column[index]) && (!log.y || column[index] > 0);
  const envelope = enveloped
    ? { samples, low: min, high: max, runs: splitAtGaps(samples, isDrawn(max), longest) }
    : null;
  return {
    line: { samples, runs: splitAtGaps(samples, isDrawn(mean), longest) },
    envelope: envelope && { means: "envelope", ...envelope },
    ...hidden,
  };
}

/** Halves before adding: the sum of two large x need not be a number. A bucket that begins below a log axis stands at its end. */
function middle(from: number, to: number, log: boolean): number {
  return from === to || (log && from <= 0) ? to : from / 2 + to / 2;
}

function withPositiveX(
  buckets: BucketColumns,
): { buckets: BucketColumns } & Pick<ReadWindow, "notOnX" | "notOnXAtLeast"> {
  const { x0, x1, n, nonFinite } = buckets;
  let first = 0;
  let notOnX = 0;
  while (first < x1.length && x1[first] <= 0) notOnX += n[first] + nonFinite[first++];
  const reaches = x0[first] <= 0;
  const cut = <Column extends Counts>(column: Column) => column.subarray(first) as Column;
  return {
    notOnX: notOnX + (reaches ? 1 : 0),
    notOnXAtLeast: reaches && n[first] + nonFinite[first] > 2,
    buckets: {
      x0: cut(buckets.x0),
      x1: cut(x1),
      first: cut(buckets.first),
      last: cut(buckets.last),
      min: cut(buckets.min),
      max: cut(buckets.max),
      mean: cut(buckets.mean),
      n: cut(n),
      nonFinite: cut(nonFinite),
      posInf: buckets.posInf && cut(buckets.posInf),
      negInf: buckets.negInf && cut(buckets.negInf),
    },
  };
}

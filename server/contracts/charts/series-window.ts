import type { WireNumber } from "../../../workers/protocol/events.ts";
import type { PackedColumn } from "./unpack-window.ts";

/** Buckets of a window whose asker says nothing: one per pixel of a chart in a row of three, with two points each. */
export const DEFAULT_BUCKETS = 400;

/** What a series holds altogether, whatever part of it is shown. Two answers that agree in it are of the same points. */
export interface SeriesHeld {
  n: number;
  nan: number;
  posInf: number;
  negInf: number;
  /** Of the finite values; null where there is none. */
  mean: number | null;
  /** On the series' own axis. */
  lastX: number | null;
  /** The value there; null where there is no point. */
  lastValue: WireNumber | null;
}

/** What is said of a window besides its columns. */
export interface WindowFacts {
  runId: string;
  attemptId: string;
  /** 1 for the first attempt of the run. */
  attempt: number;
  metric: string;
  /** The axis that x is on: the asked one, or the series' own where it has no place on the asked one. */
  axis: string;
  /** The series' own axis. */
  ownAxis: string;
  /** Its own x counts the calls of a logger, of which one may have logged other metrics: a missing one is no gap. */
  ofLogger?: boolean;
  /** No bucket holds more than one point: this is the data itself. */
  raw: boolean;
  /** Points in the buckets. */
  total: number;
  /** Points that have no place on the asked axis: the series of that axis says nothing about their step. */
  unplaced: number;
  /** Places are read off a line through some points of the asked axis, since there are too many to look each up. */
  interpolated?: boolean;
  /** The smoothed line is that of means of neighbouring points, since there are too many to be read. */
  coarselySmoothed?: boolean;
  /** Points left out because a later attempt has taken the metric over at their x or before it. */
  hidden: number;
  /** Null, or the own x beyond which this window begins: the answer continues one that the asker has. */
  after: number | null;
  held: SeriesHeld;
  /** Only where points are damaged on disk: what is wrong and what to do. The window is empty then. */
  damaged?: string;
}

/**
 * Buckets in columns of equal length, ordered by x. A bucket stands for the points from `x0` to `x1`, both included and both
 * x of a point. `first` to `mean` are of its finite points, NaN where it has none; `n` counts all its points. Where only what
 * is drawn was asked for, `first` and `last` of buckets are NaN throughout.
 */
export interface WindowColumns {
  x0: Float64Array;
  x1: Float64Array;
  first: Float64Array;
  last: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  n: Uint32Array;
  nan: Uint32Array;
  posInf: Uint32Array;
  negInf: Uint32Array;
  /** The smoothed line at the last finite point of each bucket; null where nothing is smoothed. */
  smoothed: Float64Array | null;
  /** Wall time of the first and the last point, ms since the epoch; null where it was not asked for. */
  at0: Float64Array | null;
  at1: Float64Array | null;
}

/** A window of one series of one attempt. Its columns are never written to. */
export interface SeriesWindow extends WindowFacts, WindowColumns {}

/**
 * The same on the wire: the columns one after the other as one base64 string. Raw points are columns `x` and `value`, which is
 * NaN or an infinity where the point is. A count that is 0 everywhere is left out.
 */
export interface PackedWindow extends WindowFacts {
  /** Buckets, or points where `raw`. */
  size: number;
  columns: PackedColumn[];
  packed: string;
}

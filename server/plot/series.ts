import type { PossibleRange } from "../contracts/possible-range.ts";
import type { ValueKind } from "../wording/quantities.ts";
import type { LineColour } from "./colours.ts";

/** Whole numbers from 0. */
export type Counts = Uint32Array | Float64Array;

/**
 * Buckets of one series in columns of equal length, ascending in x. `x0` and `x1` are the x of the first and last point in
 * the bucket; the five values are of its finite points and NaN where it has none; `n` counts finite points, `nonFinite` the
 * others. Never written to: charts keep what they prepared as long as the window is the same object.
 */
export interface BucketColumns {
  x0: Float64Array;
  x1: Float64Array;
  first: Float64Array;
  last: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  n: Counts;
  nonFinite: Counts;
  /** Of the non-finite ones; left out where nobody told them apart from NaN. */
  posInf?: Counts;
  negInf?: Counts;
}

/** A window of one series. `raw`: no bucket holds more than one point, so this is the data itself. */
export interface SeriesWindow {
  raw: boolean;
  buckets: BucketColumns;
  /** x counts the calls of a logger, of which one may have logged other metrics: a missing one is no gap. */
  ofLogger?: boolean;
}

/** What every line in a chart has. */
export interface SeriesIdentity {
  /** Stable across filter, sort and refresh. */
  key: string;
  /** Written at the end of the line; without one the line is not labelled there. */
  label: string;
  /** What tooltip, legend, table and CSV call it; its label where it is left out. */
  name?: string;
  /** What its colour means where several lines share it: a configuration with a line per seed. */
  variant?: string;
  /** Key of its metric, and its run, for the CSV; left out, those of y and of the chart, or the chart's title. */
  metric?: string;
  run?: string;
  runName?: string;
  /** Set where lines are attempts of runs: tooltip, legend, table and CSV tell them apart by it. */
  attempt?: number;
  /** Ink where it is left out: an only run is ink, and so is the baseline. */
  colour?: LineColour;
  /** What everything is read against: ink, 2 px, drawn last. */
  baseline?: boolean;
  /** Says more of another line, beside which it steps back: thin and pale. */
  beside?: boolean;
}

/** One run's metric, or one of its components. */
export interface LineSeries extends SeriesIdentity {
  window: SeriesWindow;
  /** The points behind a smoothed line, drawn thin. */
  behind?: SeriesWindow;
  /** A process still writes it, or has not been heard for a while. */
  end?: "live" | "stale";
}

/** The mean over seeds at one x, with its 95 % t interval as the server computed it; null below three seeds. */
export interface BandPoint {
  x: number;
  /** Null where no seed is finite. */
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Seeds behind the mean. */
  n: number;
  /** Seeds that are only NaN or infinite here, and which of them are only +∞ or −∞; none where it is left out. */
  nonFinite?: number;
  posInf?: number;
  negInf?: number;
}

/** A variant: its mean over seeds. */
export interface BandSeries extends SeriesIdentity {
  points: BandPoint[];
  /** How many seeds there are; the most behind any point where it is not given. With fewer the line is dashed. */
  seeds?: number;
  /** Each seed's own line, drawn thin. */
  members?: { x: number; y: number }[][];
  /** Keeps its band where four or more variants share the chart. */
  pinned?: boolean;
  /** As in a window. */
  ofLogger?: boolean;
}

/** One evaluation: a rate or mean with its interval by a method that the caption names. */
export interface DotPoint {
  x: number;
  value: number;
  low: number | null;
  high: number | null;
  n: number;
  /** Of n, for rates: shown as 311/400. */
  count?: number;
}

/** Discrete measurements of one policy. */
export interface DotSeries extends SeriesIdentity {
  points: DotPoint[];
}

/** How x is read. Charts with the same `label` share one cursor and one zoom. Durations are in milliseconds. */
export interface XAxisSpec {
  /** "train step", "k", "generated tokens" */
  label: string;
  kind: Extract<ValueKind, "count" | "number" | "duration">;
  /** Fits the data where it is left out. */
  domain?: [number, number];
  scale?: "linear" | "log";
}

/** A stretch of x, ascending. */
export type ZoomRange = [from: number, to: number];

/** How a chart is looked at. All of it may be left out: then the chart, or the group it stands in, keeps it itself. */
export interface ChartView {
  /** The part of x that is shown, y fitted to it; null shows all. */
  zoom?: ZoomRange | null;
  /** Keys of lines that are not shown. */
  hidden?: readonly string[];
  /** `clip` fits y to all but far outliers, which are marked at the edge and counted under the chart. */
  outliers?: "show" | "clip";
}

export interface YAxisSpec {
  kind: ValueKind;
  /** Key of what is measured, for the CSV: of lines that do not say theirs. */
  metric?: string;
  /** Unit as the title shows it. */
  unit?: string;
  /** Fixed bounds; a null bound fits the data. Small multiples of one metric pass the same bounds. */
  domain?: [number | null, number | null];
  scale?: "linear" | "log";
  /** The least that the domain spans, as a share of the largest value: less is noise of what was read. */
  least?: number;
  /** What the quantity can be; intervals end there. A share is from 0 to 1 without being told. */
  possible?: PossibleRange;
}

/** A dotted vertical where another attempt took over, or where word stopped coming. */
export interface Seam {
  x: number;
  label: string;
}

/** A dashed horizontal with its name on the line: "SFT start 74.2". */
export interface ReferenceLine {
  y: number;
  label: string;
}

/** A stretch that a rule objects to. */
export interface FlagSpan {
  x0: number;
  /** Open end: to the last point. */
  x1: number | null;
  level: "info" | "warning" | "error";
  rule: string;
  label?: string;
}

/** What a chart may carry besides its series. */
export interface Annotations {
  seams?: Seam[];
  references?: ReferenceLine[];
  flags?: FlagSpan[];
}

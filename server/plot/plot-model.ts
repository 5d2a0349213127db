import type { ValueKind } from "../wording/quantities.ts";
import type { LineColour } from "./colours.ts";
import type { Counts, FlagSpan, ReferenceLine, Seam, XAxisSpec, ZoomRange } from "./series.ts";

/**
 * What a chart has along one line, in columns of equal length, ascending in x: what the cursor stops at and the tooltip
 * reads. A window of a hundred thousand points costs no object per point.
 */
export interface Samples {
  /** Where a sample stands: in the middle of its bucket. */
  x: Float64Array;
  /** First and last x that a sample stands for. */
  from: Float64Array;
  to: Float64Array;
  /** NaN where every point there was NaN or infinite. */
  y: Float64Array;
  /** Bounds of the envelope or interval, NaN where there is none; null where no sample has any. */
  bounds: { low: Float64Array; high: Float64Array } | null;
  /** Finite points in the bucket, seeds behind the mean, or problems. */
  n: Counts;
  /** Of n, for rates; NaN where there is none. */
  hits?: Float64Array;
  nonFinite: Counts;
  posInf?: Counts;
  negInf?: Counts;
}

/**
 * Samples with the stretches of them that are drawn and joined: pairs [from, to) of indices. They are broken where data is
 * missing and where a value has no place on the axis.
 */
export interface Line {
  samples: Samples;
  runs: Uint32Array;
}

/** A fill between bounds. Two meanings never share one picture. */
export interface Area {
  means: "envelope" | "interval";
  samples: Samples;
  low: Float64Array;
  high: Float64Array;
  runs: Uint32Array;
}

/** Ends of an interval that reach beyond what the quantity can be, and are drawn only up to there. */
export interface OpenEnds {
  low: boolean;
  high: boolean;
}

/** One line with everything that belongs to it, in the unit of the store. */
export interface PlotSeries {
  key: string;
  /** Written at its end; may be empty. */
  label: string;
  /** What everything else calls it. */
  name: string;
  variant: string | null;
  metric: string | null;
  run: string | null;
  runName: string | null;
  attempt: number | null;
  colour: LineColour;
  role: "baseline" | "run" | "beside" | "rest";
  line: Line;
  /** Where set, the line is dashed but for these stretches: elsewhere its means are of fewer seeds. */
  whole?: Line;
  /** The points that a smoothed line was computed from. */
  behind: Line | null;
  members: Line[];
  area: Area | null;
  /** What the bounds of its samples are, also where no area of them is drawn. */
  bounds: Area["means"];
  dots: boolean;
  /** The last interval as a bar at the right edge, where bands would be mud. */
  whisker: { low: number; high: number; open?: OpenEnds } | null;
  end: { x: number; y: number; state: "live" | "stale" } | null;
  nInWords: (n: number) => string;
}

/** A line as the legend has it, shown or hidden. */
export interface LineEntry {
  key: string;
  name: string;
  colour: LineColour;
  hidden: boolean;
}

/** Points that could not be drawn at their value, at one x. */
export interface StripMark {
  x: number;
  count: number;
  /** Whether its bucket may hide more of them. */
  atLeast: boolean;
  key: string;
}

/** What a line is of, and what is counted where it has no place on a log axis: points as sent, means over seeds, the lowest seed. */
export type Counted = "point" | "mean" | "lowest seed";

/** Marks under the axis. */
export interface StripRow {
  label: string;
  /** What a mark of this row is, for the caption: "NaN or +Inf", "zero or negative, not on log". */
  meaning: string;
  /** What its marks count. */
  of: Counted;
  /** Ascending in x. */
  marks: StripMark[];
}

/** What lies beyond an end of the y axis. Points are drawn at the edge: `marks` ascending in x. */
export interface Beyond {
  side: "above" | "below";
  bound: number;
  count: number;
  /** Whether buckets hide how many of their points lie beyond. */
  atLeast: boolean;
  /** Smoothed lines that reach there, with or without a point of theirs. */
  smoothed: number;
  marks: StripMark[];
}

/** Everything a chart decides before it knows its size. */
export interface PlotModel {
  /** What a value of its lines is of. */
  counted: Counted;
  /** Its lines are of smoothed values, and what was measured does not stand behind them. */
  smoothed: boolean;
  x: {
    /** What is shown. */
    domain: ZoomRange;
    /** What is there, as far as it was loaded. */
    full: ZoomRange;
    /** Whether that is all: of a zoomed chart perhaps only what is in sight was loaded. */
    isWhole: boolean;
    zoomed: boolean;
    kind: XAxisSpec["kind"];
    label: string;
    log: boolean;
  };
  y: {
    domain: [number, number];
    kind: ValueKind;
    unit: string;
    /** Of lines that do not say theirs. */
    metric?: string;
    log: boolean;
    /** Said in place of a scale where samples are there and none of them has a place on it. */
    missing: string | null;
  };
  /** In drawing order: the rest first, the baseline last. Without the hidden ones. */
  series: PlotSeries[];
  /** All lines in the order given, hidden ones too. */
  lines: LineEntry[];
  strips: StripRow[];
  beyond: Beyond[];
  seams: Seam[];
  references: ReferenceLine[];
  flags: FlagSpan[];
  /** What the chart hid or cannot say: "45 others in grey", "1 seed, no interval". */
  notes: string[];
  /** Whether any line, hidden or not, has a sample anywhere. */
  empty: boolean;
  /** The x of all samples where it is only one. */
  onlyX: number | null;
}

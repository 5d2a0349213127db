import type { ValueKind } from "#components/ui/format/format-value.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import type { FlagSpan, ReferenceLine, Seam, XAxisSpec } from "../types.ts";

/** What a chart has at one x of one series: what the cursor stops at and the tooltip reads. */
export interface Sample {
  x: number;
  /** Null where every point there was NaN or infinite. */
  y: number | null;
  /** Bounds of the envelope or interval; null where there is none. */
  low: number | null;
  high: number | null;
  /** Points in the bucket, seeds behind the mean, or problems. */
  n: number;
  /** Of n, for rates. */
  count?: number;
  nonFinite: number;
  /** First and last x that this sample stands for. */
  span: [number, number];
}

/** Ends of an interval that reach beyond what the quantity can be, and are drawn only up to there. */
export interface OpenEnds {
  low: boolean;
  high: boolean;
}

/** A sample that can be drawn. */
export type Drawable = Sample & { y: number };

/** One line with everything that belongs to it, in the unit of the store. */
export interface PlotSeries {
  key: string;
  label: string;
  colour: RunColour;
  role: "baseline" | "run" | "rest";
  /** Broken where data is missing. */
  line: Drawable[][];
  behind: Drawable[][];
  members: Drawable[][];
  /** What its fill means; two meanings never share one picture. */
  area: "envelope" | "interval" | null;
  dots: boolean;
  /** The last interval as a bar at the right edge, where bands would be mud. */
  whisker: { low: number; high: number; open?: OpenEnds } | null;
  end: { x: number; y: number; state: "live" | "stale" } | null;
  samples: Sample[];
  nInWords: (n: number) => string;
}

/** Marks under the axis: what cannot be drawn at its value. */
export interface StripRow {
  label: string;
  /** What a mark of this row is, for the caption: "NaN or infinite", "zero or negative, not on log". */
  meaning: string;
  marks: { x: number; count: number; key: string }[];
}

/** Everything a chart decides before it knows its size. */
export interface PlotModel {
  x: { domain: [number, number]; kind: XAxisSpec["kind"]; label: string };
  y: { domain: [number, number]; kind: ValueKind; log: boolean };
  /** In drawing order: the rest first, the baseline last. */
  series: PlotSeries[];
  strips: StripRow[];
  seams: Seam[];
  references: ReferenceLine[];
  flags: FlagSpan[];
  /** What the chart hid or cannot say: "45 others in grey", "1 seed, no interval". */
  notes: string[];
  /** Every x with a sample, ascending: where the cursor stops. */
  stops: number[];
}

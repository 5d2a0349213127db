import type { BucketBlock, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import type { ChosenSeries } from "./choose-series.ts";
import { nextUp } from "./neighbour.ts";
import type { BucketEnds } from "./smooth-buckets.ts";

/** A part of a line: one series of one attempt, as far as no later attempt has taken over. */
export interface LinePart extends ChosenSeries {
  /** When its attempt began, ms since the epoch. */
  startedAt: number;
  /** Last own x that belongs to it: the highest of its series, or where a later attempt takes over. */
  until: number | null;
}

export interface PlacedQuestion {
  /** Bounds on the axis it is placed on. */
  span: Span;
  buckets: number;
  /** Own x beyond which points are wanted; null wants all. */
  after: number | null;
  smoothing: Smoothing;
  /** A smoothed line is wanted as its mean over the points of a bucket, not as it is at the last of them. */
  means?: boolean;
}

/** Buckets on the axis of the part. */
export interface PlacedBuckets {
  block: BucketBlock;
  unplaced: number;
  /** Places are read off a line through some points of the asked axis. */
  interpolated?: boolean;
  /** The same on the series' own axis, as far as smoothing must know. */
  own: BucketEnds;
}

export interface PlacedWindow extends Omit<PlacedBuckets, "own"> {
  /** Null where nothing is smoothed. */
  smoothed: Float64Array | null;
  /** It was smoothed of means of neighbouring points, since there are too many to be read. */
  coarselySmoothed?: boolean;
}

export const EVERYTHING: Span = { from: null, to: null };

/** The wanted own x; null where there can be none. */
export function ownSpan({ until }: LinePart, { after }: PlacedQuestion): Span | null {
  const from = after === null ? null : nextUp(after);
  return from !== null && until !== null && from > until ? null : { from, to: until };
}

/** The part of `a` that is in `b` too; null where there is none. */
export function bothSpans(a: Span, b: Span): Span | null {
  const from = a.from === null ? b.from : b.from === null ? a.from : Math.max(a.from, b.from);
  const to = a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to);
  return from !== null && to !== null && from > to ? null : { from, to };
}

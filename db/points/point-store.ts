/** Points of one metric in the order in which they were sent: three columns of equal length. */
export interface PointColumns {
  metric: string;
  /** Name of the metric's own x: "step", "episodes", "tokens". */
  axis: string;
  x: Float64Array;
  /** Any float64; NaN and infinities are values like others. */
  value: Float64Array;
  /** Wall time in ms since the epoch. */
  at: Float64Array;
}

/** What one source sends at once. Its points are numbered from `firstSeq` on, column after column. */
export interface PointBatch {
  attemptId: string;
  /** Who numbers the points: "events", "trainer", "gpu". */
  source: string;
  /** Null: the caller has removed what is stored already, in the same transaction. */
  firstSeq: number | null;
  columns: PointColumns[];
}

/**
 * A gap stores nothing: `ackSeq` says from where to send again. `reachedX` is the greatest x of the series that got
 * points, null where none did.
 */
export type AppendAnswer =
  | { kind: "stored"; ackSeq: number; points: number; reachedX: number | null }
  | { kind: "gap"; ackSeq: number }
  | { kind: "sealed"; ackSeq: number };

/** What a series is and holds, without reading its points. Extremes are of finite points; null where there is none. */
export interface SeriesFacts {
  id: number;
  attemptId: string;
  metric: string;
  axis: string;
  /** Values; those that share an x count each. */
  n: number;
  nan: number;
  posInf: number;
  negInf: number;
  /** Sum of the finite values, divided by their number. */
  mean: number | null;
  min: number | null;
  minX: number | null;
  max: number | null;
  maxX: number | null;
  firstX: number | null;
  lastX: number | null;
  /** NaN and infinities are given as they are; null only where there is no point. */
  lastValue: number | null;
  lastAt: number | null;
  /** Only where its last points could not be read: these facts are without them, and reading it throws. */
  setAside?: true;
}

export type SeriesName = Pick<SeriesFacts, "metric" | "axis">;

/** How far a series has come: a part of its facts that is read in half the time. */
export type LastPoint = Pick<SeriesFacts, "attemptId" | "metric" | "n" | "lastX" | "lastValue">;

/**
 * Buckets in columns, ordered by x. A bucket stands for the points from `x0` to `x1`, both included and both x of a
 * point. `first` to `mean` are of its finite points, NaN where it has none; `n` counts all its points.
 */
export interface BucketBlock {
  /** No bucket holds more than one point: this is the data itself. Values that share an x are in one bucket. */
  raw: boolean;
  /** Points between the asked bounds. */
  total: number;
  x0: Float64Array;
  x1: Float64Array;
  at0: Float64Array;
  at1: Float64Array;
  first: Float64Array;
  last: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  n: Uint32Array;
  nan: Uint32Array;
  posInf: Uint32Array;
  negInf: Uint32Array;
}

/** Points ordered by x. */
export interface PointBlock {
  x: Float64Array;
  value: Float64Array;
  at: Float64Array;
}

/** What is known of neighbouring points without reading them. Extremes are of finite points, NaN where there is none. */
export interface KnownPoints {
  n: number;
  nan: number;
  posInf: number;
  negInf: number;
  min: number;
  max: number;
}

/** What comes next of a series, up to `reached`: points, or as many as `taken` says, which what is known of them stood for. */
export type Step = { points: PointBlock; reached: number } | { taken: number; reached: number };

/** From which x on a series may have other points than when it was asked last; Infinity where it has none. */
export interface Following {
  take(): number;
  end(): void;
}

/** Bounds are included; null is open. */
export interface Span {
  from: number | null;
  to: number | null;
}

export interface Sealed {
  attemptId: string;
  points: number;
  bytes: number;
  /** Of the canonical chunks: equal points give equal bytes, however they arrived. */
  sha256: string;
}

/** Where the points of all runs are. Nothing outside it knows how they lie on disk. */
export interface PointStore {
  /** Stores batches in the running transaction, one answer each, all or nothing per batch. */
  append(batches: readonly PointBatch[]): AppendAnswer[];
  /**
   * Makes series that are about to get points, a part of what `append` would do for them. Nobody is told of one before it has
   * a point; an attempt that is not there or takes no points gets none.
   */
  open(attemptId: string, names: readonly SeriesName[]): void;
  /** Number of the last point of a source that is stored; 0 where there is none. */
  reached(attemptId: string, source: string): number;
  /**
   * Brings the rows of series up to their last points, for whoever reads those rows in SQL or in a snapshot; of all metrics
   * where `metrics` is null. False where nothing can be written, so that the last points are missing.
   */
  settle(metrics: readonly string[] | null): boolean;
  /** Names of the series of an attempt that have points, at once and in no order. */
  names(attemptId: string): SeriesName[];
  /** Series of attempts that have points; of all metrics where `metrics` is null. */
  series(attemptIds: readonly string[], metrics: readonly string[] | null): SeriesFacts[];
  /** How far the series of attempts on one axis have come, in no order; of all metrics where `metrics` is null. */
  lasts(attemptIds: readonly string[], metrics: readonly string[] | null, axis: string): LastPoint[];
  /** Names what a series holds now: another one after every append to it, replaced points included. Merging may change it. */
  revision(seriesId: number): string;
  /** At most `buckets` buckets of equal width between the bounds, or the points themselves where they fit. */
  window(seriesId: number, span: Span, buckets: number): BucketBlock;
  /** What stands between the bounds, block by block, ascending, each x once: of values that share one their mean (`meanPerX`). */
  read(seriesId: number, span: Span): Generator<PointBlock>;
  /** Every point between the bounds, block by block, ascending; of one x in the order in which they came, never parted. */
  rows(seriesId: number, span: Span): Generator<PointBlock>;
  /**
   * The points behind `after`, some thousand at a time; null behind the last. `takes` says of what is known of a stretch
   * whether that is enough; its points are not read then.
   */
  step(seriesId: number, after: number, takes?: (known: KnownPoints) => boolean): Step | null;
  /** Notes from now on which points of a series come or change in this process; at first everything has. */
  follow(seriesId: number): Following;
  /** What stands at the `count` greatest x, as `read` gives it; fewer where there are fewer. */
  tail(seriesId: number, count: number): PointBlock;
  /** Nothing more is expected of an attempt for now: housekeeping packs its last points at once, not after a minute. */
  rest(attemptId: string): void;
  /** Lets an attempt take no more points; housekeeping brings it to its final form, after which `seal` costs nothing. */
  closeAttempt(attemptId: string): void;
  /** Lets an attempt that was closed take points again: somebody goes on with it. */
  reopenAttempt(attemptId: string): void;
  /** Brings what an ended attempt has to its final form at once; nothing is appended to it afterwards. */
  seal(attemptId: string): Sealed;
  /** Removes the points and series of attempts. */
  forget(attemptIds: readonly string[]): void;
  /** Whether readers did not see all that is stored, because nothing can be written that would bring the rest into place. */
  lacks(): boolean;
  /** Spends at most about this many ms on merging; true while something is left to do. */
  housekeep(budgetMs: number): boolean;
}

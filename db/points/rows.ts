import type { Statements } from "./statements.ts";

/** What the row of a series says of its points. */
export interface Totals {
  n: number;
  nan: number;
  posInf: number;
  negInf: number;
  /** Null where it leaves the range of float64. */
  sum: number | null;
  min: number | null;
  minX: number | null;
  max: number | null;
  maxX: number | null;
  firstX: number | null;
  lastX: number | null;
  lastValue: number | null;
  lastKind: number;
  lastAt: number | null;
}

/** A row of `series`; db/schema/series.ts says what its columns mean. */
export interface SeriesRow extends Totals {
  id: number;
  attemptId: string;
  metric: string;
  axis: string;
  tangled: 0 | 1;
  due: 0 | 1 | 2;
  firstSegment: number | null;
  lastSegment: number | null;
  segs: number;
  loose: number;
  mergeSegment: number | null;
  mergeX: number | null;
  settled: number;
}

export interface SegmentRow {
  id: number;
  n: number;
  x0: number;
  x1: number;
}

export interface SegmentPiece extends SegmentRow {
  data: unknown;
}

export interface ChunkRow {
  id: number;
  x0: number;
  x1: number;
  n: number;
}

export function writeSeries(sql: Statements, s: SeriesRow): void {
  const { n, nan, posInf, negInf, sum, min, minX, max, maxX, firstX, lastX, lastValue, lastKind, lastAt } = s;
  const totals = [
    n,
    nan,
    posInf,
    negInf,
    sum,
    min,
    minX,
    max,
    maxX,
    firstX,
    lastX,
    lastValue,
    lastKind,
    lastAt,
  ];
  const { tangled, due, firstSegment, lastSegment, segs, loose, mergeSegment, mergeX, settled, id } = s;
  sql.writeSeries.run(
    totals,
    tangled,
    due,
    firstSegment,
    lastSegment,
    segs,
    loose,
    mergeSegment,
    mergeX,
    settled,
    id,
  );
}

import { encodeBlock } from "./codec/block.ts";
import { joinBlocks, orderPoints, slicePoints } from "./order-points.ts";
import { POINT_KINDS, pointKind } from "./point-kinds.ts";
import type { AppendAnswer, PointBatch, PointBlock, PointColumns } from "./point-store.ts";
import { writeSeries } from "./rows.ts";
import type { OpenSeries, SeriesMemory } from "./series-memory.ts";
import { CHUNK_POINTS, MOST_SEGS } from "./sizes.ts";
import type { Statements } from "./statements.ts";
import { summarise } from "./summary.ts";

/** What one flush brings to one series. */
interface Gathered {
  series: OpenSeries;
  blocks: PointBlock[];
  /** Every x so far is greater than the one before it, and than all that is stored. */
  inOrder: boolean;
  lastX: number;
}

/** Throws where an x or a time is no finite number, before anything is written. */
function check({ metric, x, at }: PointColumns): void {
  for (let i = 0; i < x.length; i++)
    if (!(x[i] - x[i] === 0 && at[i] - at[i] === 0))
      throw new RangeError(
        `Point ${i + 1} of ${metric} has x ${x[i]} at ${at[i]} ms; both must be finite numbers.`,
      );
}

/** Takes note of a column's order. */
function look(gathered: Gathered, { x }: PointColumns): void {
  let { lastX, inOrder } = gathered;
  for (let i = 0; i < x.length; i++) {
    if (x[i] > lastX) lastX = x[i];
    else inOrder = false;
  }
  gathered.lastX = lastX;
  gathered.inOrder = inOrder;
}

/** What of a batch is not stored yet, or the answer where that is nothing. */
function freshColumns(
  sql: Statements,
  memory: SeriesMemory,
  batch: PointBatch,
): { columns: PointColumns[]; ackSeq: number } | AppendAnswer {
  const { attemptId, source, firstSeq, columns } = batch;
  const count = columns.reduce((sum, { x }) => sum + x.length, 0);
  const stored = firstSeq === null ? 0 : memory.lastSeq(attemptId, source);
  const skip = firstSeq === null ? 0 : stored + 1 - firstSeq;
  if (skip < 0) return { kind: "gap", ackSeq: stored };
  if (count - skip <= 0) return { kind: "stored", ackSeq: stored, points: 0, reachedX: null };
  if (sql.isClosed.get(attemptId) !== undefined) return { kind: "sealed", ackSeq: stored };
  const ackSeq = firstSeq === null ? 0 : firstSeq + count - 1;
  if (firstSeq !== null) memory.setLastSeq(attemptId, source, ackSeq);
  return { columns: skip === 0 ? columns : withoutFirst(columns, skip), ackSeq };
}

/** Columns without their first points, counted column after column. */
function withoutFirst(columns: readonly PointColumns[], skip: number): PointColumns[] {
  let left = skip;
  return columns.flatMap((column) => {
    const cut = Math.min(left, column.x.length);
    left -= cut;
    return cut === column.x.length ? [] : [{ ...column, ...slicePoints(column, cut, column.x.length) }];
  });
}

/**
 * Brings the totals of a series up to points that come after all others; or, where they do not, to bounds of the truth.
 * True where it has only come farther, with neither a new extreme nor anything but numbers.
 */
function extendTotals(series: OpenSeries, points: PointBlock, follows: boolean): boolean {
  const { x, value, at } = points;
  const end = x.length - 1;
  const added = summarise(points, 0, x.length);
  if (follows || x[end] >= (series.lastX ?? -Infinity)) {
    series.lastX = x[end];
    series.lastKind = pointKind(value[end]);
    series.lastValue = series.lastKind === POINT_KINDS.number ? value[end] : null;
    series.lastAt = at[end];
  }
  const isLower = added.min < (series.min ?? Infinity);
  const isHigher = added.max > (series.max ?? -Infinity);
  if (isLower) {
    series.min = added.min;
    series.minX = added.minX;
  }
  if (isHigher) {
    series.max = added.max;
    series.maxX = added.maxX;
  }
  const sum = (series.sum ?? NaN) + added.sum;
  series.sum = Number.isFinite(sum) ? sum : null;
  series.n += added.n;
  series.nan += added.nan;
  series.posInf += added.posInf;
  series.negInf += added.negInf;
  series.firstX = Math.min(series.firstX ?? x[0], x[0]);
  if (!follows) series.tangled = 1;
  return follows && !isLower && !isHigher && added.nan + added.posInf + added.negInf === 0;
}

/** Adds points to a series as a seg, or as several where they are very many. */
function addSegs(sql: Statements, memory: SeriesMemory, series: OpenSeries, points: PointBlock): void {
  const n = points.x.length;
  for (let from = 0; from < n; from += CHUNK_POINTS) {
    const { x, value, at } =
      n <= CHUNK_POINTS ? points : slicePoints(points, from, Math.min(n, from + CHUNK_POINTS));
    const id = memory.takeSegId();
    const data = encodeBlock([x, value, at], false);
    sql.addSeg.run(id, series.id, series.lastSeg, x.length, x[0], x[x.length - 1], data);
    series.firstSeg ??= id;
    series.lastSeg = id;
    series.segs += 1;
    series.loose += x.length;
  }
  series.touched = memory.touched;
}

/** Writes the row of a series; most of the time only how far it reaches has changed. */
function store(sql: Statements, memory: SeriesMemory, { series, blocks, inOrder }: Gathered): void {
  const joined = joinBlocks(blocks);
  const points = inOrder ? joined : orderPoints(joined);
  // What is disordered only in itself is not when it is sorted.
  const follows = inOrder || points.x[0] > (series.lastX ?? -Infinity);
  const { due, firstSeg } = series;
  const hasAdvanced = extendTotals(series, points, follows);
  addSegs(sql, memory, series, points);
  const isFull = series.loose >= CHUNK_POINTS || series.segs >= MOST_SEGS;
  series.due = series.tangled || isFull ? 2 : 1;
  if (!hasAdvanced || series.due !== due || series.firstSeg !== firstSeg) return writeSeries(sql, series);
  const { n, sum, lastX, lastValue, lastKind, lastAt, lastSeg, segs, loose, id } = series;
  sql.advanceSeries.run(n, sum, lastX, lastValue, lastKind, lastAt, lastSeg, segs, loose, id);
}

/** Takes a batch in, to be stored with what others bring to the same series. */
function gather(
  sql: Statements,
  memory: SeriesMemory,
  batch: PointBatch,
  gathered: Map<OpenSeries, Gathered>,
): AppendAnswer {
  const fresh = freshColumns(sql, memory, batch);
  if ("kind" in fresh) return fresh;
  let points = 0;
  let reachedX = -Infinity;
  for (const column of fresh.columns) {
    const { metric, axis, x } = column;
    if (x.length === 0) continue;
    const series = memory.open(batch.attemptId, metric, axis);
    let found = gathered.get(series);
    if (!found) {
      found = { series, blocks: [], inOrder: true, lastX: series.lastX ?? -Infinity };
      gathered.set(series, found);
    }
    look(found, column);
    found.blocks.push(column);
    points += x.length;
    reachedX = Math.max(reachedX, found.lastX);
  }
  return { kind: "stored", ackSeq: fresh.ackSeq, points, reachedX: points === 0 ? null : reachedX };
}

/**
 * Stores batches in the running transaction. What several batches bring to one series becomes one seg, so a flush costs
 * one insert and one update for each series, whoever sent its points.
 */
export function appendBatches(
  sql: Statements,
  memory: SeriesMemory,
  batches: readonly PointBatch[],
): AppendAnswer[] {
  for (const { columns } of batches) columns.forEach(check);
  memory.touched = performance.now();
  const gathered = new Map<OpenSeries, Gathered>();
  const answers = batches.map((batch) => gather(sql, memory, batch, gathered));
  for (const one of gathered.values()) store(sql, memory, one);
  return answers;
}

import { writeEntry, type JournalEntry } from "./journal.ts";
import { copyPoints, slicePoints } from "./order-points.ts";
import type { AppendAnswer, PointBatch, PointColumns, SeriesName } from "./point-store.ts";
import type { OpenSeries, SeriesMemory } from "./series-memory.ts";
import { addAtOnce, settleOldest } from "./settle.ts";
import { MANY_POINTS, SETTLE_MS } from "./sizes.ts";
import type { Statements } from "./statements.ts";

/** Throws where an x or a time is no finite number, before anything is written. */
function check({ metric, x, at }: PointColumns): void {
  // Of numbers that are all finite the sum of differences with themselves is 0; of others it is NaN.
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] - x[i] + (at[i] - at[i]);
  if (sum === 0) return;
  const i = x.findIndex((_, k) => !Number.isFinite(x[k]) || !Number.isFinite(at[k]));
  throw new RangeError(
    `Point ${i + 1} of ${metric} has x ${x[i]} at ${at[i]} ms; both must be finite numbers.`,
  );
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

/** A column of a batch with the series that gets it. */
interface Arrival {
  series: OpenSeries;
  column: PointColumns;
}

/** Takes a batch in, to be stored with what others bring. */
function gather(sql: Statements, memory: SeriesMemory, batch: PointBatch, arrivals: Arrival[]): AppendAnswer {
  const fresh = freshColumns(sql, memory, batch);
  if ("kind" in fresh) return fresh;
  memory.makeMany(batch.attemptId, fresh.columns);
  let points = 0;
  for (const column of fresh.columns) {
    if (column.x.length === 0) continue;
    points += column.x.length;
    arrivals.push({ series: memory.open(batch.attemptId, column.metric, column.axis), column });
  }
  return { kind: "stored", ackSeq: fresh.ackSeq, points, reachedX: null };
}

/** All arrivals one behind the other. */
function entryOf({ entryId: id, waiting }: SeriesMemory, arrivals: readonly Arrival[]): JournalEntry {
  const points = waiting.room(arrivals.reduce((sum, { column }) => sum + column.x.length, 0));
  const seriesIds = new Float64Array(arrivals.length);
  const counts = new Float64Array(arrivals.length);
  let done = 0;
  arrivals.forEach(({ series, column }, k) => {
    seriesIds[k] = series.id;
    counts[k] = column.x.length;
    copyPoints(column, 0, column.x.length, points, done);
    done += column.x.length;
  });
  return { id, points, seriesIds, counts };
}

/** Settles what has waited longest while too much waits: for some ms, or for as long as it takes where that was not enough. */
function settleWhatIsTooMuch(sql: Statements, memory: SeriesMemory): void {
  const { waiting } = memory;
  if (!waiting.isOver(1)) return;
  const end = performance.now() + SETTLE_MS;
  settleOldest(sql, memory, () => waiting.isOver(2) || (waiting.isOver(1) && performance.now() < end));
}

/** Puts arrivals into the journal as one entry, where they wait. */
function letWait(sql: Statements, memory: SeriesMemory, arrivals: readonly Arrival[]): void {
  if (arrivals.length === 0) return;
  const entry = entryOf(memory, arrivals);
  writeEntry(sql, entry);
  let done = 0;
  for (const { series, column } of arrivals)
    memory.waiting.add(series, entry, done, (done += column.x.length));
}

/** Makes series that points are on their way to, and room for these points, some of it each time. */
export function openAhead(
  sql: Statements,
  memory: SeriesMemory,
  attemptId: string,
  names: readonly SeriesName[],
): void {
  if (sql.isClosed.get(attemptId) !== undefined) return;
  memory.makeMany(attemptId, names);
  settleWhatIsTooMuch(sql, memory);
}

/**
 * Stores batches in the running transaction, as one entry of the journal. Their points wait there and in memory until a
 * reader wants them or too many wait, so that a series gets many at once, whoever sent them and in however many pieces. One
 * that is sent many at once gets them at once: written to the journal first they would be written twice.
 */
export function appendBatches(
  sql: Statements,
  memory: SeriesMemory,
  batches: readonly PointBatch[],
): AppendAnswer[] {
  for (const { columns } of batches) columns.forEach(check);
  memory.touched = performance.now();
  const arrivals: Arrival[] = [];
  const ends: number[] = [];
  const answers = batches.map((batch) => {
    const answer = gather(sql, memory, batch, arrivals);
    ends.push(arrivals.length);
    return answer;
  });
  if (arrivals.length === 0) return answers;
  const many = new Set(
    arrivals.filter(({ column }) => column.x.length >= MANY_POINTS).map(({ series }) => series),
  );
  letWait(
    sql,
    memory,
    arrivals.filter(({ series }) => !many.has(series)),
  );
  for (const { series, column } of arrivals) {
    series.touched = memory.touched;
    memory.followed.note(series.id, column.x);
    if (many.has(series)) addAtOnce(sql, memory, series, column);
  }
  answers.forEach((answer, i) => {
    if (answer.kind !== "stored") return;
    for (const { series } of arrivals.slice(ends[i - 1] ?? 0, ends[i]))
      answer.reachedX = Math.max(series.reachedX, answer.reachedX ?? -Infinity);
  });
  settleWhatIsTooMuch(sql, memory);
  return answers;
}

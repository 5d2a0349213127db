import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { groupSamples, series } from "../schema/index.ts";

export type SeriesRecord = typeof series.$inferSelect;

/** A stored point. `kind`: 0 a number, 1 NaN, 2 +Inf, 3 -Inf. */
export interface StoredPoint {
  x: number;
  seq: number;
  wallMs: number;
  value: number | null;
  kind: number;
}

export const POINT_KINDS = { number: 0, nan: 1, posInf: 2, negInf: 3 } as const;

/** SQLite turns NaN into NULL, so what a value was is kept beside it. */
export function pointKind(value: number): number {
  if (Number.isFinite(value)) return POINT_KINDS.number;
  if (Number.isNaN(value)) return POINT_KINDS.nan;
  return value > 0 ? POINT_KINDS.posInf : POINT_KINDS.negInf;
}

export interface PointToAppend {
  metric: string;
  x: number;
  seq: number;
  wallMs: number;
  value: number;
}

/** Appends points of one attempt and keeps each series' summary. Runs inside the caller's transaction. */
export function insertPoints(db: Db, attemptId: string, batch: PointToAppend[]): void {
  const client = db.$client;
  const ensure = client.prepare(
    "insert into series (attempt_id, metric) values (?, ?) on conflict do nothing",
  );
  const find = client.prepare("select id from series where attempt_id = ? and metric = ?").pluck();
  const insert = client.prepare(
    "insert into points (series_id, x, seq, wall_ms, value, kind) values (?, ?, ?, ?, ?, ?) on conflict do nothing",
  );
  const summarise = client.prepare(`
    update series set n = n + 1, non_finite = non_finite + @bad,
      last_x = case when last_x is null or @x >= last_x then @x else last_x end,
      last_value = case when last_x is null or @x >= last_x then @value else last_value end,
      last_kind = case when last_x is null or @x >= last_x then @kind else last_kind end,
      last_wall_ms = case when last_x is null or @x >= last_x then @wall else last_wall_ms end,
      min_value = min(coalesce(min_value, @value), coalesce(@value, min_value)),
      max_value = max(coalesce(max_value, @value), coalesce(@value, max_value))
    where id = @id`);
  const ids = new Map<string, number>();
  for (const point of batch) {
    let id = ids.get(point.metric);
    if (id === undefined) {
      ensure.run(attemptId, point.metric);
      id = find.get(attemptId, point.metric) as number;
      ids.set(point.metric, id);
    }
    const kind = pointKind(point.value);
    const value = kind === POINT_KINDS.number ? point.value : null;
    if (insert.run(id, point.x, point.seq, point.wallMs, value, kind).changes === 0) continue;
    summarise.run({
      id,
      x: point.x,
      value,
      kind,
      wall: point.wallMs,
      bad: kind === POINT_KINDS.number ? 0 : 1,
    });
  }
}

export function selectSeries(db: Db, attemptIds: string[], metrics: string[] | null): SeriesRecord[] {
  if (attemptIds.length === 0) return [];
  const ofAttempts = inArray(series.attemptId, attemptIds);
  return db
    .select()
    .from(series)
    .where(metrics ? and(ofAttempts, inArray(series.metric, metrics)) : ofAttempts)
    .orderBy(asc(series.metric))
    .all();
}

/** Points of one series by x; of several at the same x the last to arrive. */
export function selectPoints(db: Db, seriesId: number): StoredPoint[] {
  const rows = db.$client
    .prepare("select x, seq, wall_ms as wallMs, value, kind from points where series_id = ? order by x, seq")
    .all(seriesId) as StoredPoint[];
  return rows.filter((row, i) => rows[i + 1]?.x !== row.x);
}

/** The values of the last `count` distinct x of a series, newest first. */
export function selectLastPoints(db: Db, seriesId: number, count: number): StoredPoint[] {
  const rows = db.$client
    .prepare(
      `select x, max(seq) as seq, wall_ms as wallMs, value, kind from points
       where series_id = ? group by x order by x desc limit ?`,
    )
    .all(seriesId, count) as StoredPoint[];
  return rows;
}

export function insertGroupSample(
  db: Db,
  sample: {
    attemptId: string;
    trainStep: number;
    drawn: number;
    groups: { key: string; rewards: (number | string)[] }[];
  },
): void {
  db.insert(groupSamples).values(sample).run();
}

/** Samples of an attempt at a step, or the newest when `trainStep` is null; with all steps that have one. */
export function selectGroupSample(db: Db, attemptId: string, trainStep: number | null) {
  const steps = db
    .select({ trainStep: groupSamples.trainStep })
    .from(groupSamples)
    .where(eq(groupSamples.attemptId, attemptId))
    .orderBy(asc(groupSamples.trainStep))
    .all()
    .map((row) => row.trainStep);
  const wanted = trainStep !== null && steps.includes(trainStep) ? trainStep : steps.at(-1);
  if (wanted === undefined) return null;
  const sample = db
    .select()
    .from(groupSamples)
    .where(and(eq(groupSamples.attemptId, attemptId), eq(groupSamples.trainStep, wanted)))
    .get();
  return sample ? { ...sample, steps } : null;
}

/** Median of the last throughput of the most recently finished attempts; null where none has finished. */
export function selectFinishedThroughput(db: Db, limit: number): { median: number | null; runs: number } {
  const values = db.$client
    .prepare(
      `select s.last_value from series s join attempts a on a.id = s.attempt_id
       where s.metric = 'perf/episodes_per_s' and s.last_kind = 0 and a.state = 'finished' order by a.ended_at desc limit ?`,
    )
    .pluck()
    .all(limit) as number[];
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? null, runs: sorted.length };
}

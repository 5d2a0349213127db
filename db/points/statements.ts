import type Database from "better-sqlite3";
import type { Connected } from "../connection.ts";

const SERIES_COLUMNS = `id, attempt_id as attemptId, metric, axis, n, nan, pos_inf as posInf, neg_inf as negInf, sum,
  min_value as min, min_x as minX, max_value as max, max_x as maxX, first_x as firstX, last_x as lastX,
  last_value as lastValue, last_kind as lastKind, last_at as lastAt, tangled, due,
  first_seg as firstSegment, last_seg as lastSegment, segs, loose, merge_seg as mergeSegment, merge_x as mergeX, settled`;

/** In the order of `FactsRow`. */
const FACTS_COLUMNS = `id, metric, axis, n, nan, pos_inf, neg_inf, sum, min_value, min_x, max_value, max_x, first_x, last_x,
  last_value, last_kind, last_at, tangled`;

/** Series whose points waited in an entry that is set aside have none in their rows. */
const MAY_HAVE_POINTS = "(n > 0 or exists (select 1 from point_journal where aside = 1))";

/** In the order of `LastRow`. Each column that is read costs as much as finding the row. */
const LAST_COLUMNS = "metric, n, last_x, last_value, iif(tangled, -1, last_kind)";

/** From one seg of a series back to another, the newest first. Asked for (newest, oldest). */
const chainOf = (columns: string) => `
  with recursive chain (id, prev, ${columns}) as (
    select id, prev, ${columns} from segs where id = ?
    union all
    select ${["id", "prev", ...columns.split(", ")].map((column) => `segs.${column}`).join(", ")}
    from chain join segs on segs.id = chain.prev where segs.id >= ?)
  select id, ${columns} from chain`;

const prepare = (client: Database.Database) => ({
  writer: client.prepare("select writer, revision, next_seg as nextSegment from point_writer where id = 1"),
  writeWriter: client.prepare(
    `insert into point_writer (id, writer, revision, next_seg) values (1, ?, ?, ?) on conflict do update
     set writer = excluded.writer, revision = excluded.revision, next_seg = excluded.next_seg`,
  ),
  source: client.prepare("select last_seq from point_sources where attempt_id = ? and source = ?").pluck(),
  writeSource: client.prepare(
    `insert into point_sources (attempt_id, source, last_seq) values (?, ?, ?) on conflict do update
     set last_seq = excluded.last_seq`,
  ),

  addJournal: client.prepare("insert into point_journal (id, spans, data) values (?, ?, ?)"),
  journal: client.prepare("select id, spans, data from point_journal where aside = 0 order by id"),
  journalAside: client.prepare("select id, spans from point_journal where aside = 1"),
  anyJournal: client.prepare("select 1 from point_journal where aside = 0 limit 1").pluck(),
  setJournalAside: client.prepare("update point_journal set aside = 1 where id = ?"),
  removeJournalBelow: client.prepare("delete from point_journal where id < ? and aside = 0"),

  savepoint: client.prepare("savepoint change_points"),
  release: client.prepare("release change_points"),
  rollbackToSavepoint: client.prepare("rollback to change_points"),

  closeAttempt: client.prepare("insert into sealed_attempts (attempt_id) values (?) on conflict do nothing"),
  reopenAttempt: client.prepare("delete from sealed_attempts where attempt_id = ?"),
  isClosed: client.prepare("select 1 from sealed_attempts where attempt_id = ?").pluck(),
  sealed: client.prepare("select points, bytes, sha256 from sealed_attempts where attempt_id = ?"),
  writeSealed: client.prepare(
    "update sealed_attempts set points = ?, bytes = ?, sha256 = ? where attempt_id = ?",
  ),
  unsealed: client.prepare("select attempt_id from sealed_attempts where sha256 is null limit ?").pluck(),

  seriesByName: client.prepare(
    `select ${SERIES_COLUMNS} from series where attempt_id = ? and metric = ? and axis = ?`,
  ),
  /** Of a JSON list of metrics. */
  seriesByNames: client.prepare(
    `select ${SERIES_COLUMNS} from series
     where attempt_id = ? and axis = ? and metric in (select value from json_each(?))`,
  ),
  seriesById: client.prepare(`select ${SERIES_COLUMNS} from series where id = ?`),
  /** No id is given twice: an append brings a new seg, and where the last seg is merged away its points are in a new chunk. */
  revision: client
    .prepare(
      `select 'series ' || id || coalesce(' seg ' || last_seg,
         ' chunk ' || (select max(id) from chunks where series_id = series.id), '') from series where id = ?`,
    )
    .pluck(),
  seriesIds: client.prepare("select id from series where attempt_id = ?").pluck(),
  names: client.prepare("select id, metric, axis, n from series where attempt_id = ?"),
  factsOfAttempt: client
    .prepare(
      `select ${FACTS_COLUMNS} from series where attempt_id = ? and ${MAY_HAVE_POINTS} order by metric, axis`,
    )
    .raw(),
  factsOfMetrics: client
    .prepare(
      `select ${FACTS_COLUMNS} from series where attempt_id = ? and metric in (select value from json_each(?))
       and ${MAY_HAVE_POINTS} order by metric, axis`,
    )
    .raw(),
  /** Several times as fast as the list of one. */
  factsOfMetric: client
    .prepare(`select ${FACTS_COLUMNS} from series where attempt_id = ? and metric = ? order by axis`)
    .raw(),
  /** Of a JSON list of attempts, each with its place in it. One question is half as long as one for each of them. */
  lasts: client
    .prepare(
      `select asked.key, ${LAST_COLUMNS} from json_each(?) asked
       cross join series on attempt_id = asked.value and axis = ?`,
    )
    .raw(),
  lastsOfMetrics: client
    .prepare(
      `select asked.key, ${LAST_COLUMNS} from json_each(?) asked
       cross join series on attempt_id = asked.value and axis = ? and metric in (select value from json_each(?))`,
    )
    .raw(),
  /** Nothing where it is there. */
  addSeries: client.prepare(
    `insert into series (attempt_id, metric, axis) values (?, ?, ?) on conflict do nothing returning ${SERIES_COLUMNS}`,
  ),
  /** Those of a JSON list of metrics that are not there, in a third of the time that one after the other takes. */
  addManySeries: client.prepare(
    `insert into series (attempt_id, metric, axis)
     select a.id, value, ? from attempts a, json_each(?) where a.id = ?
     on conflict do nothing returning id, metric`,
  ),
  /** Ordinary numbers that come after all others: most of what is appended. */
  advanceSeries: client.prepare(
    `update series set n = ?, sum = ?, last_x = ?, last_value = ?, last_kind = ?, last_at = ?, last_seg = ?, segs = ?,
     loose = ?, settled = ? where id = ?`,
  ),
  writeSeries: client.prepare(
    `update series set n = ?, nan = ?, pos_inf = ?, neg_inf = ?, sum = ?, min_value = ?, min_x = ?, max_value = ?,
     max_x = ?, first_x = ?, last_x = ?, last_value = ?, last_kind = ?, last_at = ?, tangled = ?, due = ?,
     first_seg = ?, last_seg = ?, segs = ?, loose = ?, merge_seg = ?, merge_x = ?, settled = ? where id = ?`,
  ),
  /** Asked for { metrics: JSON or null, limit }. */
  tangled: client
    .prepare(
      `select id from series where due = 2 and due > 0 and tangled = 1
       and (@metrics is null or metric in (select value from json_each(@metrics))) limit @limit`,
    )
    .pluck(),
  due: client.prepare("select id from series where due = 2 and due > 0 order by id limit ?").pluck(),
  resting: client.prepare("select id from series where due = 1 and due > 0 order by id").pluck(),
  isResting: client.prepare("select 1 from series where id = ? and due = 1").pluck(),
  farthestBack: client.prepare(
    "select id, first_seg as firstSegment from series where first_seg is not null order by first_seg limit 1",
  ),

  addSegment: client.prepare(
    "insert into segs (id, series_id, prev, n, x0, x1, data) values (?, ?, ?, ?, ?, ?, ?)",
  ),
  replaceSegment: client.prepare("update segs set prev = null, n = ?, x0 = ?, x1 = ?, data = ? where id = ?"),
  segmentRows: client.prepare(chainOf("n, x0, x1")),
  segmentPieces: client.prepare(chainOf("n, x0, x1, data")),
  firstSegment: client.prepare("select min(id) from segs").pluck(),
  removeSegmentsBelow: client.prepare("delete from segs where id < ?"),

  addChunk: client.prepare(
    `insert into chunks (series_id, x0, x1, n, bytes, sha256, summary, parts) values (?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  addChunkData: client.prepare("insert into chunk_data (id, data) values (?, ?)"),
  removeChunk: client.prepare("delete from chunks where id = ?"),
  removeChunkData: client.prepare("delete from chunk_data where id = ?"),
  /** Chunks do not overlap, so those that reach into a span are neighbours. Asked for (id, id, from, from, to, limit). */
  chunksBetween: client.prepare(
    `select id, x0, x1, n from chunks where series_id = ? and x0 >= coalesce(
       (select max(x0) from chunks where series_id = ? and x0 <= ?), ?) and x0 <= ? order by x0 limit ?`,
  ),
  lastChunks: client.prepare("select id, x0, x1, n from chunks where series_id = ? order by x0 desc limit ?"),
  chunkDigests: client.prepare(
    "select id, x0, x1, n, bytes, sha256 from chunks where series_id = ? order by x0",
  ),
  digestsOfAttempt: client
    .prepare(
      `select s.id, s.metric, s.axis, s.n, s.segs, c.n, c.bytes, c.sha256
       from series s left join chunks c on c.series_id = s.id
       where s.attempt_id = ? and s.n > 0 order by s.metric, s.axis, c.x0`,
    )
    .raw(),
  chunkSummary: client.prepare("select summary from chunks where id = ?").pluck(),
  chunkParts: client
    .prepare("select parts from chunks where series_id = ? and x0 >= ? and x0 <= ? order by x0")
    .pluck(),
  chunkData: client.prepare("select data from chunk_data where id = ?").pluck(),

  anyDeadChunk: client.prepare("select 1 from dead_chunks limit 1").pluck(),
  buryChunks: client.prepare(
    "delete from chunk_data where id in (select id from dead_chunks order by id limit ?)",
  ),
  forgetDeadChunks: client.prepare(
    "delete from dead_chunks where id in (select id from dead_chunks order by id limit ?)",
  ),
});

export type Statements = ReturnType<typeof prepare>;

const prepared = new WeakMap<Database.Database, Statements>();

/** Statements of the point store, prepared once per connection. */
export function statementsOf({ $client: client }: Connected): Statements {
  let statements = prepared.get(client);
  if (!statements) prepared.set(client, (statements = prepare(client)));
  return statements;
}

import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { attempts } from "./attempts.ts";
import { flag } from "./columns.ts";

/**
 * One metric of one attempt on one x, with what tables need to know without reading its points. Only the point store
 * (db/points/) writes here. The summary is exact unless the series is tangled; it then bounds the truth until housekeeping
 * has merged the points that came out of order.
 */
export const series = sqliteTable(
  "series",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    metric: text("metric").notNull(),
    axis: text("axis").notNull().default("step"),
    /** Distinct x. */
    n: integer("n").notNull().default(0),
    nan: integer("nan").notNull().default(0),
    posInf: integer("pos_inf").notNull().default(0),
    negInf: integer("neg_inf").notNull().default(0),
    /** Of the finite values; null when it leaves the range of float64. */
    sum: real("sum").default(0),
    minValue: real("min_value"),
    minX: real("min_x"),
    maxValue: real("max_value"),
    maxX: real("max_x"),
    firstX: real("first_x"),
    lastX: real("last_x"),
    /** Null unless finite: SQLite knows no NaN. */
    lastValue: real("last_value"),
    /** What the last value is: 0 a number, 1 NaN, 2 +Inf, 3 -Inf. */
    lastKind: integer("last_kind").notNull().default(0),
    lastAt: real("last_at"),
    meanValue: real("mean_value").generatedAlwaysAs(sql`sum / nullif(n - nan - pos_inf - neg_inf, 0)`, {
      mode: "virtual",
    }),
    /** Points came at or before the last x and are not merged yet. */
    tangled: flag("tangled").notNull().default(false),
    /** What housekeeping has to do: 0 nothing, 1 to pack its segs when it rests, 2 to merge soon. */
    due: integer("due").notNull().default(0),
    /** Its segs: the oldest and the newest, how many, and how many points they hold. */
    firstSegment: integer("first_seg"),
    lastSegment: integer("last_seg"),
    segs: integer("segs").notNull().default(0),
    loose: integer("loose").notNull().default(0),
    /** A merge under way: of the segs up to this id only the points from `merge_x` on still count. */
    mergeSegment: integer("merge_seg"),
    mergeX: real("merge_x"),
    /** Of entries of the journal up to this id it has the points; those of later ones are still to be added. */
    settled: integer("settled").notNull().default(0),
  },
  (t) => [
    uniqueIndex("series_by_attempt_metric").on(t.attemptId, t.metric, t.axis),
    index("series_due")
      .on(t.due)
      .where(sql`due > 0`),
    index("series_first_seg")
      .on(t.firstSegment)
      .where(sql`first_seg is not null`),
  ],
);

/** How far each source of an attempt is stored. */
export const pointSources = sqliteTable(
  "point_sources",
  {
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    source: text("source").notNull(),
    lastSeq: integer("last_seq").notNull(),
  },
  (t) => [primaryKey({ columns: [t.attemptId, t.source] })],
);

/**
 * Points that were appended and did not come into segs yet, an entry for each append. Rows go from the front as their points
 * come into segs. Ids rise, and are never used twice.
 */
export const pointJournal = sqliteTable(
  "point_journal",
  {
    id: integer("id").primaryKey(),
    /** Of which series the points are, one behind the other, and how many of each. */
    spans: blob("spans", { mode: "buffer" }).notNull(),
    data: blob("data", { mode: "buffer" }).notNull(),
    /** It could not be read; the others go on without it. */
    aside: flag("aside").notNull().default(false),
  },
  // Of the few that could not be read: whether there is one is asked with every list of names.
  (t) => [
    index("point_journal_aside")
      .on(t.aside)
      .where(sql`${t.aside} = 1`),
  ],
);

/**
 * What one flush brought to one series: ascending in x. Of values that share an x those of a later seg come later. Rows are
 * only added at the end and, once no series reaches back to them, removed from the front: an index by series would cost more
 * than everything else. So each names the one before it of its series, which the series' row says where to stop at.
 */
export const segs = sqliteTable("segs", {
  /** In the order of arrival; given by the store and never used twice. */
  id: integer("id").primaryKey(),
  seriesId: integer("series_id").notNull(),
  /** The seg before it of the same series. */
  prev: integer("prev"),
  n: integer("n").notNull(),
  x0: real("x0").notNull(),
  x1: real("x1").notNull(),
  data: blob("data", { mode: "buffer" }).notNull(),
});

/** Merged points of a series: chunks do not overlap. Their bytes lie apart so that reading summaries is cheap. */
export const chunks = sqliteTable(
  "chunks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    seriesId: integer("series_id")
      .notNull()
      .references(() => series.id),
    x0: real("x0").notNull(),
    x1: real("x1").notNull(),
    n: integer("n").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: blob("sha256", { mode: "buffer" }).notNull(),
    /** Of the whole chunk, and of its parts. */
    summary: blob("summary", { mode: "buffer" }).notNull(),
    parts: blob("parts", { mode: "buffer" }).notNull(),
  },
  (t) => [index("chunks_by_series").on(t.seriesId, t.x0)],
);

/** The points of the chunk with the same id. */
export const chunkData = sqliteTable("chunk_data", {
  id: integer("id").primaryKey(),
  data: blob("data", { mode: "buffer" }).notNull(),
});

/** Chunks that are gone but for their bytes, which housekeeping removes. */
export const deadChunks = sqliteTable("dead_chunks", { id: integer("id").primaryKey() });

/** Attempts that take no more points; the figures stand when everything is merged. */
export const sealedAttempts = sqliteTable("sealed_attempts", {
  attemptId: text("attempt_id")
    .primaryKey()
    .references(() => attempts.id),
  points: integer("points"),
  bytes: integer("bytes"),
  sha256: text("sha256"),
});

/** One row: who appended last and how often, by which a store knows whether what it remembers was undone. */
export const pointWriter = sqliteTable("point_writer", {
  id: integer("id").primaryKey(),
  writer: text("writer").notNull(),
  revision: integer("revision").notNull(),
  nextSegment: integer("next_seg").notNull(),
});

/** A sample of the G rewards of some prompts, to show dead groups before any statistic. */
export const groupSamples = sqliteTable(
  "group_samples",
  {
    id: integer("id").primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    trainStep: integer("train_step").notNull(),
    drawn: integer("drawn").notNull(),
    groups: text("groups", { mode: "json" })
      .$type<{ key: string; rewards: (number | string)[] }[]>()
      .notNull(),
  },
  (t) => [index("group_samples_by_attempt").on(t.attemptId, t.trainStep)],
);

import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { attempts } from "./attempts.ts";

/** One metric of one attempt, with what tables need to know without reading its points. */
export const series = sqliteTable(
  "series",
  {
    id: integer("id").primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    metric: text("metric").notNull(),
    n: integer("n").notNull().default(0),
    nonFinite: integer("non_finite").notNull().default(0),
    lastX: real("last_x"),
    lastValue: real("last_value"),
    lastKind: integer("last_kind").notNull().default(0),
    lastWallMs: integer("last_wall_ms"),
    minValue: real("min_value"),
    maxValue: real("max_value"),
  },
  (t) => [uniqueIndex("series_by_attempt_metric").on(t.attemptId, t.metric)],
);

/** Points in arrival order. `kind`: 0 a number, 1 NaN, 2 +Inf, 3 -Inf (value is then null). */
export const points = sqliteTable(
  "points",
  {
    seriesId: integer("series_id")
      .notNull()
      .references(() => series.id),
    x: real("x").notNull(),
    /** Sequence of the event that brought it: the later arrival at the same x wins. */
    seq: integer("seq").notNull(),
    wallMs: integer("wall_ms").notNull(),
    value: real("value"),
    kind: integer("kind").notNull(),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.x, t.seq] })],
);

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

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AnnotatedKind } from "../../server/contracts/housekeeping/annotations.ts";
import { at, flag, json } from "./columns.ts";

/** What people noted of a run, an experiment or a benchmark. There is no row where nobody ever did. */
export const annotations = sqliteTable(
  "keepings",
  {
    subjectId: text("subject_id").primaryKey(),
    kind: text("kind").$type<AnnotatedKind>().notNull(),
    tags: json<string[]>("tags").notNull(),
    /** Markdown. */
    notes: text("notes").notNull(),
    pinned: flag("pinned").notNull(),
    /** Hidden from lists; every number that was computed with it stays. */
    archived: flag("archived").notNull(),
    /** When it is deleted for good, since somebody deleted it; null for what stays. */
    purgeAt: at("purge_at"),
    /** What it held when it was deleted: of each run by its id since when it was in its state. Null for what stays. */
    held: json<Record<string, number>>("held"),
    /** Greater with every change of any thing, a new name among them, so that who keeps an order of runs sees that it is old. */
    revision: integer("revision").notNull().default(0),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [index("keepings_by_kind").on(t.kind, t.archived), index("keepings_by_revision").on(t.revision)],
);

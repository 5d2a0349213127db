import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ReportedGrid, TableFormat } from "../../server/contracts/reported/table.ts";
import { at, json } from "./columns.ts";
import { projects } from "./projects.ts";

/** A table that somebody printed elsewhere. Its numbers are reported: none was measured here, and no claim rests on them. */
export const reportedTables = sqliteTable(
  "reported_tables",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    title: text("title").notNull(),
    /** Where it was printed, and when by its own word. */
    document: text("document").notNull(),
    documentDate: text("document_date"),
    format: text("format").$type<TableFormat>().notNull(),
    /** As it was pasted. */
    source: text("source").notNull(),
    grid: json<ReportedGrid>("grid").notNull(),
    /** How it was read, one sentence each. */
    notes: json<string[]>("notes").notNull(),
    /** SHA-256 over document, title and grid: the same table again is the same row. */
    digest: text("digest").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("reported_tables_by_digest").on(t.projectId, t.digest),
    index("reported_tables_by_document").on(t.projectId, t.document),
  ],
);

import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ImportAnswer } from "../../server/contracts/imports/imports.ts";
import { at, json } from "./columns.ts";
import { ingestTokens } from "./external.ts";
import { projects } from "./projects.ts";
import { runs } from "./runs.ts";

/** The answer of an import, and the digest of each run in it. */
export interface ImportMade {
  answer: ImportAnswer;
  digests: string[];
}

/** Files of other tools that somebody imported at once. */
export const imports = sqliteTable(
  "imports",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    /** Stands where a run from outside names its token; it opens nothing. */
    tokenId: text("token_id")
      .notNull()
      .references(() => ingestTokens.id),
    experiment: text("experiment").notNull(),
    kinds: json<string[]>("kinds").notNull(),
    files: json<{ name: string; bytes: number; sha256: string }[]>("files").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    /** Null: it is under way, or was cut; then all that it made goes at the next start. */
    finishedAt: at("finished_at"),
    /** SHA-256 of what was asked of which bytes, and what came of it: the same asked again is not read again. */
    asked: text("asked"),
    made: json<ImportMade>("made"),
    undoneBy: text("undone_by"),
    undoneAt: at("undone_at"),
  },
  (t) => [
    index("imports_by_project").on(t.projectId, t.createdAt),
    index("imports_by_asked").on(t.projectId, t.asked),
  ],
);

/** What an import made or changed. A source is one run of a project, however often it is imported. */
export const importedRuns = sqliteTable(
  "imported_runs",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    projectId: text("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    /** The import that made it, and the newest that changed it. */
    importId: text("import_id")
      .notNull()
      .references(() => imports.id),
    changedBy: text("changed_by")
      .notNull()
      .references(() => imports.id),
    /** SHA-256 of everything that was read of the source. */
    digest: text("digest").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId] }),
    uniqueIndex("imported_runs_by_source").on(t.projectId, t.sourceId),
    index("imported_runs_by_import").on(t.importId),
  ],
);

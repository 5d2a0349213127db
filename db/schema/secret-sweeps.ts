import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at, flag } from "./columns.ts";

/**
 * How far the texts of a table that were stored before secrets were masked have been looked through: one row per table that was
 * begun. `reached` is the rowid of the last row that was looked at; a table whose row says `done` is not looked at again, until
 * more is known as a secret.
 */
export const secretSweeps = sqliteTable("secret_sweeps", {
  source: text("source").primaryKey(),
  reached: integer("reached").notNull(),
  /** Fields in which something was masked. */
  masked: integer("masked").notNull(),
  done: flag("done").notNull(),
  doneAt: at("done_at"),
  /** By which version of what is a secret it was looked at (`MASKING_VERSION`). */
  version: integer("version").notNull().default(1),
});

/** Runs of which something stored was masked. */
export const maskedRuns = sqliteTable("masked_runs", { runId: text("run_id").primaryKey() });

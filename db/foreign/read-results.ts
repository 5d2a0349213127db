import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { type SentDatabase, storedColumns, withSentDatabase } from "./sent-database.ts";

/** The columns of `evaluation_results` that are read; the rest of that table is left alone. */
export const RESULT_COLUMNS = [
  "model_name",
  "problem_id",
  "success",
  "final_status",
  "steps",
  "diagnosed_constraints",
  "ground_truth_iis",
] as const;

/** A row as it is stored: nothing but the columns' names is known of it. */
export type StoredResult = Record<(typeof RESULT_COLUMNS)[number], unknown>;

/**
 * The rows of `evaluation_results` in a `results.db` that `evaluate_local_model.py` or `evaluate_llm.py` of LLM-for-OR wrote, in
 * their order. A copy is read, since SQLite leaves files of its own beside one in WAL mode. Throws a sentence where it is no such
 * file.
 */
export function readResults(path: string): StoredResult[] {
  const folder = mkdtempSync(join(tmpdir(), "ablab-results-"));
  try {
    const copy = join(folder, "results.db");
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const file = { name: path, path: copy, bytes: new Uint8Array(), wal: null };
    return withSentDatabase(file, (client) => rowsOf(client, path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same of a file that was sent. */
export const readSentResults = (file: SentDatabase): StoredResult[] =>
  withSentDatabase(file, (client) => rowsOf(client, file.name));

/** Where the header of a SQLite file says how it is written, and what stands there for "with a log beside it". */
const WRITE_VERSION_AT = 18;
const WITH_LOG = 2;

/** Whether rows of a file may lie in a log beside it that did not come with it. */
export const mayLackItsLog = ({ bytes, wal }: SentDatabase): boolean =>
  wal === null && bytes[WRITE_VERSION_AT] === WITH_LOG;

const WHAT = "results.db";

function rowsOf(client: Database.Database, path: string): StoredResult[] {
  const columns = storedColumns(client, path, "evaluation_results", WHAT);
  const missing = RESULT_COLUMNS.filter((name) => !columns?.includes(name));
  if (columns === null) throw new Error(`${path} has no table evaluation_results, so it is no ${WHAT}.`);
  if (missing.length > 0)
    throw new Error(`The table evaluation_results of ${path} has no column ${missing.join(", ")}.`);
  return client
    .prepare(`select ${RESULT_COLUMNS.join(", ")} from evaluation_results order by id`)
    .all() as StoredResult[];
}

/** Every stored column of the two tables of a `results.db`; a file without summaries has none. */
export interface WholeResults {
  results: Record<string, unknown>[];
  summaries: Record<string, unknown>[];
}

/** All of a file that was sent: its episodes in the order of their ids, and what it says of each model. */
export const readWholeResults = (file: SentDatabase): WholeResults =>
  withSentDatabase(file, (client) => ({
    results:
      rowsOf(client, file.name).length === 0 ? [] : allOf(client, file.name, "evaluation_results", "id"),
    summaries: allOf(client, file.name, "model_summaries", "model_name"),
  }));

function allOf(
  client: Database.Database,
  path: string,
  table: string,
  by: string,
): Record<string, unknown>[] {
  return storedColumns(client, path, table, WHAT) === null
    ? []
    : (client.prepare(`select * from ${table} order by ${by}`).all() as Record<string, unknown>[]);
}

import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";

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
  return withFolder((copy) => {
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    return rowsOf(copy, path);
  });
}

/** The bytes of a `results.db` that somebody sent, with its name and the log beside it where that came too. */
export interface SentResults {
  name: string;
  bytes: Uint8Array;
  wal: Uint8Array | null;
}

/** The same of a file that was sent. */
export function readSentResults({ name, bytes, wal }: SentResults): StoredResult[] {
  return withFolder((copy) => {
    writeFileSync(copy, bytes);
    if (wal) writeFileSync(`${copy}-wal`, wal);
    return rowsOf(copy, name);
  });
}

/** Where the header of a SQLite file says how it is written, and what stands there for "with a log beside it". */
const WRITE_VERSION_AT = 18;
const WITH_LOG = 2;

/** Whether rows of a file may lie in a log beside it that did not come with it. */
export const mayLackItsLog = ({ bytes, wal }: SentResults): boolean =>
  wal === null && bytes[WRITE_VERSION_AT] === WITH_LOG;

function withFolder<T>(work: (copy: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "ablab-results-"));
  try {
    return work(join(folder, "results.db"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(copy: string, path: string): StoredResult[] {
  return withClient(copy, path, (client) => {
    const columns = storedColumns(client, path, "evaluation_results");
    const missing = RESULT_COLUMNS.filter((name) => !columns?.includes(name));
    if (columns === null) throw new Error(`${path} has no table evaluation_results, so it is no results.db.`);
    if (missing.length > 0)
      throw new Error(`The table evaluation_results of ${path} has no column ${missing.join(", ")}.`);
    return client
      .prepare(`select ${RESULT_COLUMNS.join(", ")} from evaluation_results order by id`)
      .all() as StoredResult[];
  });
}

/** Every stored column of the two tables of a `results.db`; a file without summaries has none. */
export interface WholeResults {
  results: Record<string, unknown>[];
  summaries: Record<string, unknown>[];
}

/** All of a file that was sent: its episodes in the order of their ids, and what it says of each model. */
export function readWholeResults({ name, bytes, wal }: SentResults): WholeResults {
  return withFolder((copy) => {
    writeFileSync(copy, bytes);
    if (wal) writeFileSync(`${copy}-wal`, wal);
    const results = rowsOf(copy, name).length === 0 ? [] : allOf(copy, name, "evaluation_results", "id");
    return { results, summaries: allOf(copy, name, "model_summaries", "model_name") };
  });
}

function allOf(copy: string, path: string, table: string, by: string): Record<string, unknown>[] {
  return withClient(copy, path, (client) =>
    storedColumns(client, path, table) === null
      ? []
      : (client.prepare(`select * from ${table} order by ${by}`).all() as Record<string, unknown>[]),
  );
}

/** Names of the columns of a table; null where there is none. Throws where the file computes it. */
function storedColumns(client: Database.Database, path: string, table: string): string[] | null {
  const stored = client
    .prepare("select type, sql like 'create virtual%' as virtual from sqlite_master where name = ?")
    .get(table) as { type: string; virtual: number } | undefined;
  if (stored === undefined) return null;
  const columns = client.prepare("select name, hidden from pragma_table_xinfo(?)").all(table) as {
    name: string;
    hidden: number;
  }[];
  if (stored.type !== "table" || stored.virtual === 1 || columns.some(({ hidden }) => hidden > 0))
    throw new Error(`${table} of ${path} is computed, not stored, so it is no results.db.`);
  return columns.map(({ name }) => name);
}

function withClient<T>(copy: string, path: string, work: (client: Database.Database) => T): T {
  const client = new Database(copy, { fileMustExist: true });
  try {
    // What a file defines itself must not run: a view or a computed column can take for ever.
    client.pragma("trusted_schema = off");
    client.pragma("cell_size_check = on");
    return work(client);
  } catch (error) {
    throw explained(error, path);
  } finally {
    client.close();
  }
}

/** What SQLite says of a file that is none, or is damaged, as a sentence. */
function explained(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("SQLITE_"))
    return error;
  return error.code === "SQLITE_NOTADB"
    ? new Error(`${path} is no SQLite file.`, { cause: error })
    : new Error(`${path} cannot be read: ${error.message}.`, { cause: error });
}

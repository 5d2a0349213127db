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
  const client = new Database(copy, { fileMustExist: true });
  try {
    // What a file defines itself must not run: a view or a computed column can take for ever.
    client.pragma("trusted_schema = off");
    const stored = client
      .prepare("select type, sql like 'create virtual%' as virtual from sqlite_master where name = ?")
      .get("evaluation_results") as { type: string; virtual: number } | undefined;
    if (stored === undefined)
      throw new Error(`${path} has no table evaluation_results, so it is no results.db.`);
    const columns = client
      .prepare("select name, hidden from pragma_table_xinfo('evaluation_results')")
      .all() as { name: string; hidden: number }[];
    if (stored.type !== "table" || stored.virtual === 1 || columns.some(({ hidden }) => hidden > 0))
      throw new Error(`evaluation_results of ${path} is computed, not stored, so it is no results.db.`);
    const has = new Set(columns.map(({ name }) => name));
    const missing = RESULT_COLUMNS.filter((name) => !has.has(name));
    if (missing.length > 0)
      throw new Error(`The table evaluation_results of ${path} has no column ${missing.join(", ")}.`);
    return client
      .prepare(`select ${RESULT_COLUMNS.join(", ")} from evaluation_results order by id`)
      .all() as StoredResult[];
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

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
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
  const folder = mkdtempSync(join(tmpdir(), "ablab-results-"));
  try {
    const copy = join(folder, "results.db");
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    return rowsOf(copy, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(copy: string, path: string): StoredResult[] {
  const client = new Database(copy, { fileMustExist: true });
  try {
    const has = new Set(
      client
        .prepare("select name from pragma_table_info('evaluation_results')")
        .all()
        .map((row) => (row as { name: string }).name),
    );
    if (has.size === 0) throw new Error(`${path} has no table evaluation_results, so it is no results.db.`);
    const missing = RESULT_COLUMNS.filter((name) => !has.has(name));
    if (missing.length > 0)
      throw new Error(`The table evaluation_results of ${path} has no column ${missing.join(", ")}.`);
    return client
      .prepare(`select ${RESULT_COLUMNS.join(", ")} from evaluation_results order by id`)
      .all() as StoredResult[];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB")
      throw new Error(`${path} is no SQLite file.`, { cause: error });
    throw error;
  } finally {
    client.close();
  }
}

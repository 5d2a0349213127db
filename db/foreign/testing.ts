import Database from "better-sqlite3";
import { RESULT_COLUMNS, type StoredResult } from "./read-results.ts";

/**
 * Writes a `results.db` with these rows. With `wal` they stay in its log until the returned function closes it; else it is
 * closed already.
 */
export function writeResultsDb(
  path: string,
  rows: readonly StoredResult[],
  {
    table = "evaluation_results",
    columns = RESULT_COLUMNS,
    wal = false,
  }: { table?: string; columns?: readonly (typeof RESULT_COLUMNS)[number][]; wal?: boolean } = {},
): () => void {
  const client = new Database(path);
  if (wal) client.pragma("journal_mode = WAL");
  client.exec(`create table ${table} (id integer primary key, ${columns.join(", ")})`);
  const insert = client.prepare(
    `insert into ${table} (${columns.join(", ")}) values (${columns.map((name) => `@${name}`).join(", ")})`,
  );
  for (const row of rows) insert.run(row);
  const close = () => void client.close();
  if (!wal) close();
  return close;
}

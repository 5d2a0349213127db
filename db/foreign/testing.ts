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

/** The columns of `evaluation_results` as evaluations of LLM-for-OR write them. */
export const FULL_COLUMNS = [
  ...RESULT_COLUMNS,
  "total_reward",
  "timestamp",
  "total_tokens",
  "wall_clock_seconds",
];

/** An episode of a made `results.db`, one a second; what is not said is as usual. */
export const fullResult = (said: Record<string, unknown>, i: number): Record<string, unknown> => ({
  final_status: "OPTIMAL",
  diagnosed_constraints: "[]",
  ground_truth_iis: '["c1","c2"]',
  total_reward: 150,
  timestamp: new Date(Date.parse("2026-01-14T07:00:00Z") + 1000 * i).toISOString().replace("Z", ""),
  total_tokens: 900,
  wall_clock_seconds: 2,
  ...said,
});

/** Writes a `results.db` with all of these columns. */
export function writeFullResultsDb(path: string, rows: readonly Record<string, unknown>[]): void {
  const client = new Database(path);
  client.exec(`create table evaluation_results (id integer primary key, ${FULL_COLUMNS.join(", ")})`);
  const insert = client.prepare(
    `insert into evaluation_results (${FULL_COLUMNS.join(", ")}) values (${FULL_COLUMNS.map((name) => `@${name}`).join(", ")})`,
  );
  client.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
  client.close();
}

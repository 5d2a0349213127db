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

/** A run of a made `mlflow.db`, with its points as key, value, time, step and whether it is NaN. */
export interface MadeMlflowRun {
  id: string;
  name: string;
  status?: string;
  stage?: string;
  params?: Record<string, string>;
  tags?: Record<string, string>;
  points: [key: string, value: unknown, at: number, step: number, isNan?: number][];
}

/** Writes a store of MLflow with one experiment. */
export function writeMlflowDb(path: string, runs: readonly MadeMlflowRun[]): void {
  const client = new Database(path);
  client.exec(`
    create table experiments (experiment_id integer primary key, name text, lifecycle_stage text);
    create table runs (run_uuid text primary key, name text, user_id text, status text, start_time bigint, end_time bigint,
      lifecycle_stage text, experiment_id integer);
    create table metrics (key text, value float, timestamp bigint, run_uuid text, step bigint default 0, is_nan boolean default 0);
    create table params (key text, value text, run_uuid text);
    create table tags (key text, value text, run_uuid text);
    create table datasets (dataset_uuid text, experiment_id integer, name text, digest text);
    create table inputs (input_uuid text, source_type text, source_id text, destination_type text, destination_id text);
    insert into experiments values (1, 'ablation', 'active');
    insert into datasets values ('d', 1, 'gsm8k', 'abc')`);
  const insert = (table: string, ...values: unknown[]) =>
    client.prepare(`insert into ${table} values (${values.map(() => "?").join()})`).run(...values);
  client.transaction(() => {
    for (const { id, name, status = "FINISHED", stage = "active", params = {}, tags = {}, points } of runs) {
      insert("runs", id, name, "me", status, 1_690_000_000_000, 1_690_000_060_000, stage, 1);
      for (const [key, value] of Object.entries(params)) insert("params", key, value, id);
      for (const [key, value] of Object.entries(tags)) insert("tags", key, value, id);
      insert("inputs", `i${id}`, "DATASET", "d", "RUN", id);
      for (const [key, value, at, step, isNan = 0] of points)
        insert("metrics", key, value, at, id, step, isNan);
    }
  })();
  client.close();
}

/** Writes a database of trackio with these rows of one run each. */
export function writeTrackioDb(
  path: string,
  runs: readonly {
    id: string;
    name: string;
    config: object;
    rows: [step: number, at: string, values: unknown][];
  }[],
): void {
  const client = new Database(path);
  client.exec(`
    create table metrics (id integer primary key, run_id text, timestamp text, run_name text, step integer, metrics text);
    create table system_metrics (id integer primary key, run_id text, timestamp text, run_name text, metrics text);
    create table traces (id text primary key, run_id text);
    create table configs (id integer primary key, run_id text, run_name text, config text, created_at text);
  `);
  const metrics = client.prepare("insert into metrics values (null, ?, ?, ?, ?, ?)");
  const json = (value: unknown) => (typeof value === "string" ? value : Buffer.from(JSON.stringify(value)));
  for (const { id, name, config, rows } of runs) {
    for (const [step, at, values] of rows) metrics.run(id, at, name, step, json(values));
    client.prepare("insert into configs values (null, ?, ?, ?, ?)").run(id, name, json(config), rows[0][1]);
    client
      .prepare("insert into system_metrics values (null, ?, ?, ?, ?)")
      .run(id, rows[0][1], name, '{"gpu":{"0":{"util":55}}}');
    client.prepare("insert into traces values (?, ?)").run(`t${id}`, id);
  }
  client.close();
}

import type Database from "better-sqlite3";
import {
  explained,
  openSentDatabase,
  type SentDatabase,
  storedColumns,
  withSentDatabase,
} from "./sent-database.ts";

type Row = Record<string, unknown>;

/** Everything that an `mlflow.db` says of its runs but their metrics. */
export interface MlflowStore {
  runs: Row[];
  /** Names of experiments by their id. */
  experiments: Map<unknown, Row>;
  params: Row[];
  tags: Row[];
  /** Data sets that runs took, and models that they logged; older stores have none. */
  datasets: { run: unknown; name: unknown; digest: unknown }[];
  models: { run: unknown; name: unknown }[];
}

/** The tables by which such a store is known. */
export const MLFLOW_TABLES = ["experiments", "runs", "metrics", "params", "tags"];

const WHAT = "store of MLflow";

/** What a table holds, of these columns as far as it has them; nothing where there is no such table. */
function rowsOf(client: Database.Database, name: string, table: string, columns: readonly string[]): Row[] {
  const stored = storedColumns(client, name, table, WHAT);
  if (stored === null) return [];
  const there = columns.filter((column) => stored.includes(column)).map((column) => `"${column}"`);
  return there.length === 0 ? [] : (client.prepare(`select ${there.join()} from "${table}"`).all() as Row[]);
}

const RUN = [
  "run_uuid",
  "name",
  "user_id",
  "status",
  "start_time",
  "end_time",
  "source_version",
  "lifecycle_stage",
  "experiment_id",
];

/** Reads a store but for its metrics. Throws a sentence where SQLite cannot. */
export const readMlflowStore = (file: SentDatabase): MlflowStore =>
  withSentDatabase(file, (client) => {
    const of = (table: string, ...columns: string[]) => rowsOf(client, file.name, table, columns);
    const named = new Map(
      of("datasets", "dataset_uuid", "name", "digest").map((row) => [row.dataset_uuid, row]),
    );
    return {
      runs: of("runs", ...RUN),
      experiments: new Map(
        of("experiments", "experiment_id", "name", "lifecycle_stage").map((row) => [row.experiment_id, row]),
      ),
      params: of("params", "run_uuid", "key", "value"),
      tags: of("tags", "run_uuid", "key", "value"),
      datasets: of("inputs", "source_type", "source_id", "destination_type", "destination_id").flatMap(
        (row) => {
          const data =
            row.source_type === "DATASET" && row.destination_type === "RUN" ? named.get(row.source_id) : null;
          return data ? [{ run: row.destination_id, name: data.name, digest: data.digest }] : [];
        },
      ),
      models: of("logged_models", "source_run_id", "name").map((row) => ({
        run: row.source_run_id,
        name: row.name,
      })),
    };
  });

/** A value of a metric as it is stored. */
export interface MlflowPoint {
  run: unknown;
  key: unknown;
  value: unknown;
  at: unknown;
  step: unknown;
  isNan: unknown;
}

/** Every value of every metric, run by run and in the order of steps; no more than one of them is in memory. */
export function* mlflowPoints(file: SentDatabase): Generator<MlflowPoint, void, void> {
  const { client, close } = openSentDatabase(file);
  try {
    const stored = storedColumns(client, file.name, "metrics", WHAT) ?? [];
    const or = (column: string) => (stored.includes(column) ? column : "0");
    const select = `select run_uuid, key, value, timestamp, ${or("step")}, ${or("is_nan")} from metrics
      order by run_uuid, ${stored.includes("step") ? "step, " : ""}timestamp, rowid`;
    for (const row of client.prepare(select).raw().iterate() as Iterable<unknown[]>) {
      const [run, key, value, at, step, isNan] = row;
      yield { run, key, value, at, step, isNan };
    }
  } catch (error) {
    throw explained(error, file.name);
  } finally {
    close();
  }
}

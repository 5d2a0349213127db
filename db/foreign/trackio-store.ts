import {
  explained,
  openSentDatabase,
  type SentDatabase,
  storedColumns,
  withSentDatabase,
} from "./sent-database.ts";

/** The tables by which a database of trackio is known; older ones have no third. */
export const TRACKIO_TABLES = ["metrics", "configs"];
/** What the columns of its rows are called. */
const OF_METRICS = ["run_name", "metrics", "timestamp"];

const WHAT = "database of trackio";

/** A row as it is stored: its values are JSON, as text or as bytes. */
export interface TrackioRow {
  /** The id of its run; its name in older databases. */
  run: unknown;
  name: unknown;
  at: unknown;
  /** Null for the machine's figures. */
  step: unknown;
  values: unknown;
}

/** The rows of a table, run by run in the order in which they were logged; no more than one of them is in memory. */
export function* trackioRows(
  file: SentDatabase,
  table: "metrics" | "system_metrics" | "configs",
): Generator<TrackioRow, void, void> {
  const { client, close } = openSentDatabase(file);
  try {
    const stored = storedColumns(client, file.name, table, WHAT);
    if (stored === null) return;
    const or = (column: string, otherwise: string) => (stored.includes(column) ? column : otherwise);
    const run = or("run_id", "run_name");
    const at = or("timestamp", or("created_at", "null"));
    const values = or("metrics", or("config", "null"));
    const select = `select ${run}, run_name, ${at}, ${or("step", "null")}, ${values} from ${table} order by ${run}, rowid`;
    for (const row of client.prepare(select).raw().iterate() as Iterable<unknown[]>) {
      const [id, name, moment, step, text] = row;
      yield { run: id, name, at: moment, step, values: text };
    }
  } catch (error) {
    throw explained(error, file.name);
  } finally {
    close();
  }
}

/** Rows of tables that are not read, by the id of their run. */
export const countTrackio = (file: SentDatabase, table: "traces" | "alerts"): Map<unknown, number> =>
  withSentDatabase(file, (client) => {
    const stored = storedColumns(client, file.name, table, WHAT);
    if (stored === null) return new Map();
    const run = stored.includes("run_id") ? "run_id" : "run_name";
    const counted = client.prepare(`select ${run}, count(*) from ${table} group by 1`).raw().all();
    return new Map(counted as [unknown, number][]);
  });

/** Whether a database has the columns of trackio's rows. */
export function isTrackio(file: SentDatabase): boolean {
  try {
    const stored = withSentDatabase(file, (client) => storedColumns(client, file.name, "metrics", WHAT));
    return stored !== null && OF_METRICS.every((column) => stored.includes(column));
  } catch {
    return false;
  }
}

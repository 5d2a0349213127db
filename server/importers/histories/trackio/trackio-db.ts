import { tablesOfSent } from "#db/foreign/sent-database.ts";
import { countTrackio, isTrackio, TRACKIO_TABLES, trackioRows } from "#db/foreign/trackio-store.ts";
import { leavesOf, numberOf, objectOf, timeOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { factsOf, stepOfEntry, typeOf } from "../../../foreign/trackio-entries.ts";
import { countOf } from "../../../wording/counts.ts";
import { KeptHistories } from "../kept-histories.ts";
import { type HistoryReader, type ImportedRun, ownName, type SentFile } from "../reader.ts";
import { isSqlite, refusedBySqlite, sentDatabase } from "../sqlite-file.ts";
import { identity, refuse } from "../values.ts";

/** What is known of a run while its rows are read. */
interface ReadRun {
  id: string;
  name: string;
  config: Foreign;
  startedAt: number | null;
  endedAt: number | null;
  /** Values that are no numbers: texts, tables, pictures and other types of trackio's. */
  left: number;
  lastStep: number;
}

type Stream = "history" | "system";

const keyOf = (run: string, stream: Stream): string => `${stream} ${run}`;

/** The object of a row's JSON; a row that holds none is refused with its place. */
function valuesOf(values: unknown, place: string): Foreign {
  const read = typeof values === "string" || values instanceof Uint8Array ? objectOf(values) : null;
  if (read === null) throw refuse(place, "no JSON object", typeof values === "string" ? values : null);
  return read;
}

class StoreReader {
  readonly #file: SentFile;
  readonly #kept: KeptHistories;
  readonly runs = new Map<string, ReadRun>();

  constructor(file: SentFile, kept: KeptHistories) {
    this.#file = file;
    this.#kept = kept;
  }

  run(id: unknown, name: unknown, place: string): ReadRun {
    if (typeof id !== "string" || id === "") throw refuse(`${place}, column run_id`, "no id of a run", id);
    const known = this.runs.get(id);
    if (known) return known;
    const named = typeof name === "string" && name !== "" ? name : id;
    const made: ReadRun = {
      id,
      name: named,
      config: {},
      startedAt: null,
      endedAt: null,
      left: 0,
      lastStep: -1,
    };
    this.runs.set(id, made);
    return made;
  }

  take(
    stream: Stream,
    table: "metrics" | "system_metrics",
    database: Parameters<typeof trackioRows>[0],
  ): void {
    let n = 0;
    for (const row of trackioRows(database, table)) {
      const place = `${this.#file.name}, table ${table}, row ${++n}`;
      const run = this.run(row.run, row.name, place);
      const values = valuesOf(row.values, `${place}, column metrics`);
      const key = keyOf(run.id, stream);
      const writer = this.#kept.writer(key);
      let put = 0;
      for (const [name, value] of leavesWithTypes(values)) {
        const number = numberOf(value);
        if (number !== null) {
          writer.put(name, number);
          put++;
        } else if (value !== null) run.left++;
      }
      const at = timeOf(row.at);
      run.startedAt = at === null ? run.startedAt : Math.min(run.startedAt ?? at, at);
      run.endedAt = at === null ? run.endedAt : Math.max(run.endedAt ?? at, at);
      const own = stream === "system" ? n : (stepOfEntry({ step: row.step }, values) ?? run.lastStep + 1);
      if (stream === "history") run.lastStep = own;
      if (put > 0) this.#kept.endRow(key, writer, put, own, at);
    }
  }
}

/** Values by their path; one of a type of trackio's own is one value. */
function* leavesWithTypes(values: Foreign): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || typeOf(value) !== null)
      yield [name, value];
    else for (const [path, leaf] of leavesOf(value as Foreign)) yield [`${name}.${path}`, leaf];
  }
}

/** A project of trackio, as it keeps it in one database: a run for each of its runs. */
export const trackioDbReader: HistoryReader = {
  kind: "trackio-db",
  title: "trackio database",
  opens: (file) => {
    if (!isSqlite(file)) return false;
    const database = sentDatabase(file, []);
    const tables = tablesOfSent(database);
    return tables !== null && TRACKIO_TABLES.every((name) => tables.includes(name)) && isTrackio(database);
  },
  read: (file, beside): ImportedRun[] => refusedBySqlite(() => runsOf(file, beside)),
};

function runsOf(file: SentFile, beside: readonly SentFile[]): ImportedRun[] {
  const database = sentDatabase(file, beside);
  const kept = new KeptHistories(file);
  const reader = new StoreReader(file, kept);
  reader.take("history", "metrics", database);
  reader.take("system", "system_metrics", database);
  let n = 0;
  for (const { run, name, values } of trackioRows(database, "configs")) {
    const place = `${file.name}, table configs, row ${++n}`;
    reader.run(run, name, place).config = valuesOf(values, `${place}, column config`);
  }
  const [traces, alerts] = [countTrackio(database, "traces"), countTrackio(database, "alerts")];
  const project = ownName(file.name).replace(/\.(db|sqlite3?)$/i, "");
  return [...reader.runs.values()].map((run): ImportedRun => {
    const { config = {}, environment, group } = factsOf(run.config);
    const left = [
      [run.left, "value that is no number", "values that are no numbers"],
      [traces.get(run.id) ?? 0, "trace", "traces"],
      [alerts.get(run.id) ?? 0, "alert", "alerts"],
    ] as const;
    const said = left.flatMap(([count, one, many]) => (count > 0 ? [countOf(count, one, many)] : []));
    return {
      // A name is one of its project alone; newer databases have ids.
      sourceId: identity("trackio", ...(run.id === run.name ? [project] : []), run.id),
      name: run.name.slice(0, 200),
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      state: "finished",
      config,
      environment: { source: file.name, project, ...environment },
      summary: {},
      labels: { group: group ?? null },
      evaluations: [],
      history: kept.history(keyOf(run.id, "history")),
      streams: [{ stream: "system", process: 0, tables: kept.history(keyOf(run.id, "system")) }],
      notes: [
        "trackio keeps no word on how a run ended: it counts as finished.",
        ...(said.length > 0 ? [`Left out: ${said.join(", ")}.`] : []),
      ],
    };
  });
}

import { MLFLOW_TABLES, mlflowPoints, type MlflowPoint, readMlflowStore } from "#db/foreign/mlflow-store.ts";
import { tablesOfSent } from "#db/foreign/sent-database.ts";
import { countOf } from "../../../wording/counts.ts";
import { KeptHistories } from "../kept-histories.ts";
import type { HistoryReader, ImportedRun, SentFile } from "../reader.ts";
import { isSqlite, refusedBySqlite, sentDatabase } from "../sqlite-file.ts";
import { refuse } from "../values.ts";
import { runOfStore } from "./mlflow-run.ts";

const listed = (names: readonly unknown[]): string =>
  [...new Set(names.map(String))].join(", ").slice(0, 300);

/** MLflow keeps an infinity as the greatest number that a column holds. */
const MOST = Number.MAX_VALUE;

function valueOf({ value, isNan, key }: MlflowPoint, place: string): number {
  if (isNan === 1) return Number.NaN;
  if (typeof value !== "number") throw refuse(`${place}, metric ${String(key)}`, "no number", value);
  return Math.abs(value) === MOST ? Math.sign(value) * Infinity : value;
}

/** The values of all runs, walked once: those of a step are a row, and one that was logged again at its step begins another. */
function historiesOf(file: SentFile, database: Parameters<typeof mlflowPoints>[0]): KeptHistories {
  const kept = new KeptHistories(file);
  let row = { run: "", step: 0, at: null as number | null, values: new Map<string, number>() };
  const endRow = () => {
    if (row.run === "") return;
    const writer = kept.writer(row.run);
    for (const [name, value] of row.values) writer.put(name, value);
    kept.endRow(row.run, writer, row.values.size, row.step, row.at);
  };
  for (const point of mlflowPoints(database)) {
    const place = `${file.name}, table metrics, run ${String(point.run)}`;
    const { run, key, at, step } = point;
    if (typeof run !== "string" || run === "" || typeof key !== "string" || key === "")
      throw refuse(place, "no name of a metric", key);
    if (typeof step !== "number" || !Number.isSafeInteger(step))
      throw refuse(`${place}, metric ${key}`, "no step", step);
    const moment = typeof at === "number" && at > 0 ? at : null;
    const value = valueOf(point, place);
    const own = Math.max(0, step);
    if (row.run !== run || row.step !== own || row.values.has(key)) {
      endRow();
      row = { run, step: own, at: moment, values: new Map() };
    }
    row.values.set(key, value);
    row.at = moment === null ? row.at : Math.max(row.at ?? moment, moment);
  }
  endRow();
  return kept;
}

/** A store of MLflow in SQLite: a run for each of its runs that was not deleted, whatever experiment it is of. */
export const mlflowDbReader: HistoryReader = {
  kind: "mlflow-db",
  title: "MLflow mlflow.db",
  opens: (file) => {
    const tables = isSqlite(file) ? tablesOfSent(sentDatabase(file, [])) : null;
    return tables !== null && MLFLOW_TABLES.every((name) => tables.includes(name));
  },
  read: (file, beside): ImportedRun[] => refusedBySqlite(() => runsOf(file, beside)),
};

function runsOf(file: SentFile, beside: readonly SentFile[]): ImportedRun[] {
  const database = sentDatabase(file, beside);
  const store = readMlflowStore(database);
  const isDeleted = ({ lifecycle_stage: stage }: Record<string, unknown>): boolean => stage === "deleted";
  const there = store.runs.filter(
    (run) => !isDeleted(run) && !isDeleted(store.experiments.get(run.experiment_id) ?? {}),
  );
  const histories = historiesOf(file, database);
  const left = store.runs.length - there.length;
  const byRun = <T extends { run?: unknown; run_uuid?: unknown }>(rows: readonly T[]) =>
    Map.groupBy(rows, (row) => row.run ?? row.run_uuid);
  const [params, tags] = [byRun(store.params), byRun(store.tags)];
  const [datasets, models] = [byRun(store.datasets), byRun(store.models)];
  return there.map((stored, i) => {
    const id = stored.run_uuid;
    const place = `${file.name}, table runs, row ${i + 1}, column run_uuid`;
    if (typeof id !== "string" || id === "") throw refuse(place, "no id of a run", id);
    const textsOf = (rows: readonly Record<string, unknown>[] = []) =>
      rows.flatMap(({ key, value }): [string, string][] =>
        typeof key === "string" && typeof value === "string" ? [[key, value]] : [],
      );
    const experiment = store.experiments.get(stored.experiment_id)?.name;
    const run = runOfStore({
      source: file.name,
      id,
      name: stored.name,
      status: stored.status,
      start: stored.start_time,
      end: stored.end_time,
      user: stored.user_id,
      params: textsOf(params.get(id)),
      tags: new Map(textsOf(tags.get(id))),
      environment: {
        ...(typeof experiment === "string" && { experiment }),
        ...(datasets.has(id) && {
          dataset: listed(
            (datasets.get(id) ?? []).map(({ name, digest }) => `${String(name)} (${String(digest)})`),
          ),
        }),
        ...(models.has(id) && { model: listed((models.get(id) ?? []).map(({ name }) => name)) }),
      },
      history: histories.history(id),
    });
    const note = `${countOf(left, "deleted run was", "deleted runs were")} left out of the store.`;
    return left === 0 ? run : { ...run, notes: [...run.notes, note] };
  });
}

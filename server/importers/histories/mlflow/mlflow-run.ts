import { paramOf } from "../../../../workers/protocol/loggers/mlflow-param.ts";
import type { History } from "../history.ts";
import { ImportError, type ImportedRun } from "../reader.ts";
import { identity } from "../values.ts";

/** How a run ended: a number in older stores, a word in newer ones. */
const STATES: Record<string, ImportedRun["state"]> = {
  "3": "finished",
  FINISHED: "finished",
  "4": "failed",
  FAILED: "failed",
};

const STILL = new Set(["RUNNING", "SCHEDULED", "1", "2"]);

/** A run as a store of MLflow tells it, in a folder or in a database: both are one source. */
export interface StoredRun {
  source: string;
  id: string;
  name: unknown;
  status: unknown;
  start: unknown;
  end: unknown;
  user: unknown;
  params: Iterable<readonly [string, string]>;
  tags: ReadonlyMap<string, string>;
  /** What else is known of where it comes from. */
  environment?: Record<string, string>;
  history: History;
}

const momentOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);

/** MLflow's own tags say what its fields say; others are a person's. */
const OWN_TAG = /^mlflow\./;

export function runOfStore(told: StoredRun): ImportedRun {
  const { source, id, tags, history } = told;
  const names = [told.name, tags.get("mlflow.runName"), id];
  const name = names.find((one) => typeof one === "string" && one !== "");
  if (typeof name !== "string") throw new ImportError(`${source} names no run. Nothing was imported.`);
  const commit = tags.get("mlflow.source.git.commit");
  const status = String(told.status).toUpperCase();
  return {
    sourceId: identity("mlflow", id),
    name: name.slice(0, 200),
    startedAt: momentOf(told.start),
    endedAt: momentOf(told.end),
    state: STATES[status] ?? "killed",
    config: Object.fromEntries([...told.params].map(([key, value]) => [key, paramOf(value)])),
    environment: {
      source,
      ...(commit && { commit }),
      ...(typeof told.user === "string" && told.user !== "" && { user: told.user }),
      ...told.environment,
      ...Object.fromEntries(
        [...tags].flatMap(([key, value]) => (OWN_TAG.test(key) ? [] : [[`tag.${key}`, value]])),
      ),
    },
    summary: {},
    evaluations: [],
    history,
    notes: STILL.has(status)
      ? ["The store says that this run is still running: what it logs later comes with another import."]
      : [],
  };
}

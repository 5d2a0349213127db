import type { KnownRun, ExternalPoint, ExternalVerbs } from "../../contracts/external/verbs.ts";
import { idOfName } from "./experiments.ts";
import { inputsBack } from "./inputs.ts";
import { tagsBack, textOfParam } from "./read-batch.ts";

const STATUS = { running: "RUNNING", finished: "FINISHED", failed: "FAILED", killed: "KILLED" } as const;

/** A number as MLflow's JSON has it: words for what JSON has no number for, and the zero below 0. */
const jsonNumber = (value: number): number | string => {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isFinite(value) ? value : String(value);
};

/** The greatest float64 that is an int64. */
const MOST_INT64 = 2 ** 63 - 1024;

/**
 * A whole number as the client's int64 fields take it: it raises at a fraction, a word, or one that needs more bits, and that
 * ends the training. Null and what is no number are 0.
 */
export const int64 = (value: number | null): number => {
  const whole = Math.trunc(value ?? 0);
  return Number.isNaN(whole) ? 0 : Math.min(Math.max(whole, -MOST_INT64), MOST_INT64) + 0;
};

export const metricBack = (key: string, { step, at, value }: ExternalPoint) => ({
  key,
  value: jsonNumber(value),
  timestamp: int64(at),
  step: int64(step),
});

const artifactsOf = (experimentId: string, runId: string) =>
  `mlflow-artifacts:/${experimentId}/${runId}/artifacts`;

export const infoOf = (run: KnownRun) => {
  const experimentId = idOfName(run.experiment);
  return {
    run_id: run.runId,
    run_uuid: run.runId,
    experiment_id: experimentId,
    run_name: run.name,
    user_id: run.facts.environment.user ?? "",
    status: STATUS[run.state],
    start_time: int64(run.startedAt ?? run.createdAt),
    ...(run.endedAt !== null && { end_time: int64(run.endedAt) }),
    artifact_uri: artifactsOf(experimentId, run.runId),
    lifecycle_stage: "active",
  };
};

/**
 * A run that was deleted, or never was. The client refuses to start it in words ("it is in the deleted state"), and a
 * training that already writes to it is not ended by asking for it.
 */
const deletedInfo = (runId: string) => ({
  run_id: runId,
  run_uuid: runId,
  experiment_id: "0",
  run_name: "",
  user_id: "",
  status: "FINISHED",
  start_time: 0,
  artifact_uri: artifactsOf("0", runId),
  lifecycle_stage: "deleted",
});

/** Information of a run, without its values. */
export function runInfo(verbs: ExternalVerbs, runId: string) {
  const run = verbs.read(runId);
  return run === null ? deletedInfo(runId) : infoOf(run);
}

/** A run as the client reads it back: what was logged last of each metric, its parameters and tags. */
export function readRun(verbs: ExternalVerbs, runId: string) {
  const run = verbs.read(runId);
  if (run === null)
    return { info: deletedInfo(runId), data: { metrics: [], params: [], tags: [] }, inputs: {} };
  const metrics = Object.entries(verbs.latest(runId)).map(([key, point]) => metricBack(key, point));
  const params = Object.entries(run.facts.config).map(([key, value]) => ({ key, value: textOfParam(value) }));
  return {
    info: infoOf(run),
    data: { metrics, params, tags: tagsBack(run.facts) },
    inputs: inputsBack(run.facts),
  };
}

import { isEnded, type RunState } from "../run-lifecycle.ts";

/** Where a run was started: by a worker of this bench, or elsewhere by a client that sends what it logs. */
export const RUN_ORIGINS = ["bench", "external"] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

/** The recipe of an external run, as it is stored and hashed: none of the catalogue. */
export const EXTERNAL_RECIPE = "outside";

/**
 * Who reported the state of a run. "supervised": our supervisor saw the process. "scheduler": the record of a scheduler.
 * "client": the client alone. "no_heartbeat": nobody for a while, which is no verdict.
 */
export const STATUS_SOURCES = ["supervised", "scheduler", "client", "no_heartbeat"] as const;
export type StatusSource = (typeof STATUS_SOURCES)[number];

/** The source of a state: without a heartbeat there is none, whoever reported before. */
export const statusSourceOf = (run: {
  state: RunState;
  statusSource: Exclude<StatusSource, "no_heartbeat">;
}): StatusSource => (run.state === "unreachable" ? "no_heartbeat" : run.statusSource);

/** An end that only its client reported. */
export const endsByClient = (state: RunState, statusSource: StatusSource): boolean =>
  statusSource === "client" && isEnded(state);

/** "finished, reported by its client": a state, with its source where that is not our own supervisor. */
export const stateAndSource = (state: RunState, statusSource: StatusSource): string =>
  endsByClient(state, statusSource) ? `${state}, reported by its client` : state;

/** Loggers that never ask whether they should stop. */
const DEAF = ["trackio", "mlflow"];

/** Whether the client of a run from outside, as it names itself ("mlflow 3.17"), hears that a stop was asked. */
export const hearsStop = (client: string): boolean => !DEAF.includes(client.split(/[ /]/, 1)[0]);

/** What a person may say of a run that no client sends: of one from outside how it was trained and measured, of each what its start was published with. */
export const STATED = ["reward", "problems", "protocol", "start"] as const;
export type Stated = (typeof STATED)[number];

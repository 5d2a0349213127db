import { isEnded, type RunState } from "../run-lifecycle.ts";

/** Where a run was started: by a worker of this bench, or by somebody elsewhere who sends what it says. */
export const RUN_ORIGINS = ["bench", "outside"] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

/** The recipe of a run from outside: none of the catalogue. */
export const EXTERNAL_RECIPE = "outside";

/**
 * Whose word a state is. "witnessed": our supervisor saw the process. "reported": the record of a scheduler. "claimed": the
 * client said so. "silent": nobody said anything for a while, which is no verdict.
 */
export const BASES = ["witnessed", "reported", "claimed", "silent"] as const;
export type Basis = (typeof BASES)[number];

/** The basis of a state: of silence it is silence, whoever spoke before. */
export const basisOf = (run: { state: RunState; basis: Exclude<Basis, "silent"> }): Basis =>
  run.state === "unreachable" ? "silent" : run.basis;

/** An end that nobody saw: the client said so. */
export const isClaimedEnd = (state: RunState, basis: Basis): boolean => basis === "claimed" && isEnded(state);

/** "finished, claimed": a state with whose word it is, where that is not our own. */
export const stateWithBasis = (state: RunState, basis: Basis): string =>
  isClaimedEnd(state, basis) ? `${state}, claimed` : state;

/** Loggers that never ask whether they should stop. */
const DEAF = ["trackio", "mlflow"];

/** Whether the client of a run from outside, as it names itself ("mlflow 3.17"), hears that a stop was asked. */
export const hearsStop = (client: string): boolean => !DEAF.includes(client.split(/[ /]/, 1)[0]);

/** What a person may say of a run from outside that no client sends. */
export const STATED = ["reward", "problems", "protocol"] as const;
export type Stated = (typeof STATED)[number];

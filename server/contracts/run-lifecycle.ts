import type { ExitReason, ExitRecord } from "../../workers/protocol/exit.ts";

/**
 * The nine states of a run and of an attempt, and the only place that says how one follows another.
 * Silence is `unreachable`, which is not a verdict; `crashed` needs proof.
 */
export const RUN_STATES = [
  "queued",
  "starting",
  "running",
  "stopping",
  "finished",
  "failed",
  "killed",
  "crashed",
  "unreachable",
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** States in which a process may exist somewhere. */
export const LIVE_STATES = ["starting", "running", "stopping", "unreachable"] as const satisfies RunState[];
/** Of the live states those in which somebody is heard. */
export const HEARD_STATES = ["starting", "running", "stopping"] as const satisfies RunState[];
export const ENDED_STATES = ["finished", "failed", "killed", "crashed"] as const satisfies RunState[];

export const isLive = (state: RunState): boolean => (LIVE_STATES as readonly RunState[]).includes(state);
export const isHeard = (state: RunState): boolean => (HEARD_STATES as readonly RunState[]).includes(state);
export const isEnded = (state: RunState): boolean => (ENDED_STATES as readonly RunState[]).includes(state);

/** Whether a run in this state may be given another attempt: it has ended, and not with what it was to do. */
export const canContinue = (state: RunState): boolean => isEnded(state) && state !== "finished";

export type LifecycleEvent =
  | { kind: "claimed" }
  | { kind: "started" }
  | { kind: "stop_asked" }
  | { kind: "silent" }
  | { kind: "heard"; stopAsked: boolean; processStarted: boolean }
  | { kind: "ended"; exit: Pick<ExitRecord, "reason" | "code" | "signal"> };

const KILLED: readonly ExitReason[] = ["stopped", "dependency", "preempted"];
const LOST: readonly ExitReason[] = ["host_lost", "supervisor_lost"];

/** The final state an exit record stands for. */
export function stateOfExit(
  exit: Pick<ExitRecord, "reason" | "code"> & Partial<Pick<ExitRecord, "askedBy">>,
): RunState {
  if (exit.reason === "ok") return "finished";
  // Its supervisor was lost, and then somebody stopped what was left: they ended it, it did not crash.
  if (exit.reason === "supervisor_lost" && exit.askedBy) return "killed";
  if (KILLED.includes(exit.reason)) return "killed";
  if (LOST.includes(exit.reason)) return "crashed";
  return "failed";
}

/**
 * The next state, or null when the event cannot happen in this state (the caller then changes nothing).
 * An ended attempt never changes again: what really happened happened once. A run does, when another attempt of it is asked for
 * (`server/services/attempts/again/continue.ts`). Only where an end was a client's word, who saw the
 * process end corrects it (`server/services/external/end.ts`).
 */
export function nextState(state: RunState, event: LifecycleEvent): RunState | null {
  if (isEnded(state)) return null;
  switch (event.kind) {
    case "claimed":
      return state === "queued" ? "starting" : null;
    case "started":
      return state === "starting" || state === "unreachable" ? "running" : null;
    case "stop_asked":
      if (state === "queued") return "killed";
      return state === "starting" || state === "running" ? "stopping" : null;
    case "silent":
      return state === "starting" || state === "running" || state === "stopping" ? "unreachable" : null;
    case "heard":
      if (state !== "unreachable") return null;
      if (event.stopAsked) return "stopping";
      return event.processStarted ? "running" : "starting";
    case "ended":
      return stateOfExit(event.exit);
  }
}

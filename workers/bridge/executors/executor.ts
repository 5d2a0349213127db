import type { Engine } from "../../protocol/executors/engine.ts";
import type { Place } from "../../protocol/executors/place.ts";
import type { Assignment } from "../../protocol/messages.ts";
import type { Verdict } from "../adopt.ts";
import type { RunDirectory, StopRecord } from "../run-directory.ts";

/**
 * What starts, follows and stops the processes of attempts: this machine, or an engine with a queue of its own. Seven verbs, one
 * contract suite for all (`testing/contract.ts`), and one pure function per engine from what it says to a verdict. Whatever the
 * engine, the trainer runs under our supervisor, whose records lie in the folder of the attempt; an engine's word is a hint.
 */

/** Run and attempt: the only name under which a job is looked for. */
export type JobKey = `rl-${string}-a${number}`;

export const keyOf = ({ runId, n }: Pick<Assignment, "runId" | "n">): JobKey => `rl-${runId}-a${n}`;

/** An attempt whose folder holds what there is to start (`launch.json`). */
export interface Job {
  key: JobKey;
  attemptId: string;
  directory: RunDirectory;
}

/** What is known of the trainer process at this moment, without its children. */
export interface TrainerUsage {
  alive: boolean;
  rssMiB: number | null;
  cpuSeconds: number | null;
}

export interface Seen {
  verdict: Verdict;
  usage: TrainerUsage;
  /** null where the processes are on this machine. */
  place: Place | null;
}

/** The engine said no, and will say so again; the message is for the run page. */
export class JobRefused extends Error {}

/** The engine could not be asked. That is never "there is no such job". */
export class EngineSilent extends Error {}

export interface Probe {
  /** Of the engine, for the log and the worker's page. */
  version: string;
  /** What a person should know before the first run, one sentence each. */
  problems: string[];
}

export interface Piece {
  bytes: Buffer;
  /** Where the next piece begins. */
  next: number;
  /** The file is shorter than it was: `bytes` are from its beginning. */
  reset: boolean;
}

export interface Caps {
  /** A job may wait for hours before it starts, so that somebody has to be told meanwhile. */
  queues: boolean;
  /** It gives out devices itself; the server books none. */
  givesDevices: boolean;
  /** How often status is asked for. */
  pollMs: number;
}

export interface Executor {
  readonly kind: "local" | Engine["kind"];
  readonly caps: Caps;
  /** Whether the engine can be used, and what is odd about it. Never throws. */
  probe(): Promise<Probe>;
  /**
   * Starts what lies in the job's folder. The same key again is the same job, never a second one. Resolves when the job is known
   * to the engine or the signal came. Throws `JobRefused`, `EngineSilent`.
   */
  submit(job: Job, signal: AbortSignal): Promise<void>;
  /** The engine's name for the job; null only where the engine answered that it has none. Throws `EngineSilent`. */
  lookup(job: Job): Promise<string | null>;
  /**
   * Where each job is. One question to the engine for all of them, however many there are. `tend`: they were started and are to
   * be brought to their end, so what nobody watches over any more is named, and ended when its trainer is gone.
   */
  status(jobs: readonly Job[], how?: { tend: boolean }): Promise<Map<JobKey, Seen>>;
  /** Asks for an end, patiently; repeating it is harmless, and so is a job that is over or was never there. */
  stop(job: Job, order: StopRecord): Promise<void>;
  /** A piece of a file of the job by offset; empty where there is nothing (yet). */
  read(job: Job, what: "events" | "log" | "supervisor", offset: number, max: number): Promise<Piece>;
  /** What could be asked for here; null where this machine's own devices say it. */
  capacity(): Promise<Engine | null>;
  close(): void;
}

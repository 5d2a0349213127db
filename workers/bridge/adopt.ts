import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ExitRecord } from "../protocol/exit.ts";
import type { Assignment } from "../protocol/messages.ts";
import { bootId, findByVariable, findRunProcesses, isRunning } from "./proc.mjs";
import type { ProcessId } from "./proc.mjs";
import { openRunDirectory } from "./run-directory.ts";
import type { ClaimRecord, RunDirectory, StartRecord, SupervisedExit } from "./run-directory.ts";
import { SUPERVISES } from "./trainer-process.ts";

/** Everything that is known about an attempt's processes, from its records and from the kernel. */
export interface Evidence {
  bootId: string;
  /** Boot id of the time when it was started; null while there is no record that says it. */
  bootIdThen: string | null;
  start: StartRecord | null;
  exit: SupervisedExit | null;
  claimed: boolean;
  trainerRuns: boolean;
  supervisorRuns: boolean;
  /** Processes with the run's tag, the trainer among them. Only counted when the supervisor is gone. */
  tagged: number;
  lastSignOfLife: number;
}

/** What the evidence proves. */
export type Verdict =
  /** Nothing was started, and nothing can be under way: it is safe to start it. */
  | { is: "unstarted" }
  /** A supervisor is at work and has not said yet what it started. */
  | { is: "starting" }
  | { is: "running" }
  /** The trainer has ended; its supervisor is ending what it left behind. */
  | { is: "ending" }
  /** Processes of the run live on without a supervisor: nobody will see how they end. */
  | { is: "orphaned" }
  /** An engine has the job and has not started it yet. */
  | { is: "queued" }
  /** Nobody can be asked, or an engine has lost it: that is no end. */
  | { is: "lost" }
  | { is: "ended"; exit: ExitRecord };

/**
 * Pure: the state of an attempt. Silence proves nothing; an end is only claimed where a record, another boot id, or the
 * absence of pid and tag proves it.
 */
export function judgeAttempt(evidence: Evidence): Verdict {
  const { exit, claimed, start, trainerRuns, supervisorRuns, tagged } = evidence;
  if (exit?.settled) return { is: "ended", exit: ExitRecord.parse(exit) };
  if (!supervisorRuns && (trainerRuns || tagged > 0)) return { is: "orphaned" };
  if (exit) return supervisorRuns ? { is: "ending" } : { is: "ended", exit: ExitRecord.parse(exit) };
  if (supervisorRuns && start) return { is: trainerRuns ? "running" : "ending" };
  if (supervisorRuns) return { is: "starting" };
  return claimed ? { is: "ended", exit: unwitnessedEnd(evidence) } : { is: "unstarted" };
}

/** The end that nobody saw. Its time is the last thing the run wrote: it was alive then, and nothing is known of later. */
function unwitnessedEnd({ bootId: now, bootIdThen, start, lastSignOfLife }: Evidence): ExitRecord {
  const rebooted = bootIdThen !== null && bootIdThen !== now;
  const detail = rebooted
    ? "The machine was started anew while the run was under way; its processes are gone."
    : start
      ? `Process ${start.pid} and its supervisor (process ${start.supervisorPid}) are gone and left no exit record.`
      : "The supervisor ended before it could record what it started, and no process of the run is there.";
  return {
    code: null,
    signal: null,
    askedBy: null,
    reason: rebooted ? "host_lost" : "supervisor_lost",
    endedAt: lastSignOfLife,
    escalation: [],
    detail,
    leftovers: 0,
  };
}

/**
 * Looks at an attempt now, in the one order in which nothing can slip in between: the claim first, because who claims
 * later is not seen among the processes, then the processes, then the exit record, because who is gone writes no more.
 */
export function lookAt(directory: RunDirectory, attemptId: string): Evidence {
  const boot = bootId();
  const claimed = directory.claimed();
  const start = directory.start();
  const claim = start ?? directory.claim();
  const bootIdThen = (claim ?? directory.launch())?.bootId ?? null;
  const sameBoot = bootIdThen === null || bootIdThen === boot;
  const trainerRuns = sameBoot && start !== null && isRunning({ pid: start.pid, start: start.pidStart });
  const supervisorRuns = sameBoot && supervisorIsThere(claim, attemptId);
  const tagged = sameBoot && !supervisorRuns ? findRunProcesses(attemptId).length : 0;
  // A start record that came meanwhile makes what was just seen out of date.
  if (!start && directory.start()) return lookAt(directory, attemptId);
  return {
    bootId: boot,
    bootIdThen,
    start,
    exit: directory.exit(),
    claimed,
    trainerRuns,
    supervisorRuns,
    tagged,
    lastSignOfLife: directory.lastSignOfLife(),
  };
}

/** By its record, or before it has written one by its tag. */
function supervisorIsThere(claim: ClaimRecord | null, attemptId: string): boolean {
  if (!claim) return findByVariable(SUPERVISES, attemptId).length > 0;
  return isRunning({ pid: claim.supervisorPid, start: claim.supervisorStart });
}

/** The processes that a start record names; null when the machine was started anew since, whatever has the pids now. */
export function processesOf(start: StartRecord): { trainer: ProcessId; supervisor: ProcessId } | null {
  if (start.bootId !== bootId()) return null;
  return {
    trainer: { pid: start.pid, start: start.pidStart },
    supervisor: { pid: start.supervisorPid, start: start.supervisorStart },
  };
}

export interface FoundAttempt {
  directory: RunDirectory;
  assignment: Assignment;
}

/**
 * Attempts in `<home>/runs` that are not fully told about, and those that were left to another owner while a process
 * of theirs still runs here. In the order of their ids.
 */
export function findHeldAttempts(home: string): FoundAttempt[] {
  let names: string[];
  try {
    names = readdirSync(join(home, "runs")).sort();
  } catch {
    return [];
  }
  return names.flatMap((attemptId) => {
    const directory = openRunDirectory(home, attemptId);
    const closed = directory.closed();
    const assignment = closed?.why === "delivered" ? null : directory.assignment();
    if (!assignment) return [];
    if (closed && judgeAttempt(lookAt(directory, attemptId)).is === "ended") return [];
    return [{ directory, assignment }];
  });
}

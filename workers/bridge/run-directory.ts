import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExitRecord } from "../protocol/exit.ts";
import { Assignment } from "../protocol/messages.ts";
import { MASK } from "../protocol/secrets/mask-mark.ts";
import { maskArguments, maskTable } from "../protocol/secrets/mask.ts";
import { SECRETS_FILE } from "./scripts/launch-secrets.mjs";
import { setApart } from "./scripts/set-apart.ts";
import { SlurmAsk } from "../protocol/executors/slurm-ask.ts";
import { Surroundings } from "../protocol/surroundings.ts";
import { overwrite, readRecord, writeWhole } from "./record-file.mjs";

/**
 * The folder of one attempt, `<home>/runs/<attempt id>`: everything that a bridge which knows nothing needs to go on.
 *
 *   assignment.json  bridge      what the server asked for (holds the attempt's token until its end is told, so 0600)
 *   token            bridge      that token alone, for a trainer that posts points of its own; gone once the end is told
 *   launch.json      bridge      what the supervisor starts, without secrets
 *   launch-secrets.json bridge   these, until the supervisor takes them
 *   surroundings.json bridge     with which code and packages, where it is a script
 *   start.json       supervisor  which process it is
 *   stop.json        bridge      who wants it stopped, and how patiently
 *   exit.json        supervisor  its existence is the claim on the attempt, its content the end
 *   events.ndjson    trainer     fd 3, one event per line
 *   out.log          trainer     stdout and stderr
 *   beat.json        supervisor  where it runs elsewhere: that it lives, and what its trainer costs
 *   slurm.json       bridge      the id of its job in Slurm
 *   laid-out.json    bridge      what work/ held before the start, beside its hashed files; absent while it is not whole
 *   work/            bridge      the folder that a script runs in: copies of its hashed files, links to the rest
 *   bytecode/        trainer     what Python compiles: none is read that another run or a folder holds; gone with its end
 *   output/          trainer     checkpoints and whatever else it leaves
 *   supervisor.log   supervisor  only if something is wrong with itself
 *   closed.json      bridge      nothing more is to be told to the server, and why
 */

/** What the supervisor starts. `device` is "cpu" or the uuid of a GPU, held until the trainer is gone. */
export const LaunchRecord = z.object({
  attemptId: z.string(),
  argv: z.array(z.string()).min(1),
  cwd: z.string(),
  /** Path from `cwd` -> sha256 of what must lie there at the start: the hashed files of a script. */
  files: z.record(z.string(), z.string()).optional(),
  env: z.record(z.string(), z.string()),
  device: z.string(),
  bootId: z.string(),
  /** What a recipe says of its end: the signal that it answers, and how long it may take. */
  stop: z.object({ first: z.enum(["SIGINT", "SIGTERM"]), graceMs: z.number().int().min(0) }).optional(),
  /** So long its process may run. */
  timeLimitMs: z.number().int().optional(),
  /** How checkpoints are called below the output folder. */
  checkpoints: z.string().optional(),
  /** The supervisor runs elsewhere: so often it writes that it lives, and looks for an order to stop. */
  beatMs: z.number().int().optional(),
  /** The supervisor runs elsewhere, and may try to send events to the server itself. */
  post: z.object({ url: z.string(), fence: z.number().int() }).optional(),
  /** What Slurm is asked for. */
  slurm: SlurmAsk.optional(),
});
export type LaunchRecord = z.infer<typeof LaunchRecord>;

export const StartRecord = z.object({
  pid: z.number().int().min(1),
  pidStart: z.string(),
  bootId: z.string(),
  supervisorPid: z.number().int().min(1),
  supervisorStart: z.string(),
  startedAt: z.number().int(),
  argv: z.array(z.string()),
  /** Where an engine has put it: the node, and the devices that it gave there. */
  device: z.string().optional(),
});
export type StartRecord = z.infer<typeof StartRecord>;

export const StopRecord = z.object({
  askedBy: z.string(),
  at: z.number().int(),
  sigintMs: z.number().int().min(0),
  sigtermMs: z.number().int().min(0),
  /** The signal to begin with, where that is not SIGINT. */
  first: z.enum(["SIGINT", "SIGTERM"]).optional(),
});
export type StopRecord = z.infer<typeof StopRecord>;

/** What exit.json holds before there is an exit: who claimed the attempt. */
export const ClaimRecord = z.object({
  supervisorPid: z.number().int().min(1),
  supervisorStart: z.string(),
  bootId: z.string(),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;

/** The exit as the supervisor knows it. Not settled: the code is known, leftover processes are still being ended. */
export const SupervisedExit = ExitRecord.extend({ settled: z.boolean() });
export type SupervisedExit = z.infer<typeof SupervisedExit>;

/** `copy` is the script's folder; of what lies around it too, `laid` has a mark by its path from work/. */
export const LaidOutRecord = z.object({ copy: z.string(), laid: z.record(z.string(), z.string()) });
export type LaidOutRecord = z.infer<typeof LaidOutRecord>;

export const ClosedRecord = z.object({
  why: z.enum(["delivered", "fenced", "forgotten"]),
  at: z.number().int(),
});
export type ClosedRecord = z.infer<typeof ClosedRecord>;

export interface RunDirectory {
  readonly path: string;
  readonly events: string;
  readonly log: string;
  readonly supervisorLog: string;
  readonly token: string;
  readonly work: string;
  readonly bytecode: string;
  assignment(): Assignment | null;
  launch(): LaunchRecord | null;
  surroundings(): Surroundings | null;
  laidOut(): LaidOutRecord | null;
  start(): StartRecord | null;
  stop(): StopRecord | null;
  exit(): SupervisedExit | null;
  claim(): ClaimRecord | null;
  closed(): ClosedRecord | null;
  /** Whether a supervisor has taken the attempt, so that something may have been started. */
  claimed(): boolean;
  saveAssignment(assignment: Assignment): void;
  /** Writes a launch down; its secrets, among them these values, lie apart until the supervisor takes them. */
  saveLaunch(launch: LaunchRecord, secrets?: readonly string[]): void;
  saveSurroundings(surroundings: Surroundings): void;
  /** null: `work` is about to be laid out anew. */
  saveLaidOut(laidOut: LaidOutRecord | null): void;
  /** For a trainer whose supervisor died before it could say what it started. */
  saveStart(start: StartRecord): void;
  saveStop(stop: StopRecord): void;
  close(why: ClosedRecord["why"], now: number): void;
  /** The last time anything of the run wrote a file, Unix ms; 0 when nothing did. */
  lastSignOfLife(): number;
}

/** The run directory of an attempt. Nothing is created before `saveAssignment`. */
export function openRunDirectory(home: string, attemptId: string): RunDirectory {
  const path = join(home, "runs", attemptId);
  const at = (name: string) => join(path, name);
  const read = <T>(name: string, schema: z.ZodType<T>): T | null =>
    schema.safeParse(readRecord(at(name))).data ?? null;

  return {
    path,
    events: at("events.ndjson"),
    log: at("out.log"),
    supervisorLog: at("supervisor.log"),
    token: at("token"),
    work: at("work"),
    bytecode: at("bytecode"),
    assignment: () => read("assignment.json", Assignment),
    launch: () => read("launch.json", LaunchRecord),
    surroundings: () => read("surroundings.json", Surroundings),
    laidOut: () => read("laid-out.json", LaidOutRecord),
    start: () => read("start.json", StartRecord),
    stop: () => read("stop.json", StopRecord),
    exit: () => read("exit.json", SupervisedExit),
    claim: () => read("exit.json", ClaimRecord),
    closed: () => read("closed.json", ClosedRecord),
    claimed: () => existsSync(at("exit.json")),
    saveAssignment(assignment) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      writeWhole(at("assignment.json"), assignment);
      // Renamed into place, since a trainer may be reading it while the attempt is given out again.
      writeFileSync(at("token.tmp"), `${assignment.token}\n`, { mode: 0o600 });
      renameSync(at("token.tmp"), at("token"));
    },
    saveLaunch(launch, values = []) {
      const apart = setApart(launch, values);
      rmSync(at(SECRETS_FILE), { force: true });
      if (apart.secrets) writeWhole(at(SECRETS_FILE), apart.secrets);
      writeWhole(at("launch.json"), apart.launch);
    },
    saveSurroundings: (surroundings) => writeWhole(at("surroundings.json"), surroundings),
    saveLaidOut(laidOut) {
      if (laidOut) writeWhole(at("laid-out.json"), laidOut);
      else rmSync(at("laid-out.json"), { force: true });
    },
    saveStart: (start) => writeWhole(at("start.json"), start),
    saveStop(stop) {
      // Over the blanks that the supervisor set aside: a stop must get through when the disk is full.
      const room = sizeOf(at("stop.json"));
      if (room > 0) overwrite(at("stop.json"), stop, room);
      else writeWhole(at("stop.json"), stop);
    },
    close(why, now) {
      writeWhole(at("closed.json"), { why, at: now } satisfies ClosedRecord);
      rmSync(at(SECRETS_FILE), { force: true });
      if (why === "delivered") forgetSecrets(at, read);
    },
    lastSignOfLife: () =>
      Math.max(
        ...["events.ndjson", "out.log", "start.json", "exit.json"].map((name) => modifiedAt(at(name))),
        // A script that logs by itself writes there, and perhaps never to its log.
        ...["output", "spool", "work"].map((name) => newestIn(at(name), { left: MOST_LOOKED_AT })),
      ),
  };
}

/** What was started, without the secrets that it was started with: nobody starts it from here again. */
function forgetSecrets(
  at: (name: string) => string,
  read: <T>(name: string, schema: z.ZodType<T>) => T | null,
): void {
  const launch = read("launch.json", LaunchRecord);
  if (launch)
    writeWhole(at("launch.json"), {
      ...launch,
      argv: maskArguments(launch.argv),
      env: maskTable(launch.env),
    });
  const start = read("start.json", StartRecord);
  if (start) writeWhole(at("start.json"), { ...start, argv: maskArguments(start.argv) });
  // The record itself stays: by it the folder is known to be a worker's.
  const assignment = read("assignment.json", Assignment);
  if (assignment) writeWhole(at("assignment.json"), { ...assignment, token: MASK });
  rmSync(at("token"), { force: true });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const MOST_LOOKED_AT = 2000;
const DEEPEST = 3;

/** When anything in a folder was written last, itself included; links are not followed. */
function newestIn(path: string, look: { left: number }, depth = 0): number {
  if (look.left <= 0) return 0;
  look.left -= 1;
  const facts = factsOf(path);
  if (!facts || facts.isSymbolicLink()) return 0;
  let newest = Math.round(facts.mtimeMs);
  if (facts.isDirectory() && depth < DEEPEST)
    for (const name of namesIn(path)) newest = Math.max(newest, newestIn(join(path, name), look, depth + 1));
  return newest;
}

/** Nothing of what is not there, also where a file lies in the way of its folder. */
function factsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function modifiedAt(path: string): number {
  return Math.round(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

import { z } from "zod";
import { Chore, ChoreDone, MOST_CHORES } from "./attempts/chores.ts";
import { CheckpointReference } from "./attempts/checkpoints.ts";
import { FolderGone, LeftFolder, MOST_LEFT } from "./attempts/left-folders.ts";
import { TrainerEvent } from "./events.ts";
import { Engine } from "./executors/engine.ts";
import { Place } from "./executors/place.ts";
import { SlurmAsk } from "./executors/slurm-ask.ts";
import { ExitRecord } from "./exit.ts";
import { ARTIFACT_KINDS } from "./inputs.ts";
import { MachineReport } from "./machine/machine.ts";
import { MOST_UNHASHED, Surroundings } from "./surroundings.ts";
import { RecipeFile } from "./recipes/recipe-file.ts";

/** The worker wire. A worker only calls out; instructions ride on answers. All times are Unix milliseconds. */

const Id = z.string().regex(/^[a-z]{3}_[0-9a-z]{16}$/);
const Params = z.record(z.string().max(80), z.union([z.number(), z.boolean(), z.string().max(400)]));

export const DeviceInfo = z.object({
  kind: z.enum(["cpu", "gpu"]),
  index: z.number().int().min(0),
  name: z.string().max(200),
  uuid: z.string().max(120).nullable(),
  memoryMiB: z.number().min(0).nullable(),
});
export type DeviceInfo = z.infer<typeof DeviceInfo>;

/** Path in a folder -> sha256 of what lies there. */
const FileHashes = z.record(z.string().max(400), z.string().regex(/^[0-9a-f]{64}$/));

export const RegisterMessage = z.object({
  protocol: z.number().int(),
  /** Stable identity of this worker's state directory; a restart keeps it. */
  identity: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().min(1).max(120),
  host: z.string().max(200),
  bootId: z.string().max(80),
  pid: z.number().int().min(1),
  version: z.string().max(40),
  slots: z.number().int().min(1).max(1024),
  devices: z.array(DeviceInfo).max(512),
  recipes: z
    .array(
      z.object({
        slug: z.string().max(80),
        version: z.string().max(40),
        /** Where the recipe is a script in a folder of this worker: what makes it one, and the hash of each of its files. */
        script: z
          .object({
            file: RecipeFile,
            folder: z.string().max(400),
            files: FileHashes,
            /** From where code can come that is not hashed. */
            unhashedCode: z.array(z.string().max(400)).max(MOST_UNHASHED).optional(),
            /** Variables that it asks for and this worker's environment has not; their names alone. */
            lacks: z.array(z.string().max(80)).max(300).optional(),
          })
          .optional(),
      }),
    )
    .max(200),
  /** Folders that this worker was to offer and cannot, each with the reason. */
  folderProblems: z
    .array(z.object({ folder: z.string().max(400), problem: z.string().max(2000) }))
    .max(200)
    .optional(),
  /** Attempts this worker holds on disk and has not finished telling about. */
  holding: z.array(Id).max(2000),
});
export type RegisterMessage = z.infer<typeof RegisterMessage>;

/** Pace and limits are the server's to set. */
export const RegisterAnswer = z.object({
  workerId: Id,
  token: z.string(),
  heartbeatMs: z.number().int(),
  pollMs: z.number().int(),
  maxEventsPerBatch: z.number().int(),
  maxBytesPerBatch: z.number().int(),
  maxLogBytes: z.number().int(),
  ladder: z.object({ sigintMs: z.number().int(), sigtermMs: z.number().int() }),
  /** Of `holding`, those the server no longer wants to hear about (finished or unknown there). */
  forget: z.array(z.string()),
});
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;

export const Command = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("continue") }),
  z.object({ kind: z.literal("cancel"), askedBy: z.string().max(200), at: z.number().int() }),
]);
export type Command = z.infer<typeof Command>;

export const ClaimMessage = z.object({
  workerId: Id,
  free: z.number().int().min(0).max(1024),
  /** Attempts with a live process right now. */
  running: z.array(Id).max(2000),
  load: z.object({ cpuShare: z.number().nullable(), memoryShare: z.number().nullable() }),
  /** Where the machine was looked at anew. */
  machine: MachineReport.optional(),
  /** What was done with files of ended attempts. */
  chores: z.array(ChoreDone).max(200).optional(),
  /** What became of folders whose runs were deleted. */
  goneFolders: z.array(FolderGone).max(200).optional(),
  /** Of the engine that runs its attempts, where that is not its own machine and there is something new. */
  engine: Engine.optional(),
});
export type ClaimMessage = z.infer<typeof ClaimMessage>;

/** Most earlier attempts of a run that a worker is told of. */
export const MOST_EARLIER = 20;

export const Assignment = z.object({
  attemptId: Id,
  runId: Id,
  runName: z.string(),
  n: z.number().int().min(1),
  fence: z.number().int().min(1),
  /** Opens only this attempt's routes. */
  token: z.string(),
  recipe: z.string(),
  recipeVersion: z.string(),
  params: Params,
  seed: z.number().int(),
  /** The GPUs that were given to it, by uuid. */
  gpus: z.array(z.string().max(120)).max(64).default([]),
  /** Somebody said that it may stand on them beside what is not of Ablab. */
  besideOthers: z.literal(true).optional(),
  /** Lets loggers in a script bring their values into this attempt, and nothing else. */
  ingestToken: z.string().max(200).optional(),
  /** Problem files the parameters name; the worker fetches those it does not have. */
  benchmarks: z.array(z.object({ name: z.string(), hash: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** What the run takes from other runs; the worker fetches each from `attempts/:id/inputs/:slot`. */
  inputs: z
    .array(z.object({ slot: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), kind: z.enum(ARTIFACT_KINDS) }))
    .default([]),
  /** Where this attempt goes on; absent: at the beginning. */
  checkpoint: CheckpointReference.optional(),
  /** Attempts of the run that were started before it, the latest first; it goes on in the folder of one that is here. */
  earlier: z.array(Id).max(MOST_EARLIER).optional(),
  /** So long earlier attempts of the run ran; its system series go on from there. Absent: not at all. */
  ranMs: z.number().int().min(1).optional(),
  /** So long its process may run; absent: as long as it takes. */
  timeLimitMs: z.number().int().min(1000).optional(),
  /** What a worker on a Slurm cluster asks for it there. */
  slurm: SlurmAsk.optional(),
});
export type Assignment = z.infer<typeof Assignment>;

export const ClaimAnswer = z.object({
  assignment: Assignment.nullable(),
  drain: z.boolean(),
  pollMs: z.number().int(),
  /** What is to be done with files of ended attempts; absent: nothing. */
  chores: z.array(Chore).max(MOST_CHORES).optional(),
  /** Folders that are to go since their runs were deleted; absent: none. */
  leftFolders: z.array(LeftFolder).max(MOST_LEFT).optional(),
});
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;

const Fenced = { fence: z.number().int().min(1) };

export const StartMessage = z.object({
  ...Fenced,
  pid: z.number().int().min(1),
  /** Kernel start time of the pid (field 22 of /proc/PID/stat, or its text elsewhere): a pid alone is not an identity. */
  pidStart: z.string().max(80),
  bootId: z.string().max(80),
  supervisorPid: z.number().int().min(1),
  startedAt: z.number().int(),
  device: z.string().max(400),
  argv: z.array(z.string().max(2000)).max(400),
  /** Of a script that is not of this program. */
  surroundings: Surroundings.optional(),
});
export type StartMessage = z.infer<typeof StartMessage>;

export const EventsMessage = z.object({
  ...Fenced,
  firstSeq: z.number().int().min(1),
  events: z.array(TrainerEvent).max(1000),
});
export type EventsMessage = z.infer<typeof EventsMessage>;
export const EventsAnswer = z.object({ ackSeq: z.number().int(), command: Command });
export type EventsAnswer = z.infer<typeof EventsAnswer>;

/** `bytes` are in base64, since a log may hold anything; an offset counts them raw. */
export const LogsMessage = z.object({
  ...Fenced,
  offset: z.number().int().min(0),
  bytes: z.string().max(900_000),
});
export type LogsMessage = z.infer<typeof LogsMessage>;
export const LogsAnswer = z.object({ size: z.number().int(), full: z.boolean(), command: Command });
export type LogsAnswer = z.infer<typeof LogsAnswer>;

/** `alive` is what the worker sees of the process itself at this moment, never a guess. */
export const HeartbeatMessage = z.object({
  ...Fenced,
  sentAt: z.number().int(),
  alive: z.boolean(),
  rssMiB: z.number().nullable(),
  cpuSeconds: z.number().nullable(),
  /** Where an engine with a queue of its own has the attempt. */
  place: Place.optional(),
});
export type HeartbeatMessage = z.infer<typeof HeartbeatMessage>;
export const HeartbeatAnswer = z.object({
  command: Command,
  ackSeq: z.number().int(),
  logSize: z.number().int(),
});
export type HeartbeatAnswer = z.infer<typeof HeartbeatAnswer>;

/** Accepted only when every event up to `lastSeq` is stored, so that an end can never overtake its points. */
export const FinishMessage = z.object({ ...Fenced, lastSeq: z.number().int().min(0), exit: ExitRecord });
export type FinishMessage = z.infer<typeof FinishMessage>;
export const FinishAnswer = z.object({ state: z.string() });
export type FinishAnswer = z.infer<typeof FinishAnswer>;

/** Every refusal on the wire has this body. `gap` carries where to resume, `fenced` means: stop sending, leave the process. */
export const AdapterError = z.object({
  error: z.enum([
    "gap",
    "fenced",
    "protocol",
    "invalid",
    "unauthorized",
    "forbidden",
    "not_found",
    "too_large",
    "busy",
    "internal",
    "full",
  ]),
  message: z.string(),
  ackSeq: z.number().int().optional(),
  size: z.number().int().optional(),
  /** With `fenced`: somebody has marked the attempt as lost, so what is left of its process is to end. */
  deadSince: z.number().int().optional(),
});
export type AdapterError = z.infer<typeof AdapterError>;

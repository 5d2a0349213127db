import { CHORES } from "../../../workers/protocol/attempts/chores.ts";
import { z } from "zod";
import { Place } from "../../../workers/protocol/executors/place.ts";
import { DEVICE_CHOICES } from "../../../workers/protocol/machine/gpu-count.ts";
import { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import { idSchema } from "../ids.ts";
import { RETRIES_RULE } from "./time-limit.ts";

/** A checkpoint as it is on record: by reference, on the worker that made it. */
export interface CheckpointOnRecord {
  attemptId: string;
  /** Number of the attempt that left it. */
  n: number;
  path: string;
  /** Train step, where its name says one. */
  step: number | null;
  /** When it was written. */
  at: number;
}

/** Whether a new attempt goes on with what was stopped, or tries again what failed. */
export const CONTINUATIONS = ["resume", "retry"] as const;
export type ContinuationKind = (typeof CONTINUATIONS)[number];

/** How an attempt that is not the first of its run came to be. */
export interface Begun {
  kind: ContinuationKind;
  by: string;
  /** By the choice that was made at the launch, without a person. */
  automatic: boolean;
  /** null: from the start. */
  checkpoint: CheckpointOnRecord | null;
}

/** What a queued run that was tried before does next. */
export type NextAttempt = Begun & {
  /** The worker on which its checkpoint lies; null where any will do. */
  workerId: string | null;
};

/** What somebody chose for the processes of a run; without a choice there is no limit and nothing is tried again. */
export const RunLimits = z.object({
  /** So long one attempt may run, seconds. */
  timeLimitS: z
    .number({ error: "A time limit is a number of seconds." })
    .int("A time limit is a whole number of seconds.")
    .min(10, "A time limit is at least 10 seconds.")
    .max(366 * 86_400, "A time limit is at most 366 days.")
    .optional(),
  /** How often a failed or crashed attempt is followed by another one by itself. */
  retries: z
    .number({ error: RETRIES_RULE })
    .int(RETRIES_RULE)
    .min(0, "The number of retries is 0 or more.")
    .max(20, "A run has at most 20 automatic retries.")
    .optional(),
  /** It runs on a Slurm cluster, with what is asked for there. */
  slurm: SlurmAsk.optional(),
  /** It may stand on a GPU beside what is not of Ablab. */
  besideOthers: z.literal(true).optional(),
  /** Only there. Without a choice it takes a GPU where its worker has one, else the CPU, as its recipe allows. */
  device: z.enum(DEVICE_CHOICES, { error: "The device is gpu or cpu; leave it out for auto." }).optional(),
});
export type RunLimits = z.infer<typeof RunLimits>;

export const ContinueInput = z.object({
  id: idSchema("run"),
  kind: z.enum(CONTINUATIONS),
  /** A retry from the start, whatever checkpoints there are. */
  fromStart: z.boolean().default(false),
  /** Another checkpoint than the last one, by its path. */
  checkpoint: z.string().min(1).max(400).optional(),
});
export type ContinueInput = z.input<typeof ContinueInput>;

export const ContinueAnswer = z.object({
  state: z.literal("queued"),
  /** Train step of the checkpoint; null from the start, or where its name says none. */
  fromStep: z.number().int().nullable(),
  /** One sentence: what happens now. */
  message: z.string(),
});
export type ContinueAnswer = z.infer<typeof ContinueAnswer>;

const OnRecord = z.object({
  attemptId: z.string(),
  n: z.number().int(),
  path: z.string(),
  step: z.number().int().nullable(),
  at: z.number().int(),
});

/** What a run could do next, and what its attempts did twice. */
export const Continuing = z.object({
  /** The checkpoint it would go on from, with the worker that has it; null where there is none. */
  checkpoint: OnRecord.extend({ worker: z.string() }).nullable(),
  /** Whether a new attempt is possible at all: it has ended without finishing, and was launched here. */
  possible: z.boolean(),
  /** Work that an attempt did after the checkpoint from which the next one went on. */
  workLost: z.object({ steps: z.number().nullable(), ms: z.number() }).nullable(),
  limits: RunLimits.nullable(),
  /** It waits only for GPUs on which something stands that is not of Ablab, so a person may start it beside that. */
  keptByOthers: z.boolean(),
  /** Automatic retries that were used. */
  retried: z.number().int(),
  /** How its recipe wants to be ended; null: it leaves that to the worker. */
  stop: z.object({ signal: z.enum(["SIGINT", "SIGTERM"]), graceSeconds: z.number() }).nullable(),
});
export type Continuing = z.infer<typeof Continuing>;

/** What is told of an attempt besides its process. */
export const AttemptStory = z.object({
  begun: z
    .object({
      kind: z.enum(CONTINUATIONS),
      by: z.string(),
      automatic: z.boolean(),
      checkpoint: OnRecord.nullable(),
    })
    .nullable(),
  /** Where an engine has it, or had it last; null where its processes are on the worker's machine. */
  place: Place.nullable(),
  /** Last train step that it sent. */
  lastStep: z.number().nullable(),
  /** What of it was done again, or in vain. */
  workLost: z.object({ steps: z.number().nullable(), ms: z.number() }).nullable(),
  /** Why it failed, where its log or its end says so. */
  cause: z
    .object({
      id: z.string(),
      /** A clause after "it". */
      words: z.string(),
      /** What to do; empty where nothing is known to help. */
      advice: z.string(),
      /** The line of the log that says so. */
      line: z.string(),
    })
    .nullable(),
});
export type AttemptStory = z.infer<typeof AttemptStory>;

/** Something that a trainer left in its output folder. */
export const LeftFile = z.object({
  id: z.number().int(),
  /** Number of the attempt. */
  attempt: z.number().int(),
  path: z.string(),
  kind: z.enum(["checkpoint", "file"]),
  bytes: z.number().int(),
  files: z.number().int(),
  trainStep: z.number().int().nullable(),
  writtenAt: z.number().int(),
  sha256: z.string().nullable(),
  /** When it was seen to be gone from its worker. */
  goneAt: z.number().int().nullable(),
  /** Whether its content is kept here. */
  kept: z.boolean(),
  /** Since when no retention takes it; null: one may. */
  pinnedAt: z.number().int().nullable(),
  /** What its worker was asked to do with it and has not done yet. */
  wish: z.enum(CHORES).nullable(),
  /** Why that failed, in the words of the worker. */
  problem: z.string().nullable(),
});
export type LeftFile = z.infer<typeof LeftFile>;

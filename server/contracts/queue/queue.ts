import { z } from "zod";
import { ProjectName } from "../housekeeping/projects.ts";
import { idSchema } from "../ids.ts";
import { PRIORITIES } from "./priorities.ts";

export const Priority = z.enum(PRIORITIES);
export type Priority = z.infer<typeof Priority>;

/** By which order runs are given out. One fact: whoever changes it names the version that was seen. */
export const QueueOrder = z.object({
  /** Runs that somebody put somewhere, in their order, before all others of their priority; those follow by launch. */
  order: z.array(z.string()),
  /** Runs of another priority than normal. */
  priorities: z.record(z.string(), Priority),
  /** Since when nothing is given out but what is to run now, and by whom; null while the queue goes. */
  paused: z.object({ at: z.number().int(), by: z.string() }).nullable(),
});
export type QueueOrder = z.infer<typeof QueueOrder>;

const Version = z.object({
  /** That of the queue as it was seen; a change on top of another one is refused. Absent: on whatever is there. */
  version: z.number().int().optional(),
});

const RunId = idSchema("run");

export const MoveInput = Version.extend({
  id: RunId,
  /** The run before which it comes to stand; null: behind all others. */
  before: RunId.nullable(),
});
export type MoveInput = z.infer<typeof MoveInput>;

export const PriorityInput = Version.extend({ id: RunId, priority: Priority });
export type PriorityInput = z.infer<typeof PriorityInput>;

export const PauseInput = Version.extend({ paused: z.boolean() });
export type PauseInput = z.infer<typeof PauseInput>;

/** Runs that an order which is put back names at most: more than ever wait. */
const MOST_NAMED = 100_000;

/** Puts back what a change left behind: the order as it was before. Who paused is whoever puts it back, whatever is said here. */
export const RestoreInput = z.object({
  version: z.number().int(),
  was: z.object({
    order: z.array(RunId).max(MOST_NAMED, `An order names at most ${MOST_NAMED} runs.`),
    priorities: z.record(RunId, Priority),
    paused: z.object({ at: z.number().int().min(0), by: z.string().max(400) }).nullable(),
  }),
});
export type RestoreInput = z.infer<typeof RestoreInput>;

/** What a change of the queue did, and what takes it back. */
export const QueueAnswer = z.object({
  version: z.number().int(),
  changed: z.boolean(),
  message: z.string(),
  undo: RestoreInput,
});
export type QueueAnswer = z.infer<typeof QueueAnswer>;

export const QueuedRun = z.object({
  runId: z.string(),
  name: z.string(),
  experiment: z.string(),
  experimentId: z.string(),
  project: ProjectName,
  recipe: z.string(),
  queuedAt: z.number().int(),
  priority: Priority,
  /** What it waits for, in words. */
  why: z.string(),
});
export type QueuedRun = z.infer<typeof QueuedRun>;

/** What waits, in the order in which it is given out. */
export const Queue = z.object({
  version: z.number().int(),
  paused: QueueOrder.shape.paused,
  /** All that wait; `runs` are the first of them. */
  total: z.number().int(),
  runs: z.array(QueuedRun),
});
export type Queue = z.infer<typeof Queue>;

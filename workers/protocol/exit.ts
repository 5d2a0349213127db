import { z } from "zod";

/**
 * Why an attempt ended. A closed list; think twice before adding to it, people filter by these words.
 * `ok` and `error` are what the process itself said, the rest is what happened to it.
 */
export const EXIT_REASONS = [
  "ok",
  "error",
  "stopped",
  "out_of_memory",
  "time_limit",
  "preempted",
  "refused",
  "host_lost",
  "supervisor_lost",
  "dependency",
  "unknown",
] as const;

export const ExitReason = z.enum(EXIT_REASONS);
export type ExitReason = z.infer<typeof ExitReason>;

/** One rung of the stop ladder that was really used, with the time it was sent (Unix ms). */
export const EscalationStep = z.object({
  signal: z.enum(["SIGINT", "SIGTERM", "SIGKILL"]),
  at: z.number().int(),
});
export type EscalationStep = z.infer<typeof EscalationStep>;

/**
 * How a trainer process ended, as its witness (the supervisor) saw it.
 * `code` and `signal` are both null where nothing started (refused) or nobody saw the end (host_lost, supervisor_lost, unknown).
 */
export const ExitRecord = z.object({
  code: z.number().int().nullable(),
  signal: z.string().max(32).nullable(),
  askedBy: z.string().max(200).nullable(),
  reason: ExitReason,
  endedAt: z.number().int(),
  escalation: z.array(EscalationStep).max(8).default([]),
  /** One sentence for a person: the last error line, or what proves the loss. */
  detail: z.string().max(2000).default(""),
  /** The last lines of its log, oldest first; none of an end that nobody saw, or that was no failure. */
  tail: z.array(z.string().max(700)).max(100).optional(),
  /** It could not be started just then, and may be at another time: what stood in the way is not of the run. */
  again: z.literal(true).optional(),
  /** Processes of the run that outlived the trainer and had to be ended. */
  leftovers: z.number().int().min(0).default(0),
  /** Which processes of the run had to be killed with SIGKILL after the trainer got its signal or had ended; the first of them. */
  killed: z.array(z.string().max(200)).max(8).optional(),
  /** What the trainer and the children it waited for took, where the machine counts that. */
  cpuSeconds: z.number().min(0).optional(),
  /** The client from outside whose word this is; absent where the end was seen. */
  toldBy: z.string().max(200).optional(),
});
export type ExitRecord = z.infer<typeof ExitRecord>;

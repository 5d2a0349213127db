import { z } from "zod";
import { OutputPath } from "./checkpoints.ts";

/** What a worker is asked to do with something that an ended attempt left there; it may be asked again without harm. */
export const CHORES = ["drop", "hash"] as const;
export type ChoreKind = (typeof CHORES)[number];

/** Most of them that ride on one claim. */
export const MOST_CHORES = 20;

export const Chore = z.object({
  id: z.number().int(),
  what: z.enum(CHORES),
  attemptId: z.string().regex(/^[a-z]{3}_[0-9a-z]{16}$/),
  path: OutputPath,
});
export type Chore = z.infer<typeof Chore>;

export const ChoreDone = z.object({
  id: z.number().int(),
  what: z.enum(CHORES),
  /** "gone": it was not there any more. */
  outcome: z.enum(["done", "gone", "failed"]),
  /** Of a file its content's; of a folder that of the lines of its files, as for recipes (`content-hash.ts`). */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Why it failed, in the system's words. */
  problem: z.string().max(400).optional(),
});
export type ChoreDone = z.infer<typeof ChoreDone>;

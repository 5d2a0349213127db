import { z } from "zod";
import { NewIn } from "../housekeeping/projects.ts";
import { nameSchema } from "../name-schema.ts";

/** By what every ingest token begins: whoever finds one in a log knows what it opens. */
export const INGEST_TOKEN_PREFIX = "abl_in_";

/** What a key opens: bringing runs, reading them, or both. Who only writes reads back no run that it did not bring itself. */
export const KEY_ACCESS = ["write", "read", "both"] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

export const NewTokenInput = z.object({
  name: nameSchema({
    what: "The name of a token",
    most: 80,
    missing: "Give the token a name: who will use it.",
  }),
  project: NewIn,
  /** Each project of wandb or trackio becomes a project here, and not an experiment of the token's own. */
  makesProjects: z.boolean().optional(),
  access: z.enum(KEY_ACCESS).optional(),
});
export type NewTokenInput = z.infer<typeof NewTokenInput>;

/** A token right after it was made: its text is shown once. */
export const CreatedToken = z.object({ id: z.string(), name: z.string(), token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const IngestTokenRow = z.object({
  id: z.string(),
  name: z.string(),
  project: z.string(),
  makesProjects: z.boolean(),
  access: z.enum(KEY_ACCESS),
  /** Its last four characters. */
  tail: z.string(),
  runs: z.number().int(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  /** When it last opened a run; null where nothing has called with it. */
  usedAt: z.number().int().nullable(),
  /** The client that did, as it calls itself. */
  usedBy: z.string().nullable(),
  revokedAt: z.number().int().nullable(),
  revokedBy: z.string().nullable(),
});
export type IngestTokenRow = z.infer<typeof IngestTokenRow>;

import { z } from "zod";

/** A file that a logger sent. */
export const SentFile = z.object({
  id: z.number().int(),
  path: z.string(),
  type: z.string().nullable(),
  bytes: z.number().int(),
  /** Its content is here; of others only name, size and hash. */
  kept: z.boolean(),
  at: z.number().int(),
});
export type SentFile = z.infer<typeof SentFile>;

/** A version of an artifact that the run logged. */
export const LoggedArtifact = z.object({
  name: z.string(),
  type: z.string(),
  /** From 0, counted over all runs of the client's project. */
  version: z.number().int(),
  aliases: z.array(z.string()),
  digest: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  at: z.number().int(),
});
export type LoggedArtifact = z.infer<typeof LoggedArtifact>;

/** What loggers left of a run beside its numbers. */
export const LoggedThings = z.object({
  artifacts: z.array(LoggedArtifact),
  /** Keys under which histograms, images and other media were logged. */
  mediaKeys: z.number().int(),
  /** Of a run that was launched here; those of a run from outside stand in `outside`. */
  files: z.array(SentFile),
});
export type LoggedThings = z.infer<typeof LoggedThings>;

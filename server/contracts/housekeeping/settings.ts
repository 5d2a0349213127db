import { z } from "zod";

/** A browser that is logged in. */
export const SessionRow = z.object({
  /** The first characters of the hash of its secret, which open nothing. */
  id: z.string(),
  createdAt: z.number().int(),
  /** Noted at most once an hour. */
  seenAt: z.number().int(),
  expiresAt: z.number().int(),
  /** The one that asks. */
  own: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** One session by its id, or all but the one that asks. */
export const EndSessionsInput = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{12}$/, "This is no session.")
    .nullable(),
});
export type EndSessionsInput = z.infer<typeof EndSessionsInput>;

export const EndedSessions = z.object({ ended: z.number().int() });

/** A copy of the database, as it lies in the folder of backups. */
export const BackupRow = z.object({
  name: z.string(),
  bytes: z.number().int(),
  madeAt: z.number().int(),
});
export type BackupRow = z.infer<typeof BackupRow>;

export const BackupList = z.object({
  folder: z.string(),
  /** The newest first. */
  backups: z.array(BackupRow),
  total: z.number().int(),
  bytes: z.number().int(),
});
export type BackupList = z.infer<typeof BackupList>;

export const BackupMade = z.object({
  file: z.string(),
  bytes: z.number().int(),
  madeAt: z.number().int(),
  /** What is wrong with the database, and so with the backup; empty where nothing is. */
  findings: z.array(z.string()),
});
export type BackupMade = z.infer<typeof BackupMade>;

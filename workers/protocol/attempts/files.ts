import { z } from "zod";
import { OutputPath } from "./checkpoints.ts";

/** Largest file that is sent with its content, and all of one attempt together, bytes. */
export const KEPT_FILE_BYTES = 256 * 1024;
export const KEPT_BYTES = 4 * 1024 * 1024;
/** Most files and checkpoints that are named of one attempt. */
export const MOST_FILES = 300;

/** What lies in the output folder of an attempt. */
export const FoundFile = z.object({
  path: OutputPath,
  kind: z.enum(["checkpoint", "file"]),
  /** Of a folder the sum of its files. */
  bytes: z.number().int().min(0),
  /** How many files a checkpoint consists of. */
  files: z.number().int().min(1),
  /** Train step of a checkpoint, where its name says one. */
  step: z.number().int().min(0).nullable(),
  /** When the newest of it was written, Unix ms. */
  at: z.number().int(),
});
export type FoundFile = z.infer<typeof FoundFile>;

/** Everything that lies there now: what was told before and is not among it is gone. */
export const FilesMessage = z.object({
  fence: z.number().int().min(1),
  files: z.array(FoundFile).max(MOST_FILES),
  /** How many more there are. */
  more: z.number().int().min(0),
});
export type FilesMessage = z.infer<typeof FilesMessage>;

/** The content of a small file that was named before, base64. */
export const ContentMessage = z.object({
  fence: z.number().int().min(1),
  path: OutputPath,
  bytes: z.string().max(Math.ceil(KEPT_FILE_BYTES / 3) * 4),
});
export type ContentMessage = z.infer<typeof ContentMessage>;

/** Whether the server wants contents at all: an old attempt may be full. */
export const FilesAnswer = z.object({ full: z.boolean() });

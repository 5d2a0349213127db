import { z } from "zod";

/**
 * Folders of attempts whose runs were deleted. The server names them with each answer to a claim until the worker has said that
 * they are gone; asking again does no harm.
 */

/** Most of them that ride on one claim. */
export const MOST_LEFT = 20;

export const LeftFolder = z.object({
  attemptId: z.string().regex(/^[a-z]{3}_[0-9a-z]{16}$/),
  /** When the run was deleted, Unix ms. What still runs of it is ended first. */
  deletedAt: z.number().int(),
});
export type LeftFolder = z.infer<typeof LeftFolder>;

export const FolderGone = LeftFolder.pick({ attemptId: true }).extend({
  /** Why it is still there, in words of the worker or its system; absent: it is gone. */
  problem: z.string().max(400).optional(),
});
export type FolderGone = z.infer<typeof FolderGone>;

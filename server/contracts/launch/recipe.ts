import { z } from "zod";

/** A script in a folder of a worker, as somebody decides whether it may run. */
export const FolderRecipeRow = z.object({
  slug: z.string(),
  title: z.string(),
  version: z.string(),
  hash: z.string(),
  folder: z.string(),
  /** Name of the worker that offered it last, and when. */
  offeredBy: z.string(),
  offeredAt: z.number().int(),
  approvedAt: z.number().int().nullable(),
  approvedBy: z.string().nullable(),
  command: z.array(z.string()),
  /** Places that a run can take code from which is not hashed, and so not approved. */
  unhashedCode: z.array(z.string()),
  /** Files in which it differs from the content that was agreed to last; null where that is this one, or there was none. */
  changed: z.array(z.object({ path: z.string(), how: z.enum(["changed", "new", "gone"]) })).nullable(),
});
export type FolderRecipeRow = z.infer<typeof FolderRecipeRow>;

export const FolderRecipes = z.object({
  /** Of each slug what was offered last. */
  recipes: z.array(FolderRecipeRow),
  /** Folders that a worker was to offer and cannot. */
  problems: z.array(z.object({ worker: z.string(), folder: z.string(), problem: z.string() })),
});
export type FolderRecipes = z.infer<typeof FolderRecipes>;

/** Agreeing names the content, so that what changes in the meantime is not agreed to. */
export const AgreeInput = z.object({
  slug: z.string().max(80),
  /** Of the content that was looked at. */
  hash: z
    .string({ error: "Name the hash of the content that you agree to, or its first digits: at least 8." })
    .regex(/^[0-9a-f]{8,64}$/, "The hash of the content, or the first digits of it: at least 8."),
});
export type AgreeInput = z.infer<typeof AgreeInput>;

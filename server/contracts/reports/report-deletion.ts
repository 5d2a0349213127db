import { z } from "zod";

export const DeletedReport = z.object({
  id: z.string(),
  title: z.string(),
  /** What went with it. */
  publications: z.number().int(),
  links: z.number().int(),
  /** When it is gone for good, ms; until then it can be brought back whole. */
  purgeAt: z.number().int(),
});
export type DeletedReport = z.infer<typeof DeletedReport>;

/** A report that was deleted and can still be brought back. */
export const GoingReport = z.object({
  id: z.string(),
  title: z.string(),
  deletedBy: z.string(),
  purgeAt: z.number().int(),
});
export type GoingReport = z.infer<typeof GoingReport>;

export const BroughtBack = z.object({
  id: z.string(),
  title: z.string(),
  /** What came back with it, in words. */
  message: z.string(),
});
export type BroughtBack = z.infer<typeof BroughtBack>;

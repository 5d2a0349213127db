import { z } from "zod";
import { idSchema } from "../ids.ts";

/** An earlier text of a report in its history. */
export const ReportDraft = z.object({
  version: z.number().int(),
  title: z.string(),
  savedBy: z.string(),
  savedAt: z.number().int(),
});
export type ReportDraft = z.infer<typeof ReportDraft>;

export const DraftText = ReportDraft.extend({ markdown: z.string() });
export type DraftText = z.infer<typeof DraftText>;

export const DraftInput = z.object({ id: idSchema("report"), version: z.number().int().min(1) });

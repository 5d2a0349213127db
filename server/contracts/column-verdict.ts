import { z } from "zod";

/** What one column of a table says in words. */
export const ColumnVerdict = z.object({
  metric: z.string(),
  /** In full: what separates, what does not and what the design could show. */
  message: z.string(),
  /** What a page begins with; tables published before there were answers lack it and `notes`. */
  answer: z.string().optional(),
  /** What weakens or completes it, a sentence each: what is suggestive or open, and further metrics that separate. */
  notes: z.array(z.string()).optional(),
});

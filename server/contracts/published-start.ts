import { z } from "zod";
import { LeadShare } from "./rollouts/stage-of-run.ts";

/** The share that a text about a published value begins with: "75.9 %, pass@1, report" is 0.759; null where it begins otherwise. */
export function publishedShare(text: string): number | null {
  const found = /^\s*(\d{1,3}(?:\.\d+)?)\s*%/.exec(text);
  const share = found ? Number(found[1]) / 100 : Number.NaN;
  return share <= 1 ? share : null;
}

/** What the policy was worth before it was trained, and what somebody published of it, as a person says. */
export const StartModel = z.object({
  evaluation: z.string(),
  lead: LeadShare,
  published: z
    .object({ share: z.number(), text: z.string(), by: z.string(), at: z.number().int() })
    .nullable(),
});
export type StartModel = z.infer<typeof StartModel>;

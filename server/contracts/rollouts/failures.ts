import { z } from "zod";
import { FailureReport } from "../../../workers/protocol/failures.ts";

/** What a run found in the episodes of an evaluation, with where those are. */
export const FailureView = z.object({
  evaluationId: z.string(),
  /** The run that played the episodes. */
  source: z.object({ id: z.string(), name: z.string() }),
  /** The parameters by which it chose its problems: training with them holds the same ones out. */
  problems: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  report: FailureReport,
});
export type FailureView = z.infer<typeof FailureView>;

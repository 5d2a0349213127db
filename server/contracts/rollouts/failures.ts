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

/** A run that looked at failures, in a line. */
export const FailureLine = FailureReport.pick({
  n: true,
  maxSteps: true,
  slowOver: true,
  part: true,
  kinds: true,
  subset: true,
}).extend({
  run: z.object({ id: z.string(), name: z.string() }),
  experiment: z.object({ id: z.string(), title: z.string() }),
  /** The run that played the episodes. */
  source: z.object({ id: z.string(), name: z.string() }),
  evaluationId: z.string(),
  /** The fault type that failed or was slow most often; null where there is none. */
  weakest: FailureReport.shape.byType.element.nullable(),
  at: z.number().int(),
});
export type FailureLine = z.infer<typeof FailureLine>;

/** The newest runs that looked at failures, and how many there are. */
export const FailureList = z.object({ rows: z.array(FailureLine), total: z.number().int() });
export type FailureList = z.infer<typeof FailureList>;

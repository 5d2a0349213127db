import type { WriterRecord } from "#db/queries/external/writers.ts";
import { settleGroups } from "#db/rollouts/settle-groups.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { appendGroupPoints } from "../../rollouts/group-points.ts";

/** Puts completions that a process sent before its first row into the attempt that its rows are of, or that it ended in. */
export function settleRollouts(
  ctx: ServiceContext,
  scope: WriteScope,
  { runId, writer }: Pick<WriterRecord, "runId" | "writer">,
  attemptId: string,
): void {
  const settled = settleGroups(scope.db, { runId, attemptId, opener: writer });
  appendGroupPoints(scope, attemptId, settled, ctx.now());
}

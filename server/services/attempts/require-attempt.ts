import { selectAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/**
 * The attempt a worker speaks for, with its run. Refuses another attempt's token, and a fence that is not the current
 * one: its sender no longer owns the attempt and must stop sending. Where somebody has marked the attempt as lost, it says since when.
 */
export function requireAttempt(
  ctx: ServiceContext,
  attemptId: string,
  fence: number,
): { attempt: AttemptRecord; run: RunRecord } {
  if (ctx.actor.kind !== "attempt" || ctx.actor.attemptId !== attemptId) {
    throw new ServiceError("forbidden", "This token opens another attempt's routes only.");
  }
  const attempt = selectAttempt(ctx.db, attemptId);
  const run = attempt && selectRun(ctx.db, attempt.runId);
  if (!attempt || !run) throw new ServiceError("not_found", `There is no attempt ${attemptId}.`);
  if (attempt.fence !== fence && attempt.exit?.toldBy !== undefined)
    throw new ServiceError(
      "fenced",
      `Attempt ${attemptId} was marked as lost by ${attempt.exit.toldBy}. What it still says is not taken; its process is to end.`,
      { details: { deadSince: attempt.exit.endedAt } },
    );
  if (attempt.fence !== fence) {
    throw new ServiceError(
      "fenced",
      `Attempt ${attemptId} was given to another worker (fence ${attempt.fence}). Stop sending; leave the process as it is.`,
    );
  }
  return { attempt, run };
}

import type { AttemptRecord } from "#db/queries/attempts.ts";
import { deleteTokensOfAttempt, insertIngestToken } from "#db/queries/ingest-tokens.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { actorName, type ServiceContext, type WriteScope } from "../context.ts";
import { newId, newIngestToken, sha256 } from "../hashing.ts";

/** A token for loggers in a script that was launched here: it opens its attempt alone, until that has ended. */
export function createAttemptToken(
  ctx: ServiceContext,
  { db }: WriteScope,
  { projectId }: Pick<RunRecord, "projectId">,
  { id: attemptId, workerId }: Pick<AttemptRecord, "id" | "workerId">,
): string {
  const token = newIngestToken();
  deleteTokensOfAttempt(db, attemptId);
  insertIngestToken(db, {
    id: newId("ingestToken"),
    projectId,
    name: attemptId,
    tokenHash: sha256(token),
    tail: token.slice(-4),
    workerId,
    attemptId,
    createdBy: actorName(ctx.actor),
    createdAt: ctx.now(),
  });
  return token;
}

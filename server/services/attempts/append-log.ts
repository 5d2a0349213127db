import { updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { insertLogChunk } from "#db/queries/logs.ts";
import { maskBehind } from "./mask-log.ts";
import type { LogsAnswer, LogsMessage } from "../../../workers/protocol/messages.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { commandFor, hearAttempt } from "./heartbeat.ts";
import { requireAttempt } from "./require-attempt.ts";

export const LOG_CHUNK_BYTES = 65_536;
export const LOG_CAP_BYTES = 64 * 1024 * 1024;
const CUT_MARK = Buffer.from(
  `\n[the log is longer than 64 MiB; the rest is only in out.log beside the worker]\n`,
);

/** Raw log bytes, accepted only where the stored log ends; anything else is told the size and resumes there. */
export function appendLog(ctx: ServiceContext, attemptId: string, message: LogsMessage): LogsAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    hearAttempt(ctx, scope, attempt, run);
    const command = commandFor(attempt);
    if (attempt.logSize >= LOG_CAP_BYTES) return { size: attempt.logSize, full: true, command };
    if (message.offset !== attempt.logSize) {
      throw new ServiceError("gap", `The log is stored up to byte ${attempt.logSize}; send from there.`, {
        details: { size: attempt.logSize },
      });
    }
    const size = storeLog(scope, attempt, Buffer.from(message.bytes, "base64"), CUT_MARK);
    return { size, full: size >= LOG_CAP_BYTES, command };
  });
}

/** Adds bytes, their secrets masked, behind what is stored of a log, up to the cap, where `cutMark` says what became of the rest. Answers the size. */
export function storeLog(
  scope: WriteScope,
  { id, runId, logSize }: Pick<AttemptRecord, "id" | "runId" | "logSize">,
  sent: Buffer,
  cutMark: Buffer,
): number {
  const room = LOG_CAP_BYTES - logSize;
  if (sent.length === 0 || room <= 0) return logSize;
  const masked = maskBehind(scope.db, id, logSize, sent);
  const bytes = sent.length >= room ? Buffer.concat([masked.subarray(0, room), cutMark]) : masked;
  for (let i = 0; i < bytes.length; i += LOG_CHUNK_BYTES)
    insertLogChunk(scope.db, id, logSize + i, bytes.subarray(i, i + LOG_CHUNK_BYTES));
  updateAttempt(scope.db, id, { logSize: logSize + bytes.length });
  scope.touch(topics.runLog(runId));
  return logSize + bytes.length;
}

import { updateAttempt } from "#db/queries/attempts.ts";
import type { HeartbeatAnswer, HeartbeatMessage } from "../../../workers/protocol/messages.ts";
import { commit, type ServiceContext } from "../context.ts";
import { commandFor, hearAttempt } from "./hear.ts";
import { requireAttempt } from "./require-attempt.ts";

/** Proof of life with what the process costs; the answer says how far events and log are stored, and any command. */
export function heartbeatAttempt(
  ctx: ServiceContext,
  attemptId: string,
  message: HeartbeatMessage,
): HeartbeatAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    hearAttempt(ctx, scope, attempt, run);
    const costs = {
      rssMib: message.rssMiB === null ? null : Math.round(message.rssMiB),
      cpuSeconds: message.cpuSeconds,
    };
    updateAttempt(scope.db, attempt.id, costs);
    return { command: commandFor(attempt), ackSeq: attempt.lastSeq, logSize: attempt.logSize };
  });
}

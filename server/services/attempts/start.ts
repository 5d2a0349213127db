import { updateAttempt } from "#db/queries/attempts.ts";
import type { EventsAnswer, StartMessage } from "../../../workers/protocol/messages.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { commandFor, hearAttempt } from "./heartbeat.ts";
import { requireAttempt } from "./require-attempt.ts";
import { transitionAttempt } from "./transition.ts";

/** A process exists: who it is (pid, start time, boot id) is stored once; a repeated message changes nothing. */
export function startAttempt(ctx: ServiceContext, attemptId: string, message: StartMessage): EventsAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    hearAttempt(ctx, scope, attempt, run);
    if (attempt.pid === null) {
      updateAttempt(scope.db, attempt.id, {
        pid: message.pid,
        pidStart: message.pidStart,
        bootId: message.bootId,
        supervisorPid: message.supervisorPid,
        startedAt: message.startedAt,
        device: message.device,
        argv: message.argv,
        surroundings: message.surroundings ?? null,
        // What its worker did before is over; the trainer's own word comes after this.
        phase: null,
        phaseStep: null,
        phaseTotal: null,
      });
      transitionAttempt(scope, attempt, run.experimentId, {
        event: { kind: "started" },
        at: message.startedAt,
        actor: actorName(ctx.actor),
        evidence: {
          kind: "process",
          pid: message.pid,
          pidStart: message.pidStart,
          bootId: message.bootId,
          supervisorPid: message.supervisorPid,
        },
      });
    }
    return { ackSeq: attempt.lastSeq, command: commandFor(attempt) };
  });
}

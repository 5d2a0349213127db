import { type AttemptRecord, updateAttempt } from "#db/queries/attempts.ts";
import type { Command, HeartbeatAnswer, HeartbeatMessage } from "../../../workers/protocol/messages.ts";
import { topics } from "../../contracts/live.ts";
import { elapsedSince } from "../clock.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { requireAttempt } from "./require-attempt.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { transitionAttempt } from "./transition.ts";

/** Notes that an attempt was heard of: silence ends, and the state before it returns. */
export function hearAttempt(
  ctx: ServiceContext,
  scope: WriteScope,
  attempt: AttemptRecord,
  run: RunRecord,
): void {
  const at = ctx.now();
  const silentSince = attempt.lastSeenAt;
  updateAttempt(scope.db, attempt.id, { lastSeenAt: at });
  attempt.lastSeenAt = at;
  if (attempt.state !== "unreachable") return;
  transitionAttempt(scope, attempt, run.experimentId, {
    event: {
      kind: "heard",
      stopAsked: attempt.stopRequestedAt !== null,
      processStarted: attempt.startedAt !== null || run.origin === "external",
    },
    at,
    actor: actorName(ctx.actor),
    evidence: { kind: "heard", after: silentSince },
  });
}

/** An engine has lost it, or does not answer: what is known of it stays as it is, and is said to be old. */
function loseAttempt(ctx: ServiceContext, scope: WriteScope, attempt: AttemptRecord, run: RunRecord): void {
  transitionAttempt(scope, attempt, run.experimentId, {
    event: { kind: "silent" },
    at: ctx.now(),
    actor: actorName(ctx.actor),
    evidence: { kind: "silence", since: attempt.lastSeenAt },
  });
}

/** An engine had lost it before, and it was heard since: what a node posts itself says more than what its engine knows. */
const speaksItself = (ctx: ServiceContext, { place, state, lastSeenAt }: AttemptRecord): boolean =>
  place?.lost === true &&
  state !== "unreachable" &&
  elapsedSince(ctx, lastSeenAt) < ctx.timing.unreachableAfterMs;

/** What the answer to any message of an attempt carries. */
export function commandFor(attempt: AttemptRecord): Command {
  if (attempt.stopRequestedAt === null) return { kind: "continue" };
  return { kind: "cancel", askedBy: attempt.stopRequestedBy ?? "unknown", at: attempt.stopRequestedAt };
}

/** Proof of life with what the process costs; the answer says how far events and log are stored, and any command. */
export function heartbeatAttempt(
  ctx: ServiceContext,
  attemptId: string,
  message: HeartbeatMessage,
): HeartbeatAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    const { place = null } = message;
    // Its worker is heard, and has nothing to say of it: that is silence, and no end.
    if (place?.lost && !speaksItself(ctx, attempt)) loseAttempt(ctx, scope, attempt, run);
    else if (!place?.lost) hearAttempt(ctx, scope, attempt, run);
    if (JSON.stringify(place) !== JSON.stringify(attempt.place)) {
      updateAttempt(scope.db, attempt.id, { place });
      scope.touch(topics.run(run.id), topics.runs);
    }
    // One that has just ended is not seen any more, which takes nothing back of what was.
    updateAttempt(scope.db, attempt.id, {
      rssMib: message.rssMiB === null ? attempt.rssMib : Math.round(message.rssMiB),
      cpuSeconds: message.cpuSeconds ?? attempt.cpuSeconds,
    });
    return { command: commandFor(attempt), ackSeq: attempt.lastSeq, logSize: attempt.logSize };
  });
}

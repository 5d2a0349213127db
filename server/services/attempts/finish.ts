import { selectSilentAttempts, updateAttempt } from "#db/queries/attempts.ts";
import type { FinishAnswer, FinishMessage } from "../../../workers/protocol/messages.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { selectWorker } from "#db/queries/machine/means.ts";
import { putBack, retryByChoice } from "./again/continue.ts";
import { requireAttempt } from "./require-attempt.ts";
import { transitionAttempt } from "./transition.ts";
import { selectRun } from "#db/queries/runs.ts";

/**
 * Marks attempts unreachable that were silent for too long. Silence is shown, never judged, and it is silence only while somebody
 * listens by the same clock: since `listeningSince`, in ms. Who was heard in the future, by a clock that was set back since,
 * counts as heard then. Returns how many.
 */
export function reapSilentAttempts(ctx: ServiceContext, listeningSince: number): number {
  const now = ctx.now();
  /** Whoever was heard last before this was silent for so long; nobody was where nobody listened for so long. */
  const heardBefore = (silence: number) => (now - silence < listeningSince ? 0 : now - silence);
  const silent = selectSilentAttempts(ctx.db, {
    before: heardBefore(ctx.timing.unreachableAfterMs),
    externalBefore: heardBefore(ctx.timing.externalSilentAfterMs),
    now,
  });
  if (silent.length === 0) return 0;
  return commit(ctx, (scope) => {
    for (const attempt of silent) {
      const run = selectRun(scope.db, attempt.runId);
      if (!run) continue;
      transitionAttempt(scope, attempt, run.experimentId, {
        event: { kind: "silent" },
        at: now,
        actor: actorName(ctx.actor),
        evidence: { kind: "silence", since: attempt.lastSeenAt },
      });
    }
    return silent.length;
  });
}

/** The end, as its witness saw it. Refused while an event before it is missing; a repeated message changes nothing. */
export function finishAttempt(ctx: ServiceContext, attemptId: string, message: FinishMessage): FinishAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    if (isEnded(attempt.state)) return { state: attempt.state };
    if (attempt.lastSeq < message.lastSeq) {
      throw new ServiceError(
        "gap",
        `Events are stored up to ${attempt.lastSeq}, the end says ${message.lastSeq}. Send the rest first.`,
        {
          details: { ackSeq: attempt.lastSeq },
        },
      );
    }
    const { cpuSeconds } = message.exit;
    updateAttempt(scope.db, attempt.id, {
      exit: message.exit,
      lastSeenAt: ctx.now(),
      phase: null,
      // Counted to its end; what a heartbeat saw last is less.
      ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
    });
    const { code, signal, reason, askedBy, detail } = message.exit;
    const state = transitionAttempt(scope, attempt, run.experimentId, {
      event: { kind: "ended", exit: message.exit },
      at: message.exit.endedAt,
      actor: askedBy ?? actorName(ctx.actor),
      evidence: { kind: "exit", code, signal, reason, askedBy, detail },
    });
    if (message.exit.again)
      putBack(scope, attempt, selectWorker(scope.db, attempt.workerId)?.name ?? "its worker", ctx.now());
    else retryByChoice(scope, run.id, ctx.now());
    return { state: state ?? attempt.state };
  });
}

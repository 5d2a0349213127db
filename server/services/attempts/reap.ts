import { selectSilentAttempts } from "#db/queries/attempts.ts";
import { selectRun } from "#db/queries/runs.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { transitionAttempt } from "./transition.ts";

/** Marks attempts unreachable that were silent for too long. Silence is shown, never judged. Returns how many. */
export function reapSilentAttempts(ctx: ServiceContext): number {
  const now = ctx.now();
  const silent = selectSilentAttempts(ctx.db, {
    before: now - ctx.timing.unreachableAfterMs,
    outsideBefore: now - ctx.timing.outsideSilentAfterMs,
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
        evidence: { kind: "silence", since: attempt.heardAt },
      });
    }
    return silent.length;
  });
}

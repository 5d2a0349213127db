import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectSession } from "#db/queries/external.ts";
import { moveGroups } from "#db/rollouts/keep-groups.ts";
import { topics } from "../../contracts/live.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { commit, type ServiceContext } from "../context.ts";
import { appendGroupPoints } from "../rollouts/group-points.ts";
import { keepRollouts } from "../rollouts/keep.ts";
import { keyOfGroup } from "../rollouts/prepare-rollouts.ts";
import { newestAttempt } from "./attempts/attempt-of-rows.ts";
import { unplacedWriter } from "./attempts/writers.ts";
import { ingestActor, requireExternal } from "./session.ts";
import type { Rollout } from "../../contracts/external/verbs.ts";

/** Prepared, a completion is as large again; a table may hold hundreds of thousands. */
const PREPARED_AT_ONCE = 5000;

/**
 * Completions with their rewards; those that are kept already change nothing. Those of a process that has opened the run and
 * logged no row yet wait for the attempt that its rows will be of.
 */
export function storeExternalRollouts(
  ctx: ServiceContext,
  runId: string,
  rollouts: readonly Rollout[],
): void {
  if (rollouts.length === 0) return;
  commit(ctx, (scope) => {
    const found = requireExternal(ctx, runId);
    const session = selectSession(scope.db, runId);
    const attempt = newestAttempt(ctx, scope, found, session?.writer ?? "");
    const opener = ingestActor(ctx).attempt || !session ? "" : unplacedWriter(scope, session);
    for (let from = 0; from < rollouts.length; from += PREPARED_AT_ONCE)
      keepRollouts(
        scope,
        { id: attempt.id, runId, opener },
        rollouts.slice(from, from + PREPARED_AT_ONCE),
        ctx.now(),
      );
    if (opener === "") appendGroupPoints(scope, attempt.id, rollouts, ctx.now());
    if (!ingestActor(ctx).attempt) hearAttempt(ctx, scope, attempt, found.run);
    scope.touch(topics.run(runId));
  });
}

/** Puts groups that are kept into the phase that they turned out to be of. */
export function moveExternalGroups(
  ctx: ServiceContext,
  runId: string,
  groups: readonly Pick<Rollout, "step" | "group">[],
  phase: "train" | "eval",
): void {
  commit(ctx, (scope) => {
    const { run } = requireExternal(ctx, runId);
    moveGroups(scope.db, run.id, groups.map(keyOfGroup), phase);
    const left = groups.map(({ step }) => ({ step, phase: "train" as const }));
    for (const { id } of selectAttemptsOfRuns(scope.db, [run.id]))
      appendGroupPoints(scope, id, left, ctx.now());
    scope.touch(topics.run(run.id));
  });
}

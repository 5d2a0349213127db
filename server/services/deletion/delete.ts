import { deleteBenchmarkRows, deleteExperimentRows } from "#db/queries/deletion/delete-owner.ts";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import { selectDue, upsertKeeping } from "#db/queries/keepings.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { type Deleted, DeletionInput } from "../../contracts/housekeeping/deletion.ts";
import type { KeptKind } from "../../contracts/housekeeping/keeping.ts";
import { DELETION_GRACE_MS, NOTHING_KEPT } from "../../contracts/housekeeping/keeping-limits.ts";
import { topics } from "../../contracts/live.ts";
import { isServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { keep, kindOfId, touchKept } from "../keeping/keep.ts";
import { keptByIds } from "../keeping/read.ts";
import { planOwnerDeletion } from "./plan.ts";

/**
 * Deletes an experiment with its runs, or a benchmark: it leaves the lists now, and is gone for good after some minutes, until
 * which it can be brought back whole.
 */
export function deleteOwner(ctx: ServiceContext, rawInput: DeletionInput): Deleted {
  const { id } = DeletionInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const plan = planOwnerDeletion(ctx, id);
    const before = keptByIds(ctx, [id]).get(id) ?? NOTHING_KEPT;
    const goesAt = before.goesAt ?? ctx.now() + DELETION_GRACE_MS;
    const kind = kindOfId(id);
    const facts = { by: actorName(ctx.actor), at: ctx.now() };
    upsertKeeping(scope.db, { subjectId: id, kind, ...before, archived: true, goesAt, ...facts });
    touchKept(scope, kind, id);
    return { ...plan, goesAt, undo: [{ id, deleted: false, archived: before.archived }] };
  });
}

function removeRows(scope: WriteScope, kind: KeptKind, id: string, at: number): void {
  touchKept(scope, kind, id);
  if (kind === "benchmark") return deleteBenchmarkRows(scope.db, id);
  for (const run of selectRunsByExperiment(scope.db, id)) {
    deleteRunRows(scope.db, run.id, at);
    scope.touch(topics.run(run.id));
  }
  deleteExperimentRows(scope.db, id);
  scope.touch(topics.reports);
}

/**
 * Deletes for good what was deleted some minutes ago. What is in use again by now, as an experiment that got new runs, stays
 * and is brought back.
 */
export function deleteDue(ctx: ServiceContext): void {
  for (const { subjectId: id, kind } of selectDue(ctx.db, ctx.now())) {
    try {
      commit(ctx, (scope) => {
        planOwnerDeletion(ctx, id);
        removeRows(scope, kind, id, ctx.now());
      });
    } catch (error) {
      if (!isServiceError(error) || error.code !== "conflict") throw error;
      keep(ctx, { changes: [{ id, deleted: false, archived: false }] });
    }
  }
}

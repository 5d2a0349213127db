import { selectBenchmark } from "#db/queries/benchmarks.ts";
import {
  deleteBenchmarkRows,
  deleteExperimentRows,
  selectRunsOnSet,
} from "#db/queries/deletion/delete-owner.ts";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import { selectDue, selectAnnotations, upsertAnnotations } from "#db/queries/annotations.ts";
import { selectRunsByExperiment, selectRunsByIds } from "#db/queries/runs.ts";
import { type Deleted, DeletionInput } from "../../contracts/housekeeping/deletion.ts";
import type { AnnotatedKind } from "../../contracts/housekeeping/annotations.ts";
import { DELETION_GRACE_MS, NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import { topics } from "../../contracts/live.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { keep, kindOfId, touchAnnotated } from "../annotations/annotate.ts";
import { annotationsByIds } from "../annotations/read.ts";
import { planOwnerDeletion } from "./plan.ts";

/** The runs of an experiment, or those on a benchmark: of each by its id since when it is in its state. */
function holds({ db }: ServiceContext, kind: AnnotatedKind, id: string): Record<string, number> {
  const users = () => selectRunsOnSet(db, selectBenchmark(db, id)?.hash ?? "").map((run) => run.id);
  const runs = kind === "benchmark" ? selectRunsByIds(db, users()) : selectRunsByExperiment(db, id);
  return Object.fromEntries(runs.map((run) => [run.id, run.stateAt]));
}

/** Whether a run came, began or ended since. Clocks of clients do not matter; a run that left since does not either. */
const isUsedSince = (now: Record<string, number>, then: Record<string, number> | null): boolean =>
  Object.entries(now).some(([run, stateAt]) => then?.[run] !== stateAt);

/**
 * Deletes an experiment with its runs, or a benchmark: it leaves the lists now, and is gone for good after some minutes, until
 * which it can be brought back whole. Deleted twice it goes when it was first to go, unless a run came meanwhile.
 */
export function deleteOwner(ctx: ServiceContext, rawInput: DeletionInput): Deleted {
  const { id } = DeletionInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const plan = planOwnerDeletion(ctx, id);
    const before = annotationsByIds(ctx, [id]).get(id) ?? NO_ANNOTATIONS;
    const kind = kindOfId(id);
    const held = holds(ctx, kind, id);
    const isSame = !isUsedSince(held, selectAnnotations(scope.db, [id]).get(id)?.held ?? null);
    const purgeAt = (isSame ? before.purgeAt : undefined) ?? ctx.now() + DELETION_GRACE_MS;
    const facts = { by: actorName(ctx.actor), at: ctx.now() };
    upsertAnnotations(scope.db, { subjectId: id, kind, ...before, archived: true, purgeAt, held, ...facts });
    touchAnnotated(scope, kind, id);
    // Of what is deleted already it was the deletion that archived it: brought back, it is to be seen.
    const archived = before.purgeAt === undefined && before.archived;
    return { ...plan, purgeAt, undo: [{ id, deleted: false, archived }] };
  });
}

function removeRows(scope: WriteScope, kind: AnnotatedKind, id: string, at: number): void {
  touchAnnotated(scope, kind, id);
  if (kind === "benchmark") return deleteBenchmarkRows(scope.db, id);
  for (const run of selectRunsByExperiment(scope.db, id)) {
    deleteRunRows(scope.db, run.id, at);
    scope.touch(topics.run(run.id));
  }
  deleteExperimentRows(scope.db, id);
  scope.touch(topics.reports);
}

/**
 * Deletes for good what was deleted some minutes ago. What was used since stays and is brought back: an experiment that a run
 * was launched, begun or moved into, whether or not that has ended, and a benchmark that a run was on.
 */
export function deleteDue(ctx: ServiceContext): void {
  for (const { subjectId: id, kind, held } of selectDue(ctx.db, ctx.now())) {
    try {
      commit(ctx, (scope) => {
        planOwnerDeletion(ctx, id);
        if (isUsedSince(holds(ctx, kind, id), held))
          throw new ServiceError("conflict", `A run came to ${id} after it was deleted.`);
        removeRows(scope, kind, id, ctx.now());
      });
    } catch (error) {
      if (!isServiceError(error) || error.code !== "conflict") throw error;
      keep(ctx, { changes: [{ id, deleted: false, archived: false }] });
    }
  }
}

import { deleteExperimentRows } from "#db/queries/deletion/delete-owner.ts";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import { deleteImport, selectRunsOfImport, selectUnfinishedImports } from "#db/queries/imports.ts";
import { selectRun, selectRunsByExperiment } from "#db/queries/runs.ts";
import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { inTurns } from "../in-turns.ts";

/** Deletes a run that an import made, and its experiment with the last of them. */
function deleteImported(ctx: ServiceContext, scope: WriteScope, runId: string): void {
  const home = selectRun(scope.db, runId)?.experimentId;
  deleteRunRows(scope.db, runId, ctx.now());
  if (home !== undefined && selectRunsByExperiment(scope.db, home).length === 0)
    deleteExperimentRows(scope.db, home);
  scope.touch(topics.run(runId), topics.runs, topics.experiments);
}

/** Deletes every run that an import made, with a pause after each; answers how many. */
export function* deleteRunsOf(ctx: ServiceContext, importId: string): Generator<void, number> {
  const made = selectRunsOfImport(ctx.db, importId);
  for (const { runId } of made) {
    commit(ctx, (scope) => deleteImported(ctx, scope, runId));
    yield;
  }
  return made.length;
}

/** Removes an import that did not come to its end, run by run: cut in between, it goes on with those that are left. */
export function* removeImport(ctx: ServiceContext, importId: string): Generator<void, void> {
  yield* deleteRunsOf(ctx, importId);
  commit(ctx, (scope) => deleteImport(scope.db, importId));
}

/** Removes what imports left that an earlier process did not bring to their end. Answers how many. */
export async function removeUnfinishedImports(ctx: ServiceContext): Promise<number> {
  const unfinished = selectUnfinishedImports(ctx.db);
  for (const importId of unfinished) await inTurns(removeImport(ctx, importId));
  return unfinished.length;
}

import {
  selectImport,
  selectRunsChangedBy,
  selectRunsOfImport,
  selectTakersOf,
  updateImport,
} from "#db/queries/imports.ts";
import { selectRun } from "#db/queries/runs.ts";
import { ImportId, type UndoneImport } from "../../contracts/imports/imports.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { listFirst } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { deleteImported } from "./remove.ts";

const NAMED = 5;

/** Deletes every run that an import made. What it only updated stays as it is now, and is named. Undone again it changes nothing. */
export function undoImport(ctx: ServiceContext, rawInput: ImportId): UndoneImport {
  const { id } = ImportId.parse(rawInput);
  return commit(ctx, (scope) => {
    const found = selectImport(scope.db, id);
    if (!found) throw new ServiceError("not_found", `There is no import ${id}.`);
    const made = selectRunsOfImport(scope.db, id).map(({ runId }) => runId);
    const takers = selectTakersOf(scope.db, made);
    if (takers.length > 0)
      throw new ServiceError(
        "conflict",
        `Other runs used what this import brought: ${listFirst(
          takers.map(({ name }) => name),
          NAMED,
        )}. Delete these first.`,
      );
    for (const runId of made) deleteImported(ctx, scope, runId);
    if (found.undoneAt === null)
      updateImport(scope.db, id, { undoneAt: ctx.now(), undoneBy: actorName(ctx.actor) });
    scope.touch(topics.reports);
    const stays = selectRunsChangedBy(scope.db, id).map(
      ({ runId }) => selectRun(scope.db, runId)?.name ?? runId,
    );
    return { id, deleted: made.length, stays };
  });
}

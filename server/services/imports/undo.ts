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
import { inTurns } from "../in-turns.ts";
import { deleteRunsOf } from "./remove.ts";

const NAMED = 5;

/**
 * Deletes every run that an import made, one after the other, so that others wait for none of it. What it only updated stays as it
 * is now, and is named. Undone again it changes nothing, and goes on where it was cut.
 */
export async function undoImport(ctx: ServiceContext, rawInput: ImportId): Promise<UndoneImport> {
  const { id } = ImportId.parse(rawInput);
  requireNotTaken(ctx, id);
  const deleted = await inTurns(deleteRunsOf(ctx, id));
  return commit(ctx, (scope) => {
    if (selectImport(scope.db, id)?.undoneAt === null)
      updateImport(scope.db, id, { undoneAt: ctx.now(), undoneBy: actorName(ctx.actor) });
    scope.touch(topics.reports);
    const stays = selectRunsChangedBy(scope.db, id).map(
      ({ runId }) => selectRun(scope.db, runId)?.name ?? runId,
    );
    return { id, deleted, stays };
  });
}

/** Throws where there is no such import, or other runs used what it brought. */
function requireNotTaken({ db }: ServiceContext, id: string): void {
  if (!selectImport(db, id)) throw new ServiceError("not_found", `There is no import ${id}.`);
  const takers = selectTakersOf(
    db,
    selectRunsOfImport(db, id).map(({ runId }) => runId),
  );
  if (takers.length === 0) return;
  const names = listFirst(
    takers.map(({ name }) => name),
    NAMED,
  );
  throw new ServiceError(
    "conflict",
    `Other runs used what this import brought: ${names}. Delete these first.`,
  );
}

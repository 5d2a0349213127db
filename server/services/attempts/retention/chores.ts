import { selectFilePlace, selectWishes, updateAttemptFile } from "#db/queries/attempts/attempt-files.ts";
import { type Chore, type ChoreDone, MOST_CHORES } from "../../../../workers/protocol/attempts/chores.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import { topics } from "../../../contracts/live.ts";
import type { WriteScope } from "../../context.ts";

/** What a worker says it has done with files of ended attempts. What was not asked for any more changes nothing. */
export function hearChores(
  scope: WriteScope,
  worker: WorkerRecord,
  done: readonly ChoreDone[],
  at: number,
): void {
  for (const { id, what, outcome, sha256, problem } of done) {
    const found = selectFilePlace(scope.db, id);
    if (!found || found.attempt.workerId !== worker.id || found.file.wish !== what) continue;
    const isGone = outcome === "gone" || (outcome === "done" && what === "drop");
    updateAttemptFile(scope.db, id, {
      wish: null,
      problem: outcome === "failed" ? (problem ?? "its worker does not say why") : null,
      ...(isGone && { goneAt: at }),
      ...(outcome === "done" && what === "hash" && sha256 !== undefined && { sha256 }),
    });
    scope.touch(topics.run(found.run.id));
  }
}

/** What a worker is asked to do with files that lie there; it is asked again until it has said that it is done. */
export const choresFor = (scope: Pick<WriteScope, "db">, worker: WorkerRecord): Chore[] =>
  selectWishes(scope.db, worker.id, MOST_CHORES).flatMap(({ what, ...file }) =>
    what === null ? [] : [{ what, ...file }],
  );

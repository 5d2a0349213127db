import { deleteLeftFolder, noteLeftFolder, selectLeftFolders } from "#db/queries/deletion/left-folders.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import {
  type FolderGone,
  type LeftFolder,
  MOST_LEFT,
} from "../../../../workers/protocol/attempts/left-folders.ts";
import type { WriteScope } from "../../context.ts";

/** A folder that could not be removed is asked for again after so long. */
export const AGAIN_MS = 60_000;

/** What a worker says of the folders that it was to remove; of those of other workers it says nothing. */
export function hearGoneFolders(
  { db }: Pick<WriteScope, "db">,
  worker: WorkerRecord,
  gone: readonly FolderGone[],
  at: number,
): void {
  for (const { attemptId, problem } of gone)
    if (problem === undefined) deleteLeftFolder(db, worker.id, attemptId);
    else noteLeftFolder(db, worker.id, attemptId, { triedAt: at, problem });
}

/** Folders of deleted runs that a worker is to remove; it is asked until it has said that they are gone. */
export const leftFoldersOf = (
  { db }: Pick<WriteScope, "db">,
  worker: WorkerRecord,
  at: number,
): LeftFolder[] => selectLeftFolders(db, worker.id, { triedBefore: at - AGAIN_MS, most: MOST_LEFT });

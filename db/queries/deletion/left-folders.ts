import { and, asc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { leftFolders } from "../../schema/index.ts";

/** Notes the folders that a run has on workers, before its rows go. */
export const KEEP_FOLDERS = `insert into left_folders (folder, worker_id, deleted_at)
  select a.id, a.worker_id, @at from attempts a join workers w on w.id = a.worker_id
  where a.run_id = @run and not w.external`;

/** A GPU is free by proof alone, and a deletion proves nothing: its open leases stay, with what they are of. */
export const KEEP_LEASES = `update gpu_leases set
    worker_id = (select worker_id from attempts a where a.id = gpu_leases.attempt_id),
    run_name = (select name from runs where id = @run)
  where released_at is null and attempt_id in (select id from attempts where run_id = @run)`;

/** Folders that a worker is to remove, the oldest first, but for those it could not remove since `triedBefore`. */
export function selectLeftFolders(
  db: Db,
  workerId: string,
  { triedBefore, most }: { triedBefore: number; most: number },
) {
  return db
    .select({ attemptId: leftFolders.folder, deletedAt: leftFolders.deletedAt })
    .from(leftFolders)
    .where(
      and(
        eq(leftFolders.workerId, workerId),
        or(isNull(leftFolders.triedAt), lt(leftFolders.triedAt, triedBefore)),
      ),
    )
    .orderBy(asc(leftFolders.deletedAt), asc(leftFolders.folder))
    .limit(most)
    .all();
}

/** Folders that a worker could not remove, with its words; those of the run that was deleted first come first. */
export function selectStuckFolders(db: Db, workerId: string): { folder: string; problem: string }[] {
  return db
    .select({ folder: leftFolders.folder, problem: leftFolders.problem })
    .from(leftFolders)
    .where(and(eq(leftFolders.workerId, workerId), isNotNull(leftFolders.problem)))
    .orderBy(asc(leftFolders.deletedAt), asc(leftFolders.folder))
    .all()
    .map(({ folder, problem }) => ({ folder, problem: problem ?? "" }));
}

export function isLeftFolder(db: Db, attemptId: string): boolean {
  const found = db.select({ at: leftFolders.deletedAt }).from(leftFolders);
  return found.where(eq(leftFolders.folder, attemptId)).get() !== undefined;
}

const ofWorker = (workerId: string, attemptId: string) =>
  and(eq(leftFolders.folder, attemptId), eq(leftFolders.workerId, workerId));

export function deleteLeftFolder(db: Db, workerId: string, attemptId: string): void {
  db.delete(leftFolders).where(ofWorker(workerId, attemptId)).run();
}

export function noteLeftFolder(
  db: Db,
  workerId: string,
  attemptId: string,
  set: { triedAt: number; problem: string },
): void {
  db.update(leftFolders).set(set).where(ofWorker(workerId, attemptId)).run();
}

/** What runs have on one worker. */
export interface OnWorker {
  workerId: string;
  checkpoints: number;
  /** Of the checkpoints. */
  pinned: number;
  /** Other than checkpoints. */
  files: number;
  /** Of both. */
  bytes: number;
}

/** What lies on workers of these runs, worker by worker; a worker with nothing on record is not among them. */
export function countOnWorkers(db: Db, runIds: readonly string[]): OnWorker[] {
  return db.$client
    .prepare(
      `select a.worker_id as workerId, sum(f.kind = 'checkpoint') as checkpoints,
         sum(f.kind = 'checkpoint' and f.pinned_at is not null) as pinned,
         sum(f.kind <> 'checkpoint') as files, sum(f.bytes) as bytes
       from attempt_files f join attempts a on a.id = f.attempt_id join workers w on w.id = a.worker_id
       where a.run_id in (select value from json_each(?)) and f.gone_at is null and not w.external
       group by a.worker_id order by w.name`,
    )
    .all(JSON.stringify(runIds)) as OnWorker[];
}

import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { FoundFile } from "../../../workers/protocol/attempts/files.ts";
import type { Db } from "../../client.ts";
import { attemptFiles, attempts, runs, workers } from "../../schema/index.ts";

export type AttemptFileRecord = Omit<typeof attemptFiles.$inferSelect, "data"> & { kept: number };

const FACTS = {
  id: attemptFiles.id,
  attemptId: attemptFiles.attemptId,
  path: attemptFiles.path,
  kind: attemptFiles.kind,
  bytes: attemptFiles.bytes,
  files: attemptFiles.files,
  trainStep: attemptFiles.trainStep,
  writtenAt: attemptFiles.writtenAt,
  sha256: attemptFiles.sha256,
  goneAt: attemptFiles.goneAt,
  pinnedAt: attemptFiles.pinnedAt,
  wish: attemptFiles.wish,
  problem: attemptFiles.problem,
  /** Bytes of the content that is kept here. */
  kept: sql<number>`coalesce(length(${attemptFiles.data}), 0)`,
};

/** Everything of these attempts, of one attempt checkpoints first and the newest first. */
export function selectAttemptFiles(db: Db, attemptIds: readonly string[]): AttemptFileRecord[] {
  if (attemptIds.length === 0) return [];
  return db
    .select(FACTS)
    .from(attemptFiles)
    .where(inArray(attemptFiles.attemptId, [...attemptIds]))
    .orderBy(asc(attemptFiles.kind), desc(attemptFiles.writtenAt), desc(attemptFiles.id))
    .all();
}

const IS_THERE = and(isNull(attemptFiles.goneAt), sql`${attemptFiles.wish} is not 'drop'`);

/** Checkpoints of a run that are still on their worker and stay there, the last attempt's first, of one attempt the newest first. */
export function selectCheckpoints(db: Db, runId: string) {
  return db
    .select({ file: FACTS, n: attempts.n, workerId: attempts.workerId, worker: workers.name })
    .from(attemptFiles)
    .innerJoin(attempts, eq(attempts.id, attemptFiles.attemptId))
    .innerJoin(workers, eq(workers.id, attempts.workerId))
    .where(and(eq(attempts.runId, runId), eq(attemptFiles.kind, "checkpoint"), IS_THERE))
    .orderBy(
      desc(attempts.n),
      sql`${attemptFiles.trainStep} desc nulls last`,
      desc(attemptFiles.writtenAt),
      desc(attemptFiles.id),
    )
    .all();
}

/** A file with its content; null data: it is known by name alone. */
export function selectAttemptFile(db: Db, id: number) {
  return db.select().from(attemptFiles).where(eq(attemptFiles.id, id)).get();
}

/** Makes what is known of an attempt's files what is there now. What changed loses its hash and its content. */
export function replaceAttemptFiles(
  db: Db,
  attemptId: string,
  found: readonly FoundFile[],
  at: number,
): void {
  for (const { path, kind, bytes, files, step, at: writtenAt } of found) {
    const facts = { kind, bytes, files, trainStep: step, writtenAt };
    const same = sql`${attemptFiles.bytes} = ${bytes} and ${attemptFiles.writtenAt} = ${writtenAt}`;
    db.insert(attemptFiles)
      .values({ attemptId, path, ...facts })
      .onConflictDoUpdate({
        target: [attemptFiles.attemptId, attemptFiles.path],
        set: {
          ...facts,
          goneAt: null,
          sha256: sql`iif(${same}, ${attemptFiles.sha256}, null)`,
          data: sql`iif(${same}, ${attemptFiles.data}, null)`,
        },
      })
      .run();
  }
  const gone = and(eq(attemptFiles.attemptId, attemptId), isNull(attemptFiles.goneAt));
  const paths = found.map(({ path }) => path);
  db.update(attemptFiles)
    .set({ goneAt: at })
    .where(paths.length > 0 ? and(gone, notInArray(attemptFiles.path, paths)) : gone)
    .run();
}

/** Bytes of contents that are kept of an attempt. */
export function sumKeptBytes(db: Db, attemptId: string): number {
  const sum = sql<number>`coalesce(sum(length(${attemptFiles.data})), 0)`;
  return db.select({ sum }).from(attemptFiles).where(eq(attemptFiles.attemptId, attemptId)).get()?.sum ?? 0;
}

/** Gives false where no such file is known. */
export function keepContent(
  db: Db,
  where: { attemptId: string; path: string },
  kept: { data: Buffer; sha256: string },
): boolean {
  const { changes } = db
    .update(attemptFiles)
    .set(kept)
    .where(and(eq(attemptFiles.attemptId, where.attemptId), eq(attemptFiles.path, where.path)))
    .run();
  return changes === 1;
}

/** Checkpoints that are on their workers, of these runs or of all, with whose they are. */
export function selectKeptCheckpoints(
  db: Db,
  where: { runIds: readonly string[] } | { experimentId: string } | null,
) {
  const which =
    where === null
      ? undefined
      : "runIds" in where
        ? inArray(runs.id, [...where.runIds])
        : eq(runs.experimentId, where.experimentId);
  return db
    .select({
      file: FACTS,
      n: attempts.n,
      attemptState: attempts.state,
      workerId: attempts.workerId,
      worker: workers.name,
      run: runs,
    })
    .from(attemptFiles)
    .innerJoin(attempts, eq(attempts.id, attemptFiles.attemptId))
    .innerJoin(workers, eq(workers.id, attempts.workerId))
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .where(and(eq(attemptFiles.kind, "checkpoint"), IS_THERE, which))
    .orderBy(
      asc(runs.queuedAt),
      asc(runs.id),
      desc(attempts.n),
      sql`${attemptFiles.trainStep} desc nulls last`,
      desc(attemptFiles.writtenAt),
      desc(attemptFiles.id),
    )
    .all();
}

/** Files that a worker is asked to do something with, the oldest first. */
export function selectWishes(db: Db, workerId: string, most: number) {
  return db
    .select({
      id: attemptFiles.id,
      what: attemptFiles.wish,
      attemptId: attemptFiles.attemptId,
      path: attemptFiles.path,
    })
    .from(attemptFiles)
    .innerJoin(attempts, eq(attempts.id, attemptFiles.attemptId))
    .where(and(eq(attempts.workerId, workerId), isNotNull(attemptFiles.wish)))
    .orderBy(asc(attemptFiles.id))
    .limit(most)
    .all();
}

type Changed = Partial<Pick<AttemptFileRecord, "sha256" | "goneAt" | "pinnedAt" | "wish" | "problem">>;

export function updateAttemptFile(db: Db, id: number, set: Changed): void {
  db.update(attemptFiles).set(set).where(eq(attemptFiles.id, id)).run();
}

/** A file with the attempt and the run that it is of. */
export function selectFilePlace(db: Db, id: number) {
  return db
    .select({ file: FACTS, attempt: attempts, run: runs, worker: workers.name })
    .from(attemptFiles)
    .innerJoin(attempts, eq(attempts.id, attemptFiles.attemptId))
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .innerJoin(workers, eq(workers.id, attempts.workerId))
    .where(eq(attemptFiles.id, id))
    .get();
}

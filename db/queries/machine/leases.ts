import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { attempts, gpuLeases, runs } from "../../schema/index.ts";

/** Open leases of some GPUs, oldest first, with the attempt and the run that each is for. */
export function selectOpenLeases(db: Db, gpus: readonly string[]) {
  return db
    .select({
      id: gpuLeases.id,
      gpu: gpuLeases.gpu,
      place: gpuLeases.place,
      since: gpuLeases.since,
      attemptId: gpuLeases.attemptId,
      workerId: sql<string>`coalesce(${attempts.workerId}, ${gpuLeases.workerId})`,
      /** null: its run is deleted, so it has ended. */
      attemptState: attempts.state,
      runId: runs.id,
      runName: sql<string>`coalesce(${runs.name}, ${gpuLeases.runName})`,
    })
    .from(gpuLeases)
    .leftJoin(attempts, eq(attempts.id, gpuLeases.attemptId))
    .leftJoin(runs, eq(runs.id, attempts.runId))
    .where(and(isNull(gpuLeases.releasedAt), inArray(gpuLeases.gpu, [...gpus])))
    .orderBy(asc(gpuLeases.id))
    .all();
}

export type OpenLease = ReturnType<typeof selectOpenLeases>[number];

/** The GPUs that an attempt was given, in the order in which it got them. */
export function selectGpusOfAttempt(db: Db, attemptId: string): string[] {
  return db
    .select({ gpu: gpuLeases.gpu })
    .from(gpuLeases)
    .where(eq(gpuLeases.attemptId, attemptId))
    .orderBy(asc(gpuLeases.id))
    .all()
    .map(({ gpu }) => gpu);
}

export function insertLease(db: Db, lease: typeof gpuLeases.$inferInsert): void {
  db.insert(gpuLeases).values(lease).run();
}

/** Ends a lease; that of a deleted run has nobody who asks for it any more. */
export function releaseLease(db: Db, id: number, at: number): void {
  db.delete(gpuLeases)
    .where(and(eq(gpuLeases.id, id), isNotNull(gpuLeases.runName)))
    .run();
  db.update(gpuLeases).set({ releasedAt: at }).where(eq(gpuLeases.id, id)).run();
}

/** Attempts by id with the runs they are of. */
export function selectRunsOfAttempts(db: Db, attemptIds: readonly string[]) {
  return db
    .select({ attemptId: attempts.id, runId: runs.id, name: runs.name, state: attempts.state })
    .from(attempts)
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .where(inArray(attempts.id, [...attemptIds]))
    .all();
}

import { and, asc, eq, inArray, isNull } from "drizzle-orm";
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
      workerId: attempts.workerId,
      attemptState: attempts.state,
      runId: runs.id,
      runName: runs.name,
    })
    .from(gpuLeases)
    .innerJoin(attempts, eq(attempts.id, gpuLeases.attemptId))
    .innerJoin(runs, eq(runs.id, attempts.runId))
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

export function releaseLease(db: Db, id: number, at: number): void {
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

import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { MachineMean } from "../../../workers/protocol/machine/machine.ts";
import type { Db } from "../../client.ts";
import { machineMeans, workers } from "../../schema/index.ts";
import type { WorkerRecord } from "../workers.ts";

export function selectWorker(db: Db, id: string): WorkerRecord | undefined {
  return db
    .select()
    .from(workers)
    .where(and(eq(workers.id, id), eq(workers.external, false)))
    .get();
}

/** Stores a mean; one that was told before stays as it is. */
export function insertMean(db: Db, workerId: string, mean: MachineMean): void {
  db.insert(machineMeans).values({ workerId, at: mean.at, mean }).onConflictDoNothing().run();
}

export function deleteMeansBefore(db: Db, workerId: string, at: number): void {
  db.delete(machineMeans)
    .where(and(eq(machineMeans.workerId, workerId), lt(machineMeans.at, at)))
    .run();
}

/** Means of a worker from a time on, oldest first. */
export function selectMeans(db: Db, workerId: string, from: number): MachineMean[] {
  return db
    .select({ mean: machineMeans.mean })
    .from(machineMeans)
    .where(and(eq(machineMeans.workerId, workerId), gte(machineMeans.at, from)))
    .orderBy(asc(machineMeans.at))
    .all()
    .map(({ mean }) => mean);
}

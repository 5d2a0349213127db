import { asc, eq } from "drizzle-orm";
import type { DeviceInfo } from "../../workers/protocol/messages.ts";
import type { Db } from "../client.ts";
import { devices, workers } from "../schema/index.ts";

export type WorkerRecord = typeof workers.$inferSelect;

export function selectWorkerByIdentity(db: Db, identity: string): WorkerRecord | undefined {
  return db.select().from(workers).where(eq(workers.identity, identity)).get();
}

export function selectWorkerByTokenHash(db: Db, tokenHash: string): WorkerRecord | undefined {
  return db.select().from(workers).where(eq(workers.tokenHash, tokenHash)).get();
}

/** Workers that are processes, by name, so that none changes its place while others are heard; what stands for a token of runs from outside is none. */
export function selectWorkers(db: Db): WorkerRecord[] {
  return db
    .select()
    .from(workers)
    .where(eq(workers.external, false))
    .orderBy(asc(workers.name), asc(workers.id))
    .all();
}

/** Inserts a worker, or replaces what a known identity says about itself. */
export function upsertWorker(db: Db, worker: typeof workers.$inferInsert): void {
  const { id: _id, ...rest } = worker;
  db.insert(workers).values(worker).onConflictDoUpdate({ target: workers.identity, set: rest }).run();
}

export function updateWorker(db: Db, id: string, set: Partial<typeof workers.$inferInsert>): void {
  db.update(workers).set(set).where(eq(workers.id, id)).run();
}

export function replaceDevices(db: Db, workerId: string, list: DeviceInfo[]): void {
  db.delete(devices).where(eq(devices.workerId, workerId)).run();
  for (const d of list) {
    db.insert(devices)
      .values({ workerId, kind: d.kind, idx: d.index, name: d.name, uuid: d.uuid, memoryMib: d.memoryMiB })
      .run();
  }
}

export function selectDevices(db: Db) {
  return db.select().from(devices).orderBy(asc(devices.kind), asc(devices.idx)).all();
}

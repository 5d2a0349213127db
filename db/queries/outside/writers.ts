import { and, eq } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { outsideSessions, outsideWriters } from "../../schema/index.ts";

export type WriterRecord = typeof outsideWriters.$inferSelect;

export function selectWriter(db: Db, runId: string, writer: string): WriterRecord | undefined {
  return db
    .select()
    .from(outsideWriters)
    .where(and(eq(outsideWriters.runId, runId), eq(outsideWriters.writer, writer)))
    .get();
}

/** The processes that wrote into a run, or opened it. */
export const selectWriters = (db: Db, runId: string): WriterRecord[] =>
  db.select().from(outsideWriters).where(eq(outsideWriters.runId, runId)).all();

/** Notes a process, or what is known of it by now. */
export function upsertWriter(db: Db, record: WriterRecord): void {
  const { runId: _runId, writer: _writer, ...set } = record;
  db.insert(outsideWriters)
    .values(record)
    .onConflictDoUpdate({ target: [outsideWriters.runId, outsideWriters.writer], set })
    .run();
}

export function updateSession(
  db: Db,
  attemptId: string,
  set: Partial<Omit<typeof outsideSessions.$inferSelect, "attemptId">>,
): void {
  db.update(outsideSessions).set(set).where(eq(outsideSessions.attemptId, attemptId)).run();
}

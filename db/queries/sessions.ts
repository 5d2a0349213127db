import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { sessions } from "../schema/index.ts";

export function insertSession(db: Db, session: typeof sessions.$inferInsert): void {
  db.insert(sessions).values(session).run();
}

export function selectSession(db: Db, secretHash: string) {
  return db.select().from(sessions).where(eq(sessions.secretHash, secretHash)).get();
}

export function updateSessionSeen(db: Db, secretHash: string, seenAt: number): void {
  db.update(sessions).set({ seenAt }).where(eq(sessions.secretHash, secretHash)).run();
}

export function deleteExpiredSessions(db: Db, now: number): void {
  db.delete(sessions).where(lt(sessions.expiresAt, now)).run();
}

/** Sessions that are open, the one used last first. */
export function selectOpenSessions(db: Db, now: number) {
  return db.select().from(sessions).where(gt(sessions.expiresAt, now)).orderBy(desc(sessions.seenAt)).all();
}

/** Ends the session whose hash begins so, or all but one; how many these were. */
export function deleteSessions(
  db: Db,
  which: { beginning: string } | { allBut: string | null; now: number },
): number {
  const where =
    "beginning" in which
      ? sql`substr(${sessions.secretHash}, 1, ${which.beginning.length}) = ${which.beginning}`
      : and(
          gt(sessions.expiresAt, which.now),
          which.allBut === null ? undefined : ne(sessions.secretHash, which.allBut),
        );
  return db.delete(sessions).where(where).run().changes;
}

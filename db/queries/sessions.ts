import { eq, lt } from "drizzle-orm";
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

import { and, asc, eq, gt, lt, max, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { logChunks } from "../schema/index.ts";

export function insertLogChunk(db: Db, attemptId: string, offset: number, bytes: Buffer): void {
  db.insert(logChunks).values({ attemptId, offset, bytes }).run();
}

/** Bytes [from, to) of a log, from the chunks that touch the range. */
export function selectLogBytes(db: Db, attemptId: string, from: number, to: number): Buffer {
  const start =
    db
      .select({ offset: max(logChunks.offset) })
      .from(logChunks)
      .where(and(eq(logChunks.attemptId, attemptId), sql`${logChunks.offset} <= ${from}`))
      .get()?.offset ?? 0;
  const chunks = db
    .select()
    .from(logChunks)
    .where(and(eq(logChunks.attemptId, attemptId), gt(logChunks.offset, start - 1), lt(logChunks.offset, to)))
    .orderBy(asc(logChunks.offset))
    .all();
  const all = Buffer.concat(chunks.map((c) => c.bytes));
  return all.subarray(Math.max(0, from - start), Math.max(0, to - start));
}

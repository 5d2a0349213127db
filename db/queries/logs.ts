import type Database from "better-sqlite3";
import { and, asc, eq, gt, lt, max, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { logChunks } from "../schema/index.ts";

export function insertLogChunk(db: Db, attemptId: string, offset: number, bytes: Buffer): void {
  db.insert(logChunks).values({ attemptId, offset, bytes }).run();
}

/** Puts bytes in the place of as many that are stored from `from` on. */
export function overwriteLogBytes(db: Db, attemptId: string, from: number, bytes: Buffer): void {
  for (const chunk of selectLogChunks(db, attemptId, from, from + bytes.length)) {
    const start = Math.max(from, chunk.offset);
    const changed = Buffer.from(chunk.bytes);
    bytes.copy(changed, start - chunk.offset, start - from);
    db.update(logChunks)
      .set({ bytes: changed })
      .where(and(eq(logChunks.attemptId, attemptId), eq(logChunks.offset, chunk.offset)))
      .run();
  }
}

/** Bytes [from, to) of a log, from the chunks that touch the range. */
export function selectLogBytes(db: Db, attemptId: string, from: number, to: number): Buffer {
  const chunks = selectLogChunks(db, attemptId, from, to);
  const start = chunks[0]?.offset ?? from;
  const all = Buffer.concat(chunks.map((c) => c.bytes));
  return all.subarray(Math.max(0, from - start), Math.max(0, to - start));
}

const ends = new WeakMap<Db["$client"], Database.Statement>();

/** The last bytes of a log, as many as there are up to `most`. Prepared once: it is asked with each piece that arrives. */
export function selectLogEnd(db: Db, attemptId: string, most: number): Buffer {
  const client = db.$client;
  const select =
    ends.get(client) ??
    client
      .prepare("select substr(bytes, -?) from log_chunks where attempt_id = ? order by offset desc")
      .pluck();
  ends.set(client, select);
  const parts: Buffer[] = [];
  let left = most;
  for (const bytes of select.iterate(most, attemptId) as Iterable<Buffer>) {
    parts.unshift(bytes.subarray(-left));
    left -= parts[0].length;
    if (left <= 0) break;
  }
  return Buffer.concat(parts);
}

function selectLogChunks(
  db: Db,
  attemptId: string,
  from: number,
  to: number,
): (typeof logChunks.$inferSelect)[] {
  const start =
    db
      .select({ offset: max(logChunks.offset) })
      .from(logChunks)
      .where(and(eq(logChunks.attemptId, attemptId), sql`${logChunks.offset} <= ${from}`))
      .get()?.offset ?? 0;
  return db
    .select()
    .from(logChunks)
    .where(and(eq(logChunks.attemptId, attemptId), gt(logChunks.offset, start - 1), lt(logChunks.offset, to)))
    .orderBy(asc(logChunks.offset))
    .all();
}

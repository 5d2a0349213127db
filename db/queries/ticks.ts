import { asc, gt, lt, max, min } from "drizzle-orm";
import type { Tick } from "../../server/contracts/live.ts";
import type { Db } from "../client.ts";
import { ticks } from "../schema/index.ts";

/** Stores a tick in the running transaction and returns it with its durable id. */
export function insertTick(db: Db, at: number, topics: string[]): Tick {
  const { id } = db.insert(ticks).values({ at, topics }).returning({ id: ticks.id }).get();
  return { id, topics };
}

/** Ticks after `id`, oldest first. */
export function selectTicksAfter(db: Db, id: number, limit: number): Tick[] {
  return db
    .select({ id: ticks.id, topics: ticks.topics })
    .from(ticks)
    .where(gt(ticks.id, id))
    .orderBy(asc(ticks.id))
    .limit(limit)
    .all();
}

/** First and last id still stored; both null when there is none. */
export function selectTickRange(db: Db): { first: number | null; last: number | null } {
  return (
    db
      .select({ first: min(ticks.id), last: max(ticks.id) })
      .from(ticks)
      .get() ?? { first: null, last: null }
  );
}

/** Forgets ticks older than `before`; a browser that was away longer refetches everything it shows. */
export function deleteTicksBefore(db: Db, before: number): number {
  return db.delete(ticks).where(lt(ticks.at, before)).run().changes;
}

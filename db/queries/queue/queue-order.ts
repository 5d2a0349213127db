import { and, asc, eq, sql } from "drizzle-orm";
import type { QueueOrder } from "../../../server/contracts/queue/queue.ts";
import { arrange, UNTOUCHED } from "../../../server/contracts/queue/arrange.ts";
import type { Db } from "../../client.ts";
import { queue, runs } from "../../schema/index.ts";

const ROW = 1;

/** The order of the queue with its version; 0 is that of a queue which nobody has touched. */
export function selectQueueOrder(db: Db): { version: number; told: QueueOrder } {
  const row = db.select().from(queue).where(eq(queue.id, ROW)).get();
  return row ? { version: row.version, told: row.told } : { version: 0, told: UNTOUCHED };
}

/** Compare and set: false when the order is another one by now. */
export function updateQueueOrder(
  db: Db,
  seen: number,
  told: QueueOrder,
  changed: { by: string; at: number },
): boolean {
  const row = { version: seen + 1, told, changedBy: changed.by, changedAt: changed.at };
  const done =
    seen === 0
      ? db
          .insert(queue)
          .values({ id: ROW, ...row })
          .onConflictDoNothing()
          .run()
      : db
          .update(queue)
          .set(row)
          .where(and(eq(queue.id, ROW), eq(queue.version, seen)))
          .run();
  return done.changes === 1;
}

const waiting = (db: Db) =>
  db
    .select({
      id: runs.id,
      name: runs.name,
      recipe: runs.recipe,
      recipeVersion: runs.recipeVersion,
      episodes: runs.plannedEpisodes,
      next: runs.next,
      limits: runs.limits,
    })
    .from(runs)
    .where(eq(runs.state, "queued"))
    .orderBy(asc(runs.queuedAt), sql`rowid`)
    .all();

/** Runs that wait, by launch, with the order in which they are given out. */
export function selectWaiting(db: Db) {
  const byLaunch = waiting(db);
  const { version, told } = selectQueueOrder(db);
  return { byLaunch, inOrder: arrange(byLaunch, told), version, told };
}

/** Runs that wait, in the order in which they are given out. */
export const selectQueue = (db: Db) => selectWaiting(db).inOrder;

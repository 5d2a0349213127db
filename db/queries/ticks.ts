import { asc, desc, gt, lt, max, min } from "drizzle-orm";
import type { Change, Tick } from "../../server/contracts/live.ts";
import type { Db } from "../client.ts";
import { ofConnection } from "../prepared.ts";
import { ticks } from "../schema/index.ts";

/**
 * How long the last finished runs of a recipe took, in ms, each brought to so many train episodes where both plan some, and of
 * how many runs that is the median.
 */
export function selectFinishedDuration(
  db: Db,
  recipe: string,
  episodes: number,
  limit: number,
  device: "gpu" | "cpu" | null,
): { medianMs: number | null; runs: number } {
  const values = db.$client
    .prepare(
      `select (a.ended_at - a.started_at) * iif(@episodes > 0 and r.planned_episodes > 0, 1.0 * @episodes / r.planned_episodes, 1)
       from attempts a join runs r on r.id = a.run_id
       where r.recipe = @recipe and a.state = 'finished' and a.started_at is not null and a.ended_at is not null
         and (@device is null or @device = iif(
           instr(a.device, ', GPU ') > 0 or exists (select 1 from gpu_leases l where l.attempt_id = a.id), 'gpu', 'cpu'))
       order by a.ended_at desc limit @limit`,
    )
    .pluck()
    .all({ recipe, episodes, limit, device }) as number[];
  const sorted = values.toSorted((a, b) => a - b);
  return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? null, runs: sorted.length };
}

const addTick = ofConnection(({ $client }) =>
  $client.prepare("insert into ticks (at, topics, advanced) values (?, ?, ?)"),
);

/** Stores a tick in the running transaction and returns it with its durable id. */
export function insertTick(db: Db, at: number, { topics, advanced }: Change): Tick {
  const some = Object.keys(advanced).length > 0 ? JSON.stringify(advanced) : null;
  const { lastInsertRowid } = addTick(db).run(at, JSON.stringify(topics), some);
  return { id: Number(lastInsertRowid), topics, advanced };
}

/** Ticks after `id`, oldest first. */
export function selectTicksAfter(db: Db, id: number, limit: number): Tick[] {
  return db
    .select({ id: ticks.id, topics: ticks.topics, advanced: ticks.advanced })
    .from(ticks)
    .where(gt(ticks.id, id))
    .orderBy(asc(ticks.id))
    .limit(limit)
    .all()
    .map((tick) => ({ ...tick, advanced: tick.advanced ?? {} }));
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

/** Id of the last tick that was stored before `at`; 0 when there is none. */
export function selectTickBefore(db: Db, at: number): number {
  return (
    db.select({ id: ticks.id }).from(ticks).where(lt(ticks.at, at)).orderBy(desc(ticks.id)).limit(1).get()
      ?.id ?? 0
  );
}

/** Forgets ticks older than `before`; a browser that was away longer refetches everything it shows. */
export function deleteTicksBefore(db: Db, before: number): number {
  return db.delete(ticks).where(lt(ticks.at, before)).run().changes;
}

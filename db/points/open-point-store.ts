import { inTransaction, type Db } from "../client.ts";
import { appendBatches } from "./append.ts";
import { factsOfSeries } from "./facts.ts";
import { forgetAttempts } from "./forget.ts";
import { Housekeeping } from "./housekeep.ts";
import type { PointStore } from "./point-store.ts";
import { SeriesMemory } from "./series-memory.ts";
import { StoredPoints } from "./stored-points.ts";
import { lastPoints, walkPoints } from "./walk-points.ts";
import { windowOf } from "./window.ts";

function openPointStore(db: Db): PointStore {
  const stored = new StoredPoints(db);
  const memory = new SeriesMemory(stored.sql);
  const housekeeping = new Housekeeping(db, stored, memory);
  return {
    append: (batches) =>
      inTransaction(db, () => memory.change(() => appendBatches(stored.sql, memory, batches))),
    reached: (attemptId, source) => (stored.sql.source.get(attemptId, source) as number | undefined) ?? 0,
    series: (attemptIds, metrics) => factsOfSeries(stored, attemptIds, metrics),
    revision: (seriesId) => stored.sql.revision.get(seriesId) as string,
    window: (seriesId, span, buckets) => windowOf(stored, seriesId, span, buckets),
    read: (seriesId, span) => walkPoints(stored, seriesId, span),
    tail: (seriesId, count) => lastPoints(stored, seriesId, count),
    closeAttempt: (attemptId) => void stored.sql.closeAttempt.run(attemptId),
    seal: (attemptId) =>
      inTransaction(db, () => {
        stored.sql.closeAttempt.run(attemptId);
        return housekeeping.seal(attemptId);
      }),
    forget(attemptIds) {
      inTransaction(db, () => forgetAttempts(db, attemptIds));
      memory.forgetAll();
    },
    housekeep: (budgetMs) => housekeeping.run(budgetMs),
  };
}

/** Next loads its own copy of every module, and both must find the same store. */
const STORES = Symbol.for("ablab.point-stores");
const shared = globalThis as { [STORES]?: WeakMap<Db["$client"], PointStore> };
const stores = (shared[STORES] ??= new WeakMap());

/** The point store of a database; one per connection. */
export function pointStore(db: Db): PointStore {
  let store = stores.get(db.$client);
  if (!store) stores.set(db.$client, (store = openPointStore(db)));
  return store;
}

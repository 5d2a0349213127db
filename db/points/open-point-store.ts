import type { Connected } from "../connection.ts";
import { inTransaction, isUnwritable } from "../connection.ts";
import { appendBatches, openAhead } from "./append.ts";
import { factsOfSeries, lastPointsOf, makeExact } from "./facts.ts";
import { Housekeeping } from "./housekeep.ts";
import type { PointStore, SeriesFacts } from "./point-store.ts";
import { type OpenSeries, SeriesMemory } from "./series-memory.ts";
import { settleSeries } from "./settle.ts";
import { StoredPoints } from "./stored-points.ts";
import { lastPoints, stepBehind, walkMeans, walkPoints } from "./read-points.ts";
import { windowOf } from "./window.ts";

/** Segs and the bytes of chunks are left to housekeeping, for a run may hold gigabytes. */
const SERIES = "select id from series where attempt_id in (select value from json_each(?))";
const OF_ATTEMPTS = "attempt_id in (select value from json_each(?))";

const REMOVALS = [
  `insert into dead_chunks (id) select id from chunks where series_id in (${SERIES})`,
  `delete from chunks where series_id in (${SERIES})`,
  `delete from series where ${OF_ATTEMPTS}`,
  `delete from point_sources where ${OF_ATTEMPTS}`,
  `delete from sealed_attempts where ${OF_ATTEMPTS}`,
];

/** Removes every row of attempts but the bytes of their chunks, in the running transaction. */
function forgetAttempts(db: Connected, attemptIds: readonly string[]): void {
  const ids = JSON.stringify(attemptIds);
  for (const statement of REMOVALS) db.$client.prepare(statement).run(ids);
}

/** So many rows are made exact at once; the others are merged soon. */
const TANGLED_AT_ONCE = 200;
/** After a settle that failed so, none is tried again for so long: each would read the whole journal. */
const UNWRITABLE_MS = 2000;

/** Series for which points wait, looked up anew: what waits may have to be read from the journal first. */
type Wanted = () => OpenSeries[];

function openPointStore(db: Connected): PointStore {
  const { $client: client } = db;
  const stored = new StoredPoints(db);
  const memory = new SeriesMemory(stored.sql, {
    isInTransaction: () => client.inTransaction,
    onAside: () => stored.forgetAside(),
  });
  const housekeeping = new Housekeeping(db, stored, memory);
  const isReader = client.pragma("query_only", { simple: true }) === 1;
  let unwritableUntil = -Infinity;
  let isLacking = false;

  /** Brings what waits of series into segs. */
  function settle(wanted: Wanted): void {
    if (!memory.mayLack(wanted)) return;
    inTransaction(db, () => memory.change(() => settleSeries(stored.sql, memory, wanted())));
  }

  /** Does what readers can do without; false where nothing can be written. Throws inside a transaction, which SQLite may have undone. */
  function unlessUnwritable(work: () => void): boolean {
    const isNested = client.inTransaction;
    try {
      work();
      isLacking = false;
      return true;
    } catch (error) {
      if (isNested || !isUnwritable(error)) throw error;
      isLacking = true;
      unwritableUntil = performance.now() + UNWRITABLE_MS;
      console.error("The last points are not shown, because they cannot be brought into place:", error);
      return false;
    }
  }

  const isWaitingForRoom = () => !client.inTransaction && performance.now() < unwritableUntil;

  /** Lets readers see what waits. Where nothing can be written they see the rest, all but the last moments; false then. */
  function settleToRead(wanted: Wanted): boolean {
    if (isReader) return true;
    if (isWaitingForRoom()) return !memory.mayLack(wanted);
    return unlessUnwritable(() => settle(wanted));
  }

  function writeExact(id: number): void {
    const row = makeExact(stored, id);
    if (row) memory.refresh(row);
  }

  /** Writes what the rows of tangled series would say if they were merged already. False where nothing can be written. */
  function makeRowsExact(metrics: readonly string[] | null): boolean {
    const asked = { metrics: metrics && JSON.stringify(metrics), limit: TANGLED_AT_ONCE };
    const ids = stored.sql.tangled.all(asked) as number[];
    if (ids.length === 0 || isReader) return true;
    if (isWaitingForRoom()) return false;
    return unlessUnwritable(() => inTransaction(db, () => memory.change(() => ids.forEach(writeExact))));
  }

  const settleOne = (seriesId: number) => settleToRead(() => memory.waitingFor(seriesId));
  const ofAttempts =
    (attemptIds: readonly string[]): Wanted =>
    () =>
      memory.waiting.ofAttempts(attemptIds);

  return {
    append(batches) {
      const answers = inTransaction(db, () =>
        memory.change(() => appendBatches(stored.sql, memory, batches)),
      );
      unwritableUntil = -Infinity;
      return answers;
    },
    reached: (attemptId, source) => (stored.sql.source.get(attemptId, source) as number | undefined) ?? 0,
    settle(metrics) {
      const isWanted = ({ metric }: OpenSeries) => metrics?.includes(metric) ?? true;
      return settleToRead(() => [...memory.waiting].filter(isWanted)) && makeRowsExact(metrics);
    },
    open(attemptId, names) {
      inTransaction(db, () => memory.change(() => openAhead(stored.sql, memory, attemptId, names)));
    },
    names(attemptId) {
      if (memory.isBehind) settleToRead(ofAttempts([attemptId]));
      const rows = stored.sql.names.all(attemptId) as Pick<SeriesFacts, "id" | "metric" | "axis" | "n">[];
      // A reader does not know what waits.
      const hasPoints = ({ id, n }: Pick<SeriesFacts, "id" | "n">) =>
        isReader || n > 0 || memory.waitingFor(id).length > 0 || stored.entryAside(id) !== undefined;
      return rows.filter(hasPoints).map(({ metric, axis }) => ({ metric, axis }));
    },
    series(attemptIds, metrics) {
      settleToRead(ofAttempts(attemptIds));
      return factsOfSeries(stored, attemptIds, metrics);
    },
    lasts(attemptIds, metrics, axis) {
      settleToRead(ofAttempts(attemptIds));
      return lastPointsOf(stored, attemptIds, metrics, axis);
    },
    revision(seriesId) {
      settleOne(seriesId);
      return stored.sql.revision.get(seriesId) as string;
    },
    window(seriesId, span, buckets) {
      settleOne(seriesId);
      return windowOf(stored, seriesId, span, buckets);
    },
    read(seriesId, span) {
      settleOne(seriesId);
      return walkMeans(stored, seriesId, span);
    },
    rows(seriesId, span) {
      settleOne(seriesId);
      return walkPoints(stored, seriesId, span);
    },
    step(seriesId, after, takes) {
      settleOne(seriesId);
      return stepBehind(stored, seriesId, after, takes);
    },
    follow: (seriesId) => memory.followed.follow(seriesId),
    tail(seriesId, count) {
      settleOne(seriesId);
      return lastPoints(stored, seriesId, count);
    },
    rest: (attemptId) => memory.rest(attemptId),
    closeAttempt(attemptId) {
      settle(ofAttempts([attemptId]));
      stored.sql.closeAttempt.run(attemptId);
    },
    reopenAttempt(attemptId) {
      housekeeping.reopen(attemptId);
      stored.sql.reopenAttempt.run(attemptId);
      // Sealing made chunks of segs that are still remembered here; its series are read anew.
      settle(ofAttempts([attemptId]));
      memory.forgetAttempts([attemptId]);
    },
    seal: (attemptId) =>
      inTransaction(db, () => {
        settle(ofAttempts([attemptId]));
        stored.sql.closeAttempt.run(attemptId);
        return housekeeping.seal(attemptId);
      }),
    forget(attemptIds) {
      inTransaction(db, () =>
        memory.change(() => {
          settleSeries(stored.sql, memory, memory.waiting.ofAttempts(attemptIds));
          forgetAttempts(db, attemptIds);
          memory.forgetAttempts(attemptIds);
        }),
      );
    },
    lacks() {
      if (isLacking) settleToRead(() => [...memory.waiting]);
      return isLacking;
    },
    housekeep: (budgetMs) => housekeeping.run(budgetMs),
  };
}

/** Next loads its own copy of every module, and both must find the same store. */
const STORES = Symbol.for("ablab.point-stores");
const shared = globalThis as { [STORES]?: WeakMap<Connected["$client"], PointStore> };
const stores = (shared[STORES] ??= new WeakMap());

/** The point store of a database; one per connection. */
export function pointStore(db: Connected): PointStore {
  let store = stores.get(db.$client);
  if (!store) stores.set(db.$client, (store = openPointStore(db)));
  return store;
}

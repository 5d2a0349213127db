import { performance } from "node:perf_hooks";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { selectEndedOpenAttempts } from "#db/queries/ingest-attempts.ts";
import { inTransaction } from "#db/connection.ts";
import { asDamage, damageOf } from "#db/damage.ts";
import type { ServiceContext } from "../context.ts";

/** One slice of merging holds up everything else for about this long. */
const SLICE_MS = 6;
/** Between slices while something is left to do: merging takes half of a process that has nothing else to do, */
const SHORT_PAUSE_MS = 6;
/** and a twentieth of one that is busy, since points that wait to be merged are only larger and slower to read. */
const LONG_PAUSE_MS = 114;
/** Share of the time between two slices from which on the process counts as busy. */
const BUSY = 0.5;
/** How often it is looked whether there is something to do. */
const IDLE_PAUSE_MS = 1000;
/** After a failure, which is mostly a full disk. */
const FAILED_PAUSE_MS = 5000;

/** Attempts that ended while nobody was there to close them, for instance under a server from before. */
function closeEndedAttempts({ db }: ServiceContext, store: PointStore): void {
  const ids = selectEndedOpenAttempts(db);
  if (ids.length > 0) inTransaction(db, () => ids.forEach((id) => store.closeAttempt(id)));
}

/**
 * Merges points in the background, in slices with room for requests in between, until there is nothing left to merge;
 * what ended attempts have is brought to its final form the same way. Returns a stop.
 */
export function startUpkeep(ctx: ServiceContext, store: PointStore = pointStore(ctx.db)): () => void {
  let timer: NodeJS.Timeout;
  let lastSlice = performance.eventLoopUtilization();
  const again = (ms: number) => {
    lastSlice = performance.eventLoopUtilization();
    timer = setTimeout(work, ms).unref();
  };
  function work(): void {
    const isBusy = performance.eventLoopUtilization(lastSlice).utilization > BUSY;
    try {
      const isLeft = store.housekeep(SLICE_MS);
      again(isLeft ? (isBusy ? LONG_PAUSE_MS : SHORT_PAUSE_MS) : IDLE_PAUSE_MS);
    } catch (error) {
      // Damage has been said once; what can be read needs no upkeep.
      asDamage(ctx.db.$client, error);
      if (damageOf(ctx.db.$client)) return;
      console.error("merging points failed and will be tried again:", error);
      again(FAILED_PAUSE_MS);
    }
  }
  try {
    closeEndedAttempts(ctx, store);
  } catch (error) {
    asDamage(ctx.db.$client, error);
    if (!damageOf(ctx.db.$client)) throw error;
  }
  again(SHORT_PAUSE_MS);
  return () => clearTimeout(timer);
}

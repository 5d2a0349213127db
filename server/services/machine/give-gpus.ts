import type { OpenLease } from "#db/queries/machine/leases.ts";
import { insertLease } from "#db/queries/machine/leases.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { gpusNeeded } from "../../../workers/protocol/manifest.ts";
import { recipeOf } from "../recipes/book.ts";
import { type BookedGpu, gpuBook, type GpuWish, pickGpus, usableGpus } from "./gpu-book.ts";

export type Asking = Pick<RunRecord, "recipe" | "recipeVersion" | "limits">;

/** How many GPUs a run holds while it lasts. */
export function gpusOfRun(db: Db, run: Pick<Asking, "recipe" | "recipeVersion">): number {
  const recipe = recipeOf(db, run);
  return recipe ? gpusNeeded(recipe) : 0;
}

export const gpuWish = (db: Db, run: Asking): GpuWish => ({
  count: gpusOfRun(db, run),
  besideOthers: run.limits?.besideOthers === true,
});

/**
 * What a worker can give to the runs in its queue, asked in their order: the GPUs of the first that it can start, or null. A run
 * that waits for more GPUs than are free is not overtaken by later ones that need fewer, or it would wait for ever.
 */
export function gpuOffer(db: Db, worker: WorkerRecord): (run: Asking) => BookedGpu[] | null {
  let book: BookedGpu[] | null | undefined;
  let isReserved = false;
  return (run) => {
    const wish = gpuWish(db, run);
    // An engine gives out its own devices.
    if (wish.count === 0 || worker.engine !== null) return [];
    book ??= gpuBook(db, worker);
    if (!book || isReserved) return null;
    const picked = pickGpus(book, wish);
    if (!picked && usableGpus(book).length >= wish.count) isReserved = true;
    return picked;
  };
}

/** The lowest place of a GPU that no open lease has. */
function freePlace(leases: readonly OpenLease[]): number {
  const taken = new Set(leases.map(({ place }) => place));
  let place = 0;
  while (taken.has(place)) place += 1;
  return place;
}

/** Notes that an attempt has these GPUs from now on. */
export function leaseGpus(db: Db, attemptId: string, gpus: readonly BookedGpu[], since: number): void {
  for (const { gpu, leases } of gpus)
    insertLease(db, { gpu: gpu.uuid, place: freePlace(leases), attemptId, since });
}

import type { OpenLease } from "#db/queries/machine/leases.ts";
import { insertLease } from "#db/queries/machine/leases.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { type GpuRange, gpuRange, gpusAsked, gpusNow } from "../../../workers/protocol/machine/gpu-count.ts";
import type { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import { partitionOf } from "../../contracts/executors/slurm-texts.ts";
import { recipeOf } from "../recipes/book.ts";
import { type BookedGpu, gpuBook, type GpuWish, offerOf, usableGpus } from "./gpu-book.ts";

export type Asking = Pick<RunRecord, "recipe" | "recipeVersion" | "limits">;

export function gpuWish(db: Db, run: Asking): GpuWish {
  const recipe = recipeOf(db, run);
  const range = recipe ? gpuRange(recipe) : { least: 0, most: 0 };
  return { ...gpusAsked(range, run.limits?.device), besideOthers: run.limits?.besideOthers === true };
}

/** Whether a worker trains a run without a GPU, whatever stands on those that it has. */
export const isOnCpuOf = (db: Db, worker: WorkerRecord, wish: GpuWish): boolean =>
  wish.most === 0 ||
  (wish.least === 0 && worker.engine === null && usableGpus(gpuBook(db, worker) ?? []).length === 0);

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
    if (wish.most === 0 || worker.engine !== null) return [];
    book ??= gpuBook(db, worker);
    if (!book || isReserved) return null;
    const offer = offerOf(book, wish);
    if (!offer && usableGpus(book).length >= wish.least) isReserved = true;
    return offer;
  };
}

/** What is asked of an engine for a run: what somebody chose, with as many GPUs as a node there has of those that it takes. */
export function engineAsk(
  { engine }: Pick<WorkerRecord, "engine">,
  ask: SlurmAsk = {},
  { least, most }: GpuRange,
): SlurmAsk {
  const partitions = (engine?.partitions ?? []).filter(({ up }) => up);
  const chosen = partitionOf(ask, partitions);
  const largest = Math.max(0, ...(chosen ? [chosen] : partitions).map(({ gpus }) => gpus));
  return { ...ask, gpus: ask.gpus ?? gpusNow({ least, most }, { free: largest, held: 0 }) ?? least };
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

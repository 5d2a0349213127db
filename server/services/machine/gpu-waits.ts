import { selectRun } from "#db/queries/runs.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import { countOf } from "../../wording/counts.ts";
import { type BookedGpu, gpuBook, pickGpus, usableGpus } from "./gpu-book.ts";
import { gpuReason, tooManyGpus } from "./gpu-words.ts";
import { gpusOfRun } from "./give-gpus.ts";

interface Asked {
  id: string;
  recipe: string;
  recipeVersion: string;
}

/**
 * Why a queued run waits for GPUs, asked in the order of the queue; null where it does not. The same rule as a claim: a run that
 * waits for more than is free keeps later ones behind it.
 */
export function gpuWaits(db: Db): (run: Asked, workers: readonly WorkerRecord[]) => string | null {
  const books = new Map<string, BookedGpu[] | null>();
  /** Worker -> the run that is first in line for its GPUs. */
  const first = new Map<string, string>();
  const bookOf = (worker: WorkerRecord) => {
    if (!books.has(worker.id)) books.set(worker.id, gpuBook(db, worker));
    return books.get(worker.id) ?? null;
  };
  return (run, workers) => {
    const needs = gpusOfRun(db, run);
    if (needs === 0 || workers.some(({ engine }) => engine !== null)) return null;
    const seen = workers.map((worker) => ({ worker, book: bookOf(worker) }));
    const able = seen.filter(({ book }) => book === null || usableGpus(book).length >= needs);
    if (able.length === 0)
      return tooManyGpus(
        needs,
        seen.map(({ worker, book }) => ({ name: worker.name, book })),
      );
    const open = able.find(({ worker, book }) => book && !first.has(worker.id) && pickGpus(book, needs));
    if (open) return null;
    for (const { worker } of able) if (!first.has(worker.id)) first.set(worker.id, run.id);
    const [{ worker, book }] = able;
    const before = first.get(worker.id);
    if (before !== run.id && book && pickGpus(book, needs))
      return `waits for ${countOf(needs, "GPU")} on ${worker.name}, behind ${selectRun(db, before ?? "")?.name ?? "another run"}, which needs more than are free`;
    return gpuReason(worker.name, book, needs);
  };
}

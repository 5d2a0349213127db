import { selectRun } from "#db/queries/runs.ts";
import type { WorkerRecord } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import { countOf } from "../../wording/counts.ts";
import { type BookedGpu, gpuBook, offerOf, usableGpus } from "./gpu-book.ts";
import { gpuReason, tooManyGpus } from "./gpu-words.ts";
import { type Asking, gpuWish } from "./give-gpus.ts";

type Asked = Asking & { id: string };

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
    const wish = gpuWish(db, run);
    if (wish.most === 0 || workers.some(({ engine }) => engine !== null)) return null;
    const seen = workers.map((worker) => ({ worker, book: bookOf(worker) }));
    const able = seen.filter(({ book }) => book === null || usableGpus(book).length >= wish.least);
    // One that may do without waits for a GPU only where a run holds it.
    const needs = Math.max(1, wish.least);
    if (able.length === 0)
      return tooManyGpus(
        needs,
        seen.map(({ worker, book }) => ({ name: worker.name, book })),
      );
    const open = able.find(({ worker, book }) => book && !first.has(worker.id) && offerOf(book, wish));
    if (open) return null;
    for (const { worker } of able) if (!first.has(worker.id)) first.set(worker.id, run.id);
    const [{ worker, book }] = able;
    const before = first.get(worker.id);
    if (before !== run.id && book && offerOf(book, wish))
      return `waits for ${countOf(needs, "GPU")} on ${worker.name}, behind ${selectRun(db, before ?? "")?.name ?? "another run"}, which needs more than are free`;
    return gpuReason(worker.name, book, needs);
  };
}

/** Whether a run could start beside what is not of Ablab on a GPU, and cannot without it. */
export function isKeptByOthers(db: Db, run: Asking, workers: readonly WorkerRecord[]): boolean {
  const wish = gpuWish(db, run);
  if (wish.most === 0 || wish.besideOthers) return false;
  const books = workers.flatMap((worker) => [gpuBook(db, worker) ?? []]);
  return (
    !books.some((book) => offerOf(book, wish)) &&
    books.some((book) => offerOf(book, { ...wish, besideOthers: true }))
  );
}

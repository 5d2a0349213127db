import type { KnownDuration, RunSize } from "./expected-duration.ts";

export interface QueuedRun extends RunSize {
  id: string;
  /** Workers that could take it. */
  on: readonly string[];
  /** It waits for a free slot and nothing else. */
  isForSlot: boolean;
}

export interface BusyWorker {
  id: string;
  slots: number;
  /** What runs there; `startedAt` is null where its process has not begun. */
  running: readonly (RunSize & { startedAt: number | null })[];
}

/** When a queued run is expected to start, and by the durations of which recipes. */
export interface ExpectedStart {
  at: number;
  by: readonly { recipe: string; n: number }[];
}

interface Slot {
  worker: string;
  /** When it is expected to be free; null: nobody knows. */
  freeAt: number | null;
  /** Of how many finished runs of each recipe that is told. */
  by: ReadonlyMap<string, number>;
}

/**
 * When queued runs get a free slot, each in the order of the queue on the slot that is free first, where every run before them
 * is of a recipe that has finished here. A run that takes longer than the median ends nobody knows when; so does one that waits
 * for something else, which keeps everything behind it on its workers without an estimate.
 */
export function expectedStarts(
  now: number,
  queue: readonly QueuedRun[],
  workers: readonly BusyWorker[],
  durationOf: (run: RunSize) => KnownDuration | null,
): Map<string, ExpectedStart> {
  const slots = workers.flatMap((worker) => slotsOf(now, worker, durationOf));
  const found = new Map<string, ExpectedStart>();
  for (const { id, on, isForSlot, ...run } of queue) {
    const its = slots.filter(({ worker }) => on.includes(worker));
    if (!isForSlot) {
      for (const slot of its) slot.freeAt = null;
      continue;
    }
    const first = earliestOf(its);
    if (!first || first.freeAt === null) continue;
    const by = [...first.by].map(([recipe, n]) => ({ recipe, n }));
    if (by.length > 0) found.set(id, { at: first.freeAt, by });
    const duration = durationOf(run);
    first.freeAt = duration && first.freeAt + duration.medianMs;
    first.by = new Map([...first.by, [run.recipe, duration?.n ?? 0]]);
  }
  return found;
}

function earliestOf(slots: readonly Slot[]): Slot | null {
  let first: Slot | null = null;
  for (const slot of slots)
    if (slot.freeAt !== null && slot.freeAt < (first?.freeAt ?? Infinity)) first = slot;
  return first;
}

function slotsOf(
  now: number,
  { id, slots, running }: BusyWorker,
  durationOf: (run: RunSize) => KnownDuration | null,
): Slot[] {
  const taken = running.map((run): Slot => {
    const { startedAt, recipe } = run;
    const duration = durationOf(run);
    const end = duration && (startedAt ?? now) + duration.medianMs;
    return {
      worker: id,
      freeAt: end !== null && end > now ? end : null,
      by: new Map([[recipe, duration?.n ?? 0]]),
    };
  });
  const free = (): Slot => ({ worker: id, freeAt: now, by: new Map() });
  return [...taken, ...Array.from({ length: Math.max(0, slots - taken.length) }, free)];
}

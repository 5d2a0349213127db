/** What is known of how long runs of a recipe take: the median of its last n finished runs, ms. */
export interface KnownDuration {
  medianMs: number;
  n: number;
}

export interface QueuedRun {
  id: string;
  recipe: string;
  /** Workers that could take it. */
  on: readonly string[];
  /** It waits for a free slot and nothing else. */
  isForSlot: boolean;
}

export interface BusyWorker {
  id: string;
  slots: number;
  /** What runs there; `startedAt` is null where its process has not begun. */
  running: readonly { recipe: string; startedAt: number | null }[];
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
  by: ReadonlySet<string>;
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
  durationOf: (recipe: string) => KnownDuration | null,
): Map<string, ExpectedStart> {
  const slots = workers.flatMap((worker) => slotsOf(now, worker, durationOf));
  const found = new Map<string, ExpectedStart>();
  for (const { id, recipe, on, isForSlot } of queue) {
    const its = slots.filter(({ worker }) => on.includes(worker));
    if (!isForSlot) {
      for (const slot of its) slot.freeAt = null;
      continue;
    }
    const first = earliestOf(its);
    if (!first || first.freeAt === null) continue;
    const by = [...first.by].map((one) => ({ recipe: one, n: durationOf(one)?.n ?? 0 }));
    if (by.length > 0) found.set(id, { at: first.freeAt, by });
    const duration = durationOf(recipe);
    first.freeAt = duration && first.freeAt + duration.medianMs;
    first.by = new Set([...first.by, recipe]);
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
  durationOf: (recipe: string) => KnownDuration | null,
): Slot[] {
  const taken = running.map(({ recipe, startedAt }): Slot => {
    const duration = durationOf(recipe);
    const end = duration && (startedAt ?? now) + duration.medianMs;
    return { worker: id, freeAt: end !== null && end > now ? end : null, by: new Set([recipe]) };
  });
  const free = (): Slot => ({ worker: id, freeAt: now, by: new Set() });
  return [...taken, ...Array.from({ length: Math.max(0, slots - taken.length) }, free)];
}

import { overLimit } from "../../contracts/limits/limit.ts";
import { QUEUE_LIMITS } from "../../contracts/limits/requests.ts";
import { ServiceError } from "../../errors.ts";

/** Work that is done in steps, so that whoever drives it decides when others get their turn. */
export type Sliced<T> = Generator<void, T, void>;

/** Longest stretch without giving way to other requests. */
const SLICE_MS = 5;
/** Work that has given way so often, some 0.3 s of its own, is long: so many go on at once, and the others wait for a seat. */
const LONG_TURNS = 60;
export const SEATS = 2;

/** Does all steps at once. */
export function doAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

let taken = 0;
const waiting = new Set<() => void>();

/** Resolves once a seat is taken; rejects where too many wait, and with the signal's reason, which gives the place up. */
function takeSeat(signal?: AbortSignal): Promise<void> {
  if (taken < SEATS) {
    taken += 1;
    return Promise.resolve();
  }
  if (waiting.size >= QUEUE_LIMITS.seats.most)
    return Promise.reject(new ServiceError("unavailable", overLimit(QUEUE_LIMITS.seats, null)));
  return new Promise((resolve, reject) => {
    const sit = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(sit);
      reject(signal?.reason);
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener("abort", leave, { once: true });
    waiting.add(sit);
  });
}

/** Who waits longest takes the seat over. */
function leaveSeat(): void {
  const [next] = waiting;
  if (!next) {
    taken -= 1;
    return;
  }
  waiting.delete(next);
  next();
}

/**
 * Does the steps and lets the event loop turn in between. Of long works only a few go on beside each other: each holds what it
 * has read. Stops with the signal's reason when nobody waits any more.
 */
export async function doInSlices<T>(
  work: Sliced<T>,
  signal?: AbortSignal,
  sliceMs: number = SLICE_MS,
): Promise<T> {
  let since = performance.now();
  let turns = 0;
  let isSeated = false;
  try {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      if (performance.now() - since < sliceMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      turns += 1;
      if (turns === LONG_TURNS) {
        await takeSeat(signal);
        isSeated = true;
      }
      since = performance.now();
    }
  } finally {
    if (isSeated) leaveSeat();
  }
}

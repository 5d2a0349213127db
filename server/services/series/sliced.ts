/** Work that is done in steps, so that whoever drives it decides when others get their turn. */
export type Sliced<T> = Generator<void, T, void>;

/** Longest stretch without giving way to other requests. */
const SLICE_MS = 5;

/** Does all steps at once. */
export function doAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the steps and lets the event loop turn in between. Stops with the signal's reason when nobody waits any more. */
export async function doInSlices<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    since = performance.now();
  }
}

import { setImmediate } from "node:timers/promises";

/** Does all of a long work at once; `work` pauses where it could be interrupted. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does a long work bit by bit, and lets everything else that waits go on at each of its pauses. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}

import { setImmediate } from "node:timers/promises";

/** Others get their turn after so many pauses. */
const AT_ONCE = 8;

/** Does work that pauses after each file, or each MiB of one, so that the process goes on with all else meanwhile. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (let paused = 1; ; paused++) {
    const step = work.next();
    if (step.done) return step.value;
    if (paused % AT_ONCE === 0) await setImmediate();
  }
}

/** Does it at once, for a process that has nothing else to do. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

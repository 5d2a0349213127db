import { createPauses } from "./pauses.ts";

/** Goes on at once with what is there, and later with what is a promise: what needs no pause is done before this returns. */
export const goOn = <T, R>(value: T | Promise<T>, then: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(then) : then(value);

/**
 * Does work step by step, others in between once it takes notable time. What a step yields is waited for where it is a promise.
 * Work that is short and waits for nothing is done before this returns.
 */
export function inSteps<T>(steps: Generator<unknown, T>, pause = createPauses()): T | Promise<T> {
  const advance = (): T | Promise<T> => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      const waited = step.value instanceof Promise ? step.value : pause();
      if (waited) return waited.then(advance, fail);
    }
  };
  // A step that waited for what failed may see to it itself.
  const fail = (error: unknown): T | Promise<T> => {
    const step = steps.throw(error);
    return step.done ? step.value : advance();
  };
  return advance();
}

/** Steps that each do something with the next so many items. */
export function* stepsOver<T>(
  items: readonly T[],
  atOnce: number,
  work: (part: readonly T[]) => void,
): Generator<undefined, void> {
  for (let from = 0; from < items.length; from += atOnce) {
    work(items.slice(from, from + atOnce));
    yield;
  }
}

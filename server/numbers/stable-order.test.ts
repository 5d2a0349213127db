import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stableOrder } from "./stable-order.ts";

function orderOf(keys: Float64Array): { order: number[]; steps: number } {
  const work = stableOrder(keys);
  for (let steps = 0; ; steps++) {
    const { done, value } = work.next();
    if (done) return { order: [...value], steps };
  }
}

const byComparator = (keys: Float64Array): number[] =>
  [...keys.keys()].toSorted((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0));

const ENDS = [0, -0, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE, -1e308, 1];

test("keys are ordered as a stable comparator orders them, equal ones as they stood, few or many", () => {
  const key = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }), fc.constantFrom(...ENDS));
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 60 }), fc.constantFrom(1, 9000), (some, least) => {
      const length = Math.max(some.length, least);
      const keys = Float64Array.from({ length }, (_, i) => some[(i * 7) % some.length]);
      expect(orderOf(keys).order).toEqual(byComparator(keys));
    }),
    { numRuns: 60 },
  );
});

test("many different keys are ordered in steps", () => {
  for (const key of [
    Math.sin,
    (i: number) => (i * 7919) % 65_537,
    (i: number) => -i,
    (i: number) => [0, -0, 1, -1][i % 4],
    (i: number) => i / 1e300,
  ]) {
    const keys = Float64Array.from({ length: 100_000 }, (_, i) => key(i));
    const { order, steps } = orderOf(keys);
    expect(order).toEqual(byComparator(keys));
    expect(steps).toBeGreaterThan(6);
  }
});

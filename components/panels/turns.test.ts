import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createTurns } from "./use-turn.ts";

test("as many begin as there are places, the others in the order of asking", () => {
  const take = createTurns(2);
  const begun: number[] = [];
  const leave = [0, 1, 2, 3].map((i) => take(() => begun.push(i)));
  expect(begun).toEqual([0, 1]);
  leave[1]();
  expect(begun).toEqual([0, 1, 2]);
  leave[0]();
  expect(begun).toEqual([0, 1, 2, 3]);
});

test("whoever leaves the queue never begins, and leaving twice gives nobody a second place", () => {
  const take = createTurns(1);
  const begun: number[] = [];
  const leave = [0, 1, 2, 3].map((i) => take(() => begun.push(i)));
  leave[1]();
  leave[0]();
  leave[0]();
  leave[1]();
  expect(begun).toEqual([0, 2]);
});

test("whatever the order of asking and leaving, no more than the places are taken and everybody who stays has a turn", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(9), { maxLength: 60 }), (places, steps) => {
      const take = createTurns(places);
      const held = new Set<number>();
      const leave = new Map<number, () => void>();
      for (const i of steps) {
        if (leave.has(i)) {
          held.delete(i);
          leave.get(i)?.();
          leave.delete(i);
        } else
          leave.set(
            i,
            take(() => held.add(i)),
          );
        expect(held.size).toBe(Math.min(places, leave.size));
      }
    }),
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arrange, moveRun, UNTOUCHED, withPriority } from "./arrange.ts";
import { PRIORITIES } from "./priorities.ts";
import type { QueueOrder } from "./queue.ts";

const runs = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `r${i}` }));
const sequence = (byLaunch: { id: string }[], told: QueueOrder): string[] =>
  arrange(byLaunch, told).map(({ id }) => id);

test("a run stands before another, or behind all, and the others stay in their order", () => {
  const queue = runs(4);
  const first = moveRun(queue, UNTOUCHED, "r3", "r0");
  expect(sequence(queue, first)).toEqual(["r3", "r0", "r1", "r2"]);
  expect(sequence(queue, moveRun(queue, first, "r0", null))).toEqual(["r3", "r1", "r2", "r0"]);
});

test("only what stands otherwise than by launch is kept, so that a long queue has a short order", () => {
  const queue = runs(500);
  expect(moveRun(queue, UNTOUCHED, "r499", "r0").order).toEqual(["r499"]);
  const back = moveRun(queue, moveRun(queue, UNTOUCHED, "r7", "r0"), "r7", "r8");
  expect(back.order).toEqual([]);
});

test("what is launched later follows behind what was put somewhere", () => {
  const told = moveRun(runs(3), UNTOUCHED, "r0", null);
  expect(sequence(runs(5), told)).toEqual(["r1", "r2", "r0", "r3", "r4"]);
});

test("priority comes before place, and who is put among others of another priority takes theirs", () => {
  const queue = runs(4);
  const high: QueueOrder = { ...UNTOUCHED, priorities: { r2: "high", r3: "high" } };
  expect(sequence(queue, high)).toEqual(["r2", "r3", "r0", "r1"]);
  const up = moveRun(queue, high, "r1", "r3");
  expect(sequence(queue, up)).toEqual(["r2", "r1", "r3", "r0"]);
  expect(up.priorities.r1).toBe("high");
  // At the edge of two priorities both fit, and it keeps its own.
  expect(moveRun(queue, high, "r1", "r0").priorities.r1).toBeUndefined();
});

test("whatever is moved, every run is in the queue once and stands where it was put", () => {
  const move = fc.record({ from: fc.nat(), to: fc.nat(), level: fc.nat() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(move, { maxLength: 20 }), (n, moves) => {
      const queue = runs(n);
      let told = UNTOUCHED;
      for (const { from, to, level } of moves) {
        const id = `r${from % n}`;
        const before = to % (n + 1) === n ? null : `r${to % (n + 1)}`;
        const rest = sequence(queue, told).filter((other) => other !== id);
        if (before === id)
          told = {
            ...told,
            priorities: withPriority(told.priorities, id, PRIORITIES[level % PRIORITIES.length]),
          };
        else {
          told = moveRun(queue, told, id, before);
          const at = before === null ? rest.length : rest.indexOf(before);
          expect(sequence(queue, told)).toEqual(rest.toSpliced(at, 0, id));
        }
        expect(new Set(sequence(queue, told)).size).toBe(n);
      }
    }),
  );
});

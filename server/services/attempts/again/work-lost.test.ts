import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type AttemptWork, sumWorkLost, workLostOf } from "./work-lost.ts";

const at = (attemptId: string, step: number | null, when: number) => ({
  attemptId,
  n: 1,
  path: `checkpoint-${step}`,
  step,
  at: when,
});
const attempt = (id: string, more: Partial<AttemptWork> = {}): AttemptWork => ({
  id,
  startedAt: 0,
  endedAt: 100,
  lastStep: 17,
  checkpoint: null,
  ...more,
});

test("an attempt wastes what it did after the checkpoint that the next one went on from", () => {
  const workLost = workLostOf([
    attempt("a"),
    attempt("b", { startedAt: 200, endedAt: null, checkpoint: at("a", 12, 70) }),
  ]);
  expect([...workLost]).toEqual([["a", { steps: 5, ms: 30 }]]);
});

test("what a retry from the start follows is wasted whole", () => {
  expect(workLostOf([attempt("a"), attempt("b")]).get("a")).toEqual({ steps: 17, ms: 100 });
});

test("an attempt between, from which nothing was taken, is wasted whole and the one before only once", () => {
  const first = at("a", 12, 70);
  const workLost = workLostOf([
    attempt("a"),
    attempt("b", { startedAt: 200, endedAt: 260, lastStep: 15, checkpoint: first }),
    attempt("c", { startedAt: 300, endedAt: null, checkpoint: first }),
  ]);
  expect([...workLost]).toEqual([
    ["a", { steps: 5, ms: 30 }],
    ["b", { steps: 3, ms: 60 }],
  ]);
  expect(sumWorkLost(workLost.values())).toEqual({ steps: 8, ms: 90 });
});

test("a retry from the start after a resumed attempt makes all before it vain", () => {
  const workLost = workLostOf([
    attempt("a"),
    attempt("b", { startedAt: 200, endedAt: 260, lastStep: 20, checkpoint: at("a", 12, 70) }),
    attempt("c"),
  ]);
  expect(workLost.get("a")).toEqual({ steps: 17, ms: 100 });
  expect(workLost.get("b")).toEqual({ steps: 8, ms: 60 });
});

test("an attempt that never started wastes nothing, and an unknown step is a gap", () => {
  const workLost = workLostOf([
    attempt("a", { startedAt: null }),
    attempt("b"),
    attempt("c", { checkpoint: at("b", null, 90) }),
  ]);
  expect(workLost.get("a")).toEqual({ steps: 0, ms: 0 });
  expect(workLost.get("b")).toEqual({ steps: null, ms: 10 });
  expect(sumWorkLost(workLost.values())).toEqual({ steps: null, ms: 10 });
  expect(sumWorkLost([])).toBeNull();
});

test("nobody wastes more time than it ran", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.option(fc.nat(2000))), { minLength: 1, maxLength: 8 }),
      (facts) => {
        const attempts = facts.map(([start, length, checkpointAt], i) =>
          attempt(`a${i}`, {
            startedAt: start,
            endedAt: start + length,
            checkpoint: checkpointAt === null || i === 0 ? null : at(`a${i - 1}`, 3, checkpointAt),
          }),
        );
        for (const [id, { ms }] of workLostOf(attempts)) {
          const { startedAt, endedAt } = attempts.find((one) => one.id === id) as AttemptWork;
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual((endedAt ?? 0) - (startedAt ?? 0));
        }
      },
    ),
  );
});

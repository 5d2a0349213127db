import { expect, test } from "vitest";
import type { RunDetail } from "#server/contracts/run.ts";
import { begunWords, isStopAsked, limitWords, workLostText } from "./words.ts";

const checkpoint = { attemptId: "att_1", n: 1, path: "best.ckpt", step: null, at: 0 };

test("an attempt says how it began", () => {
  expect(begunWords(null)).toBe("the first");
  expect(begunWords({ kind: "resume", by: "ada", automatic: false, checkpoint })).toBe(
    "resumed from checkpoint best.ckpt by ada",
  );
  expect(
    begunWords({ kind: "retry", by: "x", automatic: true, checkpoint: { ...checkpoint, step: 1200 } }),
  ).toMatch(/^retried from the checkpoint of step 1.200 automatically, as chosen at launch$/);
  expect(begunWords({ kind: "retry", by: "ada", automatic: false, checkpoint: null })).toBe(
    "retried from the start by ada",
  );
});

test("what was done in vain is steps and time, or time alone", () => {
  expect(workLostText({ steps: 1, ms: 3000 })).toMatch(/^1 step, 3\ss$/);
  expect(workLostText({ steps: null, ms: 3000 })).not.toContain("step");
});

test("what was chosen is said, and nothing where nothing was", () => {
  expect(limitWords({ limits: null, retried: 0 })).toBeNull();
  expect(limitWords({ limits: { timeLimitS: 60, retries: 2 }, retried: 1 })).toMatch(
    /^ended after 60\ss; tried again at most 2 times, 1 so far$/,
  );
});

test("a stop is asked of what runs now, and is over where the run waits for another attempt", () => {
  const ended = { stopRequestedAt: 5, exit: {} as NonNullable<RunDetail["attempts"][number]["exit"]> };
  const asked = { stopRequestedAt: 5, exit: null };
  const calm = { stopRequestedAt: null, exit: null };
  const of = (state: RunDetail["row"]["state"], ...attempts: (typeof ended | typeof asked | typeof calm)[]) =>
    isStopAsked({ row: { state }, attempts });
  expect([of("running", asked), of("stopping", calm), of("unreachable", asked)]).toEqual([true, true, true]);
  expect([
    of("queued", ended),
    of("queued", asked),
    of("starting", ended),
    of("running", ended, calm),
  ]).toEqual([false, false, false, false]);
  expect(of("queued")).toBe(false);
});

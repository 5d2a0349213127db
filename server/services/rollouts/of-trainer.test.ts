import { expect, test } from "vitest";
import { rolloutGroup, rolloutText } from "./group.ts";
import { rolloutStep } from "./steps.ts";
import { rolloutWorld } from "./testing.ts";

test("programs of a trainer are read by group, each with its reward, how it ended and why it failed", () => {
  const { ctx, attempt, runId } = rolloutWorld();
  const completion = { length: 7, truncated: false, rewards: { passed: 1 } };
  attempt.send({ t: "groups", at: 1, step: 5, drawn: 32, groups: [{ key: "p1", rewards: [1, 0] }] });
  attempt.send({
    t: "texts",
    at: 1,
    phase: "train",
    step: 5,
    groups: [
      {
        key: "p1",
        prompt: "Reverse a text",
        completions: [
          { ...completion, text: "return 1;", reward: 1, ending: "solved" },
          { ...completion, text: "while (true) {}", reward: 0, ending: "time", error: "interrupted" },
        ],
      },
    ],
  });
  const view = rolloutStep(ctx, { runId, phase: null, step: null, order: "spread", page: 0 });
  expect(view).toMatchObject({ step: 5, n: 2, total: 1 });
  const of = { runId, phase: "train" as const, step: 5, key: "p1" };
  const { completions, hasPrompt } = rolloutGroup(ctx, of);
  expect(hasPrompt).toBe(true);
  expect(completions).toMatchObject([
    { reward: 1, length: 7, stopReason: "solved", rewards: { passed: 1 }, extra: {} },
    { reward: 0, stopReason: "time", extra: { error: "interrupted" } },
  ]);
  expect(rolloutText(ctx, { ...of, place: 1, page: 0 })?.turns).toMatchObject([
    { role: "policy", text: "while (true) {}" },
  ]);
  expect(rolloutText(ctx, { ...of, place: null, page: 0 })?.turns[0].text).toBe("Reverse a text");
});

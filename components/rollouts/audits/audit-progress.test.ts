import { expect, test } from "vitest";
import type { AuditItem } from "#server/contracts/rollouts/audit.ts";
import { markOf, nextUnmarked } from "./audit-progress.ts";

const items = (marks: (boolean | null)[]): AuditItem[] =>
  marks.map((right, position) => ({
    position,
    step: 1,
    key: "k",
    place: position,
    reward: 1,
    length: null,
    accepted: true,
    marks: [{ by: "Ben", right: true }, ...(right === null ? [] : [{ by: "Ada", right }])],
  }));

test("marks of others are not one's own", () => {
  const [one, other] = items([false, null]);
  expect([markOf(one, "Ada"), markOf(other, "Ada"), markOf(other, "Ben")]).toEqual([false, null, true]);
});

test("the next one is the first behind it that has no mark, then from the front, and none once all have", () => {
  expect(nextUnmarked(items([null, true, null, null]), "Ada", 1)).toBe(2);
  expect(nextUnmarked(items([null, true, false, true]), "Ada", 3)).toBe(0);
  expect(nextUnmarked(items([true, null, false, true]), "Ada", 1)).toBeNull();
  expect(nextUnmarked([], "Ada", 0)).toBeNull();
});

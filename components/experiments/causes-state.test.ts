import { expect, test } from "vitest";
import { causesState } from "./variance-section.tsx";

const asked: string[] = [];
const query = (name: string, more: { error?: { message: string }; isPending?: boolean } = {}) => ({
  error: null,
  isPending: false,
  refetch: () => asked.push(name),
  ...more,
});

test("as long as one answer is waited for, the chart loads and says nothing of what was sent", () => {
  expect(causesState([query("a"), query("b", { isPending: true })])).toEqual({ kind: "loading" });
});

test("an answer that failed is said with its reason, and only that one is asked again", () => {
  const state = causesState([query("a"), query("b", { error: { message: "no such experiment" } })]);
  expect(state).toMatchObject({ kind: "error", reason: "no such experiment" });
  if (state?.kind === "error") state.onRetry?.();
  expect(asked).toEqual(["b"]);
});

test("a failure is said while others are still waited for", () => {
  const failed = query("a", { error: { message: "gone" } });
  expect(causesState([failed, query("b", { isPending: true })])?.kind).toBe("error");
});

test("once all are there, the chart has no state of its own", () => {
  expect(causesState([query("a"), query("b"), query("c")])).toBeUndefined();
});

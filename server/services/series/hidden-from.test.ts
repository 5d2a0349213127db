import { expect, test } from "vitest";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { takeoversOf } from "./hidden-from.ts";

const line = (attemptId: string, firstX: number, more: Partial<SeriesFacts> = {}): SeriesFacts => ({
  id: 1,
  attemptId,
  metric: "m",
  axis: "step",
  n: 10,
  nan: 0,
  posInf: 0,
  negInf: 0,
  mean: 0,
  min: 0,
  minX: 0,
  max: 0,
  maxX: 0,
  firstX,
  lastX: firstX + 9,
  lastValue: 0,
  lastAt: 0,
  ...more,
});

test("an attempt takes over where the first of its series begins, for all attempts before it", () => {
  const takeover = takeoversOf(["a", "b", "c"], [line("a", 0), line("b", 50), line("b", 60), line("c", 55)]);
  expect(["a", "b", "c"].map((id) => takeover(id, "step"))).toEqual([50, 55, null]);
});

test("one that begins earlier than the one before it hides that one whole", () => {
  const takeover = takeoversOf(["a", "b", "c"], [line("a", 0), line("b", 50), line("c", 20)]);
  expect(["a", "b"].map((id) => takeover(id, "step"))).toEqual([20, 20]);
});

test("each axis is taken over at its own x", () => {
  const takeover = takeoversOf(
    ["a", "b"],
    [line("a", 0), line("b", 50), line("b", 9000, { axis: "tokens" })],
  );
  expect([takeover("a", "step"), takeover("a", "tokens"), takeover("a", "epoch")]).toEqual([50, 9000, null]);
});

test("a constant that is logged once does not take over, unless there is nothing else", () => {
  const constant = line("b", 0, { n: 1 });
  expect(takeoversOf(["a", "b"], [line("a", 0), line("b", 50), constant])("a", "step")).toBe(50);
  expect(takeoversOf(["a", "b"], [line("a", 0), constant])("a", "step")).toBe(0);
  expect(takeoversOf(["a", "b"], [line("a", 0)])("a", "step")).toBeNull();
});

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

const on = (attemptId: string, metric = "m", axis = "step") => ({ attemptId, metric, axis });

test("an attempt takes a metric over where its own points of it begin, for all attempts before it", () => {
  const takeover = takeoversOf(["a", "b", "c"], [line("a", 0), line("b", 50), line("c", 55)]);
  expect(["a", "b", "c"].map((id) => takeover(on(id)))).toEqual([50, 55, null]);
});

test("one that begins earlier than the one before it hides that one whole", () => {
  const takeover = takeoversOf(["a", "b", "c"], [line("a", 0), line("b", 50), line("c", 20)]);
  expect(["a", "b"].map((id) => takeover(on(id)))).toEqual([20, 20]);
});

test("each axis is taken over at its own x", () => {
  const takeover = takeoversOf(
    ["a", "b"],
    [line("a", 0), line("b", 50), line("b", 9000, { axis: "tokens" })],
  );
  expect(["step", "tokens", "epoch"].map((axis) => takeover(on("a", "m", axis)))).toEqual([50, 9000, null]);
});

test("a metric is taken over by itself, whatever the others of the later attempt begin with", () => {
  const early = line("b", 0, { metric: "config", n: 2 });
  const takeover = takeoversOf(["a", "b"], [line("a", 0), line("b", 50), early]);
  expect(["m", "config"].map((metric) => takeover(on("a", metric)))).toEqual([50, 0]);
});

test("a metric that no later attempt has is not taken over", () => {
  const empty = line("b", 0, { metric: "only", n: 0, firstX: null });
  const takeover = takeoversOf(
    ["a", "b"],
    [line("a", 0), line("a", 10, { metric: "only" }), line("b", 50), empty],
  );
  expect(takeover(on("a", "only"))).toBeNull();
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  BUILT_INS,
  columnId,
  movesWhileLive,
  parseColumnId,
  REDUCERS,
  type ColumnRef,
} from "./run-table-columns.ts";

const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc.constantFrom("a%3Ab", "%", ":", "\ud800", "%253A"),
);
const column: fc.Arbitrary<ColumnRef> = fc.oneof(
  name.map((param) => ({ kind: "param" as const, name: param })),
  fc
    .record({
      metric: name,
      axis: fc.oneof(name, fc.constant("step")),
      reducer: fc.constantFrom(...REDUCERS),
    })
    .map((metric) => ({ kind: "metric" as const, ...metric })),
);

test("any name of a metric, an axis or a parameter comes back from its id", () => {
  fc.assert(
    fc.property(column, (one) => {
      expect(parseColumnId(columnId(one))).toEqual(one);
    }),
  );
});

test("what is no column is none", () => {
  for (const id of [
    "",
    "metric:",
    "metric:last",
    "metric::last",
    "metric:a:lost",
    "metric@:a:last",
    "metric@step:a:last",
    "param:",
    "rows",
    "Metric:a:last",
  ])
    expect(parseColumnId(id), id).toBeNull();
  expect(parseColumnId("metric:a:b:last")).toEqual({
    kind: "metric",
    metric: "a:b",
    axis: "step",
    reducer: "last",
  });
});

test("while runs go on, what they have measured, how far and how long, and who runs them changes; the rest stands", () => {
  expect(BUILT_INS.filter((id) => movesWhileLive({ kind: "built-in", name: id }))).toEqual([
    "worker",
    "step",
    "time",
  ]);
  const metrics = REDUCERS.map((reducer) => ({
    kind: "metric" as const,
    metric: "loss",
    axis: "step",
    reducer,
  }));
  expect(metrics.every(movesWhileLive)).toBe(true);
  expect(movesWhileLive({ kind: "param", name: "lr" })).toBe(false);
});

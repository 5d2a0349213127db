import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWire } from "../../../workers/protocol/events.ts";
import { POINT_LIMITS, type BrokenRule } from "../../../workers/protocol/points.ts";
import { readColumns } from "./columns.ts";

const entry = (change: object = {}) => ({
  metric: "loss",
  axis: "step",
  x: [1, 2],
  value: [3, 4],
  at: 5,
  ...change,
});
const body = (change: object = {}) => ({ series: [entry(change)] });

function refusal(given: unknown): { rule: string; message: string; limit: number | null } | null {
  try {
    readColumns(given);
  } catch (error) {
    const { rule, message, limit } = error as BrokenRule;
    return { rule, message, limit };
  }
  return null;
}

describe("points in JSON columns", () => {
  test("become typed columns; one time stands for all, the axis is step where none is named", () => {
    const [first, second] = readColumns({
      series: [entry({ axis: undefined }), entry({ metric: "n", axis: "tokens", at: [7, 8] })],
    });
    expect(first).toEqual({
      metric: "loss",
      axis: "step",
      x: Float64Array.of(1, 2),
      value: Float64Array.of(3, 4),
      at: Float64Array.of(5, 5),
    });
    expect(second).toMatchObject({ metric: "n", axis: "tokens", at: Float64Array.of(7, 8) });
    expect(readColumns(JSON.parse('{"series":[{"metric":"a","x":[1],"value":[1],"at":1}]}'))[0].axis).toBe(
      "step",
    );
  });

  test("keep every float64, through JSON and back", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength: 1 }), (values) => {
        const text = JSON.stringify(
          body({ x: values.map((_, i) => i), value: values.map((v) => (Object.is(v, -0) ? 0 : toWire(v))) }),
        );
        const [{ value }] = readColumns(JSON.parse(text));
        expect([...value]).toEqual(values.map((v) => (Object.is(v, -0) ? 0 : v)));
      }),
    );
    const [{ x, value }] = readColumns(
      JSON.parse('{"series":[{"metric":"a","x":[-0.0],"value":[-0.0],"at":0}]}'),
    );
    expect(Object.is(x[0], -0) && Object.is(value[0], -0)).toBe(true);
  });

  test("without points there is no column, and an empty list is an empty body", () => {
    expect(readColumns(body({ x: [], value: [], at: [] }))).toEqual([]);
    expect(readColumns({ series: [] })).toEqual([]);
  });

  test.each([
    [null, "json", 'a list "series"'],
    [[], "json", 'a list "series"'],
    [{ series: {} }, "json", 'a list "series"'],
    [{ series: [1] }, "json", "series[0] must be an object"],
    [{ series: [], steps: 1 }, "unknown_key", '"steps"'],
    [
      body({ values: [1] }),
      "unknown_key",
      'series[0] has the key "values"; known are metric, axis, x, value, at',
    ],
    [body({ metric: 3 }), "metric", "series[0].metric must be a text"],
    [body({ metric: "" }), "metric", "empty name"],
    [body({ metric: "a\nb" }), "metric", "control characters"],
    [body({ metric: "\ud800" }), "metric", "halves of characters"],
    [body({ axis: null }), "axis", "series[0].axis must be a text"],
    [body({ axis: "train step" }), "axis", '"train step"'],
    [body({ x: 1 }), "x", "series[0].x must be a list"],
    [body({ x: [1, "2"] }), "x", 'series[0].x[1] must be a finite number; it is "2"'],
    [body({ x: [null, 2] }), "x", "series[0].x[0]"],
    [body({ x: [1, "NaN"] }), "x", "series[0].x[1]"],
    [body({ x: [1, Infinity] }), "x", "series[0].x[1]"],
    [body({ value: undefined }), "value", "series[0].value must be a list of numbers; it is nothing"],
    [body({ value: [1, "nan"] }), "value", 'one of "NaN", "Infinity", "-Infinity"; it is "nan"'],
    [body({ value: [1, null] }), "value", "series[0].value[1]"],
    [body({ value: [true, 1] }), "value", "series[0].value[0]"],
    [body({ value: [[1], 1] }), "value", "series[0].value[0]"],
    [body({ at: undefined }), "at", "series[0].at must be a finite number; it is nothing"],
    [body({ at: "now" }), "at", "series[0].at"],
    [body({ at: [1, "2"] }), "at", "series[0].at[1]"],
    [body({ x: [1] }), "length", "x has 1, value 2, at 1"],
    [body({ at: [1] }), "length", "x has 2, value 2, at 1"],
  ])("%j breaks the rule %s", (given, rule, message) => {
    expect(refusal(given)?.rule).toBe(rule);
    expect(refusal(given)?.message).toContain(message);
  });

  test("a number too large for float64 is refused instead of becoming infinite", () => {
    const parsed: unknown = JSON.parse('{"series":[{"metric":"a","x":[1],"value":[1e999],"at":1}]}');
    expect(refusal(parsed)).toMatchObject({ rule: "value" });
    expect(refusal(parsed)?.message).toContain("a number beyond float64");
  });

  test("limits are kept to the point and the character", () => {
    const { pointsPerBody, metricCharacters, axisCharacters } = POINT_LIMITS;
    const many = (n: number) => ({
      x: Array.from({ length: n }, (_, i) => i),
      value: Array<number>(n).fill(1),
    });
    expect(refusal(body(many(pointsPerBody)))).toBeNull();
    expect(refusal({ series: [entry(many(pointsPerBody - 1)), entry()] })).toMatchObject({
      rule: "points_per_body",
      limit: 100_000,
    });
    expect(refusal(body({ metric: "é".repeat(metricCharacters) }))).toBeNull();
    expect(refusal(body({ metric: "é".repeat(metricCharacters + 1) }))).toMatchObject({
      rule: "metric",
      limit: 256,
    });
    expect(refusal(body({ axis: "a".repeat(axisCharacters) }))).toBeNull();
    expect(refusal(body({ axis: "a".repeat(axisCharacters + 1) }))).toMatchObject({
      rule: "axis",
      limit: 64,
    });
  });
});

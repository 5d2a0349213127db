import { describe, expect, test } from "vitest";
import { POINT_LIMITS, type BrokenRule } from "../../../workers/protocol/points.ts";
import { readLines, withoutFirst } from "./lines.ts";

const line = (x: number, values: object, more: object = {}) =>
  JSON.stringify({ x, at: 100 + x, values, ...more });
const lines = (...all: string[]) => all.join("\n");

function refusal(text: string): { rule: string; message: string; limit: number | null } | null {
  try {
    readLines(text);
  } catch (error) {
    const { rule, message, limit } = error as BrokenRule;
    return { rule, message, limit };
  }
  return null;
}

const plain = (columns: ReturnType<typeof readLines>["columns"]) =>
  columns.map(({ metric, axis, x, value, at }) => [metric, axis, [...x], [...value], [...at]]);

describe("points in lines", () => {
  test("become one column per metric and axis, and each point knows its place in the order of the lines", () => {
    const read = readLines(
      lines(
        line(1, { a: 1, b: "NaN" }),
        "",
        line(2, { b: "-Infinity" }, { axis: "tokens" }),
        line(3, { b: 4, a: 5 }),
      ) + "\r\n",
    );
    expect(plain(read.columns)).toEqual([
      ["a", "step", [1, 3], [1, 5], [101, 103]],
      ["b", "step", [1, 3], [Number.NaN, 4], [101, 103]],
      ["b", "tokens", [2], [-Infinity], [102]],
    ]);
    expect([...read.order]).toEqual([0, 1, 2, 1, 0]);
  });

  test("the first points in the order of the lines can be taken out again, whatever columns they are in", () => {
    const read = readLines(lines(line(1, { a: 1, b: 2 }), line(2, { b: 3 }), line(3, { a: 4, b: 5 })));
    const left = (stored: number) => plain(withoutFirst(read, stored)).map(([metric, , x]) => [metric, x]);
    expect(left(0)).toEqual([
      ["a", [1, 3]],
      ["b", [1, 2, 3]],
    ]);
    expect(left(1)).toEqual([
      ["a", [3]],
      ["b", [1, 2, 3]],
    ]);
    expect(left(3)).toEqual([
      ["a", [3]],
      ["b", [3]],
    ]);
    expect(left(4)).toEqual([["b", [3]]]);
    expect(left(5)).toEqual([]);
  });

  test("names of metrics may be any text, also those that objects have of themselves", () => {
    const text = '{"x":1,"at":1,"values":{"__proto__":1,"constructor":2,"toString":3}}';
    expect(readLines(text).columns.map((c) => c.metric)).toEqual(["__proto__", "constructor", "toString"]);
  });

  test.each([
    ['{"x":1', "json", "Line 2 is not JSON; nothing of this body is stored"],
    ["[1]", "json", "Line 2 must be an object"],
    [line(1, { a: 1 }, { step: 1 }), "unknown_key", 'Line 2 has the key "step"'],
    ['{"x":1,"at":1}', "json", "values of line 2 must be an object"],
    ['{"x":1,"at":1,"values":[1]}', "json", "values of line 2"],
    ['{"x":"1","at":1,"values":{"a":1}}', "x", "x of line 2"],
    ['{"at":1,"values":{"a":1}}', "x", "x of line 2 must be a finite number; it is nothing"],
    ['{"x":1,"values":{"a":1}}', "at", "at of line 2"],
    ['{"x":1,"at":1e999,"values":{"a":1}}', "at", "at of line 2"],
    ['{"x":1,"at":1,"values":{"a":null}}', "value", '"a" of line 2'],
    ['{"x":1,"at":1,"values":{"a":1e999}}', "value", "beyond float64"],
    ['{"x":1,"at":1,"axis":7,"values":{"a":1}}', "axis", "axis of line 2"],
    ['{"x":1,"at":1,"axis":"no good","values":{"a":1}}', "axis", '"no good"'],
    ['{"x":1,"at":1,"values":{"":1}}', "metric", "empty name"],
  ])("%s in line 2 breaks the rule %s", (bad, rule, message) => {
    const said = refusal(lines(line(1, { a: 1 }), bad, line(2, { a: 1 })));
    expect(said?.rule).toBe(rule);
    expect(said?.message).toContain(message);
  });

  test("no body has more points than one transaction takes", () => {
    const step = (x: number) =>
      line(x, Object.fromEntries(Array.from({ length: 1000 }, (_, k) => [`m${k}`, k])));
    const steps = Array.from({ length: POINT_LIMITS.pointsPerBody / 1000 }, (_, x) => step(x));
    expect(refusal(lines(...steps))).toBeNull();
    expect(refusal(lines(...steps, line(1, { a: 1 })))).toMatchObject({
      rule: "points_per_body",
      limit: 100_000,
    });
  });
});

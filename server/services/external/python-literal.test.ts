import { describe, expect, test } from "vitest";
import { readPython } from "./python-literal.ts";

describe("what Python writes for a value", () => {
  test.each([
    ["['full_attention', \"it's\"]", ["full_attention", "it's"]],
    ["{0: 'LABEL_0', 1: 'LABEL_1'}", { 0: "LABEL_0", 1: "LABEL_1" }],
    [
      "{'a': {'b': [1, 2.5e-06, -3]}, 'none': None, 'on': True}",
      { a: { b: [1, 2.5e-6, -3] }, none: null, on: true },
    ],
    ["(0.9, 0.999)", [0.9, 0.999]],
    ["('one',)", ["one"]],
    ["[]", []],
    ["{}", {}],
    ["['a\\\\b', 'c\\'d']", ["a\\b", "c'd"]],
    ['["full", true]', undefined],
    ["['unclosed'", undefined],
    ["['a' 'b'", undefined],
    ["[Object(a=1)]", undefined],
    ["{'a', 'b'}", undefined],
    ["[1] [2]", undefined],
    ["1.5", undefined],
    ["None", undefined],
    ["a text (with brackets)", undefined],
    [`${"[".repeat(50)}${"]".repeat(50)}`, undefined],
  ])("%s", (text, value) => {
    expect(readPython(text)).toEqual(value);
  });

  test("that is long or never ends takes steps in proportion to its length", () => {
    expect(readPython(`[${"'a', ".repeat(800)}]`)).toHaveLength(800);
    expect(readPython(`['${"\\".repeat(3999)}]`)).toBeUndefined();
  });
});

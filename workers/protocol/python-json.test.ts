import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bareWords } from "./python-json.ts";

const read = (text: string): unknown => JSON.parse(bareWords(text, () => "null"));

test("bare words of Python are replaced, and texts that hold them stay as they are", () => {
  expect(read('{"a": [NaN, -Infinity, Infinity], "NaN": "is [x, NaN, y]: \\", Infinity,"}')).toEqual({
    a: [null, null, null],
    NaN: 'is [x, NaN, y]: ", Infinity,',
  });
});

test("JSON without such words is what it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(bareWords(text, () => "null")).toBe(text);
    }),
  );
});

import { expect, test } from "vitest";
import { parseJson, spanOfMoments } from "./values.ts";

const parsed = (text: string) => parseJson({ name: "a.json", bytes: new TextEncoder().encode(text) });

test("braces inside texts are no levels", () => {
  const text = `${"[{".repeat(500)} \\" ${"[".repeat(500)}`;
  expect(parsed(`{"code": "${text}"}`)).toHaveProperty("code");
});

test("what is nested too deep is refused before it is parsed, and a mistake is named by its line", () => {
  expect(() => parsed("[".repeat(100_000))).toThrow("200 levels");
  expect(() => parsed(`["\\"", ${"[".repeat(300)}${"]".repeat(300)}]`)).toThrow("200 levels");
  expect(() => parsed('{"a": 1,\n "b": }')).toThrow("line 2, column 7");
});

test("a span is told of more moments than a call takes arguments, and of none there is none", () => {
  const moments = Array.from({ length: 300_000 }, (_, i) => (i % 3 === 0 ? null : 1_700_000_000_000 - i));
  expect(spanOfMoments(moments)).toEqual({ startedAt: 1_699_999_700_001, endedAt: 1_699_999_999_999 });
  expect(spanOfMoments([null])).toEqual({ startedAt: null, endedAt: null });
});

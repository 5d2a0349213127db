import { expect, test } from "vitest";
import { parseJson } from "./values.ts";

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

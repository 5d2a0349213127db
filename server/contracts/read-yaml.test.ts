import { expect, test } from "vitest";
import { readYaml } from "./read-yaml.ts";

test("a document is read as Python reads it", () => {
  expect(readYaml("a: yes\nb: 0o7\nc: !!python/object:x.Y {d: 1}\na: no\n")).toMatchObject({
    a: false,
    c: { d: 1 },
  });
});

test.each([
  ["that is none", "a: [1, 2"],
  ["nested too deeply", "[".repeat(20_000)],
  [
    "whose parts refer to each other",
    `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join("\n")}`,
  ],
])("a document %s is refused in one line", (_what, text) => {
  let message = "";
  expect(() => {
    try {
      readYaml(text);
    } catch (error) {
      message = (error as Error).message;
      throw error;
    }
  }).toThrow(SyntaxError);
  expect(message.split("\n")).toHaveLength(1);
});

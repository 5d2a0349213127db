import { expect, test } from "vitest";
import { createRecent } from "./recent.ts";

test("what was not asked for the longest makes room", () => {
  const recent = createRecent<string>(5, (text) => text.length);
  recent.set("a", "12");
  recent.set("b", "34");
  expect(recent.get("a")).toBe("12");
  recent.set("c", "56");
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual(["12", undefined, "56"]);
});

test("what is set again counts once, and what is alone above the limit is not kept", () => {
  const recent = createRecent<string>(5, (text) => text.length);
  for (let i = 0; i < 10; i++) recent.set("a", "1234");
  recent.set("b", "5");
  expect([recent.get("a"), recent.get("b")]).toEqual(["1234", "5"]);
  recent.set("c", "123456789");
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual(["1234", "5", undefined]);
});

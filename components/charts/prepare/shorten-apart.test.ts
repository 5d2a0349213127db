import { expect, test } from "vitest";
import { shortenApart } from "./shorten-apart.ts";
import { textWidth } from "./text-width.ts";

test("texts with room stay whole, and different ones are cut in the middle", () => {
  expect(shortenApart(["a-s0", "a-s1"], 11, 90)).toEqual(["a-s0", "a-s1"]);
  const [cut] = shortenApart(["a_rather_long_variant_name-s1", "b"], 11, 90);
  expect(cut).toMatch(/^a_rat.*s1$/);
});

test("two that would read the same are cut to where they differ", () => {
  const texts = ["baseline-s0, a long name of it", "baseline-s1, a long name of it"];
  const cut = shortenApart(texts, 11, 90);
  expect(new Set(cut).size).toBe(2);
  expect(cut[0]).toContain("s0");
  expect(cut[1]).toContain("s1");
  for (const text of cut) expect(textWidth(text, 11)).toBeLessThanOrEqual(90);
});

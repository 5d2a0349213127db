import { expect, test } from "vitest";
import { visibleName } from "./visible-name.ts";

test("a name that can be read is left as it is", () => {
  for (const name of ["reward/raw", "a b", "معدل", "👩‍🔬", ""]) expect(visibleName(name)).toBe(name);
});

test("characters that would turn or break a title are written out", () => {
  expect(visibleName("loss\u202egol")).toBe("loss\\u{202e}gol");
  expect(visibleName("a\nb")).toBe("a\\u{a}b");
});

test("a name in which nothing can be seen is shown as what it is made of", () => {
  expect(visibleName("   ")).toBe('"␣␣␣"');
  expect(visibleName(" \u200b")).toBe('"␣\\u{200b}"');
});

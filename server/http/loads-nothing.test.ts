import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loadsNothing } from "./loads-nothing.ts";

const clean = (page: string, encoding: BufferEncoding = "utf8") =>
  loadsNothing(Buffer.from(page, encoding)).toString(encoding);

test.each([
  `<link rel="preconnect" href="https://elsewhere.example">`,
  `<LINK\nrel=preconnect href=//elsewhere.example>`,
  `<svg><html:link xmlns:html="http://www.w3.org/1999/xhtml" rel="dns-prefetch" href="//elsewhere.example"/></svg>`,
])("no link to elsewhere is left in %j, and everything else is as it was", (page) => {
  expect(clean(page)).toBe(page.replace(/(l)i(nk)/i, "$1_$2"));
  const wide = `\ufeff${page}`;
  expect(clean(wide, "utf16le")).toBe(wide.replace(/(l)i(nk)/i, "$1_$2"));
});

test("a page without one is the same to the byte, one with many as long as it was", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("<", "l", "i", "nk", ":", "link", "é", "\0", " ")), (parts) => {
      const page = Buffer.from(parts.join(""));
      const made = loadsNothing(page);
      expect(made).toHaveLength(page.length);
      expect(made.toString("latin1")).not.toMatch(/<link/i);
    }),
  );
  const plain = "<a href=x>link</a><p>blink";
  expect(clean(plain)).toBe(plain);
});

test("a page of nothing but the beginnings of tags is read at once", () => {
  expect(clean("<".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(clean(`<${"a".repeat(1_000_000)}`)).toHaveLength(1_000_001);
});

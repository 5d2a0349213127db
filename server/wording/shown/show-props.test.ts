import { expect, test } from "vitest";
import { showProps } from "./show-props.ts";

test("every text that is shown is marked, and what a field holds is not", () => {
  const evil = "a\u202eb\u00a0c";
  const marked = "a\\u{202e}b\\u{a0}c";
  const shown = showProps({
    children: ["x", [evil, 3]],
    title: evil,
    "aria-label": evil,
    value: evil,
    href: evil,
  });
  expect(shown).toEqual({
    children: ["x", [marked, 3]],
    title: marked,
    "aria-label": marked,
    value: evil,
    href: evil,
  });
});

test("properties without anything hidden are the same object", () => {
  const props = { children: ["12\u202fms", null, 4], title: "plain" };
  expect(showProps(props)).toBe(props);
});

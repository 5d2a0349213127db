import { expect, test } from "vitest";
import { nextWidth } from "./next-width.ts";

test("where four panels stand in a row, a panel takes every width in turn", () => {
  expect(nextWidth("quarter", 1, 4)).toBe("third");
  expect(nextWidth("third", 1, 4)).toBe("half");
  expect(nextWidth("full", -1, 4)).toBe("half");
  expect(nextWidth("quarter", -1, 4)).toBeUndefined();
});

test("widths that look alike in a narrower window are passed over", () => {
  expect(nextWidth("quarter", 1, 3)).toBe("half");
  expect(nextWidth("third", -1, 3)).toBeUndefined();
  expect(nextWidth("third", 1, 2)).toBe("full");
  expect(nextWidth("full", -1, 2)).toBe("half");
});

test("in one column there is no other width", () => {
  for (const width of ["quarter", "third", "half", "full"] as const)
    for (const by of [1, -1] as const) expect(nextWidth(width, by, 1)).toBeUndefined();
});

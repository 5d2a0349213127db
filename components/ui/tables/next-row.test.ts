import { expect, test } from "vitest";
import { nextRow } from "./virtual-table.tsx";

test("arrows, pages and ends walk the rows without leaving them", () => {
  expect(nextRow("ArrowDown", 0, 3, 10)).toBe(1);
  expect(nextRow("ArrowDown", 2, 3, 10)).toBe(2);
  expect(nextRow("ArrowUp", 0, 3, 10)).toBe(0);
  expect(nextRow("PageDown", 5, 100, 20)).toBe(25);
  expect(nextRow("PageUp", 5, 100, 20)).toBe(0);
  expect(nextRow("Home", 50, 100, 20)).toBe(0);
  expect(nextRow("End", 50, 100, 20)).toBe(99);
});

test("other keys are left to the browser", () => {
  expect(nextRow("Tab", 5, 100, 20)).toBeNull();
  expect(nextRow("Enter", 5, 100, 20)).toBeNull();
});

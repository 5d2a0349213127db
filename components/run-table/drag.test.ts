import { expect, test } from "vitest";
import { clampWidth, dropIndex, moveItem } from "./drag.ts";

test("a column dropped left of a middle stands before that column, right of the last middle at the end", () => {
  const edges = [100, 200, 260, 400];
  expect([90, 149, 151, 229, 231, 329, 331, 999].map((x) => dropIndex(edges, x))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ]);
});

test("moving keeps every column once", () => {
  expect(moveItem(["a", "b", "c", "d"], 0, 2).join("")).toBe("bacd");
  expect(moveItem(["a", "b", "c", "d"], 3, 1).join("")).toBe("adbc");
  expect(moveItem(["a", "b", "c", "d"], 1, 4).join("")).toBe("acdb");
  expect(moveItem(["a", "b", "c"], 1, 1).join("")).toBe("abc");
});

test("a width stays within what can be read and reached", () => {
  expect([clampWidth(3), clampWidth(120.6), clampWidth(5000)]).toEqual([48, 121, 640]);
});

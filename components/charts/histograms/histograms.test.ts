import { expect, test } from "vitest";
import { barsPath } from "./histogram-bars.tsx";
import { columnPlaces, levelPaths } from "./level-paths.ts";

test("a column reaches to the step of the next one, the last as far as they do on average", () => {
  expect(columnPlaces([0, 10, 40], 60)).toEqual([0, 10, 40, 60]);
  expect(columnPlaces([7], 60)).toEqual([0, 60]);
});

test("shares are drawn by six steps of their roots, the lowest row at the bottom", () => {
  const paths = levelPaths([[1, 0.25, 0]], [0, 10]);
  expect(paths.map((path) => path !== "")).toEqual([false, false, true, false, false, true]);
  expect(paths[5]).toBe("M0 2h10v1h-10z");
  expect(levelPaths([[0, 0]], [0, 10]).join("")).toBe("");
});

test("bars stand between their edges, also where these are beyond what a difference holds", () => {
  expect(barsPath([0, 1, 2], [1, 2])).toBe("M0 100v-50h500v50zM500 100v-100h500v100z");
  expect(barsPath([-Number.MAX_VALUE, Number.MAX_VALUE], [1])).toContain("h1000v");
  expect(barsPath([3, 3], [4])).not.toContain("NaN");
});

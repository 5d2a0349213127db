import { expect, test } from "vitest";
import { noneDrawn } from "./none-drawn.ts";

const band = { unplaced: 0, restarted: 0 };

test("a chart without a point says which of its runs have no place there", () => {
  expect(noneDrawn([band], "wall")).toBeUndefined();
  expect(noneDrawn([{ ...band, unplaced: 5 }, band], "episodes")).toMatchObject({
    reason: "None of 5 points has a place over train episodes. Choose another x.",
  });
  expect(noneDrawn([{ ...band, restarted: 2 }], "wall")).toMatchObject({
    reason: "2 runs were resumed and are left out: wall seconds began again. Choose another x.",
  });
});

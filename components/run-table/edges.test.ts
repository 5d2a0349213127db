import { expect, test } from "vitest";
import { hiddenAtEdges } from "./edges.tsx";

const edges = (scrolledX: number, total = 1500) => {
  const { left, right } = hiddenAtEdges({ scrolledX, total, width: 1000 });
  return [left, right];
};

test("an edge is marked while there is more beyond it", () => {
  expect(edges(0)).toEqual([false, true]);
  expect(edges(200)).toEqual([true, true]);
  expect(edges(500)).toEqual([true, false]);
});

test("a table that fits has no marks, nor one that is wider by a fraction of a pixel", () => {
  expect(edges(0, 900)).toEqual([false, false]);
  expect(edges(0, 1000.6)).toEqual([false, false]);
  expect(edges(499.4)).toEqual([true, false]);
});

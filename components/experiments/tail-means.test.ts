import { expect, test } from "vitest";
import { tailMeans } from "./tail-means.ts";

const curve = (x: number[], mean: (number | null)[]) => [{ cell: "c", x, mean }];

test("shares of causes are means over the same steps: one at which any of them has none is left out of all", () => {
  const failed = curve([8, 9, 10], [0.2, null, 0.4]);
  const solved = curve([8, 9, 10], [0.1, 0.9, 0.3]);
  const zero = curve([9, 10], [0.9, 0.8]);
  expect(tailMeans([failed, solved, zero], "c")).toEqual([0.4, 0.3, 0.8]);
});

test("a configuration without a step that all causes have has no means", () => {
  expect(tailMeans([curve([1], [0.5]), curve([2], [0.5]), curve([1], [1])], "c")).toBe(null);
  expect(tailMeans([undefined, curve([2], [0.5]), curve([1], [1])], "c")).toBe(null);
  expect(tailMeans([curve([1], [0.5])], "other")).toBe(null);
});

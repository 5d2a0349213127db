import { expect, test } from "vitest";
import { tailMeans, tailSeeds } from "./variance-section.tsx";

const curve = (x: number[], mean: (number | null)[], n = x.map(() => 3), sent = 3) => [
  { key: "c", x, mean, n, sent },
];

test("shares of causes are means over the same steps: one at which any of them has none is left out of all", () => {
  const failed = curve([8, 9, 10], [0.2, null, 0.4]);
  const solved = curve([8, 9, 10], [0.1, 0.9, 0.3]);
  const zero = curve([9, 10], [0.9, 0.8]);
  expect(tailMeans([failed, solved, zero], "c")?.means).toEqual([0.4, 0.3, 0.8]);
});

test("a configuration without a step that all causes have has no means", () => {
  expect(tailMeans([curve([1], [0.5]), curve([2], [0.5]), curve([1], [1])], "c")).toBe(null);
  expect(tailMeans([undefined, curve([2], [0.5]), curve([1], [1])], "c")).toBe(null);
  expect(tailMeans([curve([1], [0.5])], "other")).toBe(null);
});

test("n is of the steps that are averaged, and says of how many seeds", () => {
  const both = (n: number[]) => [curve([1, 2], [0.5, 0.5], n, 5), curve([2], [0.1], [n[1]], 5)];
  expect(tailMeans(both([5, 4]), "c")?.n).toEqual({ least: 4, most: 4, of: 5 });
  const all = (n: number[]) => [curve([1, 2, 3], [0.5, 0.5, 0.5], n, 5)];
  expect(tailMeans(all([4, 5, 3]), "c")?.n).toEqual({ least: 3, most: 5, of: 5 });
  const words = (least: number, most: number, of: number) => tailSeeds({ least, most, of });
  expect([words(5, 5, 5), words(4, 4, 5), words(3, 4, 5), words(3, 5, 5)]).toEqual([
    "n 5",
    "n 4 of 5",
    "n 3 to 4 of 5",
    "n 3 to 5 of 5",
  ]);
});

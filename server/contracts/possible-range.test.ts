import { expect, test } from "vitest";
import { METRICS } from "./metrics.ts";
import { cutterOf, possibleRange } from "./possible-range.ts";

const names = Object.keys(METRICS);
const withRange = (range: (number | null)[]) =>
  names.filter((name) => JSON.stringify(possibleRange(name)) === JSON.stringify(range));

test("of the built-in metrics only rewards and what is made of them can be negative", () => {
  expect(withRange([null, null])).toEqual([
    "reward/raw",
    "reward/max",
    "reward/shaped",
    "reward/outcome",
    "reward/process",
    "reward/efficiency",
    "reward/format",
    "optim/loss",
    "dgro/beta_reward",
    "dgro/baseline",
  ]);
});

test("every share, and every score from 0 to 1, ends at both", () => {
  const shares = Object.entries<{ unit: string }>(METRICS).flatMap(([name, { unit }]) =>
    unit === "share" ? name : [],
  );
  expect(withRange([0, 1]).sort()).toEqual([...shares, "reward/prm", "prm/label_mean"].sort());
});

test("a metric of one's own has the bounds of its unit alone", () => {
  expect(possibleRange("answers cut [share]")).toEqual([0, 1]);
  expect(possibleRange("my/lead [s]")).toEqual([null, null]);
  expect(possibleRange("my/lead", "share")).toEqual([0, 1]);
});

test("a bound that a value breaks is no bound", () => {
  expect([-0.5, 0.5, 1.5].map(cutterOf([0, 1], 0.2, 0.9))).toEqual([0, 0.5, 1]);
  expect([-0.5, 1.5].map(cutterOf([0, 1], 0.2, 1.2))).toEqual([0, 1.5]);
});

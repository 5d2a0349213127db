import { expect, test } from "vitest";
import type { SeedBand } from "#server/contracts/charts/bands.ts";
import { showBands } from "#server/contracts/charts/shown-bands.ts";
import { testBand } from "#server/wording/testing.ts";
import { writeCaption } from "#server/wording/charts/bands.ts";
import { spreadCaption } from "./spread-notes.ts";

const line = (label: string, more: Partial<SeedBand> = {}): SeedBand =>
  testBand({ key: label, label, n: [3, 3], mean: [1, 2], low: [0.5, 1.5], ...more });
const four = (more: Partial<SeedBand> = {}) => ["mean", "p90", "p50", "p10"].map((p) => line(p, more));
const foot = (lines: SeedBand[], seeds: number) =>
  writeCaption(spreadCaption(showBands(lines, "step"), seeds));

test("the fill is said to be the interval of the mean, and the other lines quantiles over groups", () => {
  expect(foot(four(), 3)).toBe(
    "Mean over seeds, band = 95 % t interval; lines p10, p50, p90 over groups; n 3 seeds.",
  );
  expect(foot([line("mean")], 3)).toBe("Mean over seeds, band = 95 % t interval; n 3 seeds.");
  expect(foot(four({ n: [1, 1] }), 1)).toBe("Lines p10, p50, p90 over groups.");
  expect(foot([], 3)).toBeNull();
});

test("runs on another axis, and resumed ones, are counted once and not once per line", () => {
  expect(foot(four({ elsewhere: 1 }), 4)).toContain("; 1 run has no train step and is not drawn");
  expect(foot([line("mean"), line("p90", { elsewhere: 2 })], 4)).toContain(
    "2 runs have no train step and are not drawn",
  );
  expect(foot(four({ restarted: 1 }), 4)?.match(/resumed/g)).toHaveLength(1);
});

test("a line of another axis is named, and is none of those that are drawn", () => {
  const all = [line("mean"), line("p90", { axis: "tokens" }), line("p50")];
  expect(foot(all, 3)).toBe(
    "Mean over seeds, band = 95 % t interval; line p50 over groups; n 3 seeds; p90 has no train step and is not drawn.",
  );
});

import { expect, test } from "vitest";
import { prepareCalibration } from "./prepare-calibration.ts";

const BINS = [
  { low: 0, high: 0.5, n: 30, meanScore: 0.2, meanLabel: 0.1 },
  { low: 0.5, high: 0.75, n: 0, meanScore: null, meanLabel: null },
  { low: 0.75, high: 1, n: 6, meanScore: 1.2, meanLabel: 0.9 },
];

test("a bin is a dot at its mean score and mean label, an empty one is none", () => {
  const { dots, n } = prepareCalibration(BINS);
  expect(n).toBe(36);
  expect(dots.map(({ x, y, n: count, thin }) => [x, y, count, thin])).toEqual([
    [0.2, 0.1, 30, false],
    [1, 0.9, 6, true],
  ]);
  expect(dots[0].text).toBe("scores 0 to 0.5: mean score 0.200, mean label 0.100, n 30");
});

test("bars stand over the scores of their bin, as high as it is full", () => {
  const { bars } = prepareCalibration(BINS);
  expect(bars).toEqual([
    { key: "0", from: 0, to: 0.5, height: 1 },
    { key: "0.75", from: 0.75, to: 1, height: 0.2 },
  ]);
});

test("bins of fewer than ten are counted, so that the note can say it; no bin at all is no model of anything", () => {
  expect(prepareCalibration(BINS).thin).toBe(1);
  expect(prepareCalibration([])).toEqual({ dots: [], bars: [], thin: 0, n: 0 });
});

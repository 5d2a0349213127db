import { expect, test } from "vitest";
import { areaPath, barPath, dotPath, linePath } from "./path-data.ts";
import { pathExtent, pathSegments } from "./path-extent.ts";
import { readWindow } from "./read-window.ts";
import { createScale } from "./scale.ts";
import { bucketWindow, rawWindow } from "./testing.ts";
import { toArea } from "./to-area.ts";
import { toSamples } from "./to-samples.ts";
import { splitAtGaps } from "./split-at-gaps.ts";

const scale = createScale([0, 10], [0, 100]);

test("a path is broken where the line is, and a point that stands alone is a dot", () => {
  const { line } = readWindow(
    rawWindow([
      [0, 0],
      [1, 1],
      [2, null],
      [5, 5],
    ]),
  );
  expect(linePath(line, scale, scale)).toBe("M0 0L10 10");
  expect(dotPath(line, scale, scale)).toBe("M50 50h0");
});

test("a band ends where bounds are missing", () => {
  const samples = toSamples(
    [0, 1, 2].map((x) => ({ x, y: x, low: x < 2 ? 1 : null, high: x < 2 ? 2 : null, n: 3 })),
  );
  const area = toArea({ samples, runs: splitAtGaps(samples) }, "interval");
  expect(area && areaPath(area, scale, scale)).toBe("M0 20L10 20L10 10L0 10Z");
});

test("a bucket is filled from its first x to its last", () => {
  const { envelope } = readWindow(bucketWindow([1, 3, 2, 5, 4, 4], 3));
  expect(envelope && areaPath(envelope, scale, scale)).toBe("M0 30H20L30 50H50L50 40H30L20 10H0Z");
});

test("bounds at a single x are a bar, since their area has no width", () => {
  const samples = toSamples([{ x: 5, y: 5, low: 2, high: 8, n: 3 }]);
  const area = toArea({ samples, runs: splitAtGaps(samples) }, "interval");
  expect(area && barPath(area, scale, scale)).toBe("M50 20V80");
});

test("an interval inside a band has no bar, however far it reaches beyond its neighbours", () => {
  const samples = toSamples([0, 1, 2].map((x) => ({ x, y: 50, low: x === 1 ? 0 : 49, high: 51, n: 3 })));
  const bars = (means: "interval" | "envelope") => {
    const area = toArea({ samples, runs: splitAtGaps(samples) }, means);
    return area && barPath(area, scale, createScale([0, 100], [100, 0]));
  };
  expect(bars("interval")).toBe("");
  expect(bars("envelope")).toBe("M10 100V49");
});

test("only what is in sight is written, and one sample beyond each end", () => {
  const { line } = readWindow(rawWindow(Array.from({ length: 100 }, (_, x) => [x, 1])));
  const near = createScale([40, 50], [0, 100]);
  const xs = pathSegments(linePath(line, near, scale)).map(([x0]) => x0);
  expect(Math.min(...xs)).toBe(-10);
  expect(xs).toHaveLength(12);
});

test("the extent of a path is what it covers between two x", () => {
  expect(pathExtent("M0 0L10 10L20 0", 5, 6)).toEqual([5, 6]);
  expect(pathExtent("M0 0L10 10", 20, 30)).toEqual([Infinity, -Infinity]);
});

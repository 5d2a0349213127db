import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layoutPlot } from "./layout-plot.ts";
import { pen } from "./path-pen.ts";
import { areaPath, barPath, dotPath, linePath, keptPath } from "./paths.ts";
import type { Line } from "./plot-model.ts";
import { prepareLines } from "./preparers.ts";
import { readWindow, toSamples } from "./samples.ts";
import { createScale, type Scale } from "./scale.ts";
import type { LineSeries } from "./series.ts";
import { toArea, splitAtGaps } from "./stretches.ts";
import { pathExtent, pathSegments, bucketWindow, rawWindow, steps } from "./testing.ts";

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

const write = (draw: () => void) => {
  pen.begin();
  draw();
  return pen.end();
};

test("coordinates are written to a tenth, as short as they are", () => {
  expect(write(() => pen.point("M", 0, -0.04))).toBe("M0 0");
  expect(write(() => pen.point("L", 12.34, -0.5))).toBe("L12.3 -0.5");
  expect(write(() => pen.straight("H", 100))).toBe("H100");
  expect(write(() => pen.straight("V", -7.96))).toBe("V-8");
  expect(write(() => pen.add("h0"))).toBe("h0");
  expect(write(() => undefined)).toBe("");
});

test("whatever the coordinates of a drawing, reading them back gives them to a tenth", () => {
  const px = fc.double({ min: -2e7, max: 2e7, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(px, px), { maxLength: 50 }), (points) => {
      const path = write(() => points.forEach(([x, y]) => pen.point("L", x, y)));
      const read = [...path.matchAll(/L(\S+) ([^L]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      expect(read).toHaveLength(points.length);
      points.forEach(([x, y], index) => {
        expect(Math.abs(read[index][0] - x)).toBeLessThanOrEqual(0.0501);
        expect(Math.abs(read[index][1] - y)).toBeLessThanOrEqual(0.0501);
      });
    }),
  );
});

test("a path of any length fits", () => {
  const path = write(() => {
    for (let index = 0; index < 50_000; index++) pen.point("L", index, 1234.5);
  });
  expect(path.endsWith("L49999 1234.5")).toBe(true);
  expect(path.match(/L/g)).toHaveLength(50_000);
});

const windows = Array.from({ length: 100 }, (_, index) => rawWindow(steps(0, 50, index)));

function draw(series: LineSeries[], width = 400): { drawn: number; paths: string[] } {
  const model = prepareLines({
    series,
    x: { label: "train step", kind: "count", domain: [0, 100] },
    y: { kind: "number" },
  });
  const { x, y } = layoutPlot(model, width, 132);
  let drawn = 0;
  const paths = model.series.map(({ line }) => keptPath(count, line, x, y));
  drawn = draws;
  draws = 0;
  return { drawn, paths };
}

let draws = 0;
function count(line: Line, x: Scale, y: Scale): string {
  draws++;
  return linePath(line, x, y);
}

const all = (replaced = -1, window = windows[0]) =>
  windows.map((one, index) => ({ key: `${index}`, label: "", window: index === replaced ? window : one }));

test("a tail on one of a hundred lines draws that one again and keeps the others", () => {
  expect(draw(all()).drawn).toBe(100);
  const longer = rawWindow(steps(0, 60, 7));
  const { drawn, paths } = draw(all(7, longer));
  expect(drawn).toBe(1);
  expect(paths[7].length).toBeGreaterThan(paths[8].length);
});

test("other axes draw every line again, and going back does not", () => {
  draw(all());
  expect(draw(all(), 900).drawn).toBe(100);
  expect(draw(all(), 400).drawn).toBe(0);
});

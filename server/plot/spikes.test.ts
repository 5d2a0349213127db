import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLayer, columnOf, toRows } from "#components/charts/prepare/layer.ts";
import { layoutPlot, type PlotLayout } from "./layout-plot.ts";
import { areaPath, barPath, dotPath, linePath } from "./paths.ts";
import type { PlotModel } from "./plot-model.ts";
import { prepareLines } from "./preparers.ts";
import { pathExtent, bucketPoints } from "./testing.ts";

interface Trial {
  points: [x: number, y: number][];
  spikes: number[];
  size: number;
  width: number;
  log: boolean;
  smoothed: boolean;
}

/** Noise around one with spikes of a single point, logged at steps of uneven length. */
const trial = fc
  .record({
    noise: fc.array(fc.double({ min: 0.5, max: 1.5, noNaN: true }), { minLength: 30, maxLength: 400 }),
    strides: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
    spikes: fc.array(fc.record({ at: fc.nat(399), y: fc.constantFrom(0.01, 6, 40) }), {
      minLength: 1,
      maxLength: 6,
    }),
    size: fc.integer({ min: 1, max: 40 }),
    width: fc.integer({ min: 160, max: 1400 }),
    log: fc.boolean(),
    smoothed: fc.boolean(),
  })
  .map(({ noise, strides, spikes, ...rest }): Trial => {
    let x = 0;
    const points = noise.map((y, index): [number, number] => [(x += strides[index % strides.length]), y]);
    const places = spikes.map(({ at }) => at % points.length);
    spikes.forEach(({ y }, index) => (points[places[index]][1] = y));
    return { points, spikes: places, ...rest };
  });

function draw({ points, size, width, log, smoothed }: Trial): { model: PlotModel; layout: PlotLayout } {
  const window = bucketPoints(points, size);
  const flat = bucketPoints(
    points.map(([x]) => [x, 1]),
    size,
  );
  const model = prepareLines({
    series: [
      { key: "a", label: "", window: smoothed ? flat : window, behind: smoothed ? window : undefined },
    ],
    x: { label: "train step", kind: "count" },
    y: { kind: "number", scale: log ? "log" : "linear" },
  });
  return { model, layout: layoutPlot(model, width, 132) };
}

/** A tenth of a px is lost by writing. */
const WRITTEN = 0.06;

test("whatever the buckets, a spike of one point reaches its value in its own px column of the path layer", () => {
  fc.assert(
    fc.property(trial, (one) => {
      const { model, layout } = draw(one);
      const { x, y } = layout;
      const [{ line, behind, area }] = model.series;
      const raw = behind ?? line;
      const path = area
        ? areaPath(area, x, y) + barPath(area, x, y)
        : linePath(raw, x, y) + dotPath(raw, x, y);
      for (const at of one.spikes) {
        const [px, py] = [x.toPx(one.points[at][0]), y.toPx(one.points[at][1])];
        const [top, bottom] = pathExtent(path, px - 0.5, px + 0.5);
        expect(top).toBeLessThanOrEqual(py + WRITTEN);
        expect(bottom).toBeGreaterThanOrEqual(py - WRITTEN);
      }
    }),
    { numRuns: 300 },
  );
});

test("where the chart library draws, a spike is a bound of its row, within a px of where it was measured", () => {
  let drawn = 0;
  fc.assert(
    fc.property(trial, (one) => {
      const even = one.points.map(([, y], index): [number, number] => [index, y]);
      const { model, layout } = draw({ ...one, points: even, size: 1 + (one.size % 2), width: 160 });
      if (chooseLayer(model, layout.x) !== "marks") return;
      drawn++;
      const rows = toRows(model.series);
      const [{ key, area, behind }] = model.series;
      for (const at of one.spikes) {
        const [x, y] = even[at];
        const near = rows.filter((row) => Math.abs(layout.x.toPx(row.x) - layout.x.toPx(x)) <= 1);
        const reached = near.some((row) => {
          const value = row[columnOf(key, area ? "area" : behind ? "behind" : "line")];
          return Array.isArray(value) ? value[0] <= y && y <= value[1] : value === y;
        });
        expect(reached).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
  expect(drawn).toBeGreaterThan(30);
});

test("a thin spike above the noise gets a bar that is seen, the noise itself none", () => {
  const noise = Array.from({ length: 4000 }, (_, index): [number, number] => [
    index,
    1 + 0.3 * Math.sin(index * 12.9898),
  ]);
  const bars = (points: [number, number][]) => {
    const { model, layout } = draw({ points, spikes: [], size: 10, width: 400, log: false, smoothed: false });
    const [{ area }] = model.series;
    return area ? barPath(area, layout.x, layout.y) : "no area";
  };
  expect(bars(noise)).toBe("");
  const spiky = noise.map(([x, y], index): [number, number] => [x, index === 1234 ? 5 : y]);
  expect(bars(spiky).match(/M/g)).toHaveLength(1);
});

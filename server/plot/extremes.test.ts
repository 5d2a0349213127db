import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "#components/charts/prepare/csv.ts";
import { snapToSample } from "#components/charts/prepare/cursor.ts";
import { chooseLayer, toRows } from "#components/charts/prepare/layer.ts";
import { summarise } from "#components/charts/prepare/words.ts";
import { layoutPlot } from "./layout-plot.ts";
import { areaPath, barPath, dotPath, linePath } from "./paths.ts";
import { prepareLines } from "./preparers.ts";
import { readOut } from "./read-out.ts";
import { bucketPoints } from "./testing.ts";

const LARGEST = Number.MAX_VALUE;
const y = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, LARGEST, -LARGEST, 5e-324, 2 ** 53, 1e-300),
);
const x = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(2 ** 53, 2 ** 53 - 2, -LARGEST, LARGEST, 0.1, 1e-9),
);
const series = fc
  .record({
    points: fc.uniqueArray(fc.tuple(x, y), { selector: ([at]) => (at === 0 ? 0 : at), maxLength: 30 }),
    size: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ points, size }) =>
    bucketPoints(
      points.toSorted((a, b) => a[0] - b[0]),
      size,
    ),
  );

/** No coordinate of a drawing may be anything but a number. */
function expectDrawable(text: string): void {
  expect(text).not.toMatch(/NaN|Infinity|undefined|null/);
}

test("whatever is measured wherever, the chart is drawn with numbers, and says what it could not draw", () => {
  fc.assert(
    fc.property(
      fc.array(series, { maxLength: 3 }),
      fc.record({
        logX: fc.boolean(),
        logY: fc.boolean(),
        clip: fc.boolean(),
        smoothed: fc.boolean(),
        zoom: fc.option(fc.tuple(x, x)),
        kind: fc.constantFrom("count", "number", "duration" as const),
        share: fc.boolean(),
      }),
      fc.integer({ min: 40, max: 1600 }),
      (windows, { logX, logY, clip, smoothed, zoom, kind, share }, width) => {
        const model = prepareLines({
          series: windows.map((window, index) => ({
            key: `${index}`,
            label: `run ${index}`,
            window,
            // Another window than that of the line: the two need not agree.
            behind: smoothed ? windows[0] : undefined,
            end: "live",
          })),
          x: { label: "train step", kind, scale: logX ? "log" : "linear" },
          y: { kind: share ? "share" : "number", scale: logY ? "log" : "linear" },
          zoom,
          outliers: clip ? "clip" : "show",
        });
        for (const bound of [...model.x.domain, ...model.y.domain]) expect(Number.isFinite(bound)).toBe(true);
        expect(model.x.domain[0]).toBeLessThan(model.x.domain[1]);
        expect(model.y.domain[0]).toBeLessThan(model.y.domain[1]);
        const layout = layoutPlot(model, width, 132);
        const { xTicks, yTicks, labels, strips, beyond, plot, xName } = layout;
        const clusters = [...strips, ...beyond].map((row) => row.clusters);
        expectDrawable(JSON.stringify([xTicks, yTicks, labels, clusters, plot, xName]));
        for (const tick of [...xTicks, ...yTicks]) expect(Number.isFinite(tick.value)).toBe(true);
        for (const { line, area } of model.series) {
          expectDrawable(linePath(line, layout.x, layout.y) + dotPath(line, layout.x, layout.y));
          if (area) expectDrawable(areaPath(area, layout.x, layout.y) + barPath(area, layout.x, layout.y));
        }
        if (chooseLayer(model, layout.x) === "marks")
          for (const row of toRows(model.series)) expect(Number.isFinite(row.x)).toBe(true);
        const at = snapToSample(model, (plot.left + plot.right) / 2);
        if (at !== null) expect(readOut(model, at).rows.length).toBeGreaterThan(0);
        summarise(model);
        toCsv(model, { metric: "Loss" });
      },
    ),
    { numRuns: 800 },
  );
});

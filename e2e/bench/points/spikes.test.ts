import { expect, test } from "vitest";
import type { SeriesWindow } from "../../../server/contracts/charts/series-window.ts";
import { planSeries, pointsOf, type GeneratedSeries } from "./point-generator.ts";
import { memoryFigures } from "./soak.ts";
import { spikesIn } from "./spikes.ts";

const series = planSeries(4, "m", 1000);

/** Buckets of `size` points each, as a server would answer; `keep` says which points it looked at. */
function windowOf(
  one: GeneratedSeries,
  size: number,
  keep: (i: number) => boolean = () => true,
): SeriesWindow {
  const { x, value } = pointsOf(one, 0, one.points);
  const starts = Array.from({ length: one.points / size }, (_, b) => b * size);
  const bucket = (start: number) => Array.from({ length: size }, (_, k) => start + k);
  const extreme = (pick: (...values: number[]) => number) =>
    Float64Array.from(starts, (start) =>
      pick(
        ...bucket(start)
          .filter((i) => keep(i) && Number.isFinite(value[i]))
          .map((i) => value[i]),
      ),
    );
  return {
    x0: Float64Array.from(starts, (start) => x[start]),
    x1: Float64Array.from(starts, (start) => x[start + size - 1]),
    min: extreme(Math.min),
    max: extreme(Math.max),
  } as SeriesWindow;
}

test("both spikes are counted where min and max of their bucket reach to them", () => {
  expect(spikesIn(windowOf(series, 1), series)).toBe(2);
  expect(spikesIn(windowOf(series, 50), series)).toBe(2);
});

test("a spike that was not looked at is not counted", () => {
  expect(
    spikesIn(
      windowOf(series, 50, (i) => i !== series.up),
      series,
    ),
  ).toBe(1);
  expect(
    spikesIn(
      windowOf(series, 50, (i) => i !== series.up && i !== series.down),
      series,
    ),
  ).toBe(0);
});

test("a spike in another bucket than the one of its x is not counted", () => {
  const window = windowOf(series, 50);
  window.max.reverse();
  window.min.reverse();
  expect(spikesIn(window, series)).toBe(0);
});

test("memory that grows shows as the last quarter of the time above the second", () => {
  const seen = Array.from({ length: 100 }, (_, i) => 100 + i);
  const [most, growth] = memoryFigures(seen, "how");
  expect([most.measured, growth.measured]).toEqual([199, 50]);
  expect(
    memoryFigures(
      Array.from({ length: 100 }, () => 150),
      "how",
    )[1].measured,
  ).toBe(0);
});

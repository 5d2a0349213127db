import { expect, test } from "vitest";
import { prepareBands } from "#server/plot/preparers.ts";
import { spreadY } from "./spread-panel.tsx";

test("the interval of a standard deviation ends at 0, in the drawing and in every number of it", () => {
  const points = [1, 2].map((x) => ({ x, mean: 0.2, low: -0.3, high: 0.7, n: 3 }));
  const series = [{ key: "group/std", label: "", colour: "ink" as const, points }];
  const model = prepareBands({ series, x: { label: "train step", kind: "number" }, y: spreadY(null) });
  expect([...(model.series[0].line.samples.bounds?.low ?? [])]).toEqual([0, 0]);
});

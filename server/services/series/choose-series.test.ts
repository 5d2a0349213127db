import { expect, test } from "vitest";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { chooseSeries } from "./choose-series.ts";

const series = (metric: string, axis: string, n = 3) => ({ metric, axis, n }) as SeriesFacts;

test("an axis that is the train step by its name stands for it, where the metric is on no train step", () => {
  const own = series("eval/acc", "eval/global_step");
  expect(chooseSeries([own, series("loss", "step")], "eval/acc", "step")).toEqual({
    series: own,
    place: { by: "own" },
    axis: "step",
  });
  const stepped = series("eval/acc", "step", 1);
  expect(chooseSeries([own, stepped], "eval/acc", "step")?.series).toBe(stepped);
});

test("an axis that may count anything else stays one of its own", () => {
  for (const axis of ["eval/step", "epoch", "tokens", "num_steps_done", "my_global_step_time"])
    expect(chooseSeries([series("eval/acc", axis)], "eval/acc", "step")?.axis).toBe(axis);
});

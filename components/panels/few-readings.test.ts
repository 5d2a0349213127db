import { expect, test } from "vitest";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { instead } from "./chart-parts.ts";
import type { PanelLook } from "./panel-look.ts";

const look = { axis: "step", zoom: null } as PanelLook;

const windowOf = (metric: string, values: number[]): SeriesWindow => {
  const column = Float64Array.from(values);
  const none = new Uint32Array(values.length);
  return {
    runId: "run_1",
    attempt: 1,
    attemptId: "att_1",
    metric,
    axis: "seconds",
    ownAxis: "seconds",
    raw: true,
    total: values.length,
    unplaced: 0,
    hidden: 0,
    after: null,
    held: { n: values.length, nan: 0, posInf: 0, negInf: 0, mean: null, lastX: null, lastValue: null },
    x0: Float64Array.from(values, (_, i) => 10 * (i + 1)),
    x1: Float64Array.from(values, (_, i) => 10 * (i + 1)),
    at0: column,
    at1: column,
    first: column,
    last: column,
    min: column,
    max: column,
    mean: column,
    n: none.map(() => 1),
    nan: none,
    posInf: none,
    negInf: none,
    smoothed: null,
  };
};

test("one or two readings of a machine are said, since a line through them would be a trend out of nothing", () => {
  expect(instead([windowOf("machine.cpu", [0.985, 0.977])], look)).toMatchObject({
    title: "2 readings",
    reason: "98.5\u202f% at 10\u202fs and 97.7\u202f% at 20\u202fs.",
  });
  expect(instead([windowOf("machine.cpu", [0.9, 0.8, 0.7])], look)).toBeUndefined();
  expect(instead([windowOf("policy/kl", [0.9, 0.8])], look)).toBeUndefined();
});

test("readings of several GPUs say of which", () => {
  const labels = new Map([["gpu.0.temp", "GPU 0"]]);
  expect(instead([windowOf("gpu.0.temp", [61])], look, labels)?.reason).toMatch(/^GPU 0 61/);
});

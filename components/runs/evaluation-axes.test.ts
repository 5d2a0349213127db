import { expect, test } from "vitest";
import { evaluationAxes } from "./evaluation-charts.tsx";

const plain = { x: "step", xscale: null, yscale: null, smooth: { kind: "none" }, outliers: null } as const;

test("evaluations say that they stand on train step, always where the page is on another axis", () => {
  expect(evaluationAxes(plain)).toBe("on train step");
  expect(evaluationAxes({ ...plain, x: "episodes" })).toBe("always on train step");
});

test("evaluations say whatever of the toolbar is on and does not change them", () => {
  expect(evaluationAxes({ ...plain, yscale: "log" })).toBe("on train step, always linear, not log y");
  expect(
    evaluationAxes({
      x: "cpu",
      xscale: "log",
      yscale: "log",
      smooth: { kind: "ema", weight: 0.9 },
      outliers: "clip",
    }),
  ).toBe("always on train step, always linear, not log x or log y, never smoothed, never clipped");
});

import { expect, test } from "vitest";
import { toolbarWords } from "./panel-toolbar.tsx";

const plain = {
  x: "step",
  smooth: { kind: "none" },
  xscale: null,
  yscale: null,
  outliers: null,
  sharedx: null,
} as const;

test("a folded toolbar says what the charts are drawn over, and whatever is not as usual", () => {
  expect(toolbarWords(plain)).toBe("Over train step");
  expect(
    toolbarWords({
      ...plain,
      smooth: { kind: "ema", weight: 0.9 },
      yscale: "log",
      outliers: "clip",
      sharedx: "last",
    }),
  ).toBe("Over train step, smoothed, log y, outliers clipped, last value at each x");
});

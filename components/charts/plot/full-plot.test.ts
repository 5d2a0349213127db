import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChartGroup } from "../chart-group.tsx";
import { FullPlot } from "./full-plot.tsx";
import { PicturePlace } from "../picture-place.ts";
import { prepareLines } from "#server/plot/preparers.ts";
import { rawWindow, steps } from "#server/plot/testing.ts";
import { useView } from "../use-view.ts";

function Full() {
  const input = {
    series: [{ key: "a", label: "", window: rawWindow(steps(0, 5, 1)) }],
    x: { label: "train step", kind: "count" as const },
    y: { kind: "share" as const },
  };
  const view = useView(input, {});
  return createElement(FullPlot, {
    title: "Entropy",
    unit: "%",
    subject: "grpo-s1",
    model: prepareLines(input),
    view,
  });
}

test("a chart as large as the window says whose it is, each name once, beside its unit", () => {
  const place = createElement(PicturePlace, { value: ["Reward scaling", "grpo-s1"] }, createElement(Full));
  const markup = renderToStaticMarkup(createElement(ChartGroup, null, place));
  expect(markup).toContain("% · Reward scaling · grpo-s1</span>");
});

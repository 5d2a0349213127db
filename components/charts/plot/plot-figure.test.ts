import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlotFigure } from "./plot-figure.tsx";
import { prepareLines } from "#server/plot/preparers.ts";
import { rawWindow, steps } from "#server/plot/testing.ts";
import { createLitStore } from "../lit.tsx";
import type { View } from "../use-view.ts";

const group = { lit: createLitStore() };
const view = { zoom: null, hidden: [], group } as unknown as View;
const model = (hidden: string[]) =>
  prepareLines({
    series: ["a", "b"].map((key) => ({ key, label: key, window: rawWindow(steps(0, 5)) })),
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
    hidden,
  });
const render = (hidden: string[]) =>
  renderToStaticMarkup(
    createElement(PlotFigure, { title: "Loss", note: "thin: as measured.", model: model(hidden), view }),
  );

test("a chart whose lines are all hidden says so, without axes and notes, and keeps what leads back", () => {
  const markup = render(["a", "b"]);
  expect(markup).toContain("All lines are hidden");
  expect(markup).toContain("Show one in the list.");
  expect(markup).not.toContain('class="plot"');
  expect(markup).not.toContain("figure-note");
  expect(markup).toContain('aria-label="Loss: more"');
  expect(markup).toMatch(/aria-pressed="false".*aria-pressed="false"/);
});

test("with one line shown it is drawn, with its notes", () => {
  const markup = render(["a"]);
  expect(markup).not.toContain("All lines are hidden");
  expect(markup).toContain('class="plot"');
  expect(markup).toContain("1 of 2\u00a0lines hidden. </span>thin: as measured.");
});

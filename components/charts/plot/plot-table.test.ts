import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PlotTable } from "./plot-table.tsx";
import { prepareBands } from "#server/plot/preparers.ts";

// The sheet of a dialog is drawn by a browser only.
vi.mock("#components/ui/overlays/dialog.tsx", () => ({
  Dialog: ({ text }: { text: ReactNode }) => createElement(Fragment, null, text),
}));

test("a table says what its cells are and what stands under its chart, so also how its numbers are smoothed", () => {
  const points = [0, 1].map((x) => ({ x, mean: 1, low: -1, high: 3, n: 3 }));
  const model = prepareBands({
    series: [{ key: "a", label: "a", points }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number", scale: "log" },
    smoothed: true,
  });
  const markup = renderToStaticMarkup(
    createElement(PlotTable, {
      title: "Loss",
      unit: "log, mean over seeds",
      note: "Exponential mean, weight 0.9, of each attempt before they are put together.",
      model,
      onClose: () => {},
    }),
  );
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(
    "2 samples along train step.In each cell: the value (mean over seeds), smoothed; then how many seeds, [95 % t interval].2\u00a0intervals reach to 0 or below, not on log. Exponential mean, weight 0.9, of each attempt before they are put together.",
  );
});

import type { PlotModel, PlotSeries } from "./plot-model.ts";

/** What is drawn in the order of the legend, which the drawing turns round. */
export function legendOrder({ series, lines }: Pick<PlotModel, "series" | "lines">): PlotSeries[] {
  const place = new Map(lines.map(({ key }, index) => [key, index]));
  return series.toSorted((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
}

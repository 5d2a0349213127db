import type { PlotModel } from "./plot-model.ts";

/**
 * The samples of a chart as CSV, one line per series and x, in the unit of the store and with every digit. Empty cells are
 * what was not measured; NaN is a point that was not finite.
 */
export function toCsv(model: PlotModel): string {
  const lines = ["series,x,x_first,x_last,value,low,high,n,non_finite"];
  for (const { key, samples } of model.series)
    for (const { x, span, y, low, high, n, nonFinite } of samples) {
      const value = y ?? (nonFinite > 0 ? "NaN" : "");
      lines.push([quote(key), x, span[0], span[1], value, low ?? "", high ?? "", n, nonFinite].join(","));
    }
  return `${lines.join("\n")}\n`;
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

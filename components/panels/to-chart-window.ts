import type { SeriesWindow as ChartWindow } from "#components/charts/types.ts";
import type { SeriesWindow } from "#server/contracts/series.ts";

/** The server's window as charts read it: `n` counts finite points, NaN and infinities are counted apart. */
export function toChartWindow(window: SeriesWindow): ChartWindow {
  const nonFinite = window.n.map((_, i) => window.nan[i] + window.posInf[i] + window.negInf[i]);
  const { raw, x0, x1, first, last, min, max, mean } = window;
  return {
    raw,
    buckets: { x0, x1, first, last, min, max, mean, n: window.n.map((n, i) => n - nonFinite[i]), nonFinite },
  };
}

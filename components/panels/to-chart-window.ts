import type { BucketColumns, SeriesWindow as ChartWindow } from "#server/plot/series.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";

function countsOf(window: SeriesWindow): Pick<BucketColumns, "n" | "nonFinite" | "posInf" | "negInf"> {
  const { n, nan, posInf, negInf } = window;
  const nonFinite = nan.map((count, i) => count + posInf[i] + negInf[i]);
  return { n: n.map((count, i) => count - nonFinite[i]), nonFinite, posInf, negInf };
}

/** Charts keep what they prepared for a window, so the same window is always the same object for them. */
const drawn = new WeakMap<SeriesWindow, ChartWindow>();
const smoothed = new WeakMap<SeriesWindow, ChartWindow | null>();

/** The server's window as charts read it: `n` counts finite points, NaN and infinities are counted apart. */
export function toChartWindow(window: SeriesWindow): ChartWindow {
  let chart = drawn.get(window);
  if (!chart) {
    const { raw, x0, x1, first, last, min, max, mean } = window;
    chart = { raw, buckets: { x0, x1, first, last, min, max, mean, ...countsOf(window) } };
    drawn.set(window, chart);
  }
  return chart;
}

/**
 * The smoothed line of a window: one value for each bucket, at its last point. Null where nothing was smoothed. The points
 * themselves, `toChartWindow(window)`, are drawn behind it.
 */
export function toSmoothedWindow(window: SeriesWindow): ChartWindow | null {
  const known = smoothed.get(window);
  if (known !== undefined) return known;
  const line = window.smoothed;
  const chart = line && {
    raw: true,
    buckets: {
      x0: window.x1,
      x1: window.x1,
      first: line,
      last: line,
      min: line,
      max: line,
      mean: line,
      ...countsOf(window),
    },
  };
  smoothed.set(window, chart);
  return chart;
}

import type { PlotSeries } from "../prepare/plot-model.ts";

/** Width of a line by its role: the baseline is the thing everything is read against. */
export const LINE_WIDTH = { baseline: 2, run: 1.5, rest: 0.8 };
/** Opacity of a line by its role. */
export const LINE_OPACITY = { baseline: 1, run: 1, rest: 0.45 };
/** Raw points behind a smoothed line, and the seeds behind their mean. */
export const BEHIND = { strokeWidth: 0.8, strokeOpacity: 0.32 };
export const MEMBER = { strokeWidth: 0.8, strokeOpacity: 0.4 };

/** Opacity of a fill by what it means; a baseline's band lies under all the others. */
export function fillOpacity({ area, role }: PlotSeries): number {
  return area === "interval" && role !== "baseline" ? 0.16 : 0.13;
}

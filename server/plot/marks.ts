import type { Area, PlotSeries } from "./plot-model.ts";

/** Width of a line by its role: the baseline is the thing everything is read against. */
export const LINE_WIDTH = { baseline: 2, run: 1.5, rest: 0.8 };
/** Opacity of a line by its role. */
export const LINE_OPACITY = { baseline: 1, run: 1, rest: 0.45 };
/** Raw points behind a smoothed line, and the seeds behind their mean. */
export const BEHIND = { strokeWidth: 0.8, strokeOpacity: 0.32 };
export const MEMBER = { strokeWidth: 0.8, strokeOpacity: 0.4 };

/** Where a mean is of fewer seeds than elsewhere. */
export const DASHED = { strokeDasharray: "3 3", strokeLinecap: "butt" } as const;

/** Up to this many fills lie over each other at full strength, none is fainter than the least. */
const FEW_FILLS = 4;
const LEAST_FILL = 0.07;

/** Opacity of a fill by what it means; a baseline's band lies under all the others, and many fills must not be a wall. */
export function fillOpacity(means: Area["means"], role: PlotSeries["role"], fills: number): number {
  if (means === "interval") return role === "baseline" ? 0.13 : 0.16;
  return Math.max(LEAST_FILL, 0.13 * Math.min(1, FEW_FILLS / fills));
}

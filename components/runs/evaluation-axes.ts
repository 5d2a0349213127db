import type { PanelsSearch } from "#components/panels/panels-search.ts";

type Looked = Pick<PanelsSearch, "x" | "xscale" | "yscale" | "smooth" | "outliers">;

/**
 * What evaluations are drawn on, and what of the page's toolbar they do not follow: they are few, stand at train steps from 0
 * on, and most are rates, of which 0 has no place on a log axis.
 */
export function evaluationAxes({ x, xscale, yscale, smooth, outliers }: Looked): string {
  const logs = [xscale === "log" ? "log x" : "", yscale === "log" ? "log y" : ""].filter(Boolean);
  return [
    x === "step" ? "on train step" : "always on train step",
    logs.length > 0 ? `always linear, not ${logs.join(" or ")}` : "",
    smooth.kind === "none" ? "" : "never smoothed",
    outliers === "clip" ? "never clipped" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

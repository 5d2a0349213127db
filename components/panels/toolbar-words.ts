import { axisLabel } from "#server/wording/axis-names.ts";
import type { PanelsSearch } from "./panels-search.ts";

/** How the panels of a page are drawn, in a few words: what stands for the toolbar where it is folded. */
export function toolbarWords({
  x,
  smooth,
  xscale,
  yscale,
  outliers,
}: Pick<PanelsSearch, "x" | "smooth" | "xscale" | "yscale" | "outliers">): string {
  return [
    `Over ${axisLabel(x)}`,
    smooth.kind === "none" ? null : "smoothed",
    xscale === "log" ? "log x" : null,
    yscale === "log" ? "log y" : null,
    outliers === "clip" ? "outliers clipped" : null,
  ]
    .filter((word) => word !== null)
    .join(", ");
}

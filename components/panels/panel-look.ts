import type { ZoomRange } from "#components/charts/types.ts";
import type { MenuEntry } from "#components/ui/menu.tsx";
import type { Smoothing } from "#server/contracts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

/** How every panel of a page is drawn, as its toolbar and its layout say. */
export interface PanelLook {
  axis: AxisName;
  zoom: ZoomRange | null;
  smoothing: Smoothing;
  xscale: "linear" | "log";
  yscale: "linear" | "log";
  outliers: "show" | "clip";
  /** Of the drawing, in px. */
  height: number;
  /** What can be done with the panel, for its menu. */
  menu: MenuEntry[];
}

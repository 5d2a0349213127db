import type { PlotFigureProps } from "#components/charts/plot/plot-figure.tsx";
import type { ZoomRange } from "#server/plot/series.ts";
import type { MenuEntry } from "#components/ui/overlays/menu.tsx";
import type { AskedSmoothing } from "#server/contracts/charts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

/** How every panel of a page is drawn, as its toolbar and its layout say. */
export interface PanelLook {
  axis: AxisName;
  zoom: ZoomRange | null;
  smoothing: AskedSmoothing;
  xscale: "linear" | "log";
  yscale: "linear" | "log";
  outliers: "show" | "clip";
  /** Whether earlier attempts end where later ones take over; they do where it is left out. */
  overlap?: "latest" | "all";
  /** What of several values at an x is drawn; their mean where it is left out. */
  sharedX?: "mean" | "last";
  /** Each metric of a panel has a drawing of its own; left out, they share one. */
  apart?: boolean;
  /** Of the drawing, in px. */
  height: number;
  /** What can be done with the panel, for its menu. */
  menu: MenuEntry[];
  fullScreen?: PlotFigureProps["fullScreen"];
}

/** What all panels of a page share of it. */
export type BoardLook = Omit<PanelLook, "height" | "menu" | "fullScreen">;

"use client";

import { useEffect } from "react";
import type { ChartGroupState } from "./chart-group.tsx";
import type { PlotModel } from "#server/plot/plot-model.ts";
import type { ZoomState } from "./prepare/zoom.ts";

/** What zooming starts from: what is shown, and how far the axis goes where the chart or its group has seen that. */
export function useZoomState({ x, empty }: PlotModel, { extents }: ChartGroupState): () => ZoomState {
  const { full, domain, isWhole, label, log } = x;
  useEffect(() => {
    if (isWhole && !empty) extents.widen(label, full);
  }, [extents, label, full, isWhole, empty]);
  return () => ({ shown: domain, full: extents.get(label), log });
}

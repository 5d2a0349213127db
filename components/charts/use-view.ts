"use client";

import { useEffect, useMemo, useState } from "react";
import type { ChartGroupState } from "./chart-group.tsx";
import type { ChartView, XAxisSpec, ZoomRange } from "#server/plot/series.ts";
import { useChartGroup } from "./use-chart-group.ts";
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

/** How a chart is looked at and what changes that, whoever keeps it: the page, the group, or the chart itself. */
export interface View {
  group: ChartGroupState;
  zoom: ZoomRange | null;
  setZoom: (zoom: ZoomRange | null) => void;
  hidden: readonly string[];
  setHidden: (keys: string[]) => void;
}

interface ViewCallbacks {
  onZoom?: (zoom: ZoomRange | null) => void;
  onHidden?: (keys: string[]) => void;
}

const NONE: readonly string[] = [];

/** What the page gives wins over the group, and the group over the chart. */
export function useView(
  input: (Pick<ChartView, "zoom" | "hidden"> & { x: XAxisSpec }) | null,
  { onZoom, onHidden }: ViewCallbacks,
): View {
  const group = useChartGroup();
  const [own, setOwn] = useState(NONE);
  const axis = input?.x.label ?? "";
  const zoomGiven = input?.zoom;
  const hiddenGiven = input?.hidden;
  return useMemo(
    () => ({
      group,
      zoom: zoomGiven === undefined ? group.zoomOf(axis) : zoomGiven,
      setZoom: (next) => {
        if (zoomGiven === undefined) group.setZoom(next, axis);
        onZoom?.(next);
      },
      hidden: hiddenGiven ?? group.hidden ?? own,
      setHidden: (keys) => {
        if (hiddenGiven === undefined) (group.hidden ? group.setHidden : setOwn)(keys);
        onHidden?.(keys);
      },
    }),
    [group, axis, zoomGiven, hiddenGiven, own, onZoom, onHidden],
  );
}

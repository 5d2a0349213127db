"use client";

import { useState, type PointerEvent } from "react";
import { brushedRange, moveBrush, type Brush, type ZoomState } from "../prepare/zoom.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { ZoomRange } from "#server/plot/series.ts";

interface BrushHandlers {
  brush: Brush | null;
  start: (event: PointerEvent, px: number) => void;
  move: (px: number) => void;
  /** The pointer was lifted: zooms to what it crossed. */
  end: (px: number) => void;
  cancel: () => void;
}

/** Dragging over the plot draws a stretch of x and zooms to it. A finger reads and scrolls instead. */
export function useBrush(
  { x }: PlotLayout,
  zoomState: () => ZoomState,
  onZoom: (zoom: ZoomRange | null) => void,
): BrushHandlers {
  const [brush, setBrush] = useState<Brush | null>(null);
  return {
    brush: brush?.drawn ? brush : null,
    start: (event, px) => {
      if (event.pointerType === "touch" || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setBrush(moveBrush(null, { type: "down", px }));
    },
    move: (px) => setBrush((before) => moveBrush(before, { type: "move", px })),
    end: (px) => {
      const range = brushedRange(moveBrush(brush, { type: "move", px }), x, zoomState().full);
      setBrush(null);
      if (range !== undefined) onZoom(range);
    },
    cancel: () => setBrush(null),
  };
}

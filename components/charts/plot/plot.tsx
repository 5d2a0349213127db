"use client";

import { PlotCanvasLater } from "./plot-canvas-later.tsx";
import type { PlotModel } from "#server/plot/plot-model.ts";
import type { View } from "../use-view.ts";
import { useWidth } from "../use-width.ts";

interface PlotProps {
  model: PlotModel;
  view: View;
  height: number;
  /** Names the chart. */
  label: string;
}

/** The drawing of a line chart. Its library is a chunk of its own; until it is there, the axis stands and nothing moves. */
export function Plot(props: PlotProps) {
  const [box, width] = useWidth();
  return (
    <div ref={box} className="plot" style={{ height: props.height }}>
      {width > 0 ? <PlotCanvasLater {...props} width={width} /> : <div className="plot-axes" />}
    </div>
  );
}

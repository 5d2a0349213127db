"use client";

import { lazy, Suspense } from "react";
import type { PlotModel } from "./prepare/plot-model.ts";
import { useWidth } from "./use-width.ts";

const PlotCanvas = lazy(() => import("./plot-canvas.tsx").then((module) => ({ default: module.PlotCanvas })));

interface PlotProps {
  model: PlotModel;
  height: number;
  /** Names the chart. */
  label: string;
}

/** The drawing of a line chart. Its library is a chunk of its own; until it is there, the axis stands and nothing moves. */
export function Plot({ model, height, label }: PlotProps) {
  const [box, width] = useWidth();
  return (
    <div ref={box} className="plot" style={{ height }}>
      <Suspense fallback={<div className="plot-axes" />}>
        {width > 0 ? (
          <PlotCanvas model={model} width={width} height={height} label={label} />
        ) : (
          <div className="plot-axes" />
        )}
      </Suspense>
    </div>
  );
}

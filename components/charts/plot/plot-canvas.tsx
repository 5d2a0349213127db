"use client";

import { memo, useId, useMemo } from "react";
import { ComposedChart } from "recharts";
import { AxesLayer } from "../layers/axes-layer.tsx";
import { BackLayer } from "../layers/back-layer.tsx";
import { BarLayer, PathLayer } from "../layers/path-layer.tsx";
import { FrontLayer } from "../layers/front-layer.tsx";
import { MarksLayer } from "../layers/marks-layer.tsx";
import { PlotCursor } from "./plot-cursor.tsx";
import { chooseLayer, toRows } from "../prepare/layer.ts";
import { layoutPlot, type PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";
import { summarise } from "../prepare/words.ts";
import type { View } from "../use-view.ts";

export interface PlotCanvasProps {
  model: PlotModel;
  view: View;
  width: number;
  height: number;
  label: string;
}

/** Draws a prepared chart; it decides nothing. The cursor above it moves without drawing it again. */
export function PlotCanvas({ model, view, width, height, label }: PlotCanvasProps) {
  const layout = useMemo(() => layoutPlot(model, width, height), [model, width, height]);
  return (
    <>
      <Drawing model={model} layout={layout} budget={view.group.budget} label={label} />
      <PlotCursor model={model} layout={layout} view={view} label={label} />
    </>
  );
}

interface DrawingProps {
  model: PlotModel;
  layout: PlotLayout;
  budget: number;
  label: string;
}

const NO_ROWS: never[] = [];
const POINT_RADIUS = 4;

const Drawing = memo(function Drawing({ model, layout, budget, label }: DrawingProps) {
  const clip = useId();
  const layer = chooseLayer(model, layout.x, budget);
  const rows = layer === "marks" ? toRows(model.series) : NO_ROWS;
  const { plot, width, height } = layout;
  const { top, right } = plot;
  // A point at an end of the axis is drawn whole; in a zoom nothing of its neighbours may show there.
  const beside = model.x.zoomed ? 0 : POINT_RADIUS;
  const margin = useMemo(() => ({ top, right: width - right, bottom: 0, left: 0 }), [top, right, width]);
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={margin}
      accessibilityLayer={false}
      tabIndex={-1}
      // The library draws an <svg>, which has no native tag for a picture.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      title={label}
      desc={summarise(model)}
    >
      <AxesLayer frame={layout} />
      <BackLayer model={model} layout={layout} />
      <defs>
        <clipPath id={clip}>
          <rect
            x={plot.left - beside}
            y={plot.top - 3}
            width={plot.right - plot.left + 2 * beside}
            height={Math.max(0, plot.bottom - plot.top + 5)}
          />
        </clipPath>
      </defs>
      {layer === "marks" ? <MarksLayer series={model.series} /> : null}
      <g className="plot-lines" clipPath={`url(#${clip})`}>
        {layer === "marks" ? (
          <BarLayer series={model.series} layout={layout} />
        ) : (
          <PathLayer series={model.series} layout={layout} />
        )}
      </g>
      <FrontLayer model={model} layout={layout} />
    </ComposedChart>
  );
});

"use client";

import { memo, useId, useMemo } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import { AxisTick } from "./layers/axis-tick.tsx";
import { BackLayer } from "./layers/back-layer.tsx";
import { FrontLayer } from "./layers/front-layer.tsx";
import { MarksLayer } from "./layers/marks-layer.tsx";
import { PathLayer } from "./layers/path-layer.tsx";
import { PlotCursor } from "./plot-cursor.tsx";
import { chooseLayer } from "./prepare/choose-layer.ts";
import { layoutPlot, type PlotLayout } from "./prepare/layout-plot.ts";
import type { PlotModel } from "./prepare/plot-model.ts";
import { summarise } from "./prepare/summarise.ts";
import { toRows } from "./prepare/to-rows.ts";
import { useChartGroup } from "./use-chart-group.ts";

interface PlotCanvasProps {
  model: PlotModel;
  width: number;
  height: number;
  label: string;
}

/** Draws a prepared chart; it decides nothing. The cursor above it moves without drawing it again. */
export function PlotCanvas({ model, width, height, label }: PlotCanvasProps) {
  const layout = useMemo(() => layoutPlot(model, width, height), [model, width, height]);
  const { budget } = useChartGroup();
  return (
    <>
      <Drawing model={model} layout={layout} budget={budget} label={label} />
      <PlotCursor model={model} layout={layout} label={label} />
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

const Drawing = memo(function Drawing({ model, layout, budget, label }: DrawingProps) {
  const clip = useId();
  const layer = chooseLayer(model, budget);
  const rows = layer === "marks" ? toRows(model.series) : NO_ROWS;
  const { plot, width, height } = layout;
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top: plot.top, right: width - plot.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      tabIndex={-1}
      // The library draws an <svg>, which has no native tag for a picture.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      title={label}
      desc={summarise(model)}
    >
      <CartesianGrid vertical={false} stroke="var(--grid)" zIndex={0} />
      <BackLayer model={model} layout={layout} />
      <XAxis
        type="number"
        dataKey="x"
        domain={model.x.domain}
        allowDataOverflow
        height={height - plot.bottom}
        ticks={layout.xTicks.map((tick) => tick.value)}
        interval={0}
        axisLine={{ stroke: "var(--ink-3)" }}
        tickLine={{ stroke: "var(--ink-3)" }}
        tickSize={3.5}
        tick={<AxisTick axis="x" ticks={layout.xTicks} edge={height - 4} />}
      />
      <YAxis
        type="number"
        scale={model.y.log ? "log" : "linear"}
        domain={model.y.domain}
        allowDataOverflow
        width={plot.left}
        ticks={layout.yTicks.map((tick) => tick.value)}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={<AxisTick axis="y" ticks={layout.yTicks} edge={plot.left - 6} />}
      />
      <defs>
        <clipPath id={clip}>
          <rect
            x={plot.left}
            y={plot.top - 3}
            width={Math.max(0, plot.right - plot.left + 4)}
            height={Math.max(0, plot.bottom - plot.top + 5)}
          />
        </clipPath>
      </defs>
      {layer === "marks" ? (
        <MarksLayer series={model.series} />
      ) : (
        <g clipPath={`url(#${clip})`}>
          <PathLayer series={model.series} layout={layout} />
        </g>
      )}
      <FrontLayer model={model} layout={layout} />
    </ComposedChart>
  );
});

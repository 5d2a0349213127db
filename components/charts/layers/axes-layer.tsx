import { memo } from "react";
import { CartesianGrid, XAxis, YAxis } from "recharts";
import { type Frame, sameFrame } from "../prepare/layer.ts";
import { EXPONENT, TEXT_DROP, TICK_BASE, TICK_LENGTH } from "#server/plot/marks.ts";
import type { Tick } from "#server/wording/charts/axes.ts";

interface AxisTickProps {
  axis: "x" | "y";
  ticks: (Tick & { anchor?: "start" | "middle" | "end" })[];
  /** Baseline of the texts under an x axis, right edge of those beside a y axis, in px. */
  edge: number;
  /** Given by the axis for each of its ticks. */
  index?: number;
  x?: number | string;
  y?: number | string;
}

/** The number at a tick; exponents are raised by the drawing, since the font has no superscript minus. */
function AxisTick({ axis, ticks, edge, index = 0, x, y }: AxisTickProps) {
  const tick = ticks[index];
  if (!tick) return null;
  const place =
    axis === "x"
      ? ({ x, y: edge, textAnchor: tick.anchor } as const)
      : ({ x: edge, y: Number(y) + TEXT_DROP, textAnchor: "end" } as const);
  return (
    <text className="plot-tick" {...place}>
      {tick.text}
      {tick.exponent === undefined ? null : <tspan {...EXPONENT}>{tick.exponent}</tspan>}
    </text>
  );
}

/** Both axes and the grid, drawn again only when they are others: for the chart library that is most of an update. */
export const AxesLayer = memo(function AxesLayer({ frame }: { frame: Frame }) {
  const { plot, height, x, y, xTicks, yTicks } = frame;
  return (
    <>
      <CartesianGrid vertical={false} syncWithTicks stroke="var(--grid)" zIndex={0} />
      <XAxis
        type="number"
        dataKey="x"
        scale={x.log ? "log" : "linear"}
        domain={x.domain}
        allowDataOverflow
        height={height - plot.bottom}
        ticks={xTicks.map((tick) => tick.value)}
        niceTicks="none"
        interval={0}
        axisLine={{ stroke: "var(--ink-3)" }}
        tickLine={{ stroke: "var(--ink-3)" }}
        tickSize={TICK_LENGTH}
        tick={<AxisTick axis="x" ticks={xTicks} edge={height - TICK_BASE} />}
      />
      <YAxis
        type="number"
        scale={y.log ? "log" : "linear"}
        domain={y.domain}
        allowDataOverflow
        width={plot.left}
        ticks={yTicks.map((tick) => tick.value)}
        niceTicks="none"
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={<AxisTick axis="y" ticks={yTicks} edge={plot.left - 6} />}
      />
    </>
  );
}, isSame);

function isSame(before: { frame: Frame }, after: { frame: Frame }): boolean {
  return sameFrame(before.frame, after.frame);
}

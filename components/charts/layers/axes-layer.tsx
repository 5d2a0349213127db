import { memo } from "react";
import { CartesianGrid, XAxis, YAxis } from "recharts";
import { sameFrame, type Frame } from "../prepare/layer.ts";
import { TICK_BASE, TICK_LENGTH } from "#server/plot/marks.ts";
import { AxisTick } from "./axis-tick.tsx";

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

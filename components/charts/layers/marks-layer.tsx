import { Area, Line } from "recharts";
import { runColour } from "#components/ui/marks/run-state.tsx";
import type { PlotSeries } from "#server/plot/plot-model.ts";
import { columnOf } from "../prepare/layer.ts";
import { BEHIND, fillOpacity, LINE_OPACITY, LINE_WIDTH } from "#server/plot/marks.ts";

const STILL = {
  type: "linear",
  dot: false,
  activeDot: false,
  connectNulls: false,
  isAnimationActive: false,
  zIndex: 0,
} as const;

/** Lines and bands by the chart library, from one shared table. All bands lie under all lines. */
export function MarksLayer({ series }: { series: PlotSeries[] }) {
  const fills = series.filter((one) => one.area).length;
  return (
    <>
      {series.map((one) =>
        one.area ? (
          <Area
            key={one.key}
            {...STILL}
            dataKey={columnOf(one.key, "area")}
            stroke="none"
            fill={runColour(one.colour)}
            fillOpacity={fillOpacity(one.area.means, one.role, fills)}
          />
        ) : null,
      )}
      {series.map((one) =>
        one.behind ? (
          <Line
            key={one.key}
            {...STILL}
            {...BEHIND}
            dataKey={columnOf(one.key, "behind")}
            stroke={runColour(one.colour)}
          />
        ) : null,
      )}
      {series.map((one) => (
        <Line
          key={one.key}
          {...STILL}
          dataKey={columnOf(one.key, "line")}
          stroke={runColour(one.colour)}
          strokeWidth={LINE_WIDTH[one.role]}
          strokeOpacity={LINE_OPACITY[one.role]}
          strokeLinejoin="round"
        />
      ))}
    </>
  );
}

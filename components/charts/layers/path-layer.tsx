import { runColour } from "#components/ui/run-dot.tsx";
import type { PlotLayout } from "../prepare/layout-plot.ts";
import { areaPath, barPath, dotPath, linePath } from "../prepare/path-data.ts";
import type { PlotSeries } from "../prepare/plot-model.ts";
import { BEHIND, fillOpacity, LINE_OPACITY, LINE_WIDTH, MEMBER } from "./stroke-of.ts";

interface PathLayerProps {
  series: PlotSeries[];
  layout: PlotLayout;
}

/** A point that stands alone is drawn this much wider than its line, else nobody would see it. */
const LONE_DOT = 2.5;
const LONE_BAR = 1.2;

/** Lines and bands as one path each: many points, lines on different x, and points that stand alone. */
export function PathLayer({ series, layout: { x, y } }: PathLayerProps) {
  return (
    <g fill="none" strokeLinejoin="round">
      {series.map((one) =>
        one.area ? (
          <path
            key={one.key}
            d={areaPath(one.line, x, y)}
            fill={runColour(one.colour)}
            fillOpacity={fillOpacity(one)}
          />
        ) : null,
      )}
      {series.map((one) =>
        one.area === "interval" ? (
          <path
            key={one.key}
            d={barPath(one.line, x, y)}
            stroke={runColour(one.colour)}
            strokeWidth={LONE_BAR}
          />
        ) : null,
      )}
      {series.map((one) => (
        <g key={one.key} stroke={runColour(one.colour)}>
          {one.members.length > 0 ? <path d={linePath(one.members, x, y)} {...MEMBER} /> : null}
          {one.behind.length > 0 ? <path d={linePath(one.behind, x, y)} {...BEHIND} /> : null}
        </g>
      ))}
      {series.map((one) => (
        <g
          key={one.key}
          stroke={runColour(one.colour)}
          strokeOpacity={LINE_OPACITY[one.role]}
          strokeLinecap="round"
        >
          <path d={linePath(one.line, x, y)} strokeWidth={LINE_WIDTH[one.role]} />
          {one.dots ? null : (
            <path d={dotPath(one.line, x, y)} strokeWidth={LINE_WIDTH[one.role] + LONE_DOT} />
          )}
        </g>
      ))}
    </g>
  );
}

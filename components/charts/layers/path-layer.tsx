import { runColour } from "#components/ui/marks/run-state.tsx";
import { areaPath, barPath, dotPath, keptPath, linePath } from "#server/plot/paths.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotSeries } from "#server/plot/plot-model.ts";
import {
  BAR,
  BEHIND,
  DASHED,
  fillOpacity,
  LINE_OPACITY,
  LINE_WIDTH,
  LONE_DOT,
  MEMBER,
} from "#server/plot/marks.ts";

interface BarLayerProps {
  series: PlotSeries[];
  layout: PlotLayout;
}

/** Intervals of a single sample, and spikes of one bucket. */
export function BarLayer({ series, layout: { x, y } }: BarLayerProps) {
  return series.map(({ key, area, colour }) =>
    area ? (
      <path
        key={key}
        d={keptPath(barPath, area, x, y)}
        fill="none"
        stroke={runColour(colour)}
        {...BAR[area.means]}
      />
    ) : null,
  );
}

interface PathLayerProps {
  series: PlotSeries[];
  layout: PlotLayout;
}

/** Lines and bands as one path each: many points, lines on different x, and points that stand alone. */
export function PathLayer({ series, layout }: PathLayerProps) {
  const { x, y } = layout;
  const fills = series.filter((one) => one.area).length;
  return (
    <g fill="none" strokeLinejoin="round">
      {series.map(({ key, area, colour, role }) =>
        area ? (
          <path
            key={key}
            d={keptPath(areaPath, area, x, y)}
            fill={runColour(colour)}
            fillOpacity={fillOpacity(area.means, role, fills)}
          />
        ) : null,
      )}
      <BarLayer series={series} layout={layout} />
      {series.map(({ key, members, behind, colour }) =>
        members.length > 0 || behind ? (
          <g key={key} stroke={runColour(colour)}>
            {members.length > 0 ? (
              <path d={members.map((member) => keptPath(linePath, member, x, y)).join("")} {...MEMBER} />
            ) : null}
            {behind ? (
              <>
                <path d={keptPath(linePath, behind, x, y)} {...BEHIND} />
                <path
                  d={keptPath(dotPath, behind, x, y)}
                  {...BEHIND}
                  strokeWidth={BEHIND.strokeWidth + LONE_DOT}
                  strokeLinecap="round"
                />
              </>
            ) : null}
          </g>
        ) : null,
      )}
      {series.map(({ key, line, whole, colour, role, dots }) => (
        <g key={key} stroke={runColour(colour)} strokeOpacity={LINE_OPACITY[role]} strokeLinecap="round">
          <path
            d={keptPath(linePath, line, x, y)}
            strokeWidth={LINE_WIDTH[role]}
            {...(whole ? DASHED : null)}
          />
          {whole ? <path d={keptPath(linePath, whole, x, y)} strokeWidth={LINE_WIDTH[role]} /> : null}
          {dots ? null : <path d={keptPath(dotPath, line, x, y)} strokeWidth={LINE_WIDTH[role] + LONE_DOT} />}
        </g>
      ))}
    </g>
  );
}

import { runColour } from "#components/ui/marks/run-state.tsx";
import { barPath, keptPath } from "#server/plot/paths.ts";
import { BAR } from "#server/plot/marks.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotSeries } from "#server/plot/plot-model.ts";

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

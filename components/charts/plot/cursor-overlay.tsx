import { runColour } from "#components/ui/marks/run-state.tsx";
import type { Brush } from "../prepare/zoom.ts";
import { dotPath, keptPath, linePath } from "#server/plot/paths.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotSeries } from "#server/plot/plot-model.ts";
import type { ReadOutRow } from "#server/plot/read-out.ts";

interface CursorOverlayProps {
  layout: PlotLayout;
  /** Where the cursor stands, in the unit of x; null where nobody points. */
  x: number | null;
  /** Whether this chart is the one that is pointed at. */
  mine: boolean;
  /** Lines that get a dot. */
  rows: ReadOutRow[];
  /** The line that is meant among many: drawn again, above the others. */
  lit: PlotSeries | null;
  brush: Brush | null;
}

const LIT_WIDTH = 2.2;

/** What moves above a drawing without drawing it again. */
export function CursorOverlay({ layout, x, mine, rows, lit, brush }: CursorOverlayProps) {
  const { plot } = layout;
  if (x === null && !lit && !brush) return null;
  return (
    <svg className="plot-over" width={layout.width} height={layout.height} aria-hidden="true">
      {brush ? (
        <rect
          className="plot-brush"
          x={Math.max(plot.left, Math.min(brush.start, brush.now))}
          y={plot.top}
          width={spanInside(brush, plot)}
          height={plot.bottom - plot.top}
        />
      ) : null}
      {lit ? <LitLine line={lit} layout={layout} /> : null}
      {x === null ? null : (
        <path
          d={`M${layout.x.toPx(x)} ${plot.top - 4}V${plot.bottom}`}
          stroke={mine ? "var(--ink)" : "var(--ink-3)"}
          strokeWidth={0.8}
        />
      )}
      {rows.map(({ key, colour, point }) =>
        point && isInside(layout, point) ? (
          <circle
            key={key}
            cx={layout.x.toPx(point.x)}
            cy={layout.y.toPx(point.y)}
            r={3}
            fill="var(--bg)"
            stroke={runColour(colour)}
            strokeWidth={1.6}
          />
        ) : null,
      )}
    </svg>
  );
}

/** On a ground of its own, so that it is seen among a hundred. The svg of the overlay is cut at the plot. */
function LitLine({
  line: { line, colour },
  layout: { x, y, plot },
}: {
  line: PlotSeries;
  layout: PlotLayout;
}) {
  const path = keptPath(linePath, line, x, y) + keptPath(dotPath, line, x, y);
  return (
    <svg
      className="plot-lit"
      x={plot.left}
      y={plot.top - 3}
      width={Math.max(0, plot.right - plot.left)}
      height={Math.max(0, plot.bottom - plot.top + 5)}
      viewBox={`${plot.left} ${plot.top - 3} ${plot.right - plot.left} ${plot.bottom - plot.top + 5}`}
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={path} stroke="var(--bg)" strokeWidth={LIT_WIDTH + 2} />
      <path d={path} stroke={colour === "rest" ? "var(--ink)" : runColour(colour)} strokeWidth={LIT_WIDTH} />
    </svg>
  );
}

function spanInside({ start, now }: Brush, { left, right }: PlotLayout["plot"]): number {
  const [from, to] = start < now ? [start, now] : [now, start];
  return Math.max(0, Math.min(right, to) - Math.max(left, from));
}

/** A dot beyond an edge would claim a value there. */
function isInside({ x, y, plot }: PlotLayout, point: { x: number; y: number }): boolean {
  const [px, py] = [x.toPx(point.x), y.toPx(point.y)];
  return px >= plot.left - 1 && px <= plot.right + 1 && py >= plot.top - 1 && py <= plot.bottom + 1;
}

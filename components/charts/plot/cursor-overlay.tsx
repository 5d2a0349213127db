import { runColour } from "#components/ui/marks/run-state.tsx";
import type { Brush } from "../prepare/zoom.ts";
import { TEXT_DROP } from "#server/plot/marks.ts";
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
  /** The lines that are pointed at: drawn again, above the others. */
  lit: readonly PlotSeries[];
  brush: Brush | null;
}

const LIT_WIDTH = 2.6;
/** How far above its end a name stands, and how far below the top of the plot at least, in px. */
const TEXT_ABOVE = 7;
const TEXT_TOP = 9;

/** What moves above a drawing without drawing it again. */
export function CursorOverlay({ layout, x, mine, rows, lit, brush }: CursorOverlayProps) {
  const { plot } = layout;
  if (x === null && lit.length === 0 && !brush) return null;
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
      {lit.length > 0 ? <LitLines lines={lit} layout={layout} /> : null}
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

/** So many lines have their names while they are pointed at; more would lie over each other. */
const NAMED_LIT = 3;

/** On a ground of their own, so that they are seen among a hundred. The svg of the overlay is cut at the plot. */
function LitLines({ lines, layout }: { lines: readonly PlotSeries[]; layout: PlotLayout }) {
  const { x, y, plot } = layout;
  const drawn = lines.map(({ key, line, colour }) => ({
    key,
    path: keptPath(linePath, line, x, y) + keptPath(dotPath, line, x, y),
    colour: colour === "rest" ? "var(--ink)" : runColour(colour),
  }));
  return (
    <>
      <LitPaths drawn={drawn} plot={plot} />
      {lines.length <= NAMED_LIT ? litNames(lines, layout) : null}
    </>
  );
}

/** The name of a line at its end: where the drawing has it, or where it has none above the end of the line. */
function litNames(lines: readonly PlotSeries[], { labels, x, y, plot }: PlotLayout) {
  return lines.map((one) => {
    const placed = labels.find(({ key }) => key === one.key);
    const end = lastDrawn(one, x.domain);
    if (!placed && !end) return null;
    const at = placed
      ? { x: placed.x, y: placed.y + TEXT_DROP, textAnchor: "start" as const }
      : {
          x: Math.min(plot.right, x.toPx(end?.x ?? 0)),
          y: Math.max(plot.top + TEXT_TOP, y.toPx(end?.y ?? 0) - TEXT_ABOVE),
          textAnchor: "end" as const,
        };
    const fill = one.colour === "rest" ? "var(--ink)" : runColour(one.colour, "text");
    return (
      <text key={one.key} className="plot-label" data-inside fill={fill} fontWeight={600} {...at}>
        {placed?.text ?? one.name}
      </text>
    );
  });
}

/** The last sample that is drawn; null where none in sight is. */
function lastDrawn({ line: { samples, runs } }: PlotSeries, [from, to]: readonly [number, number]) {
  for (let run = runs.length - 2; run >= 0; run -= 2)
    for (let i = runs[run + 1] - 1; i >= runs[run]; i--)
      if (samples.x[i] >= from && samples.x[i] <= to) return { x: samples.x[i], y: samples.y[i] };
  return null;
}

interface LitPathsProps {
  drawn: { key: string; path: string; colour: string }[];
  plot: PlotLayout["plot"];
}

function LitPaths({ drawn, plot }: LitPathsProps) {
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
      {drawn.map(({ key, path, colour }) => (
        <g key={key}>
          <path d={path} stroke="var(--bg)" strokeWidth={LIT_WIDTH + 2} />
          <path d={path} stroke={colour} strokeWidth={LIT_WIDTH} />
        </g>
      ))}
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

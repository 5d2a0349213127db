import { runColour } from "#components/ui/marks/run-state.tsx";
import { printedUnit } from "#server/wording/quantities.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import {
  prepareScatter,
  type ScatterAxis,
  type ScatterDot,
  type ScatterGroup,
} from "./prepare/prepare-scatter.ts";

interface ScatterPlotProps extends Pick<ChartFrameProps, "title" | "note" | "state" | "bare"> {
  groups: readonly ScatterGroup[];
  x: ScatterAxis;
  y: ScatterAxis;
  /** Height of the plot in px, its axis included. */
  height?: number;
}

const AXIS = 34;
const TOP = 10;
const RADIUS = { run: 2.2, mean: 5 };

const axisText = ({ title, unit }: ScatterAxis) =>
  unit === "share" ? `${title}, ${printedUnit(unit)}` : title;

function Dot({ dot: { x, y, colour, open, mark, text } }: { dot: ScatterDot }) {
  const stroke = runColour(colour);
  return (
    <g data-tip={text}>
      <circle
        cx={x}
        cy={y}
        r={mark === null ? RADIUS.run : RADIUS.mean}
        fill={open ? "var(--bg)" : stroke}
        fillOpacity={mark === null && !open ? 0.55 : 1}
        stroke={stroke}
      />
      {mark === null ? null : (
        <text className="plot-tick" x={x} y={y} dx="8" dy="-5" style={{ fill: runColour(colour, "text") }}>
          {mark}
        </text>
      )}
    </g>
  );
}

/**
 * Configurations on two quantities: a dot at the mean of each, small dots for its runs, open dots for what is only a scale. The
 * page shows the same numbers as a table beside it, row by row with the marks of the dots.
 */
export function ScatterPlot({ groups, x, y, height = 300, ...frame }: ScatterPlotProps) {
  const bottom = height - AXIS;
  const { xTicks, yTicks, dots, lines } = prepareScatter(groups, { x, y }, [TOP, bottom]);
  return (
    <ChartFrame {...frame} unit={axisText(y)} height={height}>
      <svg className="calibration" height={height} aria-hidden="true">
        {yTicks.map(({ value, text, at }) => (
          <g key={value}>
            <line x1="0%" x2="100%" y1={at} y2={at} stroke={value === 0 ? "var(--ink-3)" : "var(--grid)"} />
            <text className="plot-tick" x="-8" y={at + 3.5} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {xTicks.map(({ value, text, at }) => (
          <text key={value} className="plot-tick" x={at} y={bottom + 14} textAnchor="middle">
            {text}
          </text>
        ))}
        <text className="plot-tick" x="100%" y={bottom + 29} textAnchor="end">
          {axisText(x)}
        </text>
        {lines.map(({ key, from, to }) => (
          <line
            key={key}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            stroke="var(--ink-3)"
            strokeDasharray="4 3"
          />
        ))}
        {dots.map((dot) => (
          <Dot key={dot.key} dot={dot} />
        ))}
      </svg>
    </ChartFrame>
  );
}

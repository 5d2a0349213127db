"use client";

import { runColour } from "#components/ui/marks/run-state.tsx";
import { printedUnit } from "#server/wording/quantities.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import {
  prepareScatter,
  type ScatterAxis,
  type ScatterDot,
  type ScatterGroup,
  type ScatterModel,
} from "./prepare/prepare-scatter.ts";
import { useWidth } from "./use-width.ts";

interface ScatterPlotProps extends Pick<ChartFrameProps, "title" | "note" | "state" | "bare"> {
  groups: readonly ScatterGroup[];
  x: ScatterAxis;
  y: ScatterAxis;
  /** Height of the plot in px, its axis included. */
  height?: number;
}

const AXIS = 34;
const TOP = 10;
const LEFT = 34;
const RIGHT = 10;

const axisText = ({ title, unit }: ScatterAxis) =>
  unit === "share" ? `${title}, ${printedUnit(unit)}` : title;

function Dot({ dot: { x, y, radius, colour, open, text }, small }: { dot: ScatterDot; small: boolean }) {
  const stroke = runColour(colour);
  return (
    <circle
      data-tip={text}
      cx={x}
      cy={y}
      r={radius}
      fill={open ? "var(--bg)" : stroke}
      fillOpacity={small && !open ? 0.55 : 1}
      stroke={stroke}
    />
  );
}

function Label({ label: { text, x, y, leader, colour } }: { label: ScatterModel["labels"][number] }) {
  return (
    <>
      {leader ? (
        <line
          x1={leader[0].x}
          y1={leader[0].y}
          x2={leader[1].x}
          y2={leader[1].y}
          stroke="var(--ink-3)"
          strokeWidth="0.8"
        />
      ) : null}
      <text className="plot-label" data-inside x={x} y={y + 3.8} style={{ fill: runColour(colour, "text") }}>
        {text}
      </text>
    </>
  );
}

function Drawing({
  groups,
  x,
  y,
  height,
  width,
}: Pick<ScatterPlotProps, "groups" | "x" | "y"> & { height: number; width: number }) {
  const frame = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - AXIS };
  const { left, right, bottom } = frame;
  const { xTicks, yTicks, dots, labels, lines } = prepareScatter(groups, { x, y }, frame);
  const means = new Set(groups.map(({ key }) => key));
  return (
    <svg width={width} height={height} aria-hidden="true">
      {yTicks.map(({ value, text, at }) => (
        <g key={value}>
          <line x1={left} x2={right} y1={at} y2={at} stroke={value === 0 ? "var(--ink-3)" : "var(--grid)"} />
          <text className="plot-tick" x={left - 8} y={at + 3.5} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ value, text, at }) => (
        <text key={value} className="plot-tick" x={at} y={bottom + 14} textAnchor="middle">
          {text}
        </text>
      ))}
      <text className="plot-tick" x={right} y={bottom + 29} textAnchor="end">
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
        <Dot key={dot.key} dot={dot} small={!means.has(dot.key)} />
      ))}
      {labels.map((label) => (
        <Label key={label.key} label={label} />
      ))}
    </svg>
  );
}

/**
 * Configurations on two quantities: a dot with its name at the mean of each, small dots for its runs, open dots for what is
 * only a scale. The page shows the same numbers as a table beside it.
 */
export function ScatterPlot({ groups, x, y, height = 300, ...frame }: ScatterPlotProps) {
  const [box, width] = useWidth();
  return (
    <ChartFrame {...frame} unit={axisText(y)} height={height}>
      <div ref={box} className="plot" style={{ height }}>
        {width > 0 ? <Drawing groups={groups} x={x} y={y} height={height} width={width} /> : null}
      </div>
    </ChartFrame>
  );
}

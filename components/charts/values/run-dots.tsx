"use client";

import type { PointerEvent } from "react";
import { runColour } from "#components/ui/marks/run-state.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import { EXPONENT, TEXT_DROP } from "#server/plot/marks.ts";
import { useLit, type LitStore, NOBODY } from "../lit.tsx";
import { useWidth } from "../use-width.ts";
import { useRunLinks } from "./run-links.ts";
import { axisTitle, type ValueAxis } from "./value-axis.ts";

/** A run in a drawing of settings and outcomes. */
export interface DrawnRun {
  id: string;
  href: string;
  name: string;
  /** What is said of it: name and values. */
  told: string;
  colour: RunColour;
  /** Runs whose values are of one quantity share a shape. */
  shape: number;
}

export interface DottedRun extends DrawnRun {
  /** From 0 to 1 along the axes. */
  x: number;
  y: number;
}

interface RunDotsProps {
  runs: readonly DottedRun[];
  x: ValueAxis;
  y: ValueAxis;
  label: string;
  height: number;
  lit: LitStore;
  /** A run is pointed at, or none any more. */
  onRead: (run: DrawnRun | null) => void;
}

const LEFT = 46;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 40;
/** From further away than this, in px, nobody means a dot. */
const REACH = 22;

/** Outlines around the middle, in px: as large to the eye. */
const SHAPES = [
  "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0",
  "M-3.8 -3.8h7.6v7.6h-7.6z",
  "M0 -5l4.8 8.4h-9.6z",
  "M0 -5.4l5.4 5.4l-5.4 5.4l-5.4 -5.4z",
];
export const shapePath = (shape: number): string => SHAPES[shape % SHAPES.length];

/** One dot for each run on two columns; it is a link to its run, and arrow keys go from dot to dot. */
export function RunDots(props: RunDotsProps) {
  const [box, width] = useWidth();
  return (
    <div ref={box} className="plot" style={{ height: props.height }}>
      {width > 0 ? <Drawing {...props} width={width} /> : null}
    </div>
  );
}

function Drawing({ runs, x, y, label, height, width, lit, onRead }: RunDotsProps & { width: number }) {
  const names = useLit(lit);
  const across = (share: number) => LEFT + share * (width - LEFT - RIGHT);
  const up = (share: number) => height - BOTTOM - share * (height - BOTTOM - TOP);
  const isLit = names.length > 0;
  const point = (run: DrawnRun | null) => {
    lit.set(run ? [run.id] : NOBODY);
    onRead(run);
  };
  const { drawing, onKeyDown, linkOf } = useRunLinks(runs, point);
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const far = (run: DottedRun) =>
      Math.hypot(across(run.x) - event.clientX + box.left, up(run.y) - event.clientY + box.top);
    const [nearest] = runs.toSorted((a, b) => far(a) - far(b));
    point(nearest && far(nearest) <= REACH ? nearest : null);
  };
  return (
    // The dots are links with keys of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <svg
      ref={drawing}
      width={width}
      height={height}
      aria-label={`${label}. Arrow keys go from dot to dot.`}
      // An <svg> has no native tag for a group of links.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      onPointerMove={onPointerMove}
      onPointerLeave={() => point(null)}
      onKeyDown={onKeyDown}
    >
      {y.ticks.map(({ value, text, exponent, at }) => (
        <g key={value}>
          <line x1={LEFT} x2={width - RIGHT} y1={up(at)} y2={up(at)} stroke="var(--grid)" />
          <TickText x={LEFT - 8} y={up(at) + TEXT_DROP} anchor="end" text={text} exponent={exponent} />
        </g>
      ))}
      <line x1={LEFT} x2={width - RIGHT} y1={up(0)} y2={up(0)} stroke="var(--ink-3)" />
      {x.ticks.map(({ value, text, exponent, at }) => (
        <TickText key={value} x={across(at)} y={up(0) + 15} anchor="middle" text={text} exponent={exponent} />
      ))}
      <text className="plot-name" x={width - RIGHT} y={height - 6} textAnchor="end">
        {axisTitle(x)}
      </text>
      {runs.map((run, i) => (
        <a
          key={run.id}
          {...linkOf(run, i)}
          className="value-dot"
          data-dim={(isLit && !names.includes(run.id)) || undefined}
        >
          <path
            d={shapePath(run.shape)}
            transform={`translate(${across(run.x)} ${up(run.y)})`}
            fill={runColour(run.colour)}
            fillOpacity={names.includes(run.id) ? 1 : 0.75}
            stroke={names.includes(run.id) ? "var(--ink)" : "var(--bg)"}
            strokeWidth={names.includes(run.id) ? 1.6 : 1}
          />
        </a>
      ))}
    </svg>
  );
}

interface TickTextProps {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  text: string;
  exponent?: string;
}

/** A tick; the exponent of a power of ten is raised. */
export function TickText({ x, y, anchor, text, exponent }: TickTextProps) {
  return (
    <text className="plot-tick" x={x} y={y} textAnchor={anchor}>
      {text}
      {exponent ? <tspan {...EXPONENT}>{exponent}</tspan> : null}
    </text>
  );
}

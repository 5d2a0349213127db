import { EXPONENT, TEXT_DROP } from "#server/plot/marks.ts";
import type { Tick } from "#server/wording/axes.ts";

interface AxisTickProps {
  axis: "x" | "y";
  ticks: (Tick & { anchor?: "start" | "middle" | "end" })[];
  /** Baseline of the texts under an x axis, right edge of those beside a y axis, in px. */
  edge: number;
  /** Given by the axis for each of its ticks. */
  index?: number;
  x?: number | string;
  y?: number | string;
}

/** The number at a tick; exponents are raised by the drawing, since the font has no superscript minus. */
export function AxisTick({ axis, ticks, edge, index = 0, x, y }: AxisTickProps) {
  const tick = ticks[index];
  if (!tick) return null;
  const place =
    axis === "x"
      ? ({ x, y: edge, textAnchor: tick.anchor } as const)
      : ({ x: edge, y: Number(y) + TEXT_DROP, textAnchor: "end" } as const);
  return (
    <text className="plot-tick" {...place}>
      {tick.text}
      {tick.exponent === undefined ? null : <tspan {...EXPONENT}>{tick.exponent}</tspan>}
    </text>
  );
}

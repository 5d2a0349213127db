import type { ReactNode } from "react";
import { FLAG_SHAPES, type FlagLevel, type FlagStroke } from "#server/plot/flag-shapes.ts";

export type FindingLevel = FlagLevel;

const strokeOf = ({ d, width, filled = false }: FlagStroke): ReactNode => (
  <path
    key={d}
    d={d}
    fill={filled ? "currentColor" : "none"}
    stroke={filled ? undefined : "currentColor"}
    strokeWidth={width}
    strokeLinejoin="round"
  />
);

/** The strokes of a flag on a grid of 12 px; charts place them on the pole of a span. */
export const flagStrokes = (level: FindingLevel): ReactNode => FLAG_SHAPES[level].map(strokeOf);

interface FindingFlagProps {
  level: FindingLevel;
  /** What it objects to, for the tooltip and screen readers; without it the level alone is read. */
  label?: string;
  /** Inside a strip or row that says everything in words. */
  decorative?: boolean;
}

/** The flag of an objection. */
export function FindingFlag({ level, label, decorative }: FindingFlagProps) {
  const text = label ? `${level}: ${label}` : level;
  return (
    <svg
      className="glyph flag"
      viewBox="0 0 12 12"
      data-level={level}
      data-tip={decorative ? undefined : text}
      role={decorative ? undefined : "img"}
      aria-label={decorative ? undefined : text}
      aria-hidden={decorative ? true : undefined}
    >
      {flagStrokes(level)}
    </svg>
  );
}

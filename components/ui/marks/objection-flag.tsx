import type { ReactNode } from "react";

export type ObjectionLevel = "note" | "caution" | "objection" | "dismissed";

/** Drawn on a 12 px grid; charts place the same shapes on the pole of a span. */
export const FLAG_SHAPES: Record<ObjectionLevel, ReactNode> = {
  note: (
    <>
      <path d="M2.5 1v10.4" stroke="currentColor" strokeWidth="1.2" />
      <path
        d="M3 1.6 10 4.2 3 6.8Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinejoin="round"
      />
    </>
  ),
  caution: (
    <>
      <path d="M2.5 1v10.4" stroke="currentColor" strokeWidth="1.4" />
      <path d="M2.5 1.2 10.8 4.3 2.5 7.4Z" fill="currentColor" />
    </>
  ),
  objection: (
    <>
      <path d="M2.5 .8v10.6" stroke="currentColor" strokeWidth="1.4" />
      <path d="M2.5 1h8.9L9 4.3l2.4 3.3H2.5Z" fill="currentColor" />
    </>
  ),
  dismissed: (
    <>
      <path d="M2.5 1v10.4" stroke="currentColor" strokeWidth="1.2" />
      <path
        d="M3 5.6 9 7.8 3 10Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinejoin="round"
      />
    </>
  ),
};

interface ObjectionFlagProps {
  level: ObjectionLevel;
  /** What it objects to, for the tooltip and screen readers; without it the level alone is read. */
  label?: string;
  /** Inside a strip or row that says everything in words. */
  decorative?: boolean;
}

/** A flag on a pole: outline for a note, pennant for a caution, swallowtail for an objection, half-mast when dismissed. */
export function ObjectionFlag({ level, label, decorative }: ObjectionFlagProps) {
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
      {FLAG_SHAPES[level]}
    </svg>
  );
}

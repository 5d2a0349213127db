import { FLAG_SHAPES, type ObjectionLevel } from "./flag-shape.tsx";

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

import type { ReactNode } from "react";

export type SourceName = "live" | "recomputed" | "imported" | "reported" | "frozen" | "drifted";

/** Circles say where a number comes from, the double rule that it is a pinned copy. */
const SHAPES: Record<SourceName, ReactNode> = {
  live: <circle cx="5" cy="5" r="3.4" fill="currentColor" />,
  recomputed: (
    <>
      <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.1" />
      <circle cx="5" cy="5" r="1.9" fill="currentColor" />
    </>
  ),
  imported: (
    <>
      <circle cx="5" cy="5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.1" />
      <path d="M5 1.3a3.7 3.7 0 0 0 0 7.4Z" fill="currentColor" />
    </>
  ),
  reported: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.2" />,
  frozen: <path d="M1 3.4h8M1 6.6h8" stroke="currentColor" strokeWidth="1.5" />,
  drifted: <path d="M1 3.4h8M1 6.6h8M7 .6 3 9.4" stroke="currentColor" strokeWidth="1.4" />,
};

const MEANING: Record<SourceName, string> = {
  live: "live: written by a process we ran",
  recomputed: "recomputed here from stored rows",
  imported: "imported: rows from outside, process unseen",
  reported: "reported: printed in a document, no rows behind it",
  frozen: "frozen: a pinned copy that equals its query",
  drifted: "drifted: pinned, the query now gives another value",
};

interface SourceGlyphProps {
  source: SourceName;
  /** A live number whose process has not been heard: the dot turns grey. */
  stale?: boolean;
  /** Without a number at its left. */
  alone?: boolean;
  /** Beside the word itself, where a label would repeat it. */
  decorative?: boolean;
}

/** Where a number comes from, 9 px, right of the number. */
export function SourceGlyph({ source, stale, alone, decorative }: SourceGlyphProps) {
  const meaning = stale ? `${MEANING[source]}, no update for a while` : MEANING[source];
  return (
    <svg
      className="glyph source"
      viewBox="0 0 10 10"
      data-source={source}
      data-stale={stale || undefined}
      data-alone={alone || undefined}
      data-tip={decorative ? undefined : meaning}
      role={decorative ? undefined : "img"}
      aria-label={decorative ? undefined : meaning}
      aria-hidden={decorative ? true : undefined}
    >
      {SHAPES[source]}
    </svg>
  );
}

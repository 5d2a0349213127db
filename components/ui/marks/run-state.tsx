import type { ReactNode } from "react";
import type { LineColour } from "#server/plot/colours.ts";

interface MeterProps {
  /** What progresses, for screen readers: "Train step 262 of 450". */
  label: string;
  value: number;
  max: number;
  /** While a process moves it: viridian instead of ink. */
  live?: boolean;
}

/** Progress as a thin bar; the numbers stand beside it in words. */
export function Meter({ label, value, max, live }: MeterProps) {
  return (
    <progress className="meter" data-live={live || undefined} aria-label={label} value={value} max={max} />
  );
}

/** The CSS colour of a run: of its mark, or of text in its colour, which needs more contrast. */
export function runColour(colour: LineColour, use: "mark" | "text" = "mark"): string {
  if (colour === "ink") return "var(--ink)";
  if (colour === "rest") return "var(--ink-3)";
  if (colour === "solved" || colour === "failed") return `var(--all-${colour})`;
  return use === "mark" ? `var(--run-${colour})` : `var(--run-${colour}-text)`;
}

interface RunDotProps {
  colour: LineColour;
  /** Smaller, before the name of a seed. */
  size?: "seed";
}

/** The dot that ties a table row to its line in the charts. */
export function RunDot({ colour, size }: RunDotProps) {
  return <span className="dot" data-size={size} style={{ "--dot": runColour(colour) }} aria-hidden="true" />;
}

export type RunStateName =
  | "queued"
  | "starting"
  | "running"
  | "stopping"
  | "finished"
  | "failed"
  | "killed"
  | "crashed"
  | "unreachable";

const outline = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Outline: in transition. Solid: established. */
const SHAPES: Record<RunStateName, ReactNode> = {
  queued: (
    <g fill="currentColor">
      <circle cx="2.6" cy="7" r="1.3" />
      <circle cx="7" cy="7" r="1.3" />
      <circle cx="11.4" cy="7" r="1.3" />
    </g>
  ),
  starting: <path d="M4 2.8 11 7 4 11.2Z" {...outline} />,
  running: <path d="M3.4 2 12 7l-8.6 5Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  stopping: <rect x="3" y="3" width="8" height="8" {...outline} />,
  finished: <path d="M2.6 7.6 5.7 10.8 11.6 3.6" {...outline} />,
  failed: <path d="M3.2 3.2l7.6 7.6M10.8 3.2 3.2 10.8" {...outline} strokeWidth={1.8} />,
  killed: <rect x="2.6" y="2.6" width="8.8" height="8.8" rx=".5" fill="currentColor" />,
  crashed: <path d="M8.6.8 3 8h3.2L5 13.2 11 5.8H7.6Z" fill="currentColor" />,
  unreachable: (
    <>
      <circle cx="7" cy="7" r="5.6" {...outline} strokeWidth={1.2} strokeDasharray="2.1 1.4" />
      <path d="M5.4 5.7c.1-2 3.3-1.9 3.2.1 0 1.1-1.6 1.2-1.6 2.3" {...outline} strokeWidth={1.3} />
      <circle cx="7" cy="10" r=".8" fill="currentColor" />
    </>
  ),
};

interface RunStateGlyphProps {
  state: RunStateName;
  /** 17 px beside a page title, else 13. */
  size?: "title";
  /** Set where no word stands beside it. */
  label?: string;
}

/** The shape of a run state. Use `RunState` where the word belongs to it, which is in every table and title. */
export function RunStateGlyph({ state, size, label }: RunStateGlyphProps) {
  return (
    <svg
      className="glyph"
      viewBox="0 0 14 14"
      data-size={size}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {SHAPES[state]}
    </svg>
  );
}

interface RunStateProps {
  state: RunStateName;
  /** Other words than the state's own: "1 of 3 running". */
  children?: string;
  /** Only the glyph, named for screen readers: beside a title that is followed by a sentence of state. */
  glyphOnly?: boolean;
  size?: "title";
}

/** Glyph and word of a run state, in the colour of its meaning; "finished" has none. */
export function RunState({ state, children, glyphOnly, size }: RunStateProps) {
  const word = children ?? state;
  return (
    <span className="state" data-state={state} data-alone={glyphOnly || undefined}>
      <RunStateGlyph state={state} size={size} label={glyphOnly ? word : undefined} />
      {glyphOnly ? null : word}
    </span>
  );
}

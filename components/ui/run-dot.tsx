import type { RunColour } from "#server/plot/colours.ts";

/** The CSS colour of a run: of its mark, or of text in its colour, which needs more contrast. */
export function runColour(colour: RunColour, use: "mark" | "text" = "mark"): string {
  if (colour === "ink") return "var(--ink)";
  if (colour === "rest") return "var(--ink-3)";
  return use === "mark" ? `var(--run-${colour})` : `var(--run-${colour}-text)`;
}

interface RunDotProps {
  colour: RunColour;
  /** Smaller, before the name of a seed. */
  size?: "seed";
}

/** The dot that ties a table row to its line in the charts. */
export function RunDot({ colour, size }: RunDotProps) {
  return <span className="dot" data-size={size} style={{ "--dot": runColour(colour) }} aria-hidden="true" />;
}

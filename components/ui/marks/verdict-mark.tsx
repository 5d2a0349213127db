import type { ClaimVerdict } from "#server/contracts/experiment.ts";

interface VerdictMarkProps {
  /** Place of the estimate, as an SVG length. */
  x: string;
  y: number;
  /** Radius of a dot in px; a tick is as long as a dot is wide. */
  r: number;
  /** Undefined: nothing is claimed of this value, and it is an open dot. */
  verdict: ClaimVerdict | undefined;
  colour: string;
}

/** What may be claimed has colour: the line of anything else is grey. */
export const verdictStroke = (verdict: ClaimVerdict | undefined, colour: string): string =>
  verdict === "differs" || verdict === "baseline" || verdict === "not_ranked" ? colour : "var(--ink-3)";

/** Filled dot: differs, or the baseline. Open dot: differs only if all cells scatter alike. Tick: not separable. */
export function VerdictMark({ x, y, r, verdict, colour }: VerdictMarkProps) {
  const stroke = verdictStroke(verdict, colour);
  if (verdict === "not_separable" || verdict === "untested")
    return <line x1={x} x2={x} y1={y - r} y2={y + r} stroke="var(--ink-2)" strokeWidth="2" />;
  const isFilled = verdict === "differs" || verdict === "baseline";
  return (
    <circle
      cx={x}
      cy={y}
      r={r}
      fill={isFilled ? colour : "var(--bg)"}
      stroke={verdict === "differs_if_alike" ? "var(--ink-2)" : stroke}
      strokeWidth="1.5"
    />
  );
}

import type { ClaimVerdict } from "#server/contracts/claim-verdict.ts";
import { isSignificant } from "#server/wording/verdicts/significant.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { runColour } from "./run-state.tsx";

interface VerdictMarkProps {
  /** Place of the estimate, as an SVG length. */
  x: string;
  y: number;
  /** Radius of a dot in px; a tick is as long as a dot is wide. */
  r: number;
  /** Undefined: claims are made elsewhere, and it is an open dot. */
  verdict: ClaimVerdict | undefined;
  colour: string;
}

/** What may be claimed has colour: the line of anything else is grey. */
export const verdictStroke = (verdict: ClaimVerdict | undefined, colour: string): string =>
  isSignificant(verdict) || verdict === "baseline" || verdict === "not_ranked" ? colour : "var(--ink-3)";

/** Verdicts of which nothing is claimed. */
const UNCLAIMED: readonly (ClaimVerdict | undefined)[] = [
  "not_significant",
  "incomplete",
  "interim",
  "untested",
  "not_ranked",
];

/** Filled dot: significant, or the baseline. Open dot: only if variances are equal. Tick: not significant, or nothing is claimed. */
export function VerdictMark({ x, y, r, verdict, colour }: VerdictMarkProps) {
  const stroke = verdictStroke(verdict, colour);
  if (UNCLAIMED.includes(verdict))
    return <line x1={x} x2={x} y1={y - r} y2={y + r} stroke="var(--ink-2)" strokeWidth="2" />;
  const isFilled = isSignificant(verdict) || verdict === "baseline";
  return (
    <circle
      cx={x}
      cy={y}
      r={r}
      fill={isFilled ? colour : "var(--bg)"}
      stroke={verdict === "significant_if_equal_variances" ? "var(--ink-2)" : stroke}
      strokeWidth="1.5"
    />
  );
}

const GLYPH_PX = 10;

/** The mark alone, before its words; of a value that nothing is claimed of there is none. */
export function VerdictGlyph({ verdict, colour }: { verdict: ClaimVerdict; colour?: RunColour }) {
  if (verdict === "not_ranked" || verdict === "untested") return null;
  return (
    <svg className="verdict-glyph" width={GLYPH_PX} height={GLYPH_PX} aria-hidden="true">
      {UNCLAIMED.includes(verdict) ? (
        <line x1="1" x2="9" y1="5" y2="5" stroke="var(--ink-3)" strokeWidth="1.5" />
      ) : (
        <VerdictMark x="5" y={5} r={4} verdict={verdict} colour={runColour(colour ?? "ink")} />
      )}
    </svg>
  );
}

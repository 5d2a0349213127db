import { percentOfWidth } from "#server/numbers/round.ts";
import type { RunColour } from "#server/plot/colours.ts";
import type { ClaimVerdict } from "#server/contracts/experiment.ts";
import { runColour } from "./run-dot.tsx";
import { VerdictMark, verdictStroke } from "./verdict-mark.tsx";

interface IntervalCellProps {
  value: number | null;
  interval?: { low: number; high: number } | null;
  /** Shared by the whole column and printed in its head, see `IntervalHead`. */
  domain: [number, number];
  /** The baseline's value, as a vertical tick. */
  baseline?: number | null;
  /** Values of single seeds, as ticks beneath. */
  seeds?: readonly number[];
  /** What may be claimed of it beside the baseline. */
  verdict?: ClaimVerdict;
  colour?: RunColour;
}

/** Line = interval, dot or tick = estimate, long tick = baseline, short ticks = seeds. No bar from zero: bars make 88 and 91 look equal. */
export function IntervalCell({
  value,
  interval,
  domain,
  baseline,
  seeds = [],
  verdict,
  colour: run = "ink",
}: IntervalCellProps) {
  const place = (at: number) => {
    const share = (at - domain[0]) / (domain[1] - domain[0]);
    return percentOfWidth(0.03 + Math.min(1, Math.max(0, share)) * 0.94);
  };
  const colour = runColour(run);
  const stroke = verdictStroke(verdict, colour);
  return (
    <svg className="interval-cell" aria-hidden="true">
      {baseline === null || baseline === undefined ? null : (
        <line x1={place(baseline)} x2={place(baseline)} y1="0" y2="14" stroke="var(--ink-3)" />
      )}
      {interval ? (
        <line
          x1={place(interval.low)}
          x2={place(interval.high)}
          y1="7"
          y2="7"
          stroke={stroke}
          strokeWidth="1.4"
        />
      ) : null}
      {seeds.map((seed, i) => (
        <line
          // oxlint-disable-next-line react/no-array-index-key -- equal values are different seeds
          key={i}
          x1={place(seed)}
          x2={place(seed)}
          y1="11"
          y2="14"
          stroke={stroke}
          opacity="0.8"
        />
      ))}
      {value === null ? null : (
        <VerdictMark x={place(value)} y={7} r={2.8} verdict={verdict} colour={colour} />
      )}
    </svg>
  );
}

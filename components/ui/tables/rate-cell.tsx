import { writePart } from "#server/wording/counts.ts";
import { printedUnit, type ValueKind, writeQuantity } from "#server/wording/quantities.ts";
import { NOT_MEASURED, THIN } from "#server/wording/typography.ts";
import { clearness } from "../overlays/tooltip-host.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { percentOfWidth } from "#server/numbers/round.ts";
import type { RunColour } from "#server/plot/colours.ts";
import type { ClaimVerdict } from "#server/contracts/claim-verdict.ts";
import { NumberAside } from "../marks/number-aside.tsx";
import { runColour } from "../marks/run-state.tsx";
import type { EstimateColumn } from "./estimate-column.ts";
import { VerdictMark, verdictStroke } from "../marks/verdict-mark.tsx";

/** The head of a column of `IntervalCell`s: the domain they share. Texts as printed, "80" and "100". */
export function IntervalHead({ low, high }: { low: string; high: string }) {
  return (
    <span className="interval-head">
      <VisuallyHidden>Interval, from </VisuallyHidden>
      <span>{low}</span>
      <VisuallyHidden> to </VisuallyHidden>
      <span>{high}</span>
    </span>
  );
}

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

interface DeltaCellProps {
  /** Difference to the baseline, in the unit of the store. */
  difference: number | null;
  /** The adjusted interval of the difference; null below 3 seeds. */
  interval?: { low: number; high: number } | null;
  kind?: ValueKind;
  /** Which way is better for this metric; without it a clear difference is bold but has no colour. */
  better?: "higher" | "lower";
  /** The verdict on it, where there is one: without it the interval alone decides about colour. */
  differs?: boolean;
  /** Shown but not comparable: says "not ranked". */
  notRanked?: boolean;
  /** Why there is no interval: "1 seed, no interval". */
  noInterval?: string;
  /** Writes "pp" beside the number where no head does. */
  showUnit?: boolean;
  /** What the cells of its column share. */
  column?: EstimateColumn;
}

/** A difference. It is coloured only when its adjusted interval excludes zero: colour means significance, not sign. */
export function DeltaCell(props: DeltaCellProps) {
  const { difference, interval, kind = "number", better, notRanked, noInterval, showUnit } = props;
  const { differs = true, column } = props;
  if (notRanked)
    return (
      <span className="value" data-missing>
        not ranked
      </span>
    );
  if (difference === null)
    return (
      <span className="value" data-missing>
        {NOT_MEASURED}
        <NumberAside text="" room={column?.room} />
      </span>
    );
  const written = writeQuantity({
    value: difference,
    alike: column?.decimals,
    kind,
    low: interval?.low,
    high: interval?.high,
    difference: true,
  });
  const unit = kind === "share" ? printedUnit(kind, true) : "";
  const aside = written.interval ?? noInterval;
  return (
    <span className="delta" data-clear={clearness(differs ? interval : null, better)}>
      <b>{written.value}</b>
      {showUnit && unit ? (
        <span className="value-unit">
          {THIN}
          {unit}
        </span>
      ) : null}
      <NumberAside text={aside ?? ""} room={column?.room} />
    </span>
  );
}

interface RateCellProps {
  /** Problems solved, groups dead: how many of n. */
  count: number | null;
  n: number;
  /** Bounds from 0 to 1, by the method the head names; null where there are none. */
  interval?: { low: number | null; high: number | null } | null;
  /** Writes 311/400 before the interval. */
  showCount?: boolean;
  /** What the cells of its column share. */
  column?: EstimateColumn;
}

/** A rate in a table whose head says "%": 77.8 311/400 [73.4, 81.6]. */
export function RateCell({ count, n, interval, showCount, column }: RateCellProps) {
  if (count === null || n === 0)
    return (
      <span className="value" data-missing>
        {NOT_MEASURED}
        <NumberAside text="" room={column?.room} />
      </span>
    );
  const written = writeQuantity({
    value: count / n,
    kind: "share",
    n,
    alike: column?.decimals,
    low: interval?.low,
    high: interval?.high,
  });
  const aside = [showCount ? writePart(count, n) : "", written.interval].filter(Boolean).join(" ");
  return (
    <span className="value">
      {written.value}
      <NumberAside text={aside} room={column?.room} />
    </span>
  );
}

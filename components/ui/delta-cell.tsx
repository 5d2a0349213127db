import { printedUnit, writeQuantity, type ValueKind } from "#server/wording/quantities.ts";
import { NOT_MEASURED, THIN } from "#server/wording/typography.ts";
import { clearness } from "./clearness.ts";

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
}

/** A difference. It is coloured only when its adjusted interval excludes zero: colour means significance, not sign. */
export function DeltaCell(props: DeltaCellProps) {
  const { difference, interval, kind = "number", better, notRanked, noInterval, showUnit } = props;
  const { differs = true } = props;
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
      </span>
    );
  const written = writeQuantity({
    value: difference,
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
      {aside ? <span className="value-aside">{aside}</span> : null}
    </span>
  );
}

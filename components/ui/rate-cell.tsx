import { writePart } from "#server/wording/counts.ts";
import { writeQuantity } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

interface RateCellProps {
  /** Problems solved, groups dead: how many of n. */
  count: number | null;
  n: number;
  /** Bounds from 0 to 1, by the method the head names. */
  interval?: { low: number; high: number } | null;
  /** Writes 311/400 before the interval. */
  showCount?: boolean;
}

/** A rate in a table whose head says "%": 77.8 311/400 [73.4, 81.6]. */
export function RateCell({ count, n, interval, showCount }: RateCellProps) {
  if (count === null || n === 0)
    return (
      <span className="value" data-missing>
        {NOT_MEASURED}
      </span>
    );
  const written = writeQuantity({
    value: count / n,
    kind: "share",
    n,
    low: interval?.low,
    high: interval?.high,
  });
  const aside = [showCount ? writePart(count, n) : "", written.interval].filter(Boolean).join(" ");
  return (
    <span className="value">
      {written.value}
      {aside ? <span className="value-aside">{aside}</span> : null}
    </span>
  );
}

import type { ReactNode } from "react";
import { formatInterval } from "./format/format-interval.ts";
import { formatNotANumber, formatNumber } from "./format/format-number.ts";
import { formatValue, printedScale, type ValueKind } from "./format/format-value.ts";
import { intervalDecimals } from "./format/interval-decimals.ts";
import { THIN, withTrueMinus } from "./format/typography.ts";
import { Popover } from "./popover.tsx";
import { SourceGlyph, type SourceName } from "./source-glyph.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export interface ValueProps {
  value: number | null | undefined;
  kind?: ValueKind;
  /** Beside the number where no head or caption carries it: "%", "points". */
  unit?: string;
  /** How many problems, seeds or groups stand behind it; decides the decimals of a share. */
  n?: number | null;
  /** Decimals that all cells of a column share, instead of three significant digits; for kind "number". */
  decimals?: number;
  /** Says n beside the number: "n 400", "3 seeds". */
  nText?: string;
  /** Bounds in the unit of the store; both are written with the decimals they support. */
  interval?: { low: number; high: number } | null;
  /** Instead of an interval: "no interval", "1 seed, no interval". */
  noInterval?: string;
  /** Not the dash: switched off, or shown but not comparable. */
  missing?: "off" | "not ranked" | "not defined";
  source?: SourceName;
  stale?: boolean;
  /** Where the number comes from; makes the whole number a button that opens it. */
  details?: ReactNode;
  detailsTitle?: string;
}

/** A number with what must stand within one line of it. */
export function Value(props: ValueProps) {
  const { value, unit, missing, source, stale, details, detailsTitle } = props;
  const special = formatNotANumber(value);
  const text = missing ?? written(props);
  const inner = (
    <>
      {text}
      {unit && special === null && !missing ? (
        <span className="value-unit">
          {THIN}
          {unit}
        </span>
      ) : null}
      {source && special !== "–" && !missing ? (
        <SourceGlyph source={source} stale={stale} decorative={Boolean(details)} />
      ) : null}
      <Aside {...props} />
    </>
  );
  if (details)
    return (
      <Popover
        trigger={
          <>
            {inner}
            <VisuallyHidden>, where it comes from</VisuallyHidden>
          </>
        }
        triggerClass="value"
        title={detailsTitle ?? "Where this comes from"}
      >
        {details}
      </Popover>
    );
  return (
    <span
      className="value"
      data-missing={missing || special === "–" || undefined}
      data-nonfinite={(special !== null && special !== "–") || undefined}
    >
      {inner}
    </span>
  );
}

/** With an interval the estimate has its decimals; alone it has those of its kind. */
function written({ value, kind = "number", n, interval, decimals }: ValueProps): string {
  if (decimals !== undefined && kind === "number") return formatNumber(value, 3, decimals);
  if (!interval || kind === "share" || kind === "count" || formatNotANumber(value) !== null)
    return formatValue(value, kind, n);
  return withTrueMinus((value as number).toFixed(intervalDecimals(interval.low, interval.high)));
}

function Aside({ kind = "number", nText, interval, noInterval }: ValueProps) {
  const { factor } = printedScale(kind);
  const [low, high] = interval ? [interval.low * factor, interval.high * factor] : [0, 0];
  const bounds = interval
    ? formatInterval(low, high, kind === "share" ? 1 : intervalDecimals(low, high))
    : noInterval;
  const text = [nText, bounds].filter(Boolean).join(" ");
  return text ? <span className="value-aside">{text}</span> : null;
}

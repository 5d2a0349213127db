import type { ReactNode } from "react";
import { writeNotANumber } from "#server/wording/numbers.ts";
import { writeQuantity, type ValueKind } from "#server/wording/quantities.ts";
import { NOT_MEASURED, THIN } from "#server/wording/typography.ts";
import type { EstimateColumn } from "../tables/estimate-column.ts";
import { NumberAside } from "./number-aside.tsx";
import { Popover } from "../overlays/popover.tsx";
import { SourceGlyph, type SourceName } from "./source-glyph.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";

export interface ValueProps {
  value: number | null | undefined;
  kind?: ValueKind;
  /** Beside the number where no head or caption carries it: "%", "points". */
  unit?: string;
  /** How many problems, steps or groups a share is of; decides its decimals. */
  n?: number | null;
  /** Decimals that all cells of a column share, instead of three significant digits. */
  decimals?: number | null;
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
  /** What the cells of its column share. */
  column?: EstimateColumn;
  /** Where the number comes from; makes the whole number a button that opens it. */
  details?: ReactNode;
  detailsTitle?: string;
}

/** A number with what must stand within one line of it. */
export function Value(props: ValueProps) {
  const { value, kind, n, decimals, interval, unit, missing, source, stale, details, detailsTitle } = props;
  const special = writeNotANumber(value);
  const [low, high, alike] = [interval?.low, interval?.high, props.column?.decimals];
  const written = writeQuantity({ value, kind, n, decimals, alike, low, high });
  const text = missing ?? written.value;
  const inner = (
    <>
      {text}
      {unit && special === null && !missing ? (
        <span className="value-unit">
          {THIN}
          {unit}
        </span>
      ) : null}
      {source && special !== NOT_MEASURED && !missing ? (
        <SourceGlyph source={source} stale={stale} decorative={Boolean(details)} />
      ) : null}
      <Aside {...props} bounds={written.interval} />
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
      data-missing={missing || special === NOT_MEASURED || undefined}
      data-nonfinite={(special !== null && special !== NOT_MEASURED) || undefined}
    >
      {inner}
    </span>
  );
}

function Aside({ nText, bounds, noInterval, column }: ValueProps & { bounds: string | null }) {
  const text = [nText, bounds ?? noInterval].filter(Boolean).join(" ");
  return <NumberAside text={text} room={column?.room} />;
}

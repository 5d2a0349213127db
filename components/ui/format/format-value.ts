import { formatBytes } from "./format-bytes.ts";
import { formatCount } from "./format-count.ts";
import { formatClock } from "./format-duration.ts";
import { formatNumber } from "./format-number.ts";
import { formatShare } from "./format-share.ts";

/**
 * How a quantity is written. `share` is stored from 0 to 1 and read in per cent, its differences in pp; `duration` is in
 * milliseconds; `bytes` carries its own unit.
 */
export type ValueKind = "number" | "count" | "share" | "duration" | "bytes";

type Write = (value: number | null | undefined, n: number | null | undefined) => string;

const WRITERS: Record<ValueKind, Write> = {
  number: (value) => formatNumber(value),
  count: formatCount,
  share: (value, n) => formatShare(value, { n }),
  duration: formatClock,
  bytes: formatBytes,
};

/** Writes a value of a kind, without the unit that its head or caption carries. `n` decides the decimals of a share. */
export function formatValue(value: number | null | undefined, kind: ValueKind, n?: number | null): string {
  return WRITERS[kind](value, n);
}

/** The factor from the stored value to the printed one, and the unit of a difference of that kind. */
export function printedScale(kind: ValueKind): { factor: number; differenceUnit: string | null } {
  return kind === "share" ? { factor: 100, differenceUnit: "pp" } : { factor: 1, differenceUnit: null };
}

import { formatNotANumber } from "./format-number.ts";
import { THIN } from "./typography.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in a column, h:mm: 0:27, 1:05, 26:40. Takes milliseconds. */
export function formatClock(ms: number | null | undefined): string {
  const special = formatNotANumber(ms);
  if (special !== null) return special;
  const minutes = Math.max(0, Math.round((ms as number) / MINUTE));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** A duration in prose: 240 ms, 3.6 s, 42 s, 15 min, 2 h 5 min, 3 d 4 h. Takes milliseconds. */
export function formatDuration(ms: number | null | undefined): string {
  const special = formatNotANumber(ms);
  if (special !== null) return special;
  const span = Math.max(0, ms as number);
  if (span < SECOND) return `${Math.round(span)}${THIN}ms`;
  if (span < 9.95 * SECOND) return `${(span / SECOND).toFixed(1)}${THIN}s`;
  if (span < 99.5 * SECOND) return `${Math.round(span / SECOND)}${THIN}s`;
  if (span < 99.5 * MINUTE) return `${Math.round(span / MINUTE)}${THIN}min`;
  if (span < 2 * DAY) return twoUnits(Math.round(span / MINUTE), 60, "h", "min");
  return twoUnits(Math.round(span / HOUR), 24, "d", "h");
}

function twoUnits(smaller: number, base: number, largeUnit: string, smallUnit: string): string {
  const large = `${Math.floor(smaller / base)}${THIN}${largeUnit}`;
  const rest = smaller % base;
  return rest === 0 ? large : `${large} ${rest}${THIN}${smallUnit}`;
}

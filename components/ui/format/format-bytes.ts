import { formatNotANumber } from "./format-number.ts";
import { THIN } from "./typography.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Bytes in binary units with three digits: 812 B, 48.9 GiB. */
export function formatBytes(bytes: number | null | undefined): string {
  const special = formatNotANumber(bytes);
  if (special !== null) return special;
  let size = bytes as number;
  let unit = 0;
  while (Math.abs(size) >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const decimals =
    unit === 0 ? 0 : Math.max(0, Math.min(2, 2 - Math.floor(Math.log10(Math.max(1, Math.abs(size))))));
  return `${size.toFixed(decimals)}${THIN}${UNITS[unit]}`;
}

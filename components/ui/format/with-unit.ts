import { THIN } from "./typography.ts";

/** A number and its unit, "12 ms" or "95 %": a thin space that no line breaks at, and nothing where there is no unit. */
export function withUnit(written: string, unit: string): string {
  return unit === "" ? written : `${written}${THIN}${unit}`;
}

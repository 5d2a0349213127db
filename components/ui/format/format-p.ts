import { formatNotANumber } from "./format-number.ts";

/** A p value with two digits, "< 0.001" below; zeros at its end carry nothing and are dropped. */
export function formatP(p: number | null | undefined): string {
  const special = formatNotANumber(p);
  if (special !== null) return special;
  const value = p as number;
  if (value < 0.001) return "< 0.001";
  return String(Number(value.toPrecision(2)));
}

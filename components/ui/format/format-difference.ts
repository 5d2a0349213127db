import { formatNotANumber } from "./format-number.ts";
import { groupThousands } from "./group-thousands.ts";
import { MINUS } from "./typography.ts";

/** A difference always shows its sign: +6.1, −0.3, and 0.0 where it rounds to nothing. */
export function formatDifference(value: number | null | undefined, decimals: number): string {
  const special = formatNotANumber(value);
  if (special !== null) return special;
  const digits = Math.abs(value as number).toFixed(decimals);
  if (Number(digits) === 0) return digits;
  return ((value as number) > 0 ? "+" : MINUS) + groupThousands(digits);
}

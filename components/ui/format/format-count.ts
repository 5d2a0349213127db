import { formatLarge, formatNotANumber } from "./format-number.ts";
import { groupThousands } from "./group-thousands.ts";
import { withTrueMinus } from "./typography.ts";

/** A count of things: 57, 6,214, 1.31 M. Fractions are rounded. */
export function formatCount(value: number | null | undefined): string {
  const special = formatNotANumber(value);
  if (special !== null) return special;
  const rounded = Math.round(value as number);
  return withTrueMinus(formatLarge(rounded, 3) ?? groupThousands(String(rounded === 0 ? 0 : rounded)));
}

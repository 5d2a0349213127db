import { formatNotANumber } from "./format-number.ts";
import { THIN, withTrueMinus } from "./typography.ts";

/** Decimals a share of n can carry: below 100 one problem more or less moves it by over a point. */
export function shareDecimals(n: number | null | undefined): number {
  return n !== null && n !== undefined && n < 100 ? 0 : 1;
}

/**
 * A share between 0 and 1 as per cent, without the sign where a column head carries it: 0.778 is "77.8", or "77.8 %" with
 * `unit`. One decimal, none below n = 100.
 */
export function formatShare(
  share: number | null | undefined,
  options: { n?: number | null; unit?: boolean; decimals?: number } = {},
): string {
  const special = formatNotANumber(share);
  if (special !== null) return special;
  const text = withTrueMinus(((share as number) * 100).toFixed(options.decimals ?? shareDecimals(options.n)));
  return options.unit ? `${text}${THIN}%` : text;
}

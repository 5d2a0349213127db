import { formatDifference } from "./format-difference.ts";
import { groupThousands } from "./group-thousands.ts";
import { withTrueMinus } from "./typography.ts";

/** [85.0, 91.3], or with signs [+3.2, +9.0] for the interval of a difference. */
export function formatInterval(low: number, high: number, decimals: number, signed = false): string {
  const write = (bound: number) =>
    signed ? formatDifference(bound, decimals) : withTrueMinus(groupThousands(bound.toFixed(decimals)));
  return `[${write(low)}, ${write(high)}]`;
}

import { writeLevel } from "../../wording/quantities.ts";
import { wilson } from "./wilson.ts";

/** How far two shares of different problems lie apart. */
export interface SharesApart {
  difference: number;
  low: number;
  high: number;
  method: string;
}

/**
 * First share minus second, both of independent items and of no item in common, with Newcombe's hybrid score interval:
 *
 * d - sqrt((p1 - l1)^2 + (u2 - p2)^2)  to  d + sqrt((u1 - p1)^2 + (p2 - l2)^2), l and u by Wilson
 *
 * (R. G. Newcombe 1998, Statistics in Medicine 17, 873-890, method 10). Null where a side has no items.
 */
export function differenceOfShares(
  first: { hits: number; n: number },
  second: { hits: number; n: number },
  level = 0.95,
): SharesApart | null {
  const [a, b] = [wilson(first.hits, first.n, level), wilson(second.hits, second.n, level)];
  if (a.value === null || b.value === null) return null;
  const [al, au, bl, bu] = [a.low, a.high, b.low, b.high].map(Number);
  const difference = a.value - b.value;
  return {
    difference,
    low: difference - Math.hypot(a.value - al, bu - b.value),
    high: difference + Math.hypot(au - a.value, b.value - bl),
    method: `Newcombe hybrid score interval, ${writeLevel(level)}, two sets of problems`,
  };
}

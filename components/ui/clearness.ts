import { settledSign } from "#server/numbers/excludes-zero.ts";

/** "better" or "worse" where the interval excludes zero, "yes" where it does and no direction is known. */
export function clearness(
  interval: { low: number; high: number } | null | undefined,
  better: "higher" | "lower" | undefined,
): "better" | "worse" | "yes" | undefined {
  const sign = settledSign(interval);
  if (sign === null) return undefined;
  if (better === undefined) return "yes";
  return (sign === 1) === (better === "higher") ? "better" : "worse";
}

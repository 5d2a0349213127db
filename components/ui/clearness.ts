/** "better" or "worse" where the interval excludes zero, "yes" where it does and no direction is known. */
export function clearness(
  interval: { low: number; high: number } | null | undefined,
  better: "higher" | "lower" | undefined,
): "better" | "worse" | "yes" | undefined {
  if (!interval || (interval.low <= 0 && interval.high >= 0)) return undefined;
  if (better === undefined) return "yes";
  return interval.low > 0 === (better === "higher") ? "better" : "worse";
}

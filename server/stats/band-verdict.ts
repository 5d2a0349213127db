/** Shares that were expected, from 0 to 1. */
export interface ExpectedBand {
  low: number;
  high: number;
}

/** "unclear": the interval touches or crosses an edge of the band, or there is no interval. */
export type BandVerdict = "inside" | "below" | "above" | "unclear" | "no band";

/**
 * Where a measured share lies against the band it was expected in, judged by its whole interval and never by the estimate
 * alone: inside or outside only when every value of the interval is.
 */
export function bandVerdict(
  interval: { low: number | null; high: number | null },
  band: ExpectedBand | null,
): BandVerdict {
  if (!band) return "no band";
  const { low, high } = interval;
  if (low === null || high === null) return "unclear";
  if (high < band.low) return "below";
  if (low > band.high) return "above";
  return low > band.low && high < band.high ? "inside" : "unclear";
}

/** Shares that were expected, from 0 to 1. */
export interface ExpectedBand {
  low: number;
  high: number;
}

/** "unclear": the interval touches or crosses an edge of the band, lies too near to it, or there is no interval. */
export type BandVerdict = "inside" | "below" | "above" | "unclear" | "no band";

const ERRORS_APART = 2;

/**
 * Where a measured share lies against the band it was expected in, judged by its whole interval and never by the estimate
 * alone: inside or outside only when every value of the interval is. A bound that was simulated comes with its Monte-Carlo
 * standard error in `errors` and has to clear the edge by two of them, so that no other seed would turn the verdict around.
 */
export function bandVerdict(
  interval: { low: number | null; high: number | null },
  band: ExpectedBand | null,
  errors: { low: number; high: number } = { low: 0, high: 0 },
): BandVerdict {
  if (!band) return "no band";
  const { low, high } = interval;
  if (low === null || high === null) return "unclear";
  const lowClears = (edge: number) => low - ERRORS_APART * errors.low > edge;
  const highClears = (edge: number) => high + ERRORS_APART * errors.high < edge;
  if (highClears(band.low)) return "below";
  if (lowClears(band.high)) return "above";
  return lowClears(band.low) && highClears(band.high) ? "inside" : "unclear";
}

import type { BandPoint } from "#components/charts/types.ts";
import type { SeedBand } from "#server/contracts/series.ts";

/** Points of a band; an x where no seed has a value is a gap. */
export function bandPoints(band: SeedBand): BandPoint[] {
  return band.x.flatMap((x, i) => {
    const mean = band.mean[i];
    return mean === null ? [] : [{ x, mean, low: band.low[i], high: band.high[i], n: band.n[i] }];
  });
}

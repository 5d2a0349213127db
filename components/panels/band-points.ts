import type { BandPoint } from "#components/charts/types.ts";
import type { SeedBand } from "#server/contracts/series.ts";

/** Points of a band; an x where no seed has a value is a gap, and one where they are only NaN or infinite has no mean. */
export function bandPoints(band: SeedBand): BandPoint[] {
  const { x, mean, low, high, n, nonFinite, posInf, negInf } = band;
  return x.flatMap((at, i) =>
    n[i] + nonFinite[i] === 0
      ? []
      : [
          {
            x: at,
            mean: mean[i],
            low: low[i],
            high: high[i],
            n: n[i],
            nonFinite: nonFinite[i],
            posInf: posInf[i],
            negInf: negInf[i],
          },
        ],
  );
}

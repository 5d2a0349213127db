import type { BucketBlock } from "#db/points/point-store.ts";

/** The values of several runs at shared x: for each x those of the runs that have one there. */
export interface Aligned {
  aligned: "exact" | "binned";
  x: number[];
  values: number[][];
}

/** Points of one run, raw; those of a later attempt after those of an earlier one. */
export interface RunPoints {
  x: Float64Array;
  value: Float64Array;
}

/**
 * The x of all runs together where these agree: at most `limit`, and no more than the longest run has, so that runs that
 * merely interleave are not taken for one that skips. Null where they do not agree.
 */
export function alignExactly(runs: readonly RunPoints[], limit: number): Aligned | null {
  const longest = runs.reduce((most, { x }) => Math.max(most, x.length), 0);
  const shared = new Set<number>();
  for (const { x } of runs) {
    for (const one of x) shared.add(one);
    if (shared.size > Math.min(limit, longest)) return null;
  }
  const x = [...shared].toSorted((a, b) => a - b);
  const place = new Map(x.map((one, i) => [one, i]));
  const values: number[][] = x.map(() => []);
  for (const run of runs) {
    // Attempts of a run may meet at an x of another axis: the run still counts once there, by its latest.
    const byX = new Map(Array.from(run.x, (one, i) => [one, run.value[i]]));
    for (const [one, value] of byX) if (Number.isFinite(value)) values[place.get(one) as number].push(value);
  }
  return { aligned: "exact", x, values };
}

/** Bins of equal width over `span`; a run's value in a bin is the mean of its finite points there. Empty bins stay. */
export function alignInBins(
  runs: readonly (readonly BucketBlock[])[],
  [lo, hi]: [number, number],
  bins: number,
): Aligned {
  const width = (hi - lo) / bins || 1;
  const values: number[][] = Array.from({ length: bins }, () => []);
  for (const parts of runs) {
    const sums = new Float64Array(bins);
    const counts = new Float64Array(bins);
    for (const { x0, x1, mean, n, nan, posInf, negInf } of parts)
      for (let i = 0; i < x0.length; i++) {
        const finite = n[i] - nan[i] - posInf[i] - negInf[i];
        if (finite === 0) continue;
        const bin = Math.min(bins - 1, Math.max(0, Math.floor(((x0[i] + x1[i]) / 2 - lo) / width)));
        sums[bin] += mean[i] * finite;
        counts[bin] += finite;
      }
    counts.forEach((count, bin) => {
      if (count > 0) values[bin].push(sums[bin] / count);
    });
  }
  return { aligned: "binned", x: values.map((_, i) => lo + (i + 0.5) * width), values };
}

import type { BucketBlock } from "#db/points/point-store.ts";
import { equalParts } from "../../numbers/mean.ts";
import { stepToMean } from "../../stats/smooth/smooth.ts";

/** The finite values of several runs at shared x: for each x those of the runs that have one there. */
export interface Aligned {
  aligned: "exact" | "binned";
  x: number[];
  values: number[][];
  /** Points at this x that are NaN or infinite, beside finite ones or not. */
  nonFinite: number[];
  /** Of these, the ones that are +∞, and those that are −∞. */
  posInf: number[];
  negInf: number[];
}

/** Points of one run, raw; those of a later attempt after those of an earlier one. */
export interface RunPoints {
  x: Float64Array;
  value: Float64Array;
}

type Counts = Pick<Aligned, "nonFinite" | "posInf" | "negInf">;

function noCounts(length: number): Counts {
  const zeros = () => Array.from({ length }, () => 0);
  return { nonFinite: zeros(), posInf: zeros(), negInf: zeros() };
}

/**
 * Of the shared x between its first and its last, a run that agrees with the others lacks at most these; and all together
 * have at most this share more than the longest, where each lacks other ones.
 */
const LACKING = { share: 0.1, atLeast: 1 };

/**
 * The x of all runs together where these agree: at most `limit`, hardly more than the longest run has, so that runs that
 * merely interleave are not taken for ones that skip, and hardly any that one of them skips: at the few x of a sparse run
 * the mean would jump to it and back. Null where they do not agree.
 */
export function alignExactly(runs: readonly RunPoints[], limit: number): Aligned | null {
  const longest = runs.reduce((most, { x }) => Math.max(most, x.length), 0);
  const most = Math.min(limit, longest + Math.floor(longest * LACKING.share));
  const shared = new Set<number>();
  for (const { x } of runs) {
    for (const one of x) shared.add(one);
    if (shared.size > most) return null;
  }
  const x = [...shared].toSorted((a, b) => a - b);
  const place = new Map(x.map((one, i) => [one, i]));
  const values: number[][] = x.map(() => []);
  const counts = noCounts(x.length);
  for (const run of runs) {
    // Attempts of a run may meet at an x of another axis: the run still counts once there, by its latest.
    const byPlace = new Map(Array.from(run.x, (one, i) => [place.get(one) as number, run.value[i]]));
    if (skips([...byPlace.keys()])) return null;
    for (const [at, value] of byPlace) {
      if (Number.isFinite(value)) values[at].push(value);
      else {
        counts.nonFinite[at]++;
        if (value === Infinity) counts.posInf[at]++;
        else if (value === -Infinity) counts.negInf[at]++;
      }
    }
  }
  return { aligned: "exact", x, values, ...counts };
}

/** Whether a run lacks too many of the shared x inside its own range to be one of their steps. */
function skips(places: readonly number[]): boolean {
  let [first, last] = [Infinity, -Infinity];
  for (const place of places) {
    first = Math.min(first, place);
    last = Math.max(last, place);
  }
  const within = last - first + 1;
  return within - places.length > Math.max(LACKING.atLeast, within * LACKING.share);
}

/** Bins of equal width over `span`; a run's value in a bin is the mean of its finite points there. Empty bins stay. */
export function alignInBins(
  runs: readonly (readonly BucketBlock[])[],
  [lo, hi]: [number, number],
  bins: number,
): Aligned {
  const { partOf, middleOf } = equalParts(lo, hi, bins);
  const values: number[][] = Array.from({ length: bins }, () => []);
  const counts = noCounts(bins);
  for (const parts of runs) {
    const means = new Float64Array(bins);
    const finite = new Uint32Array(bins);
    for (const { x0, x1, mean, n, nan, posInf, negInf } of parts)
      for (let i = 0; i < x0.length; i++) {
        const bin = partOf(x0[i] / 2 + x1[i] / 2);
        const spoiled = nan[i] + posInf[i] + negInf[i];
        counts.nonFinite[bin] += spoiled;
        counts.posInf[bin] += posInf[i];
        counts.negInf[bin] += negInf[i];
        const counted = n[i] - spoiled;
        if (counted === 0) continue;
        finite[bin] += counted;
        means[bin] = stepToMean(means[bin], mean[i], counted / finite[bin]);
      }
    for (let bin = 0; bin < bins; bin++) if (finite[bin] > 0) values[bin].push(means[bin]);
  }
  return { aligned: "binned", x: values.map((_, i) => middleOf(i)), values, ...counts };
}

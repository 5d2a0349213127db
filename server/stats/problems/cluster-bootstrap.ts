import { countOf, writeCount } from "../../wording/counts.ts";
import { leftOutValues } from "../../wording/charts/feet.ts";
import { writeLevel } from "../../wording/quantities.ts";
import { type Estimate, requireLevel } from "../estimate.ts";
import { isRounding, keepFinite } from "../moments.ts";
import { quantileOfSorted } from "../summary.ts";
import { seededRandom } from "../seeded-random.ts";

/**
 * Mean of independent values, one per unit, with a percentile bootstrap interval, in the values' unit: for skewed or bounded
 * values (steps, optimality preservation) of many problems. Each value is its own cluster of `clusterBootstrap`, so the same
 * rules hold: no bounds below 10 values or where all are equal, and non-finite values are left out and counted.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): Estimate {
  const { finite, nonFinite } = keepFinite(values);
  const clusterName = options.clusterName ?? "values";
  const estimate = clusterBootstrap(
    finite.map((value) => [value]),
    { ...options, clusterName },
  );
  return { ...estimate, nonFinite, method: estimate.method + leftOutValues(nonFinite) };
}

export interface BootstrapOptions {
  /** Whole number; the same seed and data give the same bounds. */
  seed: number;
  level?: number;
  /** Number of resamples, at least 200. */
  replicates?: number;
  /** What a cluster is, in the plural, for the method text. */
  clusterName?: string;
}

/** Fewer units than this give no interval: the percentile bootstrap of 10 values covers about 90 % where it says 95 %. */
export const FEWEST_CLUSTERS = 10;
const FEWEST_REPLICATES = 200;
const TWO_POW_32 = 2 ** 32;

/**
 * Mean over all items (items pooled, so a cluster counts by its size) with a percentile bootstrap interval that resamples
 * whole clusters with replacement (Davison & Hinkley 1997, section 2.4; Field & Welsh 2007, JRSS B 69, 369-390).
 *
 * `clusters[i]` holds the values of cluster i, for example 1 or 0 per answer to problem i; an empty cluster (a problem
 * without an answer) stays in the draw. `n` counts the clusters. Bounds are null with fewer than 10 clusters that hold an
 * item, and where resampling shows no spread. Non-finite items are left out and counted. A resample without any item is redrawn.
 * Throws RangeError for a bad level, seed or number of replicates.
 */
export function clusterBootstrap(
  clusters: readonly (readonly number[])[],
  options: BootstrapOptions,
): Estimate {
  const { seed, level = 0.95, replicates = 10_000, clusterName = "clusters" } = options;
  requireLevel(level);
  if (!Number.isInteger(replicates) || replicates < FEWEST_REPLICATES) {
    throw new RangeError(`A bootstrap needs at least ${FEWEST_REPLICATES} resamples, got ${replicates}.`);
  }
  const random = seededRandom(seed);
  const total = pool(clusters);
  const n = clusters.length;
  const leftOut = leftOutValues(total.nonFinite);
  const mean = total.sum / total.items;
  const value = Number.isFinite(mean) ? mean : null;
  const shape = { value, n, nonFinite: total.nonFinite, level };
  const without = (why: string): Estimate => ({ ...shape, low: null, high: null, method: why + leftOut });
  if (total.items === 0) return without("no value: no finite items");
  if (value === null) return without("no value: the sum leaves the range of a double");
  if (total.filled < FEWEST_CLUSTERS) {
    return without(
      `mean only: the bootstrap needs ${FEWEST_CLUSTERS} ${clusterName} with items, here are ${writeCount(total.filled)}`,
    );
  }
  const magnitude = Math.max(Math.abs(total.min), Math.abs(total.max));
  if (isRounding(total.max - total.min, magnitude)) {
    return without(`mean only: all ${countOf(total.items, "item")} are equal, so resampling shows no spread`);
  }
  const means = resampledMeans(total.sums, total.counts, replicates, random);
  const low = quantileOfSorted(means, (1 - level) / 2) ?? value;
  const high = quantileOfSorted(means, (1 + level) / 2) ?? value;
  if (!Number.isFinite(high - low)) return without("mean only: the sums leave the range of a double");
  if (isRounding(high - low, magnitude)) {
    return without(`mean only: resampling whole ${clusterName} always gives the same mean`);
  }
  const method =
    `mean of ${countOf(total.items, "item")}; percentile bootstrap of whole ${clusterName}, ${writeLevel(level)}, ` +
    `${countOf(replicates, "resample")}, seed ${seed}${leftOut}`;
  return { ...shape, low, high, method };
}

function pool(clusters: readonly (readonly number[])[]) {
  const sums = new Float64Array(clusters.length);
  const counts = new Float64Array(clusters.length);
  let [min, max, nonFinite, sum, items, filled] = [Infinity, -Infinity, 0, 0, 0, 0];
  for (let i = 0; i < clusters.length; i++) {
    for (const value of clusters[i]) {
      if (!Number.isFinite(value)) {
        nonFinite++;
        continue;
      }
      sums[i] += value;
      counts[i]++;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    sum += sums[i];
    items += counts[i];
    if (counts[i] > 0) filled++;
  }
  return { sums, counts, min, max, nonFinite, sum, items, filled };
}

/** Pooled means of `replicates` resamples, ascending. */
function resampledMeans(
  sums: Float64Array,
  counts: Float64Array,
  replicates: number,
  random: () => number,
): Float64Array {
  const n = sums.length;
  const means = new Float64Array(replicates);
  for (let r = 0; r < replicates; r++) {
    let sum = 0;
    let items = 0;
    while (items === 0) {
      sum = 0;
      for (let draw = 0; draw < n; draw++) {
        const i = Math.floor((random() / TWO_POW_32) * n);
        sum += sums[i];
        items += counts[i];
      }
    }
    means[r] = sum / items;
  }
  return means.sort();
}

import { countOf, writeCount } from "../../wording/counts.ts";
import { writeLevel } from "../../wording/quantities.ts";
import { type BootstrapOptions, FEWEST_CLUSTERS } from "./cluster-bootstrap.ts";
import { type Estimate, requireLevel } from "../estimate.ts";
import { isRounding } from "../moments.ts";
import { quantileOfSorted } from "../summary.ts";
import { seededRandom } from "../seeded-random.ts";

/** Items counted by cluster and category: `counts[cluster * categories + category]`. */
export interface ClusterCounts {
  clusters: number;
  categories: number;
  counts: ArrayLike<number>;
}

export interface ClusterShares {
  /** Share of all items that are of each category; one per category. */
  shares: Estimate[];
  /** Monte-Carlo standard errors of each share's bounds, in share; 0 where a bound is exact or there is none. */
  errors: { low: number; high: number }[];
  /** Mean over all items of the category's value. */
  mean: Estimate;
}

const FEWEST_REPLICATES = 200;
const TWO_POW_32 = 2 ** 32;
const EXACT = { low: 0, high: 0 };

/**
 * Shares of categories among items that come in clusters (labels of the steps of an episode), and the mean of the categories'
 * `values`, each with a percentile bootstrap interval that resamples whole clusters (Davison & Hinkley 1997, section 2.4). All
 * come from the same resamples, so one pass gives them all; for one category it equals `clusterBootstrap` of 1s and 0s.
 *
 * A category that no item has (or all have) shows no spread in any resample. Its far bound is the exact binomial one for 0 of m
 * clusters, 1 - (alpha / 2)^(1/m) (Clopper & Pearson 1934), times the largest cluster over the mean one: a share of items is at
 * most the share of clusters that hold such an item times that ratio. Bounds are null with fewer than 10 clusters that hold an
 * item. Throws RangeError for a bad level, seed, number of replicates, or counts that do not fit their shape.
 */
export function clusterShares(
  table: ClusterCounts,
  values: readonly number[],
  options: BootstrapOptions,
): ClusterShares {
  const { seed, level = 0.95, replicates = 10_000, clusterName = "clusters" } = options;
  requireLevel(level);
  if (!Number.isInteger(replicates) || replicates < FEWEST_REPLICATES)
    throw new RangeError(`A bootstrap needs at least ${FEWEST_REPLICATES} resamples, got ${replicates}.`);
  if (table.counts.length !== table.clusters * table.categories || values.length !== table.categories)
    throw new RangeError(
      `Counts of ${table.clusters} clusters and ${table.categories} categories do not fit ${table.counts.length} numbers and ${values.length} values.`,
    );
  const random = seededRandom(seed);
  const sizes = clusterSizes(table);
  const shape = { n: table.clusters, nonFinite: 0, level };
  const without = (value: number | null, method: string): Estimate => ({
    ...shape,
    value,
    low: null,
    high: null,
    method,
  });
  const shareOf = (k: number) => (sizes.items === 0 ? null : sizes.totals[k] / sizes.items);
  const meanOf = () => (sizes.items === 0 ? null : dot(sizes.totals, values) / sizes.items);
  if (sizes.filled < FEWEST_CLUSTERS) {
    const why =
      sizes.items === 0
        ? "no value: no items"
        : `share only: the bootstrap needs ${FEWEST_CLUSTERS} ${clusterName} with items, here are ${writeCount(sizes.filled)}`;
    return {
      shares: values.map((_, k) => without(shareOf(k), why)),
      errors: values.map(() => EXACT),
      mean: without(meanOf(), why),
    };
  }
  const draws = resample(table, values, replicates, random);
  const method =
    `percentile bootstrap of whole ${clusterName}, ${writeLevel(level)}, ${countOf(replicates, "resample")}, seed ${seed}; ` +
    countOf(sizes.items, "item");
  const bounded = (value: number, sample: Float64Array): Estimate => {
    const low = quantileOfSorted(sample, (1 - level) / 2) ?? value;
    const high = quantileOfSorted(sample, (1 + level) / 2) ?? value;
    if (isRounding(high - low, Math.max(Math.abs(low), Math.abs(high))))
      return without(value, `value only: resampling whole ${clusterName} always gives the same one`);
    return { ...shape, value, low, high, method };
  };
  const far = Math.min(1, ((1 - ((1 - level) / 2) ** (1 / sizes.filled)) * sizes.largest) / sizes.mean);
  const shares = values.map((_, k): Estimate => {
    const count = sizes.totals[k];
    if (count > 0 && count < sizes.items) return bounded(count / sizes.items, draws.shares[k]);
    const never = `exact binomial bound for 0 of ${writeCount(sizes.filled)} ${clusterName}, ${writeLevel(level)}, times the largest of them over the mean one`;
    return count === 0
      ? { ...shape, value: 0, low: 0, high: far, method: never }
      : { ...shape, value: 1, low: 1 - far, high: 1, method: never };
  });
  const errors = shares.map(({ low, value }, k) =>
    low === null || value === 0 || value === 1
      ? EXACT
      : {
          low: boundError(draws.shares[k], (1 - level) / 2),
          high: boundError(draws.shares[k], (1 + level) / 2),
        },
  );
  return { shares, errors, mean: bounded(dot(sizes.totals, values) / sizes.items, draws.means) };
}

/**
 * Standard error of a quantile of resamples from the order statistics two binomial standard errors either side of it, which
 * lie four of its own apart (Davison & Hinkley 1997, section 2.5.2).
 */
function boundError(sample: Float64Array, p: number): number {
  const reach = 2 * Math.sqrt((p * (1 - p)) / sample.length);
  const at = (q: number) => quantileOfSorted(sample, Math.min(1, Math.max(0, q))) ?? 0;
  return (at(p + reach) - at(p - reach)) / 4;
}

function dot(a: ArrayLike<number>, b: readonly number[]): number {
  return b.reduce((sum, value, k) => sum + a[k] * value, 0);
}

function clusterSizes({ clusters, categories, counts }: ClusterCounts) {
  const totals = new Float64Array(categories);
  let [items, filled, largest] = [0, 0, 0];
  for (let i = 0; i < clusters; i++) {
    let size = 0;
    for (let k = 0; k < categories; k++) {
      const count = counts[i * categories + k];
      totals[k] += count;
      size += count;
    }
    items += size;
    if (size > 0) filled++;
    largest = Math.max(largest, size);
  }
  return { totals, items, filled, largest, mean: filled === 0 ? 0 : items / filled };
}

/** Shares and means of `replicates` resamples, each ascending. */
function resample(
  { clusters, categories, counts }: ClusterCounts,
  values: readonly number[],
  replicates: number,
  random: () => number,
): { shares: Float64Array[]; means: Float64Array } {
  const shares = values.map(() => new Float64Array(replicates));
  const means = new Float64Array(replicates);
  const sums = new Float64Array(categories);
  for (let r = 0; r < replicates; r++) {
    let items = 0;
    // A resample that drew only empty clusters has no share; it is drawn again.
    while (items === 0) {
      sums.fill(0);
      for (let draw = 0; draw < clusters; draw++) {
        const from = Math.floor((random() / TWO_POW_32) * clusters) * categories;
        for (let k = 0; k < categories; k++) sums[k] += counts[from + k];
      }
      items = sums.reduce((a, b) => a + b, 0);
    }
    for (let k = 0; k < categories; k++) shares[k][r] = sums[k] / items;
    means[r] = dot(sums, values) / items;
  }
  for (const sample of shares) sample.sort();
  return { shares, means: means.sort() };
}

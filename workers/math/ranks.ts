import { mean } from "./moments.ts";

/** Ranks from 1, ties sharing the mean of their places. */
export function ranks(values: readonly number[]): number[] {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const result = values.map(() => 0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let k = from; k < to; k++) result[order[k]] = (from + 1 + to) / 2;
    from = to;
  }
  return result;
}

/** Spearman's rank correlation (Pearson's of the ranks, ties averaged); null where one side has no two values. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  const [a, b] = [ranks(xs), ranks(ys)];
  const [centreA, centreB] = [mean(a), mean(b)];
  let [covariance, varianceA, varianceB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    covariance += (a[i] - centreA) * (b[i] - centreB);
    varianceA += (a[i] - centreA) ** 2;
    varianceB += (b[i] - centreB) ** 2;
  }
  return varianceA === 0 || varianceB === 0 ? null : covariance / Math.sqrt(varianceA * varianceB);
}

/**
 * Chance that of two items with different labels the one with the higher label has the higher score, equal scores counting
 * half (Harrell's c). With labels 0 and 1 it is the area under the ROC curve. Null where all labels are equal.
 */
export function concordance(scores: readonly number[], labels: readonly number[]): number | null {
  const levels = [...new Set(labels)].sort((a, b) => a - b);
  const levelOf = new Map(levels.map((label, level) => [label, level]));
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  /** Items of each level with a lower score than those under way. */
  const below = levels.map(() => 0);
  let wins = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    const tied = levels.map(() => 0);
    while (to < order.length && scores[order[to]] === scores[order[from]])
      tied[levelOf.get(labels[order[to++]]) ?? 0]++;
    let worse = 0;
    tied.forEach((count, level) => {
      wins += count * worse;
      worse += below[level] + count / 2;
    });
    tied.forEach((count, level) => (below[level] += count));
    from = to;
  }
  let [pairs, lower] = [0, 0];
  for (const count of below) {
    pairs += count * lower;
    lower += count;
  }
  return pairs === 0 ? null : wins / pairs;
}

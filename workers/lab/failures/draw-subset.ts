import { stream } from "../../math/rng.ts";
import { STREAM } from "../algo/streams.ts";

/** What a draw is weighted by: the parts of a problem, and how many of the problems that have each were failed. */
export interface Weighted {
  parts: readonly string[];
  failed: boolean;
}

/**
 * Weight of each problem: the mean over its parts of how often a problem with that part was failed, (failed + 1) / (n + 2), so
 * that a part that never failed is still drawn sometimes.
 */
export function weaknessWeights(problems: readonly Weighted[]): number[] {
  const counts = new Map<string, { n: number; failed: number }>();
  for (const { parts, failed } of problems)
    for (const part of parts) {
      const count = counts.get(part) ?? { n: 0, failed: 0 };
      counts.set(part, { n: count.n + 1, failed: count.failed + Number(failed) });
    }
  const rate = (part: string) => {
    const { n, failed } = counts.get(part) as { n: number; failed: number };
    return (failed + 1) / (n + 2);
  };
  return problems.map(({ parts }) => parts.reduce((sum, part) => sum + rate(part), 0) / parts.length);
}

/**
 * `count` places of `weights`, or all of them where there are no more, each at most once, drawn one after another in proportion
 * to the weights (Efraimidis and Spirakis, 2006: the largest keys u^(1/w)). Ascending.
 */
export function drawWithout(weights: readonly number[], count: number, seed: number): number[] {
  const rng = stream(seed, STREAM.subset);
  const keys = weights.map((weight, place) => ({ place, key: Math.log(1 - rng()) / weight }));
  return keys
    .toSorted((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ place }) => place)
    .toSorted((a, b) => a - b);
}

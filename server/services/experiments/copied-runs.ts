import type { SeriesFacts } from "#db/points/point-store.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import type { SeedFacts } from "./cell-values.ts";

/** Clocks and machines, which differ even where a run repeats another one. */
const OF_THE_MACHINE =
  /(^|[/_])(perf|system|timing|timing_s|time|runtime|timestamp|step_time|tokens_per_sec\w*)([/_]|$)/;
/** Fewer points than these are equal by chance. */
const FEWEST_POINTS = 10;

/** Whether a curve tells runs apart: counters of progress are the same in all, and one that never moves shows no learning. */
const isTelling = ({ metric, n, min, max }: SeriesFacts): boolean =>
  !metric.startsWith("progress/") && n >= FEWEST_POINTS && min !== null && min !== max;

/**
 * What the points and the final evaluation of a run add up to; null where no curve tells it apart. Two trainings with different
 * seeds never share it.
 */
export function signatureOf(series: readonly SeriesFacts[], final: EvaluationTotals | null): string | null {
  const own = series.filter(({ metric }) => !OF_THE_MACHINE.test(metric));
  if (!own.some(isTelling)) return null;
  const { evaluation: _, ...totals } = final ?? {};
  const sums = own
    .map(({ metric, axis, n, nan, mean, min, minX, max, maxX, firstX, lastX, lastValue }) => ({
      name: `${metric} ${axis}`,
      sums: [n, nan, mean, min, minX, max, maxX, firstX, lastX, lastValue],
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify([totals, sums]);
}

/** Words of the first telling curve by name: runs that differ there need no whole signature. Null where none tells. */
export function fingerprintOf(series: readonly SeriesFacts[]): string | null {
  const first = series
    .filter((one) => isTelling(one) && !OF_THE_MACHINE.test(one.metric))
    .reduce<SeriesFacts | null>((least, one) => (least && least.metric <= one.metric ? least : one), null);
  return first && JSON.stringify([first.metric, first.n, first.mean, first.min, first.max, first.lastValue]);
}

/** Facts of the seeds of one configuration in which a run that repeats another one point by point has no value: it counts once. */
export function withoutCopies(seeds: readonly SeedFacts[]): SeedFacts[] {
  const alike = Map.groupBy(seeds, ({ fingerprint }) => fingerprint);
  const first = new Map<string, number>();
  return seeds.map((one) => {
    const isAlone = one.fingerprint === null || alike.get(one.fingerprint)?.length === 1;
    const signature = isAlone ? null : one.signature();
    if (signature === null) return one;
    const copyOf = first.get(signature);
    if (copyOf !== undefined)
      return { ...one, copyOf, evaluation: null, value: () => null, finalValues: () => [] };
    first.set(signature, one.seed);
    return one;
  });
}

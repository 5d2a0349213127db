import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";

/** Metrics of a run that need no chart of their own. */
export interface PlainMetrics {
  /** Every point is 0: how many there are, by metric. */
  flat: Record<string, number>;
  /** The shaped reward, which the loss saw, is the raw one. */
  shapedIsRaw: boolean;
}

const isOnlyZero = ({ n, nan, posInf, negInf, min, max }: SeriesFacts): boolean =>
  n > 0 && nan + posInf + negInf === 0 && min === 0 && max === 0;

/** What a series amounts to. Two of the same x that agree in all of it are the same picture. */
const amounts = (facts: readonly SeriesFacts[]): string =>
  JSON.stringify(
    facts
      .toSorted((a, b) => (a.attemptId < b.attemptId ? -1 : 1))
      .map((f) => [f.attemptId, f.n, f.nan, f.mean, f.min, f.minX, f.max, f.maxX, f.lastX, f.lastValue]),
  );

/** Read off what the store keeps of each series, so that no point is. `attemptIds` are those of one run. */
export function plainMetrics(store: PointStore, attemptIds: readonly string[]): PlainMetrics {
  const byMetric = Map.groupBy(store.series(attemptIds, null), ({ metric }) => metric);
  const flat = [...byMetric].flatMap(([metric, facts]) =>
    facts.every(isOnlyZero) ? [[metric, facts.reduce((sum, { n }) => sum + n, 0)]] : [],
  );
  const [raw, shaped] = [byMetric.get("reward/raw"), byMetric.get("reward/shaped")];
  return {
    flat: Object.fromEntries(flat),
    shapedIsRaw: raw !== undefined && shaped !== undefined && amounts(raw) === amounts(shaped),
  };
}

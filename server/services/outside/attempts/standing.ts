import type { PointColumns, SeriesFacts } from "#db/points/point-store.ts";

/** A series that is there, as far as it says how far the work has come. */
export type Reached = Pick<SeriesFacts, "id" | "metric" | "axis" | "lastX">;

/**
 * How the first rows of a process stand to what is there: it goes on with the work, it goes back to an x that was there already
 * (`firstX` by series), or it adds what nobody sent before, as a result of a test.
 */
export type Standing =
  | { kind: "works" }
  | { kind: "adds"; metrics: string[] }
  | { kind: "back"; series: (Reached & { firstX: number })[] };

const leastOf = (x: Float64Array): number => x.reduce((least, one) => (one < least ? one : least), Infinity);

/** The one step that all values have which were logged without one says nothing of where the work is. */
const isBehind = (firstX: number, lastX: number): boolean =>
  firstX < lastX || (firstX === lastX && lastX > 0);

/** Reads the standing from metrics that both have; `own` are those that this process has added itself. */
export function standingOf(
  columns: readonly PointColumns[],
  before: readonly Reached[],
  own: ReadonlySet<string>,
): Standing {
  const shared = columns.flatMap(({ metric, axis, x }) => {
    const found = own.has(metric)
      ? undefined
      : before.find((series) => series.metric === metric && series.axis === axis);
    return found?.lastX == null ? [] : [{ ...found, lastX: found.lastX, firstX: leastOf(x) }];
  });
  if (shared.length === 0) return { kind: "adds", metrics: columns.map(({ metric }) => metric) };
  const series = shared.filter(({ firstX, lastX }) => isBehind(firstX, lastX));
  return 2 * series.length >= shared.length ? { kind: "back", series } : { kind: "works" };
}

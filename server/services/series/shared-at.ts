import type { PointStore } from "#db/points/point-store.ts";

/** How many values of a series share an x, where that is more than the one that is shown; undefined where it stands alone. */
export function sharedAt(store: PointStore, seriesId: number, x: number | null): number | undefined {
  if (x === null) return undefined;
  const { total } = store.window(seriesId, { from: x, to: x }, 1);
  return total > 1 ? total : undefined;
}

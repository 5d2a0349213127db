import type { PointStore } from "#db/points/point-store.ts";

/** Where a series stands at or before an x, and when that came; from summaries, however many points there are. Null before its first. */
export function lastUpTo(store: PointStore, seriesId: number, to: number): { x: number; at: number } | null {
  const { x1, at1, total } = store.window(seriesId, { from: null, to }, 1);
  return total === 0 ? null : { x: x1[x1.length - 1], at: at1[at1.length - 1] };
}

import type { ZoomRange } from "#server/plot/series.ts";

/** How far the axes of a group of charts go, as far as their charts have shown all of them. */
export interface ExtentStore {
  /** Null where no chart on that axis was ever shown whole. */
  get: (axis: string) => ZoomRange | null;
  widen: (axis: string, extent: ZoomRange) => void;
}

/**
 * Remembers how far each axis goes: a page that is zoomed may hold only the points in sight, and the way back out must not
 * end there.
 */
export function createExtentStore(): ExtentStore {
  const extents = new Map<string, ZoomRange>();
  return {
    get: (axis) => extents.get(axis) ?? null,
    widen: (axis, [from, to]) => {
      const known = extents.get(axis);
      extents.set(axis, known ? [Math.min(known[0], from), Math.max(known[1], to)] : [from, to]);
    },
  };
}

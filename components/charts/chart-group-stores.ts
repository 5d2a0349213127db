import { createStore, type Store } from "./store.ts";
import type { ZoomRange } from "#server/plot/series.ts";

/** Where the cursor of a group of charts stands. */
export interface CursorState {
  /** In the unit of the axis; null when nobody points. */
  x: number | null;
  /** Charts follow only a cursor on the axis they share: train step, k. */
  axis: string;
  /** The chart that is pointed at or has the focus: it alone shows the tooltip. */
  owner: string | null;
}

export type CursorStore = Store<CursorState>;

/** The cursor while nobody points. */
export const NOWHERE: CursorState = { x: null, axis: "", owner: null };

/** One cursor for charts that are read together. It lives outside React, so that moving it draws no chart again. */
export const createCursorStore = (): CursorStore =>
  createStore(NOWHERE, (a, b) => a.x === b.x && a.owner === b.owner && a.axis === b.axis);

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

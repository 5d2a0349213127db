/** Where the cursor of a group of charts stands. */
export interface CursorState {
  /** In the unit of the axis; null when nobody points. */
  x: number | null;
  /** Charts follow only a cursor on the axis they share: train step, k. */
  axis: string;
  /** The chart that is pointed at or has the focus: it alone shows the tooltip. */
  owner: string | null;
}

export interface CursorStore {
  get: () => CursorState;
  set: (next: CursorState) => void;
  subscribe: (listener: () => void) => () => void;
}

const NOWHERE: CursorState = { x: null, axis: "", owner: null };

/** One cursor for charts that are read together. It lives outside React, so that moving it draws no chart again. */
export function createCursorStore(): CursorStore {
  let state = NOWHERE;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      if (next.x === state.x && next.owner === state.owner && next.axis === state.axis) return;
      state = next;
      for (const notify of listeners) notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

"use client";

import { useSyncExternalStore } from "react";
import type { CursorState, CursorStore } from "./cursor-store.ts";

const NOWHERE: CursorState = { x: null, axis: "", owner: null };

/** Follows the cursor of a group; before hydration nobody points. */
export function useCursor(store: CursorStore): CursorState {
  return useSyncExternalStore(store.subscribe, store.get, () => NOWHERE);
}

"use client";

import { useSyncExternalStore } from "react";
import type { PanelColumns } from "./layout/next-width.ts";

/** Windows narrower than this have fewer columns, as in the style sheet. */
const BELOW: [columns: PanelColumns, query: string][] = [
  [1, "(max-width: 719px)"],
  [2, "(max-width: 999px)"],
  [3, "(max-width: 1319px)"],
];

function follow(changed: () => void): () => void {
  const lists = BELOW.map(([, query]) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", changed);
  return () => {
    for (const list of lists) list.removeEventListener("change", changed);
  };
}

const inWindow = (): PanelColumns => BELOW.find(([, query]) => matchMedia(query).matches)?.[0] ?? 4;
const onServer = (): PanelColumns => 4;

/** How many narrow panels the window has beside each other. */
export function usePanelColumns(): PanelColumns {
  return useSyncExternalStore(follow, inWindow, onServer);
}

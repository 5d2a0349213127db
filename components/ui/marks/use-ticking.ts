"use client";

import { useSyncExternalStore } from "react";

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * A text that depends on the present, read again once a second by one timer for the whole page; a component renders only
 * when its text has changed. `initial` is the moment the server wrote, so that both first drafts agree.
 */
export function useTicking(text: (now: number) => string, initial: number): string {
  return useSyncExternalStore(
    subscribe,
    () => text(Date.now()),
    () => text(initial),
  );
}

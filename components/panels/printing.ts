import { flushSync } from "react-dom";
import { type RefObject, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";

/** Takes the key of printing over: panels that were never in sight are read and drawn first. Whether that goes on. */
export function usePrintDrawn(board: RefObject<HTMLElement | null>): boolean {
  const [isPreparing, setPreparing] = useState(false);
  const run = () => {
    if (isPreparing || !board.current) return;
    setPreparing(true);
    void printDrawn(board.current).finally(() => setPreparing(false));
  };
  useKeys([
    { keys: "Ctrl P", label: "Print, with every panel drawn", group: "This page", whileTyping: true, run },
  ]);
  return isPreparing;
}

let printing = false;
const listeners = new Set<() => void>();

function turn(next: boolean): void {
  printing = next;
  // The print is taken when the listener of `beforeprint` returns.
  flushSync(() => {
    for (const notify of listeners) notify();
  });
}

/** What of a board is still read or drawn. */
const UNDRAWN = '.figure-box[data-state="loading"], .plot-axes';
const LOOK_MS = 100;
/** After so long the print says what is missing by what it shows. */
const WAIT_MS = 30_000;

const begin = () => turn(true);
const end = () => turn(false);

/** Whether the page is on its way to paper, where nothing is out of sight. For useSyncExternalStore. */
export const isPrinting = (): boolean => printing;

export function subscribePrinting(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    printing = false;
  };
}

/** Prints a page when every panel of `board` is drawn, which the browser's own print does not wait for. */
export async function printDrawn(board: HTMLElement): Promise<void> {
  const until = performance.now() + WAIT_MS;
  turn(true);
  try {
    do await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    while (board.querySelector(UNDRAWN) && performance.now() < until);
    window.print();
  } finally {
    turn(false);
  }
}

import { useState, type RefObject } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { printDrawn } from "./printing.ts";

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

"use client";

import { type PointerEvent, useEffect, useRef, useState } from "react";
import { dropIndex } from "../run-table/drag.ts";

/** Nearer than this a press is a press. */
const THRESHOLD_PX = 5;

interface RowDragOptions {
  /** The rows that can be moved, in order. */
  rows: () => HTMLElement[];
  onDrop: (from: number, before: number) => void;
}

/** Moves a row by its handle. The drop is where the line shows; Escape gives up. */
export function useRowDrag({ rows, onDrop }: RowDragOptions) {
  const drag = useRef<{ from: number; startY: number } | null>(null);
  const [live, setLive] = useState<{ from: number; before: number } | null>(null);
  const cancel = () => {
    drag.current = null;
    setLive(null);
  };
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") cancel();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return {
    live,
    handle: (from: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        drag.current = { from, startY: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const now = drag.current;
        if (!now || (live === null && Math.abs(event.clientY - now.startY) < THRESHOLD_PX)) return;
        const boxes = rows().map((row) => row.getBoundingClientRect());
        const edges = [...boxes.map(({ top }) => top), boxes.at(-1)?.bottom ?? 0];
        setLive({ from: now.from, before: dropIndex(edges, event.clientY) });
      },
      onPointerUp: () => {
        if (live && live.before !== live.from && live.before !== live.from + 1)
          onDrop(live.from, live.before);
        cancel();
      },
      onPointerCancel: cancel,
    }),
  };
}

"use client";

import { type PointerEvent, useRef, useState } from "react";
import { clampWidth } from "../search-params/run-table-defaults.ts";

export { clampWidth };

/** Nearer than this a press is a press. */
const THRESHOLD_PX = 6;

/** Before which column something dropped at `x` comes to stand; `edges` are left edges in ascending order, then the right end. */
export function dropIndex(edges: readonly number[], x: number): number {
  const middles = edges.slice(0, -1).map((edge, i) => (edge + edges[i + 1]) / 2);
  const found = middles.findIndex((middle) => x < middle);
  return found < 0 ? edges.length - 1 : found;
}

/** The list with one item moved so that it comes to stand before what is now at `before`. */
export function moveItem<T>(list: readonly T[], from: number, before: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  rest.splice(before > from ? before - 1 : before, 0, list[from]);
  return rest;
}

interface Drag {
  kind: "move" | "resize";
  index: number;
  startX: number;
  startWidth: number;
  moved: boolean;
}

interface ColumnDragOptions {
  widths: readonly number[];
  /** Left edges of the columns and the right end of the last, as a pointer's `clientX` sees them now. */
  edges: () => number[];
  onMove: (from: number, before: number) => void;
  onWidth: (index: number, px: number) => void;
}

/** Moves a column by its name and its edge by the pointer. The drop is where the line shows; a width counts when it is let go. */
export function useColumnDrag({ widths, edges, onMove, onWidth }: ColumnDragOptions) {
  const drag = useRef<Drag | null>(null);
  const [drop, setDrop] = useState<number | null>(null);
  const [live, setLive] = useState<{ index: number; px: number } | null>(null);
  const begin = (kind: Drag["kind"], index: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    drag.current = { kind, index, startX: event.clientX, startWidth: widths[index], moved: false };
    if (kind === "resize") event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const by = event.clientX - now.startX;
    if (!now.moved && Math.abs(by) < THRESHOLD_PX) return;
    now.moved = true;
    if (now.kind === "resize") setLive({ index: now.index, px: clampWidth(now.startWidth + by) });
    else setDrop(dropIndex(edges(), event.clientX));
  };
  const onPointerUp = () => {
    const now = drag.current;
    if (now?.kind === "resize" && live) onWidth(live.index, live.px);
    if (now?.kind === "move" && drop !== null && drop !== now.index && drop !== now.index + 1)
      onMove(now.index, drop);
    setDrop(null);
    setLive(null);
  };
  /** True for the click that ends a drag, which is no press. */
  const wasDrag = () => {
    const { moved } = drag.current ?? { moved: false };
    drag.current = null;
    return moved;
  };
  const cancel = () => {
    drag.current = null;
    setDrop(null);
    setLive(null);
  };
  return { begin, onPointerMove, onPointerUp, onPointerCancel: cancel, wasDrag, drop, live };
}

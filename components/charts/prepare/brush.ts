import type { ZoomRange } from "../types.ts";
import type { Scale } from "./scale.ts";
import { settle } from "./zoom-range.ts";

/** A stretch that is being drawn over a chart, in px of it. */
export interface Brush {
  /** Where the pointer went down. */
  start: number;
  now: number;
  /** Far enough from there to be no mere click. */
  drawn: boolean;
}

export type BrushEvent = { type: "down" | "move"; px: number } | { type: "up" | "cancel" };

/** A hand that clicks moves by less, in px. */
const CLICK = 5;

/** The brush after what the pointer did; null where there is none. Once drawn it stays drawn, back to a width of nothing. */
export function moveBrush(brush: Brush | null, event: BrushEvent): Brush | null {
  if (event.type === "down") return { start: event.px, now: event.px, drawn: false };
  if (event.type !== "move" || brush === null) return null;
  return {
    start: brush.start,
    now: event.px,
    drawn: brush.drawn || Math.abs(event.px - brush.start) >= CLICK,
  };
}

/** The stretch of x under a brush that was let go, or undefined where it is too small to be meant. */
export function brushedRange(
  brush: Brush | null,
  x: Scale,
  full: ZoomRange | null,
): ZoomRange | null | undefined {
  if (!brush?.drawn || Math.abs(brush.now - brush.start) < CLICK) return undefined;
  const [from, to] = [brush.start, brush.now].sort((a, b) => a - b).map(x.toValue);
  const [low, high] = x.domain;
  return settle({ full, log: x.log }, [Math.max(low, from), Math.min(high, to)]);
}

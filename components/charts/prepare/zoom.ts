import { toDecimals, toDigits } from "#server/numbers/round.ts";
import { isStretch } from "#server/plot/domain.ts";
import { type Scale, createScale } from "#server/plot/scale.ts";
import type { ZoomRange } from "#server/plot/series.ts";

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

/** What an axis shows, and how far it goes where that is known. */
export interface ZoomState {
  shown: ZoomRange;
  full: ZoomRange | null;
  log: boolean;
}

/** A key press zooms in or out by this factor, and pans by this share of what is shown. */
const FACTOR = 2;
const STRIDE = 0.25;

/**
 * The stretch of x that is shown after a key with Shift: up and down zoom in and out around `at` (the middle where nobody
 * points), left and right pan. Null is all of it; undefined where the key means nothing, or leads nowhere.
 */
export function zoomByKey(state: ZoomState, key: string, at: number | null): ZoomRange | null | undefined {
  if (key === "ArrowUp") return zoomAround(state, at, FACTOR);
  if (key === "ArrowDown") return zoomAround(state, at, 1 / FACTOR);
  if (key === "ArrowRight") return pan(state, STRIDE);
  return key === "ArrowLeft" ? pan(state, -STRIDE) : undefined;
}

/** Zooms by `factor`, above 1 inwards, so that `at` keeps its place in the picture. */
export function zoomAround(
  state: ZoomState,
  at: number | null,
  factor: number,
): ZoomRange | null | undefined {
  const scale = unitScale(state);
  const middle = at === null ? 0.5 : Math.min(1, Math.max(0, scale.toPx(at)));
  return settle(state, [
    scale.toValue(middle - middle / factor),
    scale.toValue(middle + (1 - middle) / factor),
  ]);
}

/** Moves what is shown by a share of its width, as far as there is anything. */
function pan(state: ZoomState, share: number): ZoomRange | null | undefined {
  const scale = unitScale(state);
  const { full } = state;
  // With Shift held the picture stops at the ends instead of shrinking there.
  const room = full ? (share > 0 ? scale.toPx(full[1]) - 1 : scale.toPx(full[0])) : share;
  const moved = share > 0 ? Math.min(share, Math.max(0, room)) : Math.max(share, Math.min(0, room));
  if (moved === 0) return undefined;
  return settle(state, [scale.toValue(moved), scale.toValue(1 + moved)]);
}

/**
 * The range that is asked for, in round numbers, cut to what there is; null where that is all, undefined where it is too
 * small to draw.
 */
export function settle(
  { full, log }: Pick<ZoomState, "full" | "log">,
  asked: ZoomRange,
): ZoomRange | null | undefined {
  const [from, to] = rounded(asked, log);
  const range: ZoomRange = full ? [Math.max(full[0], from), Math.min(full[1], to)] : [from, to];
  if (!isStretch(range)) return undefined;
  return full && range[0] <= full[0] && range[1] >= full[1] ? null : range;
}

/** A ten-thousandth of the stretch is less than a px; digits beyond it would only fill the address of the page. */
function rounded([from, to]: ZoomRange, log: boolean): ZoomRange {
  if (log) return [toDigits(from, 5), toDigits(to, 5)];
  const digit = Math.floor(Math.log10(to - from)) - 4;
  if (digit < -15 || !Number.isFinite(digit)) return [from, to];
  if (digit <= 0) return [toDecimals(from, -digit), toDecimals(to, -digit)];
  const step = Number(`1e${digit}`);
  return [Math.round(from / step) * step, Math.round(to / step) * step];
}

function unitScale({ shown, log }: ZoomState) {
  return createScale(shown, [0, 1], log);
}

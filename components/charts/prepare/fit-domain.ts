import { toDigits } from "#server/numbers/round.ts";
import type { ValueKind } from "#server/wording/quantities.ts";
import { niceStep } from "./nice-step.ts";

/** Grid lines above the lowest that a small chart has; the domain is rounded for those. */
const LINES = 2;
/** The domain begins at a tick where that leaves less than this share of the height empty under the values. */
const LEAST_EMPTY = 0.25;
/** A metric whose values reach down to this share of its largest is shown with its zero. */
const NEAR_ZERO = 0.35;
/** Below this everything is zero for the eye. */
const TINY = 1e-30;
/** Beyond this a margin, or the span of a domain, may be no number any more. */
const HUGE = 1e300;
/** The least power of ten with all its digits. */
const LEAST_DECADE = 1e-307;

interface FitOptions {
  kind: ValueKind;
  log?: boolean;
  /** Bounds that are given; null fits. */
  fixed?: [number | null, number | null];
  /** Both ends are alike: on half a tick, whatever is empty there. */
  even?: boolean;
}

/**
 * The y domain for values between `low` and `high`. A share is shown from 0 to 100 %, so that a small change does not fill
 * the frame; other quantities start at zero where they come near it. It begins at a tick unless that is far below, and ends on
 * half a tick. A log axis is whole decades.
 */
export function fitDomain(
  low: number,
  high: number,
  { kind, log, fixed, even = false }: FitOptions,
): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return fallback(log, fixed);
  if (log)
    return [
      fixed?.[0] ?? Math.max(LEAST_DECADE, 10 ** Math.floor(Math.log10(low))),
      fixed?.[1] ?? decadeAbove(low, high),
    ];
  const [from, to] = kind === "share" ? shareDomain(low, high) : rounded(low, high, kind, even);
  return [fixed?.[0] ?? from, fixed?.[1] ?? to];
}

/** A difference of shares may be negative. */
function shareDomain(low: number, high: number): [number, number] {
  const to = Math.max(1, high);
  return [low < 0 ? rounded(low, to, "share", false)[0] : 0, to];
}

function rounded(low: number, high: number, kind: ValueKind, even: boolean): [number, number] {
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  if (magnitude > HUGE) {
    const [from, to] = rounded(low / HUGE, high / HUGE, kind, even);
    return [Math.max(-Number.MAX_VALUE, from * HUGE), Math.min(Number.MAX_VALUE, to * HUGE)];
  }
  // A constant, give or take the rounding of its digits, stands in the middle of a tenth of itself.
  if (!(high - low > Math.max(magnitude, TINY) * 1e-9)) {
    const margin = magnitude > TINY ? magnitude / 10 : 1;
    return low >= 0 && low < margin ? [0, 1] : rounded(low - margin, high + margin, kind, even);
  }
  const from = low >= 0 && low <= high * NEAR_ZERO ? 0 : low;
  const step = niceStep(high - from, LINES, kind);
  const grid = kind === "count" && step === 1 ? 1 : step / 2;
  const to = clean(Math.ceil(high / grid - 1e-9) * grid);
  const tick = clean(Math.floor(from / step + 1e-9) * step);
  const isNear = !even && from - tick < (to - tick) * LEAST_EMPTY;
  return [isNear ? tick : clean(Math.floor(from / grid + 1e-9) * grid), to];
}

function clean(value: number): number {
  return toDigits(value, 12);
}

function decadeAbove(low: number, high: number): number {
  const bottom = Math.floor(Math.log10(low));
  const decade = 10 ** Math.max(Math.ceil(Math.log10(high) - 1e-9), bottom + 1);
  return Math.min(Number.MAX_VALUE, Math.max(LEAST_DECADE * 10, decade));
}

function fallback(log: boolean | undefined, fixed: FitOptions["fixed"]): [number, number] {
  return [fixed?.[0] ?? (log ? 0.1 : 0), fixed?.[1] ?? 1];
}

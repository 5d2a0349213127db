import { toDigits } from "#server/numbers/round.ts";
import type { ValueKind } from "#server/wording/quantities.ts";
import { niceStep } from "./nice-step.ts";

/** Below this many decades in sight, 2 and 5 are ticks too. */
const FEW_DECADES = 2;

/** Of more decades only the powers of ten are read apart. */
export const DENSE_DECADES = 2;

/** A bound that is a tick but for rounding has it, in steps. */
const SLACK = 1e-9;

/** Nice values inside the domain, at most about `count`, ascending. */
export function linearTicks(domain: [number, number], count: number, kind: ValueKind = "number"): number[] {
  if (!Number.isFinite(domain[1] - domain[0]))
    return linearTicks([domain[0] / 10, domain[1] / 10], count, kind).map((tick) => tick * 10);
  const step = niceStep(domain[1] - domain[0], count, kind);
  const first = Math.ceil(domain[0] / step - SLACK);
  const last = Math.floor(domain[1] / step + SLACK);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    withoutNoise((first + index) * step),
  );
  // Where numbers lie further apart than ticks, several ticks are one number.
  return ticks.filter((tick, index) => tick !== ticks[index - 1]);
}

/** 0.30000000000000004 is 0.3; whole numbers keep all their digits. */
function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value + 0 : toDigits(value, 15);
}

/**
 * Decades inside a positive domain, every second or third where more than `count` would crowd; with few decades in sight
 * also twice and five times of each, and round values where even those are missing.
 */
export function logTicks(domain: [number, number], count: number): number[] {
  const first = Math.ceil(Math.log10(domain[0]) - 1e-9);
  const last = Math.floor(Math.log10(domain[1]) + 1e-9);
  const decades = last - first + 1;
  if (decades < FEW_DECADES) return ticksWithinDecades(domain, count);
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const ticks: number[] = [];
  for (let exponent = first; exponent <= last; exponent += every) ticks.push(10 ** exponent);
  return ticks;
}

/** Twice and five times of each decade too, where there are few; round values where even those are missing. */
export function ticksWithinDecades(domain: [number, number], count: number): number[] {
  const from = Math.floor(Math.log10(domain[0]));
  const ticks = [0, 1, 2]
    .flatMap((decade) => [1, 2, 5].map((factor) => Number(`${factor}e${from + decade}`)))
    .filter((tick) => tick >= domain[0] * (1 - SLACK) && tick <= domain[1] * (1 + SLACK))
    .filter(Number.isFinite);
  return ticks.length >= FEW_DECADES ? ticks : linearTicks(domain, Math.min(count, 3));
}

import type { ValueKind } from "#components/ui/format/format-value.ts";

const MANTISSAS = [1, 2, 2.5, 5, 10];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TIME_STEPS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND, count * MINUTE])
  .concat([1, 2, 3, 6, 12, 24, 48, 96, 240].map((count) => count * HOUR))
  .sort((a, b) => a - b);
const LONGEST = TIME_STEPS[TIME_STEPS.length - 1];

/**
 * The nice distance between ticks that comes nearest to `count` of them in `span`: 1, 2, 2.5 or 5 times a power of ten, and
 * round times for a duration. Nearest by ratio, so twice too many is as bad as twice too few.
 */
export function niceStep(span: number, count: number, kind: ValueKind = "number"): number {
  const ideal = span / Math.max(1, count);
  if (!(ideal > 0)) return 1;
  if (kind === "duration" && ideal <= LONGEST) return nearest(TIME_STEPS, ideal);
  const power = 10 ** Math.floor(Math.log10(ideal));
  const steps = MANTISSAS.map((mantissa) => mantissa * power);
  // Half a problem or half a step is no place for a tick.
  return nearest(kind === "count" ? steps.filter(Number.isInteger).concat(1) : steps, ideal);
}

function nearest(steps: number[], ideal: number): number {
  const distance = (step: number) => Math.abs(Math.log(step / ideal));
  return steps.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}

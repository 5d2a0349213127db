import type { ValueKind } from "#server/wording/quantities.ts";

const MANTISSAS = [1, 2, 2.5, 5, 10];
/** Every second tick of it is a half, between whole numbers, and most axes count something. */
const HALF = 2.5;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIME_STEPS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND, count * MINUTE])
  .concat([1, 2, 3, 6, 12].map((count) => count * HOUR))
  .concat(DAY)
  .sort((a, b) => a - b);

/**
 * The nice distance between ticks that comes nearest to `count` of them in `span`: 1, 2, 2.5 or 5 times a power of ten, but
 * not 2.5 itself; for a duration round times, below a second and above a day decimal ones. Nearest by ratio, so twice too
 * many is as bad as twice too few.
 */
export function niceStep(span: number, count: number, kind: ValueKind = "number"): number {
  const ideal = span / Math.max(1, count);
  if (!(ideal > 0)) return 1;
  if (kind === "duration" && ideal > SECOND && ideal <= DAY) return nearest(TIME_STEPS, ideal);
  const unit = kind === "duration" ? (ideal > DAY ? DAY : SECOND) : 1;
  const power = powerBelow(ideal / unit);
  const steps = MANTISSAS.map((mantissa) => mantissa * power).filter((step) => step !== HALF);
  // Half a problem, half a step or half a day is no place for a tick.
  const whole = kind === "count" || (kind === "duration" && ideal > DAY);
  return nearest(whole ? steps.filter(Number.isInteger).concat(1) : steps, ideal / unit) * unit;
}

/** Ten to a whole power, exactly: the product of small powers is not. */
function powerBelow(value: number): number {
  return Number(`1e${Math.floor(Math.log10(value))}`);
}

function nearest(steps: number[], ideal: number): number {
  const distance = (step: number) => Math.abs(Math.log(step / ideal));
  return steps.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}

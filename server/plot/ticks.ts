import { range } from "d3-array";
import { toDigits } from "../numbers/round.ts";
import { type Tick, writeLogTicks, writeTicks } from "../wording/charts/axes.ts";
import { withCaption } from "../wording/charts/axis-caption.ts";
import type { ValueKind } from "../wording/quantities.ts";
import type { PlotModel } from "./plot-model.ts";

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
  const ticks = range(last - first + 1).map((index) => withoutNoise((first + index) * step));
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
  return range(first, last + 1, every).map((exponent) => 10 ** exponent);
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

const PX_PER_TICK = 46;
/** Ticks closer than this are too many. */
const LEAST_APART = 28;
/** A number at the foot of the axis needs this much to the first tick above it. */
const LABEL_ROOM = 13;
/** Fewer have no scale. */
const LEAST_TICKS = 2;
/** As many as are tried until there are two. */
const MOST_TICKS = 8;
/** Beyond this a margin, a span or a distance may be no number any more. */
export const HUGE = 1e300;
/** A bound that is a tick but for rounding, as a share of the domain. */
const CAPTION_SLACK = 1e-6;

/**
 * Two ticks or more. The axis of x stands at the lower end of the domain and would be read as zero without a number: ticks
 * that begin there are taken where there are such, else that end is written too, where it can be written truly.
 */
export function layoutYTicks(
  { y: { domain, kind, log, missing } }: Pick<PlotModel, "y">,
  pixels: number,
): Tick[] {
  if (missing !== null) return [];
  const count = Math.max(2, Math.min(4, Math.round(pixels / PX_PER_TICK)));
  if (log) return writeLogTicks(logTicks(domain, count + 1), kind);
  const span = domain[1] - domain[0];
  const isCaption = (tick: number) => Math.abs(tick - domain[0]) <= span * CAPTION_SLACK;
  const tried = [count, count + 1, count - 1, count + 2]
    .map((wanted) => linearTicks(domain, wanted, kind))
    .filter(({ length }) => length >= LEAST_TICKS && (length - 1) * LEAST_APART <= pixels);
  const ticks = tried.find(([first]) => isCaption(first)) ?? tried[0] ?? finer(domain, count, kind);
  const [first] = ticks;
  if (first === undefined || isCaption(first) || !(span < HUGE)) return writeTicks(ticks, kind);
  if (((first - domain[0]) / span) * pixels < LABEL_ROOM) return writeTicks(ticks, kind);
  return withCaption(domain[0], ticks, kind, span);
}

type Kind = PlotModel["y"]["kind"];

function finer(domain: [number, number], count: number, kind: Kind): number[] {
  let ticks: number[] = [];
  for (let wanted = count; wanted <= MOST_TICKS && ticks.length < LEAST_TICKS; wanted++)
    ticks = linearTicks(domain, wanted, kind);
  return ticks;
}

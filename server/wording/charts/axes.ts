import { toDigits } from "../../numbers/round.ts";
import { countOf, writeCount } from "../counts.ts";
import { writeDecimals, writeNumber, writeWhole } from "../numbers.ts";
import { type ValueKind, writeBytes } from "../quantities.ts";
import { writeClock, writeDuration } from "../times.ts";
import { groupThousands, MINUS, withTrueMinus } from "../typography.ts";
import { metricInfo, METRICS } from "../../../workers/protocol/metrics/metrics.ts";
import type { AxisName, XAxis } from "../../contracts/x-axes.ts";

/** The x axes that every run may be drawn over, in the words of the switch. */
const AXIS_LABELS: Record<XAxis, string> = {
  step: "train step",
  episodes: "train episodes",
  updates: "updates",
  cpu: "CPU seconds",
  wall: "wall seconds",
};

/** An axis in words: a built-in one, a metric that is drawn over, or the name under which the run sends its own. */
export function axisLabel(axis: AxisName): string {
  if (Object.hasOwn(AXIS_LABELS, axis)) return AXIS_LABELS[axis as XAxis];
  return Object.hasOwn(METRICS, axis) ? metricInfo(axis).title : axis;
}

/** Epochs of supervised training are no train steps: such a metric is drawn over its own axis, whatever the page is drawn over. */
const ON_EPOCHS = new Set(["sft/loss", "sft/entropy", "sft/distinct"]);
export const isOnOwnAxis = (metric: string): boolean => ON_EPOCHS.has(metric);

/** A tick as written; a power of ten has its exponent apart, raised by the drawing since the font has no such minus. */
export interface Tick {
  value: number;
  text: string;
  exponent?: string;
}

/** How the numbers of one axis are written: one letter, and the decimals that tell neighbours apart. */
export interface TickStyle {
  unit: { size: number; letter: string };
  decimals: number;
  /** Between two ticks. */
  distance: number;
  /** All but the first say how far they are from it. */
  isDistances: boolean;
}

const LETTERS: [size: number, letter: string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
];
/** From here on, and below the least, numbers are written with their power of ten. */
const LARGE = 1e15;
const SMALL = 1e-3;
/** With more digits than these, all but the first tick say how far they are from it. */
const DIGITS = 7;
const MOST_DECIMALS = 12;
/** Smaller powers of ten are not exact. */
const LEAST_EXPONENT = -300;
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
/** Shorter durations are read in seconds, longer ones in days. */
const IN_SECONDS = 120 * SECOND;
const IN_DAYS = 4 * DAY;

/** Writes the ticks of one linear axis alike: the decimals that their distance needs, one letter for all, shares in per cent. */
export function writeTicks(values: number[], kind: ValueKind): Tick[] {
  if (kind === "duration") return values.map((value) => ({ value, text: writeTime(value, values) }));
  if (kind === "bytes") return values.map((value) => ({ value, text: writeBytes(value) }));
  const printed = asPrinted(values, kind);
  const style = tickStyle(printed);
  const texts = style.isDistances ? writeDistances(printed, style.distance) : writeInFull(printed, style);
  return values.map((value, index) => ({ value, text: texts[index] }));
}

/** Each as it is, however many digits that takes. */
function writeInFull(printed: number[], { unit, decimals }: TickStyle): string[] {
  return printed.map((value) => {
    if (value === 0) return "0";
    // So many decimals that nobody reads them: at the ends of what a number can be.
    if (decimals > MOST_DECIMALS) return withTrueMinus(String(toDigits(value, DIGITS)));
    return writeDecimals(value / unit.size, decimals) + unit.letter;
  });
}

/** A share is read in per cent. */
export function asPrinted(values: number[], kind: ValueKind): number[] {
  if (kind !== "share") return values;
  return values.map((value) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value * 100)));
}

export function tickStyle(printed: number[]): TickStyle {
  const largest = Math.max(...printed.map(Math.abs));
  const step = Math.min(...printed.slice(1).map((value, index) => value - printed[index]));
  const distance = Number.isFinite(step) ? niceAgain(step) : largest;
  const unit = unitOf(largest);
  const decimals = neededDecimals(distance / unit.size);
  const whole = Math.max(1, Math.floor(Math.log10(largest / unit.size)) + 1);
  return { unit, decimals, distance, isDistances: printed.length > 1 && whole + decimals > DIGITS };
}

/** Ticks of a log axis: powers of ten where all are, else, and always in per cent, each number as short as it is. */
export function writeLogTicks(values: number[], kind: ValueKind): Tick[] {
  const isDecade = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
  if (kind !== "duration" && kind !== "share" && values.every(isDecade))
    return values.map((value) => ({
      value,
      text: "10",
      exponent: String(Math.round(Math.log10(value))).replace("-", MINUS),
    }));
  return values.map((value) => ({ value, text: writeAlone(value, kind) }));
}

function writeAlone(value: number, kind: ValueKind): string {
  if (kind !== "share") return writeTicks([value], kind)[0].text;
  // A power of ten times a hundred is one too, but for the rounding of its digits.
  const percent = toDigits(Math.min(Number.MAX_VALUE, value * 100), 12);
  return writeTicks([percent], "number")[0].text;
}

/** The unit that durations on an axis are written in, where all of them are `values`. */
export function timeUnit(values: number[]): "s" | "h:mm" | "d" {
  const longest = Math.max(...values.map(Math.abs));
  if (longest < IN_SECONDS) return "s";
  return longest >= IN_DAYS ? "d" : "h:mm";
}

function unitOf(largest: number): { size: number; letter: string } {
  const size = LETTERS.find(([limit]) => largest >= limit) ?? [1, ""];
  if (largest < LARGE && (largest >= SMALL || largest === 0)) return { size: size[0], letter: size[1] };
  const exponent = Math.max(LEAST_EXPONENT, Math.floor(Math.log10(largest)));
  return { size: Number(`1e${exponent}`), letter: `e${exponent}` };
}

/** A nice step has two digits; the others are what the difference of two large numbers lost. */
function niceAgain(step: number): number {
  const nice = toDigits(step, 3);
  return Number.isFinite(nice) ? nice : step;
}

/** "9,007,199,254,740,000", "+0.5k", "+1.0k": the first in full, since the others cannot be told apart by rounding. */
function writeDistances(printed: number[], step: number): string[] {
  const first = writeDecimals(printed[0], Math.min(20, neededDecimals(step)));
  const distances = printed.map((value) => toDigits(Math.round((value - printed[0]) / step) * step, 12));
  // Unequal ones may take many digits too, and there is no shorter way to write them.
  const further = writeInFull(distances, tickStyle(distances)).slice(1);
  return [first, ...further.map((text) => `+${text}`)];
}

/** How many decimals tell neighbours apart: 0.25 needs two, 0.5 one, 50 none. */
function neededDecimals(step: number): number {
  if (!(step > 0)) return 0;
  const most = Math.max(8, 2 - Math.floor(Math.log10(step)));
  for (let decimals = 0; decimals < most; decimals++) {
    const scaled = step * 10 ** decimals;
    const whole = Math.round(scaled);
    if (whole >= 1 && Math.abs(scaled - whole) < 1e-6 * whole) return decimals;
  }
  return most;
}

function writeTime(ms: number, all: number[]): string {
  const unit = timeUnit(all);
  if (unit === "h:mm") return writeClock(ms);
  return withTrueMinus(groupThousands(String(toDigits(ms / (unit === "s" ? SECOND : DAY), 6))));
}

/** Enough digits to tell places apart where they are shown. */
const PLACE_DIGITS = 6;

/** A place on an axis, with all digits of a whole number: step 1,048,576 is no other step. */
export function writePlace(x: number, kind: "count" | "number" | "duration" = "number"): string {
  if (kind === "duration") return x < 0 ? `${MINUS}${writeDuration(-x)}` : writeDuration(x);
  if (Number.isInteger(x) || !Number.isFinite(x)) return writeWhole(x);
  if (kind === "count") return writeCount(x);
  const short = toDigits(x, PLACE_DIGITS);
  const isPlain = Math.abs(short) >= 1e-4 && Math.abs(short) < 1e9;
  return isPlain ? withTrueMinus(groupThousands(String(short))) : writeNumber(x);
}

/** What a value is one of that shares its x with others: "3 values at step 40". */
export const writeShared = (n: number, axis: AxisName, x: number): string =>
  `${countOf(n, "value")} at ${axis} ${writePlace(x)}`;

/** A stretch of an axis, or the one place that it is: "250 to 259". */
export function writeStretch(from: number, to: number, kind?: Parameters<typeof writePlace>[1]): string {
  const [first, last] = [writePlace(from, kind), writePlace(to, kind)];
  return first === last ? first : `${first} to ${last}`;
}

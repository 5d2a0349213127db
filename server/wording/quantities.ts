import { excludesZero } from "../numbers/excludes-zero.ts";
import { writeCount } from "./counts.ts";
import {
  alikeWithin,
  decimalsOf,
  withSign,
  writeAlike,
  writeDecimals,
  writeNotANumber,
  writeNumber,
} from "./numbers.ts";
import { writeDuration } from "./times.ts";
import { withTrueMinus, withUnit } from "./typography.ts";

/**
 * How a quantity is written. `share` is stored from 0 to 1 and read in per cent, its differences in pp; `duration` is in
 * milliseconds; `bytes` and `duration` carry their own unit.
 */
export type ValueKind = "number" | "count" | "share" | "duration" | "bytes";

/** The kind of values of a metric, by the unit it is kept in. */
export const kindOfUnit = (unit: string): "share" | "number" => (unit === "share" ? "share" : "number");

/** The unit of a metric's values, or of differences between them, as a head, an axis or a number carries it. */
export function printedUnit(unit: string, ofDifference = false): string {
  if (unit !== "share") return unit;
  return ofDifference ? "pp" : "%";
}

/** The factor from the stored value to the printed one. */
export const printedFactor = (kind: ValueKind): number => (kind === "share" ? 100 : 1);

/** Decimals a share of n can carry: below 100 one problem more or less moves it by over a point. */
export const shareDecimals = (n: number | null | undefined): number =>
  n !== null && n !== undefined && n < 100 ? 0 : 1;
/** Differences of shares are in points, of pairs or of means over seeds, whose n is not that of either share. */
const POINT_DECIMALS = 1;

export interface Quantity {
  value: number | null | undefined;
  /** Of the metric, as it is kept: "share", "points", "ms"; decides the kind. */
  unit?: string;
  kind?: ValueKind;
  /** How many problems, steps or groups a share is of; decides its decimals. */
  n?: number | null;
  low?: number | null;
  high?: number | null;
  difference?: boolean;
  /** Decimals that all cells of a column share; an interval keeps those that it supports. */
  decimals?: number | null;
  /** Decimals of the value and of both bounds, whatever the interval supports: those of `decimalsAlike`. */
  alike?: number | null;
  /** The word of a value that was kept as none: "NaN", "inf", "−inf". */
  special?: string | null;
}

export interface WrittenQuantity {
  /** Without its unit: "77.8", "+6.1", "NaN", "–". */
  value: string;
  /** "%", "pp", "steps" or nothing. */
  unit: string;
  /** "[74.1, 81.2]", or null where there is none. */
  interval: string | null;
}

/**
 * Writes a quantity for every door alike: shares in per cent and their differences in pp, a sign before every difference, value
 * and bounds with the decimals that the width of the interval supports, without one three significant digits. What is not a
 * number is its word, what was not measured is a dash, never 0; neither has a unit or an interval.
 */
export function writeQuantity(quantity: Quantity): WrittenQuantity {
  const { value, unit = "", low, high, difference = false, special } = quantity;
  const word = special ?? writeNotANumber(value);
  if (word !== null) return { value: word, unit: "", interval: null };
  const write = writerOf(quantity);
  return {
    value: write(value as number),
    unit: printedUnit(unit, difference),
    interval: hasBounds({ low, high }) ? `[${write(low as number)}, ${write(high as number)}]` : null,
  };
}

/** A quantity in running text: "77.8 % [74.1, 81.2]". */
export function quantityText(quantity: Quantity): string {
  const { value, unit, interval } = writeQuantity(quantity);
  return interval === null ? withUnit(value, unit) : `${withUnit(value, unit)} ${interval}`;
}

/** How value and bounds of one quantity are written: alike, and those of a difference with their sign. */
function writerOf(quantity: Quantity): (x: number) => string {
  const write = plainWriterOf(quantity);
  return quantity.difference ? (x) => withSign(write(x)) : write;
}

function plainWriterOf(quantity: Quantity): (x: number) => string {
  const {
    value,
    unit = "",
    kind = kindOfUnit(unit),
    n,
    low,
    high,
    difference,
    decimals,
    alike = null,
  } = quantity;
  if (alike !== null && (kind === "share" || kind === "number"))
    return (x) => writeNotANumber(x) ?? writeDecimals(x * printedFactor(kind), alike);
  if (kind === "bytes") return writeBytes;
  if (kind === "duration") return writeDuration;
  if (kind === "share") {
    const own = decimals ?? (difference ? POINT_DECIMALS : shareDecimals(n));
    const shown = keepingSign(quantity, 1 / printedFactor(kind), own);
    return (x) => writeNotANumber(x) ?? writeDecimals(x * 100, shown);
  }
  if (hasBounds({ low, high })) {
    const alike = alikeWithin(largestOf([value, low, high]), Math.abs(Number(high) - Number(low)) / 2);
    if (alike !== null) {
      const shown = { ...alike, decimals: keepingSign(quantity, alike.size, alike.decimals) };
      return (x) => writeAlike(x, shown);
    }
  }
  return kind === "count" ? writeCount : (x) => writeNumber(x, decimals ?? undefined);
}

/** Digits more than the width supports, at most. */
const MOST_MORE = 3;

/** More decimals where the end of an interval of a difference that excludes 0 would be printed as 0: its sign is the result. */
function keepingSign({ low, high, difference }: Quantity, size: number, decimals: number): number {
  const interval = { low: low ?? null, high: high ?? null };
  if (!difference || !excludesZero(interval)) return decimals;
  const nearest = Math.min(Math.abs(Number(low)), Math.abs(Number(high))) / size;
  let shown = decimals;
  while (shown < decimals + MOST_MORE && nearest < 0.5 / 10 ** shown) shown++;
  return shown;
}

const hasBounds = ({ low, high }: Pick<Quantity, "low" | "high">): boolean =>
  low !== null && low !== undefined && high !== null && high !== undefined;

const largestOf = (values: (number | null | undefined)[]): number =>
  Math.max(0, ...values.map((value) => Math.abs(value ?? 0)).filter(Number.isFinite));

/** A value of a kind, without the unit that its head or caption carries: "77.8", "6,214", "0.847". */
export const writeValue = (value: number | null | undefined, kind: ValueKind, n?: number | null): string =>
  writeQuantity({ value, kind, n }).value;

/** A share between 0 and 1 with its sign: 0.778 is "77.8 %". One decimal, none below n = 100. */
export const writeShare = (share: number | null | undefined, n?: number | null): string =>
  quantityText({ value: share, unit: "share", n });

/** A difference alone, with its sign and unit, as it stands before its interval: "+6.1 pp", "−0.30 nats". */
export function writeDifference(quantity: Quantity): string {
  const { value, unit } = writeQuantity({ ...quantity, difference: true });
  return withUnit(value, unit);
}

/** Points that a decimal would round to 0. */
const NO_POINTS = 0.5 / 10 ** (POINT_DECIMALS + 2);

/** How large a difference is, without a sign: "28.9 pp" is what a design could show. What is more than 0 is never "0.0 pp". */
export function writeSize(size: number | null, unit: string): string {
  if (unit === "share" && size !== null && size > 0 && size < NO_POINTS)
    return withUnit(writeNumber(Number((size * 100).toPrecision(2))), printedUnit(unit, true));
  const decimals = unit === "share" ? POINT_DECIMALS : undefined;
  return withUnit(writeQuantity({ value: size, unit, decimals }).value, printedUnit(unit, true));
}

/** An interval alone, as it stands behind its estimate: "[85.0, 91.3]". */
export const writeInterval = (low: number, high: number, of: Partial<Quantity> = {}): string =>
  writeQuantity({ ...of, value: low, low, high }).interval ?? "";

/** Cells further apart than this have no decimals in common that would not be false for some of them. */
const MOST_APART = 2;

/**
 * The decimals that the cells of a column of numbers share, so that their points stand below each other: the most that one of
 * them needs for three significant digits. Null where cells are of too different a size, or are shares; then each is written as it
 * is alone.
 */
export function columnDecimals(values: readonly (number | null | undefined)[], unit = ""): number | null {
  if (kindOfUnit(unit) !== "number") return null;
  const sizes = values
    .map((value) => Math.abs(value ?? 0))
    .filter((size) => size > 0 && Number.isFinite(size));
  if (sizes.some((size) => size < 1e-3 || size >= 1e6)) return null;
  const wanted = sizes.map(decimalsOf);
  const most = Math.max(0, ...wanted);
  return wanted.length === 0 || most - Math.min(...wanted) > MOST_APART ? null : most;
}

/** Digits without a letter or a power of ten, alone or in the brackets of an interval. */
const PLAIN = /^[-+−\d.,[\] ]+$/;

/**
 * The decimals that all numbers of a column of estimates share, bounds included: the most that one of its intervals supports. Null
 * where none has an interval, or where their sizes are too different; then each is written as it is alone.
 */
export function decimalsAlike(column: readonly Quantity[]): number | null {
  const written = column.filter(hasBounds).map((quantity) => writeQuantity(quantity));
  // Letters and powers of ten are those of a cell alone; beside a 0 only its bounds have them.
  if (
    written.length === 0 ||
    written.some((one) => !PLAIN.test(one.value) || !PLAIN.test(one.interval ?? ""))
  )
    return null;
  const decimals = written.map(({ value }) => value.split(".")[1]?.length ?? 0);
  const most = Math.max(...decimals);
  return most - Math.min(...decimals) > MOST_APART ? null : most;
}

/** How the cells of a column of estimates are written: with their bounds alike, or else those alike that have none. */
export const columnDigits = (
  column: readonly Quantity[],
  unit: string,
): Required<Pick<Quantity, "alike" | "decimals">> => ({
  alike: decimalsAlike(column),
  decimals: columnDecimals(
    column.map(({ value }) => value),
    unit,
  ),
});

/** Decimals of such a column whose intervals are not in view: those beside them, so that a mean is one number everywhere. */
export function estimateDecimals(column: readonly Quantity[], unit: string): number | null {
  const { alike, decimals } = columnDigits(column, unit);
  return alike ?? decimals;
}

/** A p value with two digits, "< 0.001" below; zeros at its end carry nothing and are dropped. */
export function writeP(p: number | null | undefined): string {
  const special = writeNotANumber(p);
  if (special !== null) return special;
  return (p as number) < 0.001 ? "< 0.001" : String(Number((p as number).toPrecision(2)));
}

/** A p value in a sentence: "p = 0.02", "p < 0.001". */
export const equalsP = (p: number | null): string => {
  const written = writeP(p);
  return written.startsWith("<") ? `p ${written}` : `p = ${written}`;
};

/** A bound or a threshold that somebody set, in per cent with all of its digits: 0.3 is "30 %", 0.125 is "12.5 %". */
export const writeSetShare = (share: number): string =>
  withUnit(withTrueMinus(String(Number((share * 100).toPrecision(12)))), "%");

/** A step label, which one rule gives: 1 is "1.0", 0.25 is "0.25". */
export const writeStepLabel = (label: number): string =>
  Number.isInteger(label * 10) ? writeDecimals(label, 1) : String(label);

/** A confidence level or a power, as the names of methods carry it in running text: 0.95 is "95 %", 0.9875 is "98.75 %". */
export const writeLevel = (level: number): string => `${Number((level * 100).toPrecision(6))} %`;

const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Bytes in binary units with three digits: 812 B, 48.9 GiB. */
export function writeBytes(bytes: number | null | undefined): string {
  const special = writeNotANumber(bytes);
  if (special !== null) return special;
  let size = bytes as number;
  let unit = 0;
  while (Math.abs(size) >= 1000 && unit < BYTE_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const decimals = unit === 0 ? 0 : Math.min(2, decimalsOf(Math.max(1, Math.abs(size))));
  return withUnit(writeDecimals(size, decimals), BYTE_UNITS[unit]);
}

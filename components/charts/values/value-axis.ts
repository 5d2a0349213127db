import { createScale } from "#server/plot/scale.ts";
import { linearTicks, logTicks } from "#server/plot/ticks.ts";
import { type Tick, writeLogTicks, writeTicks } from "#server/wording/charts/axes.ts";
import { kindOfUnit, quantityText } from "#server/wording/quantities.ts";

/** What a run has in a column; null: nothing that could be drawn. */
export type AxisValue = number | string | boolean | null;

/** A column of runs as an axis. */
export interface ValueAxis {
  id: string;
  title: string;
  /** "share" is printed in per cent. */
  unit: string;
  log: boolean;
  /** Settings of an axis of words, in their order; null of one of numbers. */
  words: string[] | null;
  ticks: (Tick & { at: number })[];
  /** From 0 to 1 along the axis; null where it has no place. */
  place: (value: AxisValue) => number | null;
  /** The number at a place of the axis; of words the place among the settings. */
  valueAt: (share: number) => number;
  write: (value: AxisValue) => string;
}

/** A positive quantity that spans more is read in decades. */
const WIDE = 100;
const TICKS = 5;
const PAD = 0.04;

const textOf = (value: AxisValue): string => (value === null ? "" : String(value));

/** Words by their place among the settings, one for each, apart from the ends of the axis. */
function wordAxis(values: readonly AxisValue[]) {
  const words = [...new Set(values.flatMap((value) => (value === null ? [] : [textOf(value)])))].toSorted();
  const placeOf = (index: number) => (index + 0.5) / words.length;
  return {
    words,
    log: false,
    ticks: words.map((text, i) => ({ value: i, text, at: placeOf(i) })),
    place: (value: AxisValue) => {
      const index = words.indexOf(textOf(value));
      return value === null || index < 0 ? null : placeOf(index);
    },
    valueAt: (share: number) => Math.max(0, Math.min(words.length - 1, Math.floor(share * words.length))),
  };
}

/** Both ends with a little room, so that no dot is cut; a share stays where shares can be. */
function domainOf(low: number, high: number, log: boolean, unit: string): [number, number] {
  if (log) return [low / (high / low) ** PAD, high * (high / low) ** PAD];
  const room = high > low ? (high - low) * PAD : Math.abs(high) * PAD || 1;
  const padded: [number, number] = [low - room, high + room];
  return unit === "share" ? [Math.max(0, padded[0]), Math.min(1, padded[1])] : padded;
}

/** An axis for what runs have in a column: of numbers where all are, of words else. */
export function valueAxis(
  column: { id: string; title: string; unit: string },
  values: readonly AxisValue[],
): ValueAxis {
  const write = (value: AxisValue) =>
    typeof value === "number" ? quantityText({ value, unit: column.unit }) : textOf(value);
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0 || !numbers.every((value) => typeof value === "number"))
    return { ...column, ...wordAxis(values), write };
  const [low, high] = numbers.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  const log = low > 0 && high / low >= WIDE;
  const domain = domainOf(low, high, log, column.unit);
  const scale = createScale(domain, [0, 1], log);
  const kind = kindOfUnit(column.unit);
  const ticks = log
    ? writeLogTicks(logTicks(domain, TICKS), kind)
    : writeTicks(linearTicks(domain, TICKS), kind);
  return {
    ...column,
    log,
    words: null,
    ticks: ticks.map((tick) => ({ ...tick, at: scale.toPx(tick.value) })),
    place: (value) => (typeof value === "number" ? scale.toPx(value) : null),
    valueAt: (share) => scale.toValue(share),
    write,
  };
}

/** What is kept of an axis: settings of words, or a stretch of numbers. */
export type Kept = { words: string[] } | { from: number; to: number };

/** Whether a value lies in what is kept of its axis. */
export function isKept(value: AxisValue, kept: Kept | undefined): boolean {
  if (!kept) return true;
  if (value === null) return false;
  if ("words" in kept) return kept.words.includes(textOf(value));
  return typeof value === "number" && value >= kept.from && value <= kept.to;
}

/** The title with what is to be known of its numbers. */
export const axisTitle = ({ title, unit, log }: Pick<ValueAxis, "title" | "unit" | "log">): string =>
  [title, unit === "share" ? "%" : unit, log ? "log" : ""].filter(Boolean).join(", ");

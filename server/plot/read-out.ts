import { lowerBound } from "../numbers/mean.ts";
import { writeStretch } from "../wording/charts/axes.ts";
import { writeCount, writePart } from "../wording/counts.ts";
import { writeNumber } from "../wording/numbers.ts";
import { type ValueKind, writeQuantity, writeValue } from "../wording/quantities.ts";
import { NOT_MEASURED, withUnit } from "../wording/typography.ts";
import type { LineColour } from "./colours.ts";
import type { PlotModel, PlotSeries, Samples } from "./plot-model.ts";

export interface ReadOutRow {
  key: string;
  label: string;
  colour: LineColour;
  /** Where the dot of the cursor stands; null where nothing can be drawn. */
  point: { x: number; y: number } | null;
  value: string;
  /** Of the points behind a smoothed line; null where none is smoothed. */
  raw: string | null;
  /** n, interval or envelope, NaN count. */
  detail: string;
}

export interface ReadOut {
  /** "train step 250", "train step 250 to 259" where a bucket is read */
  title: string;
  rows: ReadOutRow[];
  /** Lines with a value here that have no row. */
  more: number;
  /** Whether the values are smoothed. */
  smoothed: boolean;
}

/** Rows of a chart with many lines: those nearest to the pointer. */
export const NEAREST = 8;
/** Up to this many lines all have a row. */
export const ALL = 12;

/**
 * What the tooltip says at `x`, ordered as the lines are: highest first. A series without a sample there is left out, and one
 * whose sample is of another x or stretch than the title names says which. Of many lines it reads those for which `distance`
 * (from the pointer, in px) is least, without a pointer the baseline and the coloured ones first, of these the highest, and
 * counts the others.
 */
export function readOut(model: PlotModel, x: number, distance?: (y: number) => number): ReadOut {
  const found = model.series.flatMap((one) => {
    const index = sampleAt(one.line.samples, x);
    return index < 0 ? [] : [{ one, index, y: one.line.samples.y[index] }];
  });
  const title = titleAt(model, found, x);
  const many = found.length > ALL;
  const chosen = many ? nearest(found, distance).slice(0, NEAREST) : found;
  const rows = chosen
    .toSorted((a, b) => height(b.y) - height(a.y))
    .map(({ one, index }) => toRow(model, one, index, title));
  return {
    title: `${model.x.label} ${title}`,
    rows,
    more: found.length - rows.length,
    smoothed: model.series.some((one) => one.behind !== null),
  };
}

interface Found {
  one: PlotSeries;
  index: number;
  y: number;
}

const RANK = { baseline: 0, run: 1, beside: 2, rest: 3 };

function nearest(found: Found[], distance: ((y: number) => number) | undefined): Found[] {
  const cost = ({ one, y }: Found) =>
    distance ? (Number.isNaN(y) ? Infinity : distance(y)) : RANK[one.role];
  const costs = new Map(found.map((one) => [one, cost(one)]));
  const costOf = (one: Found) => costs.get(one) as number;
  return found.toSorted((a, b) =>
    costOf(a) === costOf(b) ? height(b.y) - height(a.y) || 0 : costOf(a) - costOf(b),
  );
}

function height(y: number): number {
  return Number.isNaN(y) ? -Infinity : y;
}

/** The stretch of the bucket that the cursor snapped to; another x is itself. */
function titleAt({ x: { kind } }: PlotModel, found: Found[], x: number): string {
  const snapped = found.find(({ one, index }) => one.line.samples.x[index] === x);
  if (!snapped) return writeStretch(x, x, kind);
  const { from, to } = snapped.one.line.samples;
  return writeStretch(from[snapped.index], to[snapped.index], kind);
}

function toRow(model: PlotModel, one: PlotSeries, index: number, title: string): ReadOutRow {
  const { kind, unit, log } = model.y;
  const { x, y, from, to } = one.line.samples;
  const isDrawn = Number.isFinite(y[index]) && (!log || y[index] > 0);
  const { value, raw, detail } = writeSample(one, index, { kind, unit });
  // Of seeds that were smoothed before they were put together there is no raw value beside it.
  const isOnlySmoothed = model.smoothed && one.behind === null;
  const span = writeStretch(from[index], to[index], model.x.kind);
  const words = [
    isOnlySmoothed ? "smoothed" : "",
    detail,
    span === title ? "" : `${from[index] === to[index] ? "at" : "over"} ${span}`,
  ];
  return {
    key: one.key,
    label: one.name,
    colour: one.colour,
    point: isDrawn ? { x: x[index], y: y[index] } : null,
    value,
    raw,
    detail: words.filter(Boolean).join("  "),
  };
}

export interface WrittenSample {
  value: string;
  /** Of the points behind a smoothed line; null where it is not smoothed. */
  raw: string | null;
  detail: string;
}

/** How the values of a chart are printed. */
interface Printed {
  kind: ValueKind;
  /** Said with every number; a share carries its own. */
  unit: string;
}

/** One sample of a line in words: its value with its unit, n, interval or envelope, what was not finite. */
export function writeSample(one: PlotSeries, index: number, printed: Printed): WrittenSample {
  const { line, behind } = one;
  const { value, bounds } = valueOf(one, line.samples, index, printed);
  if (!behind) return { value, raw: null, detail: writeDetail(one, line.samples, index, bounds) };
  // Smoothed and raw come in the same buckets, but may be asked for in others.
  const measured = sampleAt(behind.samples, line.samples.x[index]);
  if (measured < 0) return { value, raw: NOT_MEASURED, detail: "" };
  const raw = valueOf(one, behind.samples, measured, printed);
  return { value, raw: raw.value, detail: writeDetail(one, behind.samples, measured, raw.bounds) };
}

/** A value with its unit, and the interval or the envelope around it; "" where it has none. */
function valueOf(
  { dots, bounds: meaning }: PlotSeries,
  samples: Samples,
  index: number,
  { kind, unit }: Printed,
): { value: string; bounds: string } {
  const [y, n] = [samples.y[index], dots ? samples.n[index] : null];
  const [low, high] = [samples.bounds?.low[index] ?? Number.NaN, samples.bounds?.high[index] ?? Number.NaN];
  const isInterval = high >= low && meaning !== "envelope";
  const written = writeQuantity({ value: y, kind, n, ...(isInterval ? { low, high } : {}) });
  const around =
    high > low && meaning === "envelope"
      ? `${writeValue(low, kind)} to ${writeValue(high, kind)}`
      : (written.interval ?? "");
  const value = Number.isFinite(y)
    ? withUnit(written.value, kind === "share" ? "%" : unit)
    : nonFiniteText(samples, index);
  return { value, bounds: around };
}

function nonFiniteText({ nonFinite, posInf, negInf }: Samples, index: number): string {
  const count = nonFinite[index];
  if (count === 0) return NOT_MEASURED;
  if (posInf?.[index] === count) return writeNumber(Infinity);
  return writeNumber(negInf?.[index] === count ? -Infinity : Number.NaN);
}

function writeDetail(one: PlotSeries, samples: Samples, index: number, bounds: string): string {
  const { n, hits, nonFinite, posInf, negInf, y } = samples;
  const parts: string[] = [];
  const hit = hits?.[index] ?? Number.NaN;
  if (!Number.isNaN(hit)) parts.push(writePart(hit, n[index]));
  else if (n[index] > 0) parts.push(one.nInWords(n[index]));
  parts.push(bounds);
  const infinite = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
  const counted: [number, number][] = [
    [nonFinite[index] - infinite[0] - infinite[1], Number.NaN],
    [infinite[0], Infinity],
    [infinite[1], -Infinity],
  ];
  // A step that has nothing else says it in place of its value.
  if (Number.isFinite(y[index]) || nonFinite[index] > 1)
    parts.push(
      ...counted.flatMap(([count, of]) => (count > 0 ? [`${writeCount(count)} ${writeNumber(of)}`] : [])),
    );
  return parts.filter(Boolean).join("  ");
}

/**
 * Index of the sample that speaks for `x`, or -1: the one that spans it, else the nearest, but never one further away than
 * half its distance to its neighbour, nor any beyond the ends of the line.
 */
export function sampleAt({ x: columns, from, to }: Samples, x: number): number {
  const index = nearestIndex(columns, x);
  if (index < 0 || x < from[0] || x > to[to.length - 1]) return -1;
  for (const near of [index, index - 1, index + 1]) if (x >= from[near] && x <= to[near]) return near;
  const side = x > columns[index] ? 1 : -1;
  const neighbour = columns[index + side] ?? columns[index - side];
  return Math.abs(columns[index] - x) <= Math.abs(neighbour - columns[index]) / 2 ? index : -1;
}

/**
 * Index of the smoothed sample that belongs to a measured one, or -1: a smoothed value stands at the last point of its bucket,
 * while the bucket itself stands in its middle.
 */
export function smoothedIn({ line, behind }: Pick<PlotSeries, "line" | "behind">, index: number): number {
  if (!behind) return -1;
  const [from, to] = [behind.samples.from[index], behind.samples.to[index]];
  const { x } = line.samples;
  const isIn = (at: number) => x[at] >= from && x[at] <= to;
  // Both come in the same buckets; where they do not, the last one counts.
  if (x.length === behind.samples.x.length && isIn(index)) return index;
  const after = lowerBound(x, to);
  return [after, after - 1].find(isIn) ?? -1;
}

/** Index of the element nearest to `x`, the lower one of two that are equally near, or -1 in an empty column. */
export function nearestIndex(sorted: Float64Array, x: number): number {
  const after = Math.min(lowerBound(sorted, x), sorted.length - 1);
  return after > 0 && x - sorted[after - 1] <= sorted[after] - x ? after - 1 : after;
}

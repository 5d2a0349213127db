import type { RunColour } from "#components/ui/run-dot.tsx";
import type { PlotModel, PlotSeries } from "./plot-model.ts";
import { sampleAt } from "./sample-at.ts";
import { writeSample } from "./write-sample.ts";
import { writeStretch } from "#server/wording/axes.ts";

export interface ReadOutRow {
  key: string;
  label: string;
  colour: RunColour;
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

const RANK = { baseline: 0, run: 1, rest: 2 };

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

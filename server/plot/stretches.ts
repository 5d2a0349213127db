import { bisectLeft, bisectRight } from "d3-array";
import type { Samples, Area, Line } from "./plot-model.ts";
import type { ZoomRange } from "./series.ts";

/** Indices [first, end) of the samples that stand for something inside `domain`. */
export function visibleRange({ from, to }: Samples, domain: readonly [number, number]): [number, number] {
  const first = bisectLeft(to, domain[0]);
  return [first, Math.max(first, bisectRight(from, domain[1]))];
}

/** The place of a bucket's mark where only a part of it is in sight. */
export function within([from, to]: readonly [number, number], x: number): number {
  return Math.max(from, Math.min(to, x));
}

/** From this share of equal spacings on, a series counts as logged at a fixed step. */
const REGULAR_SHARE = 0.9;
/** In a regular series of a trainer a single missing step is a gap. */
const REGULAR_GAP = 1.5;
/** In any other only a hole well beyond the usual spacing is: a call of a logger may have logged other metrics. */
const IRREGULAR_GAP = 4;
/** Most series are regular, and a few of their spacings tell; sorting all costs more than everything else here. */
const GUESS = 9;

/**
 * The stretches [from, to) of a series that may be joined by a line, as pairs of indices. It is broken where points are
 * missing, and at a sample that cannot be drawn: an interpolated line would claim values that nobody measured.
 */
export function splitAtGaps(
  samples: Samples,
  isDrawable: (index: number) => boolean = (index) => Number.isFinite(samples.y[index]),
  longest = longestJoin(samples),
): Uint32Array {
  const { from, to } = samples;
  const runs: number[] = [];
  let start = -1;
  for (let index = 0; index < from.length; index++) {
    const drawable = isDrawable(index);
    if (start >= 0 && (!drawable || from[index] - to[index - 1] > longest)) {
      runs.push(start, index);
      start = -1;
    }
    if (start < 0 && drawable) start = index;
  }
  if (start >= 0) runs.push(start, from.length);
  return Uint32Array.from(runs);
}

/** The longest distance between two points that still counts as the next point. `ofLogger`: x counts the calls of a logger. */
export function longestJoin({ from, to, n, nonFinite }: Samples, ofLogger = false): number {
  const ofRegular = ofLogger ? IRREGULAR_GAP : REGULAR_GAP;
  const spacings = new Float64Array(from.length * 2);
  let count = 0;
  const add = (spacing: number) => {
    if (spacing > 0) spacings[count++] = spacing;
  };
  for (let index = 0; index < from.length; index++) {
    const points = n[index] + nonFinite[index];
    if (points > 1) add((to[index] - from[index]) / (points - 1));
    if (index > 0) add(from[index] - to[index - 1]);
  }
  if (count < 2) return Infinity;
  const positive = spacings.subarray(0, count);
  const guess = median(
    Float64Array.from({ length: GUESS }, (_, index) => positive[at(index / GUESS, count)]),
  );
  if (shareNear(positive, guess) >= REGULAR_SHARE) return guess * ofRegular;
  const usual = median(positive);
  return usual * (shareNear(positive, usual) >= REGULAR_SHARE ? ofRegular : IRREGULAR_GAP);
}

/** Sorts what it is given. */
function median(values: Float64Array): number {
  return values.sort()[(values.length - 1) >> 1];
}

function at(share: number, count: number): number {
  return Math.floor(share * count);
}

function shareNear(values: Float64Array, usual: number): number {
  let equal = 0;
  for (const value of values) if (Math.abs(value - usual) <= usual * 0.01) equal++;
  return equal / values.length;
}

/**
 * Calls `visit` with the bounds [start, end) of every stretch, as far as it is shown: one sample beyond each end of the
 * domain stays, since the line goes on to there.
 */
export function eachRun(
  { samples, runs }: Line | Area,
  domain: ZoomRange,
  visit: (start: number, end: number) => void,
): void {
  const [first, end] = visibleRange(samples, domain);
  for (let run = 0; run < runs.length; run += 2) {
    const start = Math.max(runs[run], first - 1);
    const stop = Math.min(runs[run + 1], end + 1);
    if (start < stop) visit(start, stop);
  }
}

/** Indices of the samples that are drawn and lie inside the domain. */
export function drawnSamples({ samples: { x }, runs }: Line, domain: readonly [number, number]): number[] {
  const indices: number[] = [];
  for (let run = 0; run < runs.length; run += 2)
    for (let index = runs[run]; index < runs[run + 1]; index++)
      if (x[index] >= domain[0] && x[index] <= domain[1]) indices.push(index);
  return indices;
}

/** The fill of a line whose samples have bounds: along each of its stretches, as far as there are any. */
export function toArea({ samples, runs }: Line, means: Area["means"]): Area | null {
  if (!samples.bounds) return null;
  const { low, high } = samples.bounds;
  const bounded: number[] = [];
  for (let run = 0; run < runs.length; run += 2) {
    let start = -1;
    for (let index = runs[run]; index <= runs[run + 1]; index++) {
      const has = index < runs[run + 1] && Number.isFinite(low[index]) && Number.isFinite(high[index]);
      if (has && start < 0) start = index;
      if (has || start < 0) continue;
      bounded.push(start, index);
      start = -1;
    }
  }
  return { means, samples, low, high, runs: Uint32Array.from(bounded) };
}

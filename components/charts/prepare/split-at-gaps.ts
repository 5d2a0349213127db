import type { Samples } from "./plot-model.ts";

/** From this share of equal spacings on, a series counts as logged at a fixed step. */
const REGULAR_SHARE = 0.9;
/** In a regular series a single missing step is a gap; otherwise only a hole well beyond the usual spacing is. */
const REGULAR_GAP = 1.5;
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

/** The longest distance between two points that still counts as the next point. */
export function longestJoin({ from, to, n, nonFinite }: Samples): number {
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
  if (shareNear(positive, guess) >= REGULAR_SHARE) return guess * REGULAR_GAP;
  const usual = median(positive);
  return usual * (shareNear(positive, usual) >= REGULAR_SHARE ? REGULAR_GAP : IRREGULAR_GAP);
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

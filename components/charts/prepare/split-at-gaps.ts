import type { Drawable, Sample } from "./plot-model.ts";

/** From this share of equal spacings on, a series counts as logged at a fixed step. */
const REGULAR_SHARE = 0.9;
/** In a regular series a single missing step is a gap; otherwise only a hole well beyond the usual spacing is. */
const REGULAR_GAP = 1.5;
const IRREGULAR_GAP = 4;

/**
 * The stretches of a series that may be joined by a line. It is broken where points are missing, and at a sample that has
 * only NaN or infinite points: an interpolated line would claim values that nobody measured.
 */
export function splitAtGaps(samples: Sample[]): Drawable[][] {
  const longest = longestJoin(samples);
  const stretches: Drawable[][] = [];
  let open: Drawable[] | null = null;
  let reached = -Infinity;
  for (const sample of samples) {
    if (!isDrawable(sample)) {
      open = null;
    } else {
      if (open === null || sample.span[0] - reached > longest) stretches.push((open = []));
      open.push(sample);
    }
    reached = sample.span[1];
  }
  return stretches;
}

function isDrawable(sample: Sample): sample is Drawable {
  return sample.y !== null && Number.isFinite(sample.y);
}

/** The longest distance between two points that still counts as the next point. */
function longestJoin(samples: Sample[]): number {
  const spacings: number[] = [];
  samples.forEach(({ span, n, nonFinite }, index) => {
    const points = n + nonFinite;
    if (points > 1 && span[1] > span[0]) spacings.push((span[1] - span[0]) / (points - 1));
    if (index > 0) spacings.push(span[0] - samples[index - 1].span[1]);
  });
  const positive = spacings.filter((spacing) => spacing > 0).sort((a, b) => a - b);
  if (positive.length < 2) return Infinity;
  const usual = positive[(positive.length - 1) >> 1];
  const equal = positive.filter((spacing) => Math.abs(spacing - usual) <= usual * 0.01).length;
  return usual * (equal / positive.length >= REGULAR_SHARE ? REGULAR_GAP : IRREGULAR_GAP);
}

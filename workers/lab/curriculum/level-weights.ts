/**
 * How likely each of K levels is to be drawn, easiest first; the weights of a level list sum to 1. `progress` is the share of
 * the train steps that are over, from 0.
 */

/** Every level alike: the control, and "balanced" of E2H. */
export function uniformWeights(levels: number): number[] {
  return Array.from({ length: levels }, () => 1 / levels);
}

/** One level alone. */
export function onlyWeights(levels: number, level: number): number[] {
  return Array.from({ length: levels }, (_, i) => Number(i === level));
}

/** Levels `from` to `to`, both included, alike. */
export function rangeWeights(levels: number, from: number, to: number): number[] {
  return Array.from({ length: levels }, (_, i) => (i >= from && i <= to ? 1 / (to - from + 1) : 0));
}

/** Levels of the stages easy, easy and medium, medium and hard, hard: `curriculum_scheduler.py` of LLM-for-OR. */
export const FOUR_STAGES = [
  [0, 0],
  [0, 1],
  [1, 2],
  [2, 2],
] as const;

/** Least weight of a level in E2H as its authors run it: that of the rarest level of its cosine schedule. */
export const e2hFloor = (levels: number): number => 2 / (levels * (levels + 1));

/**
 * E2H-C (arXiv 2506.06632, `_cosine_schedule` of its code): weights K, ..., 1 fade into 1, ..., K by half a cosine; none below
 * the floor.
 */
export function e2hCosineWeights(levels: number, progress: number): number[] {
  const total = (levels * (levels + 1)) / 2;
  const alpha = 0.5 * (1 + Math.cos(Math.PI * progress));
  const raw = Array.from({ length: levels }, (_, i) =>
    Math.max((alpha * (levels - i) + (1 - alpha) * (i + 1)) / total, e2hFloor(levels)),
  );
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((weight) => weight / sum);
}

export interface E2hGaussOptions {
  /** Exponent of progress: below 1 the mean moves fast at first. */
  exponent: number;
  /** Spread around the mean, in levels. */
  sigma: number;
  /** Weight that every level keeps; at most 1 / K. */
  floor: number;
}

/** E2H-G (arXiv 2506.06632, `_gaussian_schedule` of its code): a bell whose mean moves from the first level to the last. */
export function e2hGaussWeights(
  levels: number,
  progress: number,
  { exponent, sigma, floor }: E2hGaussOptions,
): number[] {
  const mean = progress ** exponent * (levels - 1);
  const bell = Array.from({ length: levels }, (_, i) => Math.exp(-((i - mean) ** 2) / (2 * sigma ** 2)));
  const sum = bell.reduce((a, b) => a + b, 0);
  return bell.map((value) => floor + (1 - levels * floor) * (value / sum));
}

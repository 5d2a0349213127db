/**
 * How a line is smoothed: on every point of its series, in the order of x, before anything is bucketed; of a series of more
 * than 500,000 points on means of neighboring ones (`server/services/series/smooth-coarsely.ts`). A point counts
 * as one whatever its distance in x. NaN and infinities are passed over: they change nothing around them.
 *
 * - `ema`: exponential mean that forgets by `weight` per point (0 keeps the line, 0.99 is strong), divided by 1 - weight^t so
 *   that its start is not pulled to 0 (Kingma & Ba 2015, arXiv 1412.6980, section 3).
 * - `gaussian`: weighted mean of the points around, weights exp(-k^2 / 2 sigma^2) over k points, cut at 4 sigma. Looks ahead.
 * - `mean`: mean of the last `width` points.
 */
export type Smoothing =
  | { kind: "none" }
  | { kind: "ema"; weight: number }
  | { kind: "gaussian"; sigma: number }
  | { kind: "mean"; width: number };

/** What is asked of a line by itself: one of these, or whatever its noise calls for, which is nothing or `OF_NOISY`. */
export type AskedSmoothing = Smoothing | { kind: "auto" };

/** What `auto` does to a series that is noisy (`server/stats/smooth/noisy.ts`); another is drawn as it is. */
export const OF_NOISY = { kind: "ema", weight: 0.8 } as const satisfies Smoothing;

/** Bounds of what can be asked; beyond them a line is flat or its cost is out of proportion. */
export const SMOOTHING_LIMITS = {
  weight: { min: 0, max: 0.99999 },
  sigma: { min: 0.1, max: 5000 },
  width: { min: 1, max: 100_000 },
} as const;

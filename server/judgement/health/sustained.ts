/** A rule about a level fires when it is held for as many steps, and still at the last. */
export const IN_A_ROW = 3;

/** Exponentially weighted mean with span s: weight 2 / (s + 1) on the newest value, started at the first. */
export function ewma(values: number[], span: number): number[] {
  const alpha = 2 / (span + 1);
  let mean = values[0] ?? 0;
  return values.map((value, i) => (mean = i === 0 ? value : alpha * value + (1 - alpha) * mean));
}

/** First x from which the smoothed values stayed at or above `threshold` to the end, or null. */
export function heldSince(x: number[], smoothed: number[], threshold: number): number | null {
  const start = smoothed.findLastIndex((value) => value < threshold) + 1;
  return smoothed.length - start >= IN_A_ROW ? x[start] : null;
}

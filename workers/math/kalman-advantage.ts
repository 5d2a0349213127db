/** Noise of the process (q) and of one reward (r), and the variance of the first estimate (p0). */
export interface KalmanOptions {
  q: number;
  r: number;
  p0: number;
}

const EPSILON = 1e-8;

/**
 * Advantages of KRPO (arXiv 2505.07527): a scalar Kalman filter runs over the rewards of a group in their order, from the
 * estimate 0. Predict P = P + q; gain K = P / (P + r); x = x + K (reward - x); P = (1 - K) P; the advantage is
 * (reward - x) / (sqrt P + 1e-8) with both after the update. It depends on the order, is not zero on average, and a group
 * of equal rewards other than 0 keeps a small one.
 */
export function kalmanAdvantages(rewards: readonly number[], { q, r, p0 }: KalmanOptions): number[] {
  let estimate = 0;
  let variance = p0;
  return rewards.map((reward) => {
    const predicted = variance + q;
    const gain = predicted / (predicted + r);
    estimate += gain * (reward - estimate);
    variance = (1 - gain) * predicted;
    return (reward - estimate) / (Math.sqrt(variance) + EPSILON);
  });
}

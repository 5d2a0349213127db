/** The logistic function 1 / (1 + exp(-x)). */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * The k3 estimator of KL(p || p_reference) from one action drawn from p: exp(d) - d - 1 with
 * d = log p_reference - log p. Never negative and unbiased (Schulman, "Approximating KL divergence", 2020; GRPO,
 * arXiv 2402.03300, equation 4).
 */
export function klK3(logProbability: number, referenceLogProbability: number): number {
  const d = referenceLogProbability - logProbability;
  return Math.expm1(d) - d;
}

/** Derivative of `klK3` with respect to log p: 1 - exp(d). */
export function klK3Slope(logProbability: number, referenceLogProbability: number): number {
  return -Math.expm1(referenceLogProbability - logProbability);
}

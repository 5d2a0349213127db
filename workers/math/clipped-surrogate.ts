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

/** The surrogate of one decision: its loss, the loss's slope in log p, and whether clipping stopped the gradient. */
export interface Surrogate {
  loss: number;
  slope: number;
  clipped: boolean;
}

/**
 * CISPO's objective as a loss, -sg(clip(r, 1 - epsLow, 1 + epsHigh)) A log p: the ratio is a weight that is clipped and not
 * differentiated, so no decision loses its gradient (MiniMax-M1, arXiv 2506.13585, equations 4 and 5). `clipped` where the
 * weight was.
 */
export function cispoSurrogate(
  logProbability: number,
  oldLogProbability: number,
  advantage: number,
  epsLow: number,
  epsHigh: number,
): Surrogate {
  const ratio = Math.exp(logProbability - oldLogProbability);
  const weight = Math.min(1 + epsHigh, Math.max(1 - epsLow, ratio));
  return {
    loss: -weight * advantage * logProbability,
    slope: -weight * advantage,
    clipped: weight !== ratio,
  };
}

/**
 * PPO's clipped objective as a loss, -min(r A, clip(r, 1 - epsLow, 1 + epsHigh) A) with r = p / p_old (Schulman et al.,
 * arXiv 1707.06347, equation 7). epsHigh > epsLow is clip-higher (DAPO, arXiv 2503.14476, section 3.1).
 * The slope is d loss / d log p = -r A, or 0 where the ratio left the range on the side that A pushes it to.
 */
export function clippedSurrogate(
  logProbability: number,
  oldLogProbability: number,
  advantage: number,
  epsLow: number,
  epsHigh: number,
): Surrogate {
  const ratio = Math.exp(logProbability - oldLogProbability);
  const clipped = (advantage > 0 && ratio > 1 + epsHigh) || (advantage < 0 && ratio < 1 - epsLow);
  if (clipped) return { loss: -(advantage > 0 ? 1 + epsHigh : 1 - epsLow) * advantage, slope: 0, clipped };
  return { loss: -ratio * advantage, slope: -ratio * advantage, clipped };
}

/** Share of an episode's loss that one of its decisions carries, and its slope in the log-probability of the decision. */
export interface DgroTerm {
  loss: number;
  slope: number;
}

/**
 * DGRO (arXiv 2505.12951): -beta1 (r - V) log p(y|x) + beta2 (log p(y|x) / p_sampling(y|x))^2 for an episode y, whose
 * log-probability is the sum over its decisions. `advantage` is r - V and `episodeLogRatio` the sum of
 * log p - log p_sampling over the episode. The terms of an episode's decisions add up to its loss, since the square is
 * split as ratio times each decision's part of it; the slope is that of the whole.
 */
export function dgroTerm(
  logProbability: number,
  samplingLogProbability: number,
  episodeLogRatio: number,
  advantage: number,
  beta1: number,
  beta2: number,
): DgroTerm {
  const part = logProbability - samplingLogProbability;
  return {
    loss: -beta1 * advantage * logProbability + beta2 * episodeLogRatio * part,
    slope: -beta1 * advantage + 2 * beta2 * episodeLogRatio,
  };
}

"""The three formulas by themselves, on plain numbers and tensors, so that they can be held against another implementation."""

import math

EPSILON = 1e-8
NOISE_SHARE = 0.1


def rescaled(rewards, beta, min_variance, baseline, normal):
    """
    As a public implementation codes DGRO: with s the sample standard deviation of the rewards of one call, (r - b) beta /
    (s + 1e-8) + b where s > min_variance, else r + N(0, 1) 0.1 beta. Answers the rewards and whether noise was added.
    """
    mean = sum(rewards) / len(rewards)
    spread = math.sqrt(sum((r - mean) ** 2 for r in rewards) / (len(rewards) - 1)) if len(rewards) > 1 else 0.0
    centre = mean if baseline is None else baseline
    if spread > min_variance:
        return [(r - centre) * beta / (spread + EPSILON) + centre for r in rewards], False
    return [r + normal() * NOISE_SHARE * beta for r in rewards], True


def kalman_advantages(rewards, q, r, p0):
    """
    KRPO (arXiv 2505.07527): a scalar filter over the rewards of a group in their order, from the estimate 0. P = P + q,
    K = P / (P + r), x = x + K (reward - x), P = (1 - K) P; the advantage is (reward - x) / (sqrt P + 1e-8), both after.
    """
    estimate, variance, found = 0.0, p0, []
    for reward in rewards:
        predicted = variance + q
        gain = predicted / (predicted + r)
        estimate += gain * (reward - estimate)
        variance = (1 - gain) * predicted
        found.append((reward - estimate) / (math.sqrt(variance) + EPSILON))
    return found


def published_loss(log_probabilities, sampled, mask, advantages, beta1, beta2):
    """
    DGRO (arXiv 2505.12951), mean over completions: -beta1 (r - V) log p(y|x) + beta2 (log p(y|x) / p_sampling(y|x))^2, with
    log p the sum over the tokens of a completion. Tensors (B, T), advantages r - V of (B,).
    """
    whole = (log_probabilities * mask).sum(dim=1)
    ratio = ((log_probabilities - sampled) * mask).sum(dim=1)
    return (-beta1 * advantages * whole + beta2 * ratio**2).mean()

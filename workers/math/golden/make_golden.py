"""Writes the golden vectors beside this file: python make_golden.py (needs numpy and scipy), then prettier on them.

The formulas are those of the papers, through scipy where it has them; slopes are complex-step derivatives, so nothing
here repeats the code under test. A recipe in another language tests against the same JSON files.
"""

import json
import pathlib

import numpy as np
import scipy
import scipy.stats
from scipy.special import log_softmax, softmax
from scipy.stats import entropy as scipy_entropy

HERE = pathlib.Path(__file__).parent
SOURCE = f"make_golden.py, numpy {np.__version__}, scipy {scipy.__version__}"
random = np.random.default_rng(20260721)


def write(name, cases):
    text = json.dumps({"source": SOURCE, "cases": cases}, indent=1)
    (HERE / f"{name}.json").write_text(text + "\n")


def policy_cases():
    for count, allowed, temperature, spread in [
        (8, 8, 1.0, 1.0),
        (8, 3, 1.0, 4.0),
        (40, 17, 0.7, 2.0),
        (40, 1, 1.3, 2.0),
        (184, 90, 1.0, 30.0),
    ]:
        scores = random.normal(0, spread, count)
        mask = np.zeros(count, int)
        mask[random.choice(count, allowed, replace=False)] = 1
        legal = scores[mask == 1] / temperature
        probabilities = np.zeros(count)
        probabilities[mask == 1] = softmax(legal)
        logs = np.full(count, -np.inf)
        logs[mask == 1] = log_softmax(legal)
        yield {
            "scores": scores.tolist(),
            "mask": mask.tolist(),
            "temperature": temperature,
            "probabilities": probabilities.tolist(),
            "logProbabilities": [x if np.isfinite(x) else None for x in logs.tolist()],
            "entropy": float(scipy_entropy(probabilities)),
        }


def k3(logp, reference):
    return np.exp(reference - logp) - (reference - logp) - 1


def surrogate(logp, old, advantage, low, high):
    """Branches are chosen on the real part, so that the complex step differentiates the branch that is taken."""
    ratio = np.exp(logp - old)
    kept = ratio
    if np.real(ratio) > 1 + high:
        kept = 1 + high
    elif np.real(ratio) < 1 - low:
        kept = 1 - low
    free, limited = ratio * advantage, kept * advantage
    return -(free if np.real(free) <= np.real(limited) else limited)


def slope(function, x, step=1e-30):
    return float(np.imag(function(x + 1j * step)) / step)


def kl_cases():
    for logp, reference in [(-1, -1), (-0.5, -0.6), (-3, -0.1), (-0.1, -3), (-2.25, -2.2500001), (-9, -0.01)]:
        yield {
            "logProbability": logp,
            "referenceLogProbability": reference,
            "k3": float(k3(logp, reference)),
            "slope": slope(lambda x, r=reference: k3(x, r), float(logp)),
        }


def surrogate_cases():
    for low, high in [(0.2, 0.2), (0.2, 0.28), (0.0003, 0.0004)]:
        for advantage in [1.5, -1.5, 0.0]:
            for shift in [0.0, 0.15, 0.22, 0.3, -0.15, -0.22, -0.3, 1.2]:
                old = -1.7
                yield {
                    "logProbability": old + shift,
                    "oldLogProbability": old,
                    "advantage": advantage,
                    "epsLow": low,
                    "epsHigh": high,
                    "loss": float(surrogate(old + shift, old, advantage, low, high)),
                    "slope": slope(lambda x: surrogate(x, old, advantage, low, high), old + shift),
                }


def cispo_cases():
    """MiniMax-M1, arXiv 2506.13585, equations 4 and 5: the clipped ratio is a weight without a gradient."""
    for low, high in [(0.2, 0.2), (1.0, 0.28)]:
        for advantage in [1.5, -1.5]:
            for shift in [0.0, 0.15, 0.3, -0.15, -0.3, 1.2]:
                old = -1.7
                weight = float(np.clip(np.exp(shift), 1 - low, 1 + high))
                yield {
                    "logProbability": old + shift,
                    "oldLogProbability": old,
                    "advantage": advantage,
                    "epsLow": low,
                    "epsHigh": high,
                    "loss": float(-weight * advantage * (old + shift)),
                    "slope": slope(lambda x: -weight * advantage * x, old + shift),
                    "clipped": bool(weight != np.exp(shift)),
                }


def gspo_cases():
    """GSPO, arXiv 2507.18071, equations 5 and 7: one ratio per sequence, the geometric mean of those of its tokens."""

    def loss(logps, olds, advantages, low, high):
        return sum(
            surrogate(np.mean(logp - old), 0.0, advantage, low, high)
            for logp, old, advantage in zip(logps, olds, advantages)
        ) / len(logps)

    for low, high, spread in [(0.0003, 0.0004, 0.001), (0.1, 0.1, 0.3), (0.2, 0.28, 0.5)]:
        olds = [-np.abs(random.normal(1, 0.5, n)) for n in (1, 3, 7, 4)]
        logps = [old + random.normal(0, spread, len(old)) for old in olds]
        advantages = [1.2, -0.7, 0.9, -1.1]
        slopes = []
        for i, logp in enumerate(logps):
            for j in range(len(logp)):
                moved = [one.astype(complex) for one in logps]

                def at(x, i=i, j=j, moved=moved):
                    moved[i][j] = x
                    return loss(moved, olds, advantages, low, high)

                slopes.append(slope(at, logp[j]))
        yield {
            "epsLow": low,
            "epsHigh": high,
            "advantages": advantages,
            "logProbabilities": [logp.tolist() for logp in logps],
            "oldLogProbabilities": [old.tolist() for old in olds],
            "loss": float(loss(logps, olds, advantages, low, high)),
            "slopes": slopes,
        }


def advantage_cases():
    for rewards in [
        [1, 0, 0.3, 1],
        [1, 1, 1, 1],
        [0, 0, 0, 0, 0, 0, 0, 1],
        [-49.3, -50.8, -51.1, -48.4],
        random.normal(0, 1, 8).tolist(),
    ]:
        r = np.array(rewards, float)
        yield {
            "rewards": rewards,
            "std": float(np.std(r, ddof=1)),
            "group": ((r - r.mean()) / (np.std(r) + 1e-4)).tolist(),
            "none": (r - r.mean()).tolist(),
        }


def statistics_cases():
    lowest, highest = 0.0, 1.0
    raw = np.array([[1, 1, 1, 1], [0, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [1, 0, 1, 1], [0, 0, 0, 1]], float)
    noise = random.uniform(-0.3, 0.3, raw.shape)
    for name, shaped in [("as earned", raw), ("positive x 1.4", np.where(raw > 0, raw * 1.4, raw)), ("noise", raw + noise)]:
        dead = np.isclose(np.ptp(shaped, axis=1), 0, atol=1e-12)
        dead_raw = np.isclose(np.ptp(raw, axis=1), 0, atol=1e-12)
        yield {
            "name": name,
            "raw": raw.tolist(),
            "shaped": shaped.tolist(),
            "lowest": lowest,
            "highest": highest,
            "meanRaw": float(raw.mean()),
            "meanShaped": float(shaped.mean()),
            "maxRaw": float(raw.max()),
            "std": float(shaped.std(axis=1, ddof=1).mean()),
            "variance": float(shaped.var(axis=1, ddof=1).mean()),
            "stdP10": float(np.quantile(shaped.std(axis=1, ddof=1), 0.1)),
            "stdP50": float(np.quantile(shaped.std(axis=1, ddof=1), 0.5)),
            "stdP90": float(np.quantile(shaped.std(axis=1, ddof=1), 0.9)),
            "zeroShare": float(dead.mean()),
            "allSolvedShare": float((dead & (raw == highest).all(axis=1)).mean()),
            "allFailedShare": float((dead & (raw == lowest).all(axis=1)).mean()),
            "zeroShareRaw": float(dead_raw.mean()),
            "allSolvedShareRaw": float((dead_raw & (raw == highest).all(axis=1)).mean()),
        }


def weighting_cases():
    lengths, cut = np.array([2, 5, 12, 1]), np.array([False, False, True, False])
    losses = [random.normal(0, 1, n) for n in lengths]
    for level in ["sequence", "token"]:
        for masked in [False, True]:
            keep = ~cut if masked else np.ones(4, bool)
            kept = [loss for loss, k in zip(losses, keep) if k]
            total = np.mean([x.mean() for x in kept]) if level == "sequence" else np.concatenate(kept).mean()
            yield {
                "level": level,
                "maskOverlong": masked,
                "overlong": cut.tolist(),
                "losses": [x.tolist() for x in losses],
                "loss": float(total),
            }


def rescale_cases():
    """A draw's rewards; the noise branch takes its normals from a list, so that both languages use the same ones."""
    normals = random.normal(0, 1, 8).tolist()
    for name, rewards, beta, floor, baseline in [
        ("mixed, own mean", [1, 0, 0, 1, 1, 0.5, 0, 1], 2.0, 0.01, None),
        ("mixed, another baseline", [1, 0, 0, 1, 1, 0.5, 0, 1], 0.5, 0.01, 0.125),
        ("negative scale", [-49.3, -50.8, -51.1, -48.4, -50, -50, -49, -51], 2.0, 0.01, None),
        ("just above the threshold", (0.5 + 0.0101 * np.array([-1, 1] * 4) * np.sqrt(7 / 8)).tolist(), 2.0, 0.01, None),
        ("just below the threshold", (0.5 + 0.0099 * np.array([-1, 1] * 4) * np.sqrt(7 / 8)).tolist(), 2.0, 0.01, None),
        ("all equal", [1] * 8, 2.0, 0.01, None),
    ]:
        r = np.array(rewards, float)
        spread = r.std(ddof=1)
        b = r.mean() if baseline is None else baseline
        scaled = (r - b) * beta / (spread + 1e-8) + b if spread > floor else r + np.array(normals) * 0.1 * beta
        yield {
            "name": name,
            "rewards": r.tolist(),
            "beta": beta,
            "minVariance": floor,
            "given": baseline,
            "normals": normals,
            "isNoisy": bool(spread <= floor),
            "baseline": float(b),
            "rescaled": scaled.tolist(),
        }


def kalman_cases():
    """The filter in matrix form, one state and one measurement, with the Joseph update of the covariance."""
    for rewards, q, r, p0 in [
        ([1, 0, 1, 0, 1, 0], 1e-5, 1e-2, 1.0),
        ([0, 0, 0, 0, 1, 1, 1, 1], 1e-5, 1e-2, 1.0),
        ([1, 1, 1, 1], 1e-5, 1e-2, 1.0),
        ([-50, -50, -50], 1e-5, 1e-2, 1.0),
        ([0.2, 0.7, -0.4], 0.5, 0.3, 2.0),
    ]:
        state, covariance = np.zeros((1, 1)), np.array([[p0]])
        advantages = []
        for reward in rewards:
            covariance = covariance + q
            gain = covariance @ np.linalg.inv(covariance + r)
            state = state + gain @ (reward - state)
            left = np.eye(1) - gain
            covariance = left @ covariance @ left.T + gain @ gain.T * r
            advantages.append(float((reward - state[0, 0]) / (np.sqrt(covariance[0, 0]) + 1e-8)))
        yield {"rewards": rewards, "q": q, "r": r, "p0": p0, "advantages": advantages}


def dgro_cases():
    """The loss of one whole episode and its slope in each decision's log-probability, by complex steps."""
    for beta1, beta2 in [(1.0, 0.05), (2.0, 0.0), (0.0, 0.5), (0.7, 3.0)]:
        for advantage in [0.6, -0.4, 0.0]:
            now = random.uniform(-3, -0.1, 4)
            sampled = now + random.uniform(-0.4, 0.4, 4)

            def loss(logs, advantage=advantage, sampled=sampled, beta1=beta1, beta2=beta2):
                return -beta1 * advantage * logs.sum() + beta2 * (logs.sum() - sampled.sum()) ** 2

            slopes = []
            for k in range(4):
                moved = now.astype(complex)
                moved[k] += 1e-30j
                slopes.append(float(np.imag(loss(moved)) / 1e-30))
            yield {
                "beta1": beta1,
                "beta2": beta2,
                "advantage": advantage,
                "logProbabilities": now.tolist(),
                "sampled": sampled.tolist(),
                "loss": float(loss(now)),
                "slopes": slopes,
            }


def beta_cases():
    for step in [1, 50, 100, 101, 350, 600, 850, 1100, 1101, 5000]:
        beta = np.interp(step, [0, 100], [0, 2])
        if step > 100:
            beta = np.mean([2, 0.5]) + np.ptp([2, 0.5]) / 2 * np.cos(np.pi * np.clip((step - 100) / 1000, 0, 1))
        yield {"step": step, "beta": float(beta)}


def score_cases():
    grades = np.array([0, 0.2, 0.3, 0.5, 1])
    for name, labels, scores in [
        ("graded", random.choice(grades, 60), random.uniform(0, 1, 60)),
        ("graded, ties", random.choice(grades, 60), random.integers(0, 6, 60) / 5),
        ("binary", random.choice([0.0, 1.0], 40), random.uniform(0, 1, 40)),
        ("perfect", grades, grades),
        ("reversed", grades, 1 - grades),
    ]:
        bin_of = np.minimum(9, np.floor(scores * 10)).astype(int)
        error = sum(abs((scores - labels)[bin_of == b].sum()) for b in range(10)) / len(labels)
        yield {
            "name": name,
            "labels": labels.tolist(),
            "scores": scores.tolist(),
            "spearman": float(scipy.stats.spearmanr(labels, scores).statistic),
            "concordance": float((scipy.stats.somersd(labels, scores).statistic + 1) / 2),
            "ece": float(error),
            "binCounts": np.bincount(bin_of, minlength=10).tolist(),
        }


def quantile_cases():
    for count in [1, 2, 5, 32]:
        values = random.normal(0, 1, count)
        yield {"values": values.tolist(), **{f"p{p}": float(np.quantile(values, p / 100)) for p in [0, 10, 50, 90, 100]}}


write("policy", list(policy_cases()))
write("kl", list(kl_cases()))
write("surrogate", list(surrogate_cases()))
write("advantage", list(advantage_cases()))
write("group-statistics", list(statistics_cases()))
write("loss-weight", list(weighting_cases()))
write("dgro-rescale", list(rescale_cases()))
write("kalman-advantage", list(kalman_cases()))
write("dgro-loss", list(dgro_cases()))
write("dgro-beta", list(beta_cases()))
write("scores", list(score_cases()))
write("quantile", list(quantile_cases()))
write("cispo", list(cispo_cases()))
write("gspo", list(gspo_cases()))

"""Writes the golden vectors beside this file: python make_golden.py (needs numpy and scipy), then prettier on them.

The formulas are those of the papers, through scipy where it has them; slopes are complex-step derivatives, so nothing
here repeats the code under test. A recipe in another language tests against the same JSON files.
"""

import json
import pathlib

import numpy as np
import scipy
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
        yield {
            "name": name,
            "raw": raw.tolist(),
            "shaped": shaped.tolist(),
            "lowest": lowest,
            "highest": highest,
            "meanRaw": float(raw.mean()),
            "meanShaped": float(shaped.mean()),
            "std": float(shaped.std(axis=1, ddof=1).mean()),
            "zeroShare": float(dead.mean()),
            "allSolvedShare": float((dead & (raw == highest).all(axis=1)).mean()),
            "allFailedShare": float((dead & (raw == lowest).all(axis=1)).mean()),
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


write("policy", list(policy_cases()))
write("kl", list(kl_cases()))
write("surrogate", list(surrogate_cases()))
write("advantage", list(advantage_cases()))
write("group-statistics", list(statistics_cases()))
write("loss-weight", list(weighting_cases()))

"""Writes cluster-shares.json: python make-cluster-shares.py. Needs numpy.

Bounds of the percentile bootstrap over whole clusters, by numpy's multinomial weights and quantiles: no code is shared with
the TypeScript. `tolerance` is five standard errors of the bounds of 20,000 resamples, measured over 40 repetitions here.
"""

import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
RESAMPLES = 400_000


def resampled(counts, values, resamples, rng):
    clusters = len(counts)
    weights = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=resamples)
    sums = weights @ counts
    items = sums.sum(axis=1, keepdims=True)
    return sums / items, (sums @ values) / items[:, 0]


def bounds(sample):
    return np.quantile(sample, [0.025, 0.975], axis=0)


def case(seed, clusters, rates, values):
    rng = np.random.default_rng(seed)
    counts = []
    for _ in range(clusters):
        habit = rng.dirichlet(np.array(rates) * 4)
        counts.append(rng.multinomial(1 + rng.integers(0, 9), habit))
    counts = np.array(counts)
    values = np.array(values)
    shares, means = resampled(counts, values, RESAMPLES, rng)
    small = [bounds(resampled(counts, values, 20_000, rng)[0]) for _ in range(40)]
    noise = float(np.std(small, axis=0).max())
    return {
        "categories": len(rates),
        "values": values.tolist(),
        "counts": counts.tolist(),
        "bounds": bounds(shares).T.tolist(),
        "mean": bounds(means).tolist(),
        "tolerance": 5 * noise,
    }


cases = [
    case(1, 40, [0.3, 0.4, 0.3], [1, 0.5, 0]),
    case(2, 60, [0.25, 0.3, 0.05, 0.15, 0.25], [1, 0.5, 0.3, 0.2, 0]),
]
body = {"madeBy": f"make-cluster-shares.py with numpy {np.__version__}", "cases": cases}
(HERE / "cluster-shares.json").write_text(json.dumps(body) + "\n")
print([c["tolerance"] for c in cases])

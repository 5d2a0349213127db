"""Writes smooth.json: python make-smooth.py. Needs numpy, scipy and pandas.

Smoothed lines by pandas (ewm with adjust=True, rolling) and scipy.ndimage (gaussian_filter1d over the data and over ones),
aggregates over seeds by numpy and scipy.stats: no code is shared with the TypeScript. A null in a line is a NaN or an
infinity: it is dropped before smoothing, and what a smoothed line has at its place is the value before it.
"""

import json
import pathlib

import numpy as np
import pandas
import scipy
from scipy import stats
from scipy.ndimage import gaussian_filter1d

HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(20260114)


def ema(values, weight):
    return pandas.Series(values).ewm(alpha=1 - weight, adjust=True).mean()


def mean(values, width):
    return pandas.Series(values).rolling(width, min_periods=1).mean()


def gaussian(values, sigma):
    above = gaussian_filter1d(values, sigma, mode="constant", truncate=4.0)
    return above / gaussian_filter1d(np.ones(len(values)), sigma, mode="constant", truncate=4.0)


def with_holes(line, smooth):
    finite = np.array([v for v in line if v is not None])
    smoothed = iter(smooth(finite))
    return [None if v is None else float(next(smoothed)) for v in line]


plain = [round(float(v), 6) for v in np.cumsum(rng.normal(size=60))]
holes = [None if i in (0, 1, 17, 18, 40, 59) else v for i, v in enumerate(plain)]
cases = []
for line in (plain, holes):
    for weight in (0.0, 0.6, 0.9, 0.99):
        cases.append(({"kind": "ema", "weight": weight}, line, with_holes(line, lambda v: ema(v, weight))))
    for sigma in (0.5, 2, 7.5):
        cases.append(({"kind": "gaussian", "sigma": sigma}, line, with_holes(line, lambda v: gaussian(v, sigma))))
    for width in (1, 5, 100):
        cases.append(({"kind": "mean", "width": width}, line, with_holes(line, lambda v: mean(v, width))))

seeds = []
for n in (1, 2, 3, 4, 5, 8, 13):
    x = rng.normal(2, 1.5, size=n)
    half = stats.t.ppf(0.975, n - 1) * stats.sem(x) if n > 2 else None
    seeds.append(
        {
            "values": x.tolist(),
            "n": n,
            "mean": float(x.mean()),
            "low": None if half is None else float(x.mean() - half),
            "high": None if half is None else float(x.mean() + half),
            "median": float(np.median(x)),
            "iqm": float(stats.trim_mean(x, 0.25)),
            "min": float(x.min()),
            "max": float(x.max()),
        }
    )

made_by = f"make-smooth.py with numpy {np.__version__}, scipy {scipy.__version__}, pandas {pandas.__version__}"
with open(HERE / "smooth.json", "w") as file:
    rows = [{"smoothing": s, "line": line, "smoothed": smoothed} for s, line, smoothed in cases]
    json.dump({"madeBy": made_by, "lines": rows, "seeds": seeds}, file)

"""Writes the golden vectors of server/stats: python make-golden.py [part ...], for example many_to_one planning; all without a
name. Needs numpy, scipy, statsmodels and mpmath.

Each file says what made it. Nothing here shares code with the TypeScript: special functions come from mpmath at 50 digits,
Dunnett from adaptive quadrature of another form of the integral, the rest from scipy and statsmodels.
"""

import json
import pathlib
import sys

import mpmath as mp
import numpy as np
import scipy
import statsmodels
from scipy import integrate, optimize, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

HERE = pathlib.Path(__file__).parent
TOOLS = f"numpy {np.__version__}, scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, mpmath {mp.__version__}"
mp.mp.dps = 50


def write(name, made_by, **content):
    body = {"madeBy": f"make-golden.py with {made_by} ({TOOLS})", **content}
    lines = ["{"]
    for index, (key, value) in enumerate(body.items()):
        comma = "," if index < len(body) - 1 else ""
        if isinstance(value, list):
            rows = ",\n".join("    " + json.dumps(row) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]{comma}")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}{comma}")
    lines.append("}")
    (HERE / name).write_text("\n".join(lines) + "\n")


def special():
    gamma_at = [1e-8, 1e-3, 0.1, 0.49, 0.5, 0.9, 1 - 1e-9, 1 + 1e-9, 1.2, 1.499, 1.5, 1.9, 2 - 1e-9, 2 + 1e-9, 2.4, 2.6,
                3, 4.5, 7, 10.9, 11, 25.5, 171, 1e3, 1e6, 1e12]
    log_gamma = [[x, float(mp.loggamma(mp.mpf(x)))] for x in gamma_at]
    beta = []
    for a, b in [(0.5, 0.5), (1, 3), (2.5, 0.5), (4, 0.5), (0.5, 12), (5, 5), (30, 2), (100, 80), (2000, 0.5), (1e5, 2e5), (5e5, 5e5)]:
        mean, sd = a / (a + b), (a * b / (a + b + 1)) ** 0.5 / (a + b)
        for x in [1e-6, 0.02, 0.3, 0.5, 0.8, 0.99, mean - 2 * sd, mean, mean + 2 * sd]:
            if 0 < x < 1:
                value = mp.betainc(mp.mpf(a), mp.mpf(b), 0, mp.mpf(x), regularized=True) if a + b < 5000 else None
                value = float(value) if value is not None else float(stats.beta.cdf(x, a, b))
                if value > 1e-280:
                    beta.append([x, a, b, value])
    normal = [[x, float(mp.ncdf(mp.mpf(x)))] for x in [-37, -36.73, -25.31, -20, -8.3, -5.7, -5.6, -3, -1.96, -0.67, -0.66, -1e-3, -1e-9, 0, 1e-9, 0.3, 0.7, 1.5, 3, 5.6, 8]]
    quantile = []
    for p in [1e-300, 1e-50, 1e-12, 1e-5, 0.001, 0.025, 0.1, 0.3, 0.49, 0.5 - 1e-10, 0.5, 0.5 + 1e-10, 0.6, 0.9, 0.975, 0.999, 1 - 1e-10]:
        start = mp.mpf(float(stats.norm.ppf(p)))
        root = mp.findroot(lambda x: mp.log(mp.ncdf(x) / mp.mpf(p)), start) if p != 0.5 else mp.mpf(0)
        quantile.append([p, float(root)])

    def t_cdf(t, df):
        t, df = mp.mpf(t), mp.mpf(df)
        half = mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
        return half if t < 0 else 1 - half

    student = [[t, df, float(t_cdf(t, df))] for df in [0.5, 1, 2, 2.7, 4, 8, 30.25, 200, 5000]
               for t in [-1e5, -40, -8, -4.3, -2, -0.9, -1e-6, 0, 1e-6, 0.3, 1, 2.776, 12]
               if df < 200 or abs(t) <= 40]
    student = [row for row in student if row[2] > 1e-290]
    t_quantile = []
    for df in [0.7, 1, 2, 3.3, 8, 14, 60, 1000]:
        for p in [1e-9, 0.001, 0.00625, 0.025, 0.2, 0.45, 0.5 - 1e-9, 0.51, 0.8, 0.975, 0.99375, 0.9999]:
            low, high = (mp.mpf(0), mp.mpf(1))
            tail = min(mp.mpf(p), 1 - mp.mpf(p))
            while t_cdf(-high, df) > tail:
                low, high = high, high * 2
            for _ in range(120):
                middle = (low + high) / 2
                low, high = (middle, high) if t_cdf(-middle, df) > tail else (low, middle)
            t_quantile.append([p, df, float(low if p > 0.5 else -low)])
    binomial = []
    for n, p in [(1, 0.3), (10, 0.5), (20, 0.05), (450, 0.94), (10000, 0.5), (1000000, 0.001)]:
        for k in sorted({0, 1, int(n * p / 2), int(n * p), int(n * p) + 1, min(n, int(n * p * 1.4) + 2), n}):
            pmf = float(mp.binomial(n, k) * mp.mpf(p) ** k * (1 - mp.mpf(p)) ** (n - k))
            tail = float(stats.binom.sf(k - 1, n, p)) if n > 2000 else float(mp.fsum(
                mp.binomial(n, i) * mp.mpf(p) ** i * (1 - mp.mpf(p)) ** (n - i) for i in range(k, n + 1)))
            if pmf > 1e-290:
                binomial.append([k, n, p, pmf, tail])
    write("special.json", "mpmath at 50 digits; scipy.stats for beta with a + b > 5000 and binomial tails with n > 2000",
          logGamma=log_gamma, incompleteBeta=beta, normalCdf=normal, normalQuantile=quantile,
          studentTCdf=student, studentTQuantile=t_quantile, binomial=binomial)


def dunnett_tail(c, k, df):
    """P(max |T_i| > c), T_i = (Z_i - Z_0) / (sqrt(2) S): adaptive quadrature over chi-square quantiles and over z."""
    nodes, weights = np.polynomial.legendre.leggauss(120)

    def given_s(s):
        z = 9 * nodes
        beyond = np.minimum(1, stats.norm.sf(z + np.sqrt(2) * c * s) + stats.norm.cdf(z - np.sqrt(2) * c * s))
        with np.errstate(divide="ignore"):
            return 9 * np.sum(weights * stats.norm.pdf(z) * -np.expm1(k * np.log1p(-beyond)))

    def integrand(x):
        return stats.chi2.pdf(x, df) * given_s(np.sqrt(x / df))

    top = float(stats.chi2.isf(1e-17, df))
    cuts = [float(stats.chi2.ppf(q, df)) for q in (1e-9, 1e-5, 0.001, 0.1, 0.5, 0.9, 0.999)]
    edges = [0, *cuts, top]
    return sum(integrate.quad(integrand, a, b, epsabs=1e-25, epsrel=1e-12, limit=400)[0] for a, b in zip(edges, edges[1:]))


def dunnett_vectors():
    tails, criticals = [], []
    for k, df in [(1, 2), (1, 8), (2, 4), (3, 6), (4, 8), (4, 16), (4, 28), (9, 18), (20, 40), (4, 120)]:
        for c in [0.3, 1, 2, 2.9, 5, 9]:
            tails.append([c, k, df, dunnett_tail(c, k, df)])
        for level in [0.9, 0.95, 0.99]:
            root = optimize.brentq(lambda c: dunnett_tail(c, k, df) - (1 - level), 0.5, 80, xtol=1e-12, rtol=1e-13)
            criticals.append([level, k, df, root])
    spot = []
    for k, df, c in [(4, 8, 2.5), (3, 6, 3.1), (2, 10, 2.57)]:
        shape = np.full((k, k), 0.5) + 0.5 * np.eye(k)
        value = stats.multivariate_t(shape=shape, df=df).cdf(np.full(k, c), lower_limit=np.full(k, -c), maxpts=4_000_000, random_state=1)
        spot.append([c, k, df, 1 - float(value)])
    write("dunnett.json", "scipy.integrate.quad over chi-square, 120-point Gauss-Legendre over z; multivariateT from scipy.stats.multivariate_t (randomised, about 1e-5)",
          tail=tails, critical=criticals, multivariateT=spot)


def ablation():
    """A made-up table, 5 cells x 3 seeds, recomputed from the two-way analysis of variance."""
    cells = {"no_kl": [0.713, 0.742, 0.731], "asym_clip": [0.698, 0.749, 0.702], "dynamic": [0.801, 0.829, 0.835],
             "token_loss": [0.709, 0.733, 0.748], "kl": [0.641, 0.702, 0.668]}
    table = np.array(list(cells.values()))
    m, n = table.shape
    residual = table - table.mean(1, keepdims=True) - table.mean(0, keepdims=True) + table.mean()
    df = (m - 1) * (n - 1)
    mse = float((residual**2).sum() / df)
    se = float(np.sqrt(2 * mse / n))
    critical = optimize.brentq(lambda c: dunnett_tail(c, m - 1, df) - 0.05, 1, 10, xtol=1e-12, rtol=1e-13)
    rows = []
    for name, values in zip(list(cells)[1:], table[1:]):
        gap = float(values.mean() - table[0].mean())
        rows.append([name, gap, gap - critical * se, gap + critical * se, dunnett_tail(abs(gap) / se, m - 1, df)])
    welch = []
    for name, values in zip(list(cells)[1:], table[1:]):
        test = stats.ttest_ind(values, table[0], equal_var=False)
        ci = test.confidence_interval(1 - 0.05 / (m - 1))
        welch.append([name, float(ci.low), float(ci.high), float(min(1, test.pvalue * (m - 1)))])
    means = []
    for name, values in cells.items():
        low, high = stats.t.interval(0.95, n - 1, loc=np.mean(values), scale=stats.sem(values))
        means.append([name, float(np.mean(values)), float(low), float(high)])
    write("ablation.json", "numpy, scipy.stats and scipy.integrate", cells=[[k, v] for k, v in cells.items()], df=df, mse=mse,
          critical=critical, dunnett=rows, welch=welch, means=means)


def tango(b, c, n, level):
    """Score interval by brute force: at each candidate difference the nuisance is the numerical maximum of the likelihood."""
    z2 = stats.norm.ppf(0.5 + level / 2) ** 2

    def statistic(delta):
        low, high = max(0.0, -delta), (1 - delta) / 2

        def slope(q):
            gain = sum(count / share if share > 0 else np.inf for count, share in ((b, q + delta), (c, q)) if count)
            rest = 1 - 2 * q - delta
            return gain - (2 * (n - b - c) / rest if rest > 0 else np.inf)

        span = high - low
        left, right = low + 1e-15 * span, high - 1e-15 * span
        if slope(left) <= 0:
            q = low
        elif slope(right) >= 0:
            q = high
        else:
            q = optimize.brentq(slope, left, right, xtol=1e-16, rtol=1e-14)
        variance = n * (2 * q + delta * (1 - delta))
        return (b - c - n * delta) ** 2 - z2 * variance

    estimate, edge, step = (b - c) / n, 1 - 1e-12, 1e-9

    def bound(inner, outer):
        return optimize.brentq(statistic, inner, outer, xtol=1e-14) if statistic(outer) > 0 > statistic(inner) else np.sign(outer)

    low = bound(estimate - step, -edge) if estimate > -1 else -1.0
    high = bound(estimate + step, edge) if estimate < 1 else 1.0
    return float(low), float(high)


def intervals():
    wilson = []
    for x, n in [(0, 10), (1, 10), (10, 10), (81, 263), (15, 148), (0, 20), (1, 29), (423, 450), (7, 12), (5000, 10000)]:
        for level in [0.9, 0.95, 0.99]:
            low, high = proportion_confint(x, n, alpha=1 - level, method="wilson")
            wilson.append([x, n, level, float(low), float(high)])
    pairs = []
    for b, c, n in [(40, 20, 160), (1, 7, 21), (6, 2, 61), (10, 10, 100), (5, 0, 30), (0, 0, 50), (12, 3, 450), (25, 40, 200), (10, 0, 10), (300, 150, 1000)]:
        exact = float(mcnemar([[0, b], [c, 0]], exact=True).pvalue) if b + c else 1.0
        low_count = min(b, c)
        below = float(stats.binom.cdf(low_count - 1, b + c, 0.5))
        mid = 2 * below + float(stats.binom.pmf(low_count, b + c, 0.5))
        low, high = tango(b, c, n, 0.95)
        pairs.append([b, c, n, exact, mid, low, high])
    rng = np.random.default_rng(7)
    welch = []
    for n1, n2, scale in [(3, 3, 1), (3, 5, 4), (8, 5, 0.2), (20, 4, 10)]:
        a, b = rng.normal(0, 1, n1).round(4), rng.normal(0.8, scale, n2).round(4)
        test = stats.ttest_ind(a, b, equal_var=False)
        ci = test.confidence_interval(0.95)
        welch.append([a.tolist(), b.tolist(), float(test.df), float(test.pvalue), float(ci.low), float(ci.high)])
    samples = []
    for n in [3, 4, 5, 7, 10, 23]:
        x = rng.gamma(2, 1.5, n).round(4)
        low, high = stats.t.interval(0.95, n - 1, loc=x.mean(), scale=stats.sem(x))
        quantiles = [[q, float(np.quantile(x, q, method="linear"))] for q in [0, 0.025, 0.25, 0.5, 0.77, 1]]
        samples.append({"x": x.tolist(), "mean": float(x.mean()), "sd": float(x.std(ddof=1)), "low": float(low), "high": float(high),
                        "iqm": float(stats.trim_mean(x, 0.25)), "quantiles": quantiles})
    write("intervals.json", "statsmodels proportion_confint and mcnemar, scipy ttest_ind, t.interval and trim_mean, numpy quantile; paired interval by brute-force profile likelihood",
          wilson=wilson, paired=pairs, welch=welch, samples=samples)


def noise():
    rows = []
    for widths in [[1.0], [2.0], [2.0, 1.0, 0.5, 1.0], [1.0, 1.0], [3.0, 0.1]]:
        for group in [2, 3, 4, 8, 16]:
            total, squares, draws = 0.0, 0.0, 0
            rng = np.random.default_rng([group, *(int(w * 10) for w in widths)])
            for _ in range(40):
                x = sum(rng.uniform(-w, w, (500_000, group)) for w in widths)
                s = x.std(axis=1, ddof=1)
                total += float(s.sum())
                squares += float((s**2).sum())
                draws += len(s)
            mean = total / draws
            rows.append([widths, group, mean, float(np.sqrt((squares / draws - mean**2) / draws))])
    write("noise.json", "numpy, 20 million simulated groups each; the last number is the standard error", within=rows)


def many_to_one_tail(c, nu, g):
    """P(max |T_i| > c), correlations g_i g_l: adaptive quadrature over chi-square, Gauss-Legendre over the shared z."""
    g = np.minimum(np.asarray(g, float), np.sqrt(0.995))
    r = np.sqrt(1 - g * g)
    nodes, weights = np.polynomial.legendre.leggauss(600)
    z, w = 9 * nodes, 9 * weights * stats.norm.pdf(9 * nodes)

    def given_s(s):
        x = c * s
        inside = stats.norm.cdf((x - np.outer(z, g)) / r) - stats.norm.cdf((-x - np.outer(z, g)) / r)
        return float(np.sum(w * (1 - np.prod(inside, axis=1))))

    def integrand(x):
        return stats.chi2.pdf(x, nu) * given_s(np.sqrt(x / nu))

    cuts = [float(stats.chi2.ppf(q, nu)) for q in (1e-9, 1e-5, 0.001, 0.1, 0.5, 0.9, 0.999)]
    edges = [0, *cuts, float(stats.chi2.isf(1e-17, nu))]
    return sum(integrate.quad(integrand, a, b, epsabs=1e-15, epsrel=1e-11, limit=200)[0] for a, b in zip(edges, edges[1:]))


def many_to_one_critical(level, nu, g):
    low, high = stats.t.ppf(0.5 + level / 2, nu) * 0.999, stats.t.isf((1 - level) / 2 / len(g), nu) * 1.001
    return float(optimize.brentq(lambda c: many_to_one_tail(c, nu, g) - (1 - level), low, high, xtol=1e-11))


def many_to_one():
    def table(baseline, cells, level):
        base = np.array(baseline)
        v0 = base.var(ddof=1) / len(base)
        v = np.array([np.var(x, ddof=1) / len(x) for x in cells])
        d = np.array([np.mean(x) - base.mean() for x in cells])
        se, g = np.sqrt(v + v0), np.minimum(np.sqrt(v0 / (v + v0)), np.sqrt(0.995))
        own = np.array([len(x) - 1 for x in cells])
        nu = (v + v0) ** 2 / (v**2 / own + v0**2 / (len(base) - 1))
        nu = np.minimum(nu, 2 * np.minimum(own, len(base) - 1))
        rows = []
        for i in range(len(cells)):
            c = many_to_one_critical(level, nu[i], g)
            rows.append([*map(float, (d[i], se[i], nu[i], g[i], c)), float(many_to_one_tail(abs(d[i]) / se[i], nu[i], g))])
        return rows

    made = []
    for baseline, cells, level in [
        ([71, 74, 72], [[75.5, 78, 77], [70, 76, 73.5], [80, 79.5, 80.5], [60, 75, 68]], 0.95),
        ([71, 74, 72], [[75.5, 78, 77], [70, 76, 73.5], [80, 79.5, 80.5], [60, 75, 68]], 1 - 0.05 / 3),
        ([0.4, 0.52, 0.47, 0.44], [[0.61, 0.7, 0.72], [0.5, 0.45, 0.48, 0.41, 0.52]], 0.95),
        ([0.1, 0.4, 0.9], [[0.6, 0.6, 0.6], [0.2, 0.21, 0.19], [0.3, 0.5, 0.7, 0.9]], 0.95),
        ([5.0, 5.0, 5.0], [[4.0, 4.5, 4.2], [5.1, 5.3, 5.2, 5.4]], 0.95),
    ]:
        made.append({"baseline": baseline, "cells": cells, "level": level, "rows": table(baseline, cells, level)})
    tails = []
    for g, nu in [([0.3, 0.9, 0.99], 2.1), ([0.5] * 6 + [0.1], 3.7), ([0.2, 0.7], 40.5), ([0, 0.4, 0.8, 0.6], 11)]:
        for c in [0.2, 1.5, 3, 6]:
            tails.append([c, nu, g, many_to_one_tail(c, nu, g)])
    spot = []
    for g, nu, c in [([0.771844985, 0.4520835786, 0.9503819266, 0.1994310088], 3, 3.5), ([0.3, 0.9], 5, 2.6)]:
        shape = np.outer(g, g)
        np.fill_diagonal(shape, 1)
        inside = stats.multivariate_t(shape=shape, df=nu).cdf(np.full(len(g), c), lower_limit=np.full(len(g), -c), maxpts=4_000_000, random_state=1)
        spot.append([c, nu, g, 1 - float(inside)])
    write("many-to-one.json", "scipy.integrate.quad over chi-square, 600-point Gauss-Legendre over z; multivariateT from scipy.stats.multivariate_t (randomised, about 1e-5). Rows: d, se, nu, g, c, p",
          tables=made, tail=tails, multivariateT=spot)


def incomplete_blocks():
    """Least squares on the full design matrix of cells and seeds; one factor fitted to the correlations by scipy."""
    def fit(rows):
        cells, seeds = len(rows), len(rows[0])
        y, x = [], []
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if value is not None:
                    line = np.zeros(cells - 1 + seeds)
                    if i > 0:
                        line[i - 1] = 1
                    line[cells - 1 + j] = 1
                    x.append(line)
                    y.append(value)
        x, y = np.array(x), np.array(y)
        used = x[:, (x != 0).any(axis=0)]
        beta, _, rank, _ = np.linalg.lstsq(used, y, rcond=None)
        df = len(y) - int(rank)
        s = np.sqrt(np.sum((y - used @ beta) ** 2) / df)
        c = np.linalg.pinv(used.T @ used)[: cells - 1, : cells - 1]
        spread = np.sqrt(np.diag(c))
        corr = c / np.outer(spread, spread)
        k = cells - 1
        pairs = [(i, l) for i in range(k) for l in range(i + 1, k)]
        start = np.full(k, np.sqrt(np.mean([corr[p] for p in pairs])))
        found = optimize.least_squares(lambda g: [g[i] * g[l] - corr[i, l] for i, l in pairs], start, bounds=(0, np.sqrt(0.995)), xtol=1e-15, ftol=1e-15, gtol=1e-15)
        g = found.x
        d, se = beta[:k], s * spread
        critical = many_to_one_critical(0.95, df, g)
        p = [many_to_one_tail(abs(t), df, g) for t in d / se]
        return {"rows": rows, "d": d.tolist(), "se": se.tolist(), "df": df, "s": float(s), "corr": corr.tolist(), "g": g.tolist(), "critical": critical, "p": p}

    n = None
    tables = [
        [[71, 74, 72, 75], [75.5, 78, 77, n], [70, 76, 73.5, 74], [80, 82.4, 79.1, 83]],
        [[71, 74, 72, 75, n], [75.5, 78, 77, n, 79], [n, n, 73.5, 74, 71], [80, n, 79.1, 83, 82], [70, 71, 73, n, n]],
        [[0.4, 0.5, 0.7], [0.45, 0.52, 0.78], [0.3, 0.46, 0.61]],
    ]
    write("incomplete-blocks.json", "numpy.linalg.lstsq and pinv on the full design matrix, scipy.optimize.least_squares for one factor", tables=[fit(t) for t in tables])


def seeds_and_problems():
    def answer(own, base, level, shared):
        y1, y0 = np.array(own, float), np.array(base, float)
        n1, n0, problems = len(y1), len(y0), y1.shape[1]

        def residual(y):
            r = y - y.mean(1, keepdims=True) - y.mean(0, keepdims=True) + y.mean()
            return float((r**2).sum() / ((y.shape[0] - 1) * (y.shape[1] - 1)))

        if shared:
            tables = [y1 - y0]
        else:
            tables = [y1, y0]
        a = [t.mean(1).var(ddof=1) / len(t) for t in tables]
        o = [residual(t) / (len(t) * problems) for t in tables]
        q = (y1.mean(0) - y0.mean(0)).var(ddof=1) / problems
        v = max(sum(a) + q - sum(o), sum(a), q)
        parts = [x**2 / (len(t) - 1) for x, t in zip(a, tables)] + [x**2 / ((len(t) - 1) * (problems - 1)) for x, t in zip(o, tables)]
        df = v**2 / (sum(parts) + q**2 / (problems - 1))
        d = float(y1.mean() - y0.mean())
        half = float(stats.t.ppf(0.5 + level / 2, df) * np.sqrt(v))
        p = float(2 * stats.t.sf(abs(d) / np.sqrt(v), df))
        return [d, [float(x) for x in a], float(q), [float(x) for x in o], float(v), float(df), half, p]

    rng = np.random.default_rng(3)
    cases = []
    bits = lambda text: [[int(x) for x in row] for row in text.split()]
    first = (bits("1111111111 1111001001 1011011111"), bits("0100000000 0000100101 1101010101"))
    second = (rng.normal(1, 1, (4, 12)).round(3).tolist(), rng.normal(0, 1, (3, 12)).round(3).tolist())
    third = (rng.normal(1, 1, (4, 12)).round(3).tolist(), rng.normal(0, 1, (4, 12)).round(3).tolist())
    for (own, base), level, shared in [(first, 0.95, False), (second, 0.9875, False), (third, 0.95, True)]:
        cases.append({"own": own, "baseline": base, "level": level, "shared": shared, "answer": answer(own, base, level, shared)})
    write("seeds-and-problems.json", "numpy and scipy.stats.t. Answer: d, A per table, Q, O per table, V, df, half width, p", cases=cases)


def detected(critical, nu, power=0.8):
    """The noncentrality that |T| beyond the critical value shows with this power; scipy's nct gives NaN far out."""
    cuts = [float(np.sqrt(stats.chi2.ppf(q, nu) / nu)) for q in (0, 1e-9, 0.001, 0.1, 0.5, 0.9, 0.999, 1 - 1e-13)]

    def shown(ncp):
        def given(s):
            beyond = stats.norm.sf(critical * s - ncp) + stats.norm.cdf(-critical * s - ncp)
            return stats.chi2.pdf(s * s * nu, nu) * 2 * s * nu * beyond

        return sum(integrate.quad(given, a, b, epsabs=1e-13, limit=200)[0] for a, b in zip(cuts, cuts[1:]))

    return float(optimize.brentq(lambda ncp: shown(ncp) - power, 0.01, 60, xtol=1e-10))


def planning():
    """Noncentral t by scipy.integrate.quad; the variance parts of the 'typical' world by Gauss-Hermite quadrature of the probit model."""
    many = []
    for k, nu in [(4, 4), (4, 8), (1, 4), (3, 6), (8, 14)]:
        critical = many_to_one_critical(0.95, nu, [np.sqrt(0.5)] * k) if k > 1 else float(stats.t.ppf(0.975, nu))
        many.append([k, nu, critical, detected(critical, nu)])
    x, w = np.polynomial.hermite_e.hermegauss(200)
    w = w / w.sum()
    problem, mixed, seed = 1.5, 0.4, 0.15
    solved = stats.norm.cdf
    ease = stats.norm.ppf(0.6) * np.sqrt(1 + problem**2 + mixed**2 + seed**2)

    def mean_rate(u):
        """Share solved by a run with luck u, over all problems."""
        return solved((ease + u) / np.sqrt(1 + problem**2 + mixed**2))

    first = np.sum(w * mean_rate(seed * x))
    sigma = np.sqrt(np.sum(w * mean_rate(seed * x) ** 2) - first**2)
    rate = [solved((ease + problem * b + mixed * x) / np.sqrt(1 + seed**2)) for b in x]
    on_problem = np.array([np.sum(w * r) for r in rate])
    squares = np.array([np.sum(w * r**2) for r in rate])
    tau = np.sqrt(2 * np.sum(w * (squares - on_problem**2)))
    residual = np.sqrt(0.6 - np.sum(w * squares) - sigma**2)
    typical = []
    for n, problems in [(3, 300), (5, 100), (5, 300), (5, 1000), (8, 300)]:
        for k in [1, 4]:
            a, o = (sigma**2 + residual**2 / problems) / n, residual**2 / (n * problems)
            q = (tau**2 + 2 * residual**2 / n) / problems
            v = 2 * a + q - 2 * o
            df = v**2 / (2 * a**2 / (n - 1) + q**2 / (problems - 1) + 2 * o**2 / ((n - 1) * (problems - 1)))
            critical = float(stats.t.isf(0.025 / k, df))
            typical.append([n, problems, k, float(np.sqrt(v)) * detected(critical, df), float(df)])
    pilot = [[df, float(np.sqrt(df / stats.chi2.ppf(0.2, df)))] for df in [1, 2, 3, 4, 8, 14, 40]]
    chi = [[p, df, float(stats.chi2.ppf(p, df))] for df in [1, 2, 4.5, 8, 40, 300] for p in [1e-6, 0.05, 0.2, 0.5, 0.8, 0.99]]
    write("planning.json", "scipy.integrate.quad, scipy.stats.chi2 and Gauss-Hermite quadrature. manyToOne: k, nu, c, delta; typical: n, N, k, d, df",
          manyToOne=many, spread=[float(sigma), float(tau), float(residual)], typical=typical, pilot=pilot, chiSquare=chi)


def boundary():
    rows = []
    for x, n in [(0, 3), (1, 3), (3, 3), (1, 5), (2, 8), (0, 8), (5, 12)]:
        low, high = proportion_confint(x, n, alpha=0.05, method="beta")
        rows.append([x, n, float(low), float(high), float(stats.beta.ppf(0.95, x + 1, n - x)) if x < n else 1.0])
    collapse = []
    for base, own, floor in [
        ([0.7, 0.71, 0.69, 0.7, 0.72], [0.8, 0.81, 0.79, 0.8, 0.82], 0.0),
        ([0.5, 0.52, 0.48], [0.9, 0.91, 0.88], 0.0),
        ([0.2, 0.21, 0.19, 0.2, 0.22, 0.2, 0.21, 0.18], [0.8, 0.81, 0.79, 0.8, 0.82, 0.78, 0.8, 0.81], 0.1),
    ]:
        near = stats.ttest_ind(own, base, equal_var=False).confidence_interval(0.95).low
        n = len(own)
        collapse.append({
            "values": [base, own], "floor": floor, "near": float(near),
            "atMost": float(stats.beta.ppf(0.95, 1, n)), "erasedBy": float(near / (np.mean(own) - floor)),
        })
    write(
        "boundary.json",
        "statsmodels proportion_confint (beta) and scipy.stats.beta. Rows: x, n, low, high, one-sided upper 95 %; collapse: Welch's interval of ttest_ind",
        clopperPearson=rows,
        collapse=collapse,
    )


PARTS = [special, dunnett_vectors, ablation, intervals, noise, many_to_one, incomplete_blocks, seeds_and_problems, planning, boundary]

if __name__ == "__main__":
    for part in PARTS:
        if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
            part()

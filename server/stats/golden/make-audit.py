"""Golden vectors of server/stats/audit, by plain formulas that share no code with it.

Wilson's bounds are found as roots of the score equation by bisection, the bounds of sums and ratios by Zou & Donner (2008)
and Donner & Zou (2012) as they are printed there.
"""
import json, math
from pathlib import Path

Z = 1.959963984540054


def score_bound(p, n, upper):
    if (upper and p == 1) or (not upper and p == 0):
        return p
    lo, hi = (p, 1.0) if upper else (0.0, p)
    for _ in range(300):
        mid = (lo + hi) / 2
        inside = abs(p - mid) <= Z * math.sqrt(mid * (1 - mid) / n)
        if upper:
            lo, hi = (mid, hi) if inside else (lo, mid)
        else:
            lo, hi = (lo, mid) if inside else (mid, hi)
    return (lo + hi) / 2


def side(strata):
    size = sum(s[0] for s in strata)
    marked = sum(s[1] for s in strata)
    p = sum(s[0] * s[2] / s[1] for s in strata) / size
    weights = [s[0] / s[1] for s in strata for _ in range(s[1])]
    worth = sum(weights) ** 2 / sum(w * w for w in weights) * (size - 1) / (size - marked)
    return size, (p, score_bound(p, worth, False), score_bound(p, worth, True))


def ratio(x, y):
    (a, la, ua), (b, lb, ub) = x, y
    low = (a * b - math.sqrt((a * b) ** 2 - la * ub * (2 * a - la) * (2 * b - ub))) / (ub * (2 * b - ub))
    high = (a * b + math.sqrt((a * b) ** 2 - ua * lb * (2 * a - ua) * (2 * b - lb))) / (lb * (2 * b - lb))
    return a / b, low, high


def case(accepted, rejected):
    na, p = side(accepted)
    nr, q = side(rejected)
    a = na / (na + nr)
    wrong = (1 - p[0], 1 - p[2], 1 - p[1])
    wrong_q = (1 - q[0], 1 - q[2], 1 - q[1])
    value = a * p[0] + (1 - a) * q[0]
    half = [math.sqrt((a * (p[0] - p[i])) ** 2 + ((1 - a) * (q[0] - q[i])) ** 2) for i in (1, 2)]
    odds = a / (1 - a)
    share = lambda r, o: [o * v / (1 + o * v) for v in r]
    return {
        "strata": [[True, *s] for s in accepted] + [[False, *s] for s in rejected],
        "wrongOfAccepted": list(wrong),
        "rightOfRejected": list(q),
        "falsePositiveRate": share(ratio(wrong, wrong_q), odds),
        "falseNegativeRate": share(ratio(q, p), 1 / odds),
        "corrected": [value, value - half[0], value + half[1]],
    }


cases = [
    case([(400, 13, 12), (380, 12, 9)], [(500, 13, 1), (520, 12, 2)]),
    case([(90, 7, 6), (210, 18, 15)], [(1200, 20, 3), (300, 5, 1)]),
    case([(30, 20, 17)], [(40, 30, 4)]),
]
out = {"madeBy": "make-audit.py, Python standard library", "cases": cases}
Path(__file__).with_name("audit.json").write_text(json.dumps(out, indent=1) + "\n")

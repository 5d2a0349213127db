"""Writes the golden vectors beside this file: python make_golden.py (standard library only), then prettier on them.

The schedules are written from the text of arXiv 2506.06632 (E2H) and its released settings, the climbs from the rules of
axiom-rl's curriculum, RLVE from arXiv 2511.07317. Nothing here is shared with the code under test.
"""

import fractions
import json
import math
import pathlib
import random

HERE = pathlib.Path(__file__).parent
SOURCE = "make_golden.py, Python standard library"


def write(name, cases):
    (HERE / f"{name}.json").write_text(json.dumps({"source": SOURCE, "cases": cases}, indent=1) + "\n")


def cosine(levels, progress):
    triangle = levels * (levels + 1) // 2
    early = [fractions.Fraction(levels - i, triangle) for i in range(levels)]
    late = early[::-1]
    alpha = math.cos(math.pi * progress / 2) ** 2
    mixed = [max(alpha * float(e) + (1 - alpha) * float(l), 1 / triangle) for e, l in zip(early, late)]
    return [value / math.fsum(mixed) for value in mixed]


def gauss(levels, progress, exponent, sigma, floor):
    mean = math.pow(progress, exponent) * (levels - 1)
    logs = [-0.5 * ((i - mean) / sigma) ** 2 for i in range(levels)]
    top = max(logs)
    total = math.fsum(math.exp(value - top) for value in logs)
    return [floor + (1 - levels * floor) * math.exp(value - top) / total for value in logs]


def schedule_cases():
    for levels in (2, 3, 5):
        for progress in (0.0, 0.1, 0.25, 0.5, 0.8, 1.0):
            yield {"name": "e2h_cosine", "levels": levels, "progress": progress, "weights": cosine(levels, progress)}
            for exponent, sigma, floor in ((0.5, 0.5, 0.0), (0.5, 0.5, 2 / (levels * (levels + 1))), (2.0, 1.5, 0.05)):
                yield {
                    "name": "e2h_gauss",
                    "levels": levels,
                    "progress": progress,
                    "exponent": exponent,
                    "sigma": sigma,
                    "floor": floor,
                    "weights": gauss(levels, progress, exponent, sigma, floor),
                }


LEAST = [5, 10, 15]


def climb(name, successes):
    """Level of each step; levels easy, medium, hard."""
    level, stayed, seen, levels = 0, 0, [], []
    for success in successes:
        levels.append(level)
        seen.append(success)
        stayed += 1
        move = 0
        if name == "adaptive" and len(seen) >= 10:
            mean = sum(seen[-10:]) / 10
            if mean >= 0.7:
                move = 1 if stayed >= LEAST[level] else 0
            elif mean < 0.3:
                move = -1
        if name == "self_paced":
            move = 1 if success > 0.85 else -1 if success < 0.3 else 0
        if move and 0 <= level + move <= 2:
            level, stayed = level + move, 0
    return levels


def rlve(solved, per_step, wanted):
    """Highest level of each step; `solved` of `per_step` episodes on it, all of them on it."""
    highest, counted, right, levels = 0, 0, 0, []
    for count in solved:
        levels.append(highest)
        counted += per_step
        right += count
        if counted >= wanted:
            if right / counted >= 0.9 and highest < 2:
                highest += 1
            counted = right = 0
    return levels


def climb_cases():
    rng = random.Random(20260721)
    for name in ("adaptive", "self_paced"):
        for drift in (0.2, 0.5, 0.8):
            # Eighths, so that every language adds them exactly.
            successes = [rng.choices(range(9), [1 + 8 * abs(k / 8 - (1 - drift)) for k in range(9)])[0] / 8 for _ in range(60)]
            yield {"name": name, "successes": successes, "levels": climb(name, successes)}
    swing = [0.875] * 14 + [0.125] * 12 + [0.75] * 30
    yield {"name": "adaptive", "successes": swing, "levels": climb("adaptive", swing)}
    for low in (6, 7, 8):
        solved = [rng.randint(low, 8) for _ in range(40)]
        yield {"name": "rlve", "solved": solved, "perStep": 8, "wanted": 32, "levels": rlve(solved, 8, 32)}


write("schedules", list(schedule_cases()))
write("climbs", list(climb_cases()))

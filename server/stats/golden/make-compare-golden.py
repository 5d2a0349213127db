"""Writes compare.json: python make-compare-golden.py. Needs numpy and scipy.

Diagnosis accuracies by set arithmetic in Python, paired t tests by scipy.stats.ttest_rel; nothing here shares code with the
TypeScript.
"""

import json
import pathlib

import numpy as np
import scipy
from scipy import stats

HERE = pathlib.Path(__file__).parent
COUNTED = {"diagnose": {"DIAGNOSE"}, "drop": {"DROP"}, "drop+relax": {"DROP", "RELAX_SMALL", "RELAX_LARGE"}}
ACTIONS = ["DIAGNOSE", "DROP", "RELAX_SMALL", "RELAX_LARGE", "UPDATE_BOUNDS", "GET_IIS", "SUBMIT"]


def diagnosis(rng):
    rows = []
    for _ in range(12):
        names = [f"c{i}" for i in range(6)]
        conflict = sorted(rng.choice(names, size=rng.integers(0, 5), replace=False).tolist())
        actions = []
        for _ in range(rng.integers(0, 8)):
            action = str(rng.choice(ACTIONS))
            actions.append([action, None if action in ("GET_IIS", "SUBMIT") else str(rng.choice(names))])
        expected = {}
        for counts, kinds in COUNTED.items():
            listed = [target for action, target in actions if action in kinds]
            given, said = set(conflict), set(listed)
            expected[counts] = None if not given else [
                len(given & said) / len(given),
                sum(target in given for target in listed) / len(given),
                len(given & said) / len(given | said),
            ]
        rows.append({"conflict": conflict, "actions": actions, "expected": expected})
    return rows


def paired(rng):
    rows = []
    for n, shift in [(3, 0.5), (6, 0.0), (25, -0.4), (300, 0.05)]:
        d = np.round(rng.normal(shift, 1.3, n), 3)
        test = stats.ttest_1samp(d, 0)
        low, high = test.confidence_interval(0.95)
        rows.append({"d": d.tolist(), "mean": float(d.mean()), "low": float(low), "high": float(high), "p": float(test.pvalue)})
    return rows


if __name__ == "__main__":
    generator = np.random.default_rng(20)
    made = {
        "madeBy": f"make-compare-golden.py (numpy {np.__version__}, scipy {scipy.__version__})",
        "diagnosis": diagnosis(generator),
        "paired": paired(generator),
    }
    lines = ",\n".join(
        f"  {json.dumps(key)}: " + (json.dumps(value) if isinstance(value, str) else "[\n" + ",\n".join("    " + json.dumps(row) for row in value) + "\n  ]")
        for key, value in made.items()
    )
    (HERE / "compare.json").write_text("{\n" + lines + "\n}\n")

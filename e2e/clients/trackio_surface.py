"""The logging surface of trackio, as one training uses it. PLACE names a project.

Prints a line of JSON for each thing that is read back, {"what", "wrote", "read"}; exits 0 where nothing raised.
"""

import json
import math
import os
import sys
import tempfile
import time

import numpy as np
import pandas as pd
import trackio

PLACE = os.environ["PLACE"]
raised = []


def attempt(what, wrote, read):
    """Compares with what a call answers; a call that raises is told with its error and counted."""
    try:
        got = read()
    except Exception as error:
        raised.append(what)
        got = f"{type(error).__name__}: {error}"[:300]
    print("READ", json.dumps({"what": what, "wrote": repr(wrote), "read": repr(got)}), flush=True)


CONFIG = {
    "int": 3, "float": 0.25, "small": 1e-5, "true": True, "none": None, "list": [1, 2.5, "a"], "empty": "", "nested": {"a": {"b": [1]}},
    "unicode": "größe 模型 🙂", "lines": "a\nb", "long": "x" * 3000, "huge": 2**53 + 1,
}
QUIET = {"auto_log_gpu": False, "auto_log_cpu": False}


def values():
    trackio.init(project=PLACE, name="values", config=CONFIG, group="g", **QUIET)
    for i in range(20):
        trackio.log({"loss": 1 / (i + 1), "nested": {"x": i}, "flag": i % 2 == 0, "odd": [math.nan, math.inf, -math.inf, -0.0][i % 4]})
    trackio.log({"numpy": np.float32(0.5), "int64": np.int64(7)})
    trackio.log({"jump": 1.0}, step=100)
    trackio.log({"jump": 2.0}, step=2**40)
    trackio.log({"huge": 1.0}, step=2**53 + 1)
    trackio.log({"a b/c-d_e.f": 1.0, "größe": 2.0})
    trackio.log({f"m{i}": i for i in range(1000)})
    trackio.log({"text": "warm", "none": None, "list": [1, 2]})
    trackio.log_system({"gpu/0/utilization": 55.0})
    trackio.alert("reward fell", text="below 0", level=trackio.AlertLevel.WARN)
    trackio.finish()


def steps():
    trackio.init(project=PLACE, name="steps", **QUIET)
    for step in (0, 5, 3, 5, 7, -2):
        trackio.log({"x": float(step)}, step=step)
    trackio.finish()


def media():
    trackio.init(project=PLACE, name="media", **QUIET)
    trackio.log({"image": trackio.Image(np.zeros((8, 8, 3), dtype=np.uint8), caption="black")})
    trackio.log({"histogram": trackio.Histogram([1, 2, 2, 3]), "note": trackio.Markdown("# hi")})
    trackio.log({"table": trackio.Table(dataframe=pd.DataFrame({"a": [1, 2.5], "b": ["x", None]}))})
    trackio.log({"trace": trackio.Trace(messages=[{"role": "user", "content": "2+3"}, {"role": "assistant", "content": "5"}], metadata={"reward": 1.0})})
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "w.bin")
        with open(path, "w") as file:
            file.write("hello")
        artifact = trackio.Artifact("ckpt", type="model")
        artifact.add_file(path)
        logged = trackio.log_artifact(artifact)
        attempt("version", True, lambda: str(logged.version).lstrip("v").isdigit())
        trackio.save(path)
        # The bench gives none back; the client raises that it is not found.
        try:
            got = trackio.use_artifact("ckpt:latest").download(folder)
        except ValueError:
            got = "not found"
        attempt("artifact", "hello", lambda: got)
    trackio.finish()


def resume():
    for first in (0, 5):
        trackio.init(project=PLACE, name="resumed", resume="allow", **QUIET)
        for i in range(first, first + 5):
            trackio.log({"x": i})
        trackio.finish()


def parallel():
    runs = [trackio.init(project=PLACE, name=f"seed-{i}", config={"seed": i}, **QUIET) and trackio.finish() for i in range(2)]
    return runs


def monitors():
    trackio.init(project=PLACE, name="monitors")
    for i in range(3):
        trackio.log({"x": i})
        time.sleep(0.2)
    trackio.finish()


PARTS = {part.__name__: part for part in (values, steps, media, resume, parallel, monitors)}
for name in os.environ.get("PARTS", ",".join(PARTS)).split(","):
    began = time.monotonic()
    PARTS[name]()
    print("PART", name, round(time.monotonic() - began, 1), flush=True)
print("RAISED", json.dumps(raised), flush=True)
sys.exit(1 if raised else 0)

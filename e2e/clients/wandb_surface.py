"""The logging surface of wandb, as one training uses it. PLACE names a project.

Prints a line of JSON for each thing that is read back or that the bench is to have, {"what", "wrote", "read"}; exits 0 where
nothing raised that a training would not survive.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import wandb

PLACE = os.environ["PLACE"]
raised = []


def tell(what, wrote, read):
    print("READ", json.dumps({"what": what, "wrote": repr(wrote), "read": repr(read)}), flush=True)


def attempt(what, wrote, read):
    """Compares with what a call answers; a call that raises is told with its error and counted."""
    try:
        tell(what, wrote, read())
    except Exception as error:
        raised.append(what)
        tell(what, wrote, f"{type(error).__name__}: {error}"[:300])


CONFIG = {
    "int": 3, "float": 0.25, "small": 1e-5, "large": 1e22, "true": True, "none": None, "list": [1, 2.5, "a"], "empty": "",
    "nested": {"a": {"b": [1], "c": "d"}}, "unicode": "größe 模型 🙂", "lines": "a\nb", "long": "x" * 3000, "huge": 2**53 + 1,
    "key/slash": 1, "nan": math.nan, "tuple": (1, 2), "numpy": np.float32(0.5),
}


def values():
    run = wandb.init(project=PLACE, id="values", name="values", config=CONFIG, tags=["a", "b c", "größe"], notes="why\nwe do it", group="g", job_type="train")
    run.config.update({"late": 1})
    run.config.update({"int": 4}, allow_val_change=True)
    run.define_metric("eval/step")
    run.define_metric("eval/*", step_metric="eval/step")
    run.define_metric("best", summary="max")
    for i in range(20):
        run.log({"loss": 1 / (i + 1), "nested": {"x": i}, "flag": i % 2 == 0, "odd": [math.nan, math.inf, -math.inf, -0.0][i % 4], "best": i % 7})
    run.log({"numpy": np.float64(0.5), "int64": np.int64(7)})
    run.log({"jump": 1.0}, step=100)
    run.log({"jump": 2.0}, step=2**40)
    run.log({"part": 1.0}, commit=False)
    run.log({"other": 2.0})
    for i in range(3):
        run.log({"eval/acc": i / 2, "eval/step": i * 10})
    run.log({"a b/c-d_e.f": 1.0, "größe": 2.0, "": 3.0})
    run.log({f"m{i}": i for i in range(1000)})
    run.log({"text": "warm", "none": None, "list": [1, 2]})
    run.summary["best_of"] = 0.9
    run.summary.update({"words": "text", "deep": {"a": 1}})
    run.alert(title="reward fell", text="below 0", level=wandb.AlertLevel.WARN)
    run.mark_preempting()
    attempt("config", 4, lambda: run.config["int"])
    run.finish()


def media():
    run = wandb.init(project=PLACE, id="media", name="media")
    run.log({"image": wandb.Image(np.zeros((4, 4, 3), dtype=np.uint8), caption="black"), "images": [wandb.Image(np.zeros((4, 4), dtype=np.uint8))] * 2})
    run.log({"histogram": wandb.Histogram([1, 2, 2, 3]), "html": wandb.Html("<b>hi</b>")})
    table = wandb.Table(columns=["a", "b"], data=[[1, "x"], [2.5, None]])
    run.log({"table": table})
    run.log({"bar": wandb.plot.bar(table, "a", "b", title="t"), "line": wandb.plot.line_series([0, 1], [[0, 1]], keys=["y"])})
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weights.txt")
        with open(path, "w") as file:
            file.write("hello")
        run.save(path, base_path=folder)
        artifact = wandb.Artifact("weights", "model", metadata={"x": 1})
        artifact.add_file(path)
        run.log_artifact(artifact, aliases=["best"]).wait()
        run.log_artifact(path, name="by-path", type="dataset")
        attempt("code", None, lambda: run.log_code(folder) and None)
        attempt("model", None, lambda: run.log_model(path, name="model-a"))
        time.sleep(1)
    for alias in ("best", "latest", "v0"):
        attempt(f"artifact {alias}", "hello", lambda: open(os.path.join(run.use_artifact(f"weights:{alias}").download(tempfile.mkdtemp()), "weights.txt")).read())
    attempt("artifact by another run's name", "raises", lambda: _raises(lambda: run.use_artifact("nothing:latest")))
    run.finish()


def _raises(call):
    try:
        return call()
    except Exception:
        return "raises"


def steps():
    run = wandb.init(project=PLACE, id="steps", name="steps")
    for step in (0, 5, 3, 5, 7):
        run.log({"x": float(step)}, step=step)
    for step in (2**53 - 1, 2**53 + 1, time.time_ns()):
        run.log({"huge": 1.0}, step=step)
    run.finish()


def ends():
    for name, code in (("failed", 3), ("finished", 0)):
        run = wandb.init(project=PLACE, id=name, name=name)
        run.log({"x": 1})
        run.finish(exit_code=code)


def resume():
    for first in (0, 5):
        run = wandb.init(project=PLACE, id="resumed", name="resumed", resume="allow")
        for i in range(first, first + 5):
            run.log({"x": i})
        run.finish()
    attempt("resumes at", 10, lambda: _step(wandb.init(project=PLACE, id="resumed", resume="must")))


def _step(run):
    at = getattr(run, "starting_step", None)
    run.finish()
    return at


def offline():
    folder = tempfile.mkdtemp()
    run = wandb.init(project=PLACE, id="offline", name="offline", mode="offline", dir=folder, config={"a": 1})
    for i in range(5):
        run.log({"x": i})
    run.finish()
    where = [os.path.join(root, name) for root, names, _ in os.walk(folder) for name in names if name.startswith("offline-run-")][0]
    done = subprocess.run([sys.executable, "-m", "wandb", "sync", where], capture_output=True, text=True)
    attempt("sync", 0, lambda: done.returncode)


def read():
    """What is there is read back; what the bench does not have is refused in its own words, and never answered as empty."""
    api = wandb.Api()
    run = api.run(f"ablab/{PLACE}/offline")
    attempt("Api().run", {"a": 1}, lambda: dict(run.config))
    attempt("scan_history", list(range(5)), lambda: [row["x"] for row in run.scan_history()])
    attempt("history", list(range(5)), lambda: [row["x"] for row in run.history(pandas=False)])
    attempt("Api().runs", True, lambda: "offline" in [one.name for one in api.runs(f"ablab/{PLACE}")])
    attempt("sweep", "refused", lambda: _refused(lambda: wandb.sweep({"method": "grid", "parameters": {"lr": {"values": [0.1]}}}, project=PLACE)))


def _refused(call):
    try:
        return call()
    except Exception as error:
        return "refused" if "Ablab" in str(error) else f"{type(error).__name__}: {error}"


PARTS = {part.__name__: part for part in (values, media, steps, ends, resume, offline, read)}
for name in os.environ.get("PARTS", ",".join(PARTS)).split(","):
    began = time.monotonic()
    PARTS[name]()
    print("PART", name, round(time.monotonic() - began, 1), flush=True)
print("RAISED", json.dumps(raised), flush=True)
sys.exit(1 if raised else 0)

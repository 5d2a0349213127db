"""The logging surface of MLflow, written and read back by its own parser.

PLACE names an experiment. Prints a line of JSON for each thing that was read back, {"what", "wrote", "read"}, and exits 0 where
nothing raised. What differs is for whoever reads these lines to judge.
"""

import json
import math
import os
import sys
import tempfile
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import mlflow
import numpy as np
import pandas as pd
from mlflow.entities import Metric, Param, RunTag
from mlflow.store.artifact.artifact_repository_registry import get_artifact_repository

PLACE = os.environ["PLACE"]
client = mlflow.MlflowClient()
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


PARAMS = {
    "int": 3, "negative": -7, "float": 0.25, "small": 1e-5, "large": 1e22, "sum": 0.1 + 0.2, "true": True, "false": False,
    "none": None, "list": [1, 2.5, "a"], "dict": {"a": {"b": [1]}}, "empty": "", "text": "a b", "zeros": "007",
    "unicode": "größe 模型 🙂", "lines": "a\nb\tc", "quotes": "it's \"so\"", "huge": 2**53 + 1, "nan": math.nan,
    "inf": math.inf, "nested.key": 1, "slash/key": 2, "with space": 3,
}
TAGS = {"plain": "rl", "empty": "", "colon": "a: b", "number": 3, "unicode": "größe 🙂", "dot.ted/key": "1"}
STEPS = [-5, 0, 1, 7, 2**31, 2**53 - 1]
VALUES = [0.0, -0.0, 1.5, -2.25, 1e-300, 1e300, math.pi, 5e-324]


def main():
    mlflow.set_experiment(PLACE)
    os.environ["MLFLOW_SYSTEM_METRICS_SAMPLING_INTERVAL"] = "0.2"
    os.environ["MLFLOW_SYSTEM_METRICS_SAMPLES_BEFORE_LOGGING"] = "1"
    before = int(time.time() * 1000)
    with mlflow.start_run(run_name="full", description="why we do it", log_system_metrics=True, tags={"at": "start"}) as run:
        run_id = run.info.run_id
        back = lambda: client.get_run(run_id)
        history = lambda key: [(m.step, m.value) for m in client.get_metric_history(run_id, key)]
        for key, value in list(PARAMS.items())[:4]:
            mlflow.log_param(key, value)
        mlflow.log_params(dict(list(PARAMS.items())[4:]))
        mlflow.log_params({f"many/{i}": i for i in range(150)})
        attempt("params", {k: str(v) for k, v in PARAMS.items()}, lambda: {k: back().data.params.get(k) for k in PARAMS})
        attempt("many params", 150, lambda: len([k for k in back().data.params if k.startswith("many/")]))
        mlflow.set_tag("plain", "first")
        mlflow.set_tags(TAGS)
        mlflow.log_param("long", "x" * 6000)
        attempt("a param of 6,000 characters", "x" * 6000, lambda: back().data.params["long"])
        mlflow.set_tag("long", "y" * 4999)
        attempt("a tag of 4,999 characters", "y" * 4999, lambda: back().data.tags["long"])
        mlflow.set_tag("lines", "a\nb")
        attempt("a tag of two lines", "a\nb", lambda: back().data.tags["lines"])
        mlflow.log_param("whole", 3.0)
        attempt("a whole float", "3.0", lambda: back().data.params["whole"])
        mlflow.set_tag("gone", 1)
        mlflow.delete_tag("gone")
        attempt("tags", {k: str(v) for k, v in TAGS.items()}, lambda: {k: back().data.tags.get(k) for k in TAGS})
        attempt("deleted tag", None, lambda: back().data.tags.get("gone"))
        attempt("tag of the start", "start", lambda: back().data.tags.get("at"))
        attempt("description", "why we do it", lambda: back().data.tags.get("mlflow.note.content"))

        for step, value in enumerate(VALUES):
            mlflow.log_metric("values", value, step=step)
        attempt("values", list(enumerate(VALUES)), lambda: history("values"))
        for step in STEPS:
            mlflow.log_metric("steps", 1.0, step=step)
        attempt("steps", [(s, 1.0) for s in STEPS], lambda: history("steps"))
        for i, word in enumerate([math.nan, math.inf, -math.inf, 1.0]):
            mlflow.log_metric("words", word, step=i)
        attempt("words", [(0, math.nan), (1, math.inf), (2, -math.inf), (3, 1.0)], lambda: history("words"))
        huge = [2**53 + 1, time.time_ns(), 2**63 - 1]
        for step in huge:
            mlflow.log_metric("huge", 1.0, step=step)
        attempt("huge steps", [(s, 1.0) for s in huge], lambda: history("huge"))
        for value in range(5):
            mlflow.log_metric("stepless", value)
        attempt("without step", [(0, float(v)) for v in range(5)], lambda: history("stepless"))
        for key in ("system/reward", "system/cpu", "a b/c-d_e.f", "größe", "loss (mean)"):
            mlflow.log_metric(key, 2.0, step=40)
            attempt(f"metric {key}", [(40, 2.0)], lambda: history(key))
        mlflow.log_metrics({f"m{i}": float(i) for i in range(1001)}, step=3)
        attempt("1,001 metrics", 1001, lambda: len([k for k in back().data.metrics if k[0] == "m"]))
        for i in range(50):
            mlflow.log_metrics({"late": float(i)}, step=i, synchronous=False)
        mlflow.flush_async_logging()
        attempt("in the background", [(i, float(i)) for i in range(50)], lambda: history("late"))
        now = 1_700_000_000_000
        client.log_batch(run_id, metrics=[Metric("batch", 1.0, now, 5), Metric("batch", 2.0, now + 1, 6)], params=[Param("b", "1")], tags=[RunTag("c", "2")])
        attempt("a batch with times", [(5, 1.0, now), (6, 2.0, now + 1)], lambda: [(m.step, m.value, m.timestamp) for m in client.get_metric_history(run_id, "batch")])
        mlflow.log_metric("numpy", np.float32(0.5), step=np.int64(3))
        attempt("numpy", [(3, 0.5)], lambda: history("numpy"))
        time.sleep(1.2)
        attempt("a system metric's steps are whole", True, lambda: [m.step for m in client.get_metric_history(run_id, "system/cpu_utilization_percentage")][:2] == [0, 1])

        mlflow.log_text("größe\n", "deep/er/t.txt")
        attempt("text", "größe\n", lambda: mlflow.artifacts.load_text(f"runs:/{run_id}/deep/er/t.txt"))
        mlflow.log_dict({"a": [1, None, 0.5]}, "d.json")
        attempt("dict", {"a": [1, None, 0.5]}, lambda: mlflow.artifacts.load_dict(f"runs:/{run_id}/d.json"))
        mlflow.log_dict({"a": 1}, "d.yaml")
        figure, axes = plt.subplots()
        axes.plot([1, 2])
        mlflow.log_figure(figure, "f.png")
        mlflow.log_image(np.zeros((4, 4, 3), dtype=np.uint8), "i.png")
        mlflow.log_image(np.zeros((4, 4, 3), dtype=np.uint8), key="frame", step=3)
        for part in (["x"], ["y", "z"]):
            mlflow.log_table({"word": part}, "t.json")
        attempt("table", ["x", "y", "z"], lambda: list(mlflow.load_table("t.json", run_ids=[run_id])["word"]))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.bin", "b c+d%.bin", "empty.bin"):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(b"" if name == "empty.bin" else bytes(range(256)))
            mlflow.log_artifacts(folder, "dir")
            mlflow.log_artifact(os.path.join(folder, "a.bin"))
            got = os.path.join(folder, "got")
            os.mkdir(got)
            attempt("files", {"a.bin": 256, "b c+d%.bin": 256, "empty.bin": 0}, lambda: {n: os.path.getsize(os.path.join(mlflow.artifacts.download_artifacts(run_id=run_id, artifact_path="dir", dst_path=got), n)) for n in ("a.bin", "b c+d%.bin", "empty.bin")})
        attempt("listed", ["a.bin", "d.json", "d.yaml", "deep", "dir", "f.png", "i.png", "images", "t.json"], lambda: sorted(f.path for f in client.list_artifacts(run_id)))
        attempt("deleted file", False, lambda: get_artifact_repository(run.info.artifact_uri).delete_artifacts("a.bin") or "a.bin" in [f.path for f in client.list_artifacts(run_id)])

        frame = pd.DataFrame({"a": [1, 2]})
        data = mlflow.data.from_pandas(frame, name="train set")
        mlflow.log_input(data, context="training")
        attempt("input", ("train set", data.digest), lambda: [(d.dataset.name, d.dataset.digest) for d in back().inputs.dataset_inputs][0])
        attempt("input's context", ["training"], lambda: [t.value for d in back().inputs.dataset_inputs for t in d.tags])

        with mlflow.start_run(run_name="child", nested=True) as child:
            mlflow.log_metric("x", 1.0)
        attempt("child's parent", run_id, lambda: client.get_run(child.info.run_id).data.tags.get("mlflow.parentRunId"))
        attempt("parent of a child", run_id, lambda: mlflow.get_parent_run(child.info.run_id).info.run_id)
        attempt("state while it runs", "RUNNING", lambda: back().info.status)
        client.update_run(run_id, name="renamed")
        attempt("new name", "renamed", lambda: back().info.run_name)
        info = back().info
        attempt("start", True, lambda: before - 60_000 < info.start_time <= int(time.time() * 1000) and isinstance(info.start_time, int))
    attempt("state after its end", "FINISHED", lambda: back().info.status)
    attempt("end", True, lambda: isinstance(back().info.end_time, int) and back().info.end_time >= info.start_time)
    for state in ("FAILED", "KILLED"):
        mlflow.start_run(run_name=state)
        ended = mlflow.active_run().info.run_id
        mlflow.log_metric("score", 1.0 if state == "FAILED" else 3.0)
        mlflow.log_param("lr", "1.0" if state == "FAILED" else "0.5")
        mlflow.end_run(state)
        attempt(f"state {state}", state, lambda: client.get_run(ended).info.status)
    with mlflow.start_run(run_id=run_id):
        mlflow.log_metric("resumed", 1.0, step=9)
        mlflow.log_param("int", 3)
    attempt("resumed", ([(9, 1.0)], "FINISHED"), lambda: (history("resumed"), back().info.status))

    experiment = mlflow.get_experiment_by_name(PLACE)
    names = lambda found: [r.info.run_name for r in found]
    search = lambda filter="", **more: names(client.search_runs([experiment.experiment_id], filter, **more))
    attempt("search by state", ["KILLED"], lambda: search("attributes.status = 'KILLED'"))
    attempt("search by param", ["FAILED"], lambda: search("params.lr = '1.0'"))
    attempt("search by metric", ["KILLED"], lambda: search("metrics.score > 2"))
    attempt("search in order", ["KILLED", "FAILED"], lambda: search("metrics.score >= 1", order_by=["metrics.score DESC"]))
    attempt("search in order of start", ["renamed", "child", "FAILED", "KILLED"], lambda: search(order_by=["attributes.start_time ASC"]))
    attempt("search by name", ["child"], lambda: search("attributes.run_name LIKE 'chi%'"))
    attempt("search by list", ["FAILED", "KILLED"], lambda: sorted(search("attributes.run_name IN ('FAILED', 'KILLED')")))
    attempt("search by tag", ["child"], lambda: search(f"tags.`mlflow.parentRunId` = '{run_id}'"))
    attempt("search in pages", 4, lambda: len(mlflow.search_runs([experiment.experiment_id], max_results=1000)))
    attempt("search by page", 1, lambda: len(search(max_results=1)))
    attempt("search_runs as a table", True, lambda: "metrics.score" in mlflow.search_runs(experiment_names=[PLACE]).columns)
    attempt("experiments", True, lambda: PLACE in [e.name for e in client.search_experiments()])
    attempt("experiments by name", [PLACE], lambda: [e.name for e in client.search_experiments(filter_string=f"name = '{PLACE}'")])
    attempt("an experiment that is not there", True, lambda: mlflow.get_experiment_by_name(PLACE + " none") is None)
    attempt("experiment", (PLACE, "active"), lambda: (client.get_experiment(experiment.experiment_id).name, experiment.lifecycle_stage))
    attempt("made experiment", PLACE + " made", lambda: client.get_experiment(mlflow.create_experiment(PLACE + " made")).name)
    attempt("experiment's tag", None, lambda: client.set_experiment_tag(experiment.experiment_id, "a", "b"))
    attempt("run that is not there", "raises", lambda: _raises(lambda: client.get_run("nothing").info.lifecycle_stage))

    if mlflow.__version__ >= "3":
        with mlflow.start_run(run_name="model"):
            model = mlflow.initialize_logged_model(name="m", params={"p": "1"}, tags={"t": "2"})
            mlflow.finalize_logged_model(model.model_id, "READY")
            attempt("model", ("m", "READY"), lambda: (lambda m: (m.name, str(m.status.value)))(mlflow.get_logged_model(model.model_id)))
            mlflow.log_metric("of a model", 1.0, model_id=model.model_id)
            mlflow.set_logged_model_tags(model.model_id, {"a": "b"})
            attempt("models", [], lambda: mlflow.search_logged_models([experiment.experiment_id], output_format="list"))

    @mlflow.trace
    def answer(x):
        return x + 1

    answer(1)
    attempt("deleted run", None, lambda: client.delete_run(child.info.run_id))
    attempt("restored run", None, lambda: client.restore_run(child.info.run_id))


def _raises(call):
    try:
        return call()
    except mlflow.MlflowException:
        return "raises"


main()
print("RAISED", json.dumps(raised), flush=True)
sys.exit(1 if raised else 0)

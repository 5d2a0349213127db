"""Beside other loggers and inside transformers; with modules that stand for theirs, so that nothing has to be installed."""

import os
import signal
import subprocess
import sys
import textwrap
import unittest

from world import PACKAGE, World

WANDB = """
class Run:
    def __init__(self, **given):
        self.__dict__.update(given); self._step = 0; self.got = []
    def log(self, data, step=None, commit=True):
        if step == -1: raise ValueError("theirs")
        self.got.append((dict(data), step)); data.clear(); self._step += 1; return "their answer"
    def finish(self, exit_code=None): self.got.append("finish")
    def alert(self, title, text, level=None): pass
    def define_metric(self, name, step_metric=None): pass
"""

SCRIPT = """
    {begin}
    from wandb.sdk.wandb_run import Run
    run = Run(project="p", name="n", id="theirs", config={{"lr": 1}}, tags=("t",), group=None, notes=None, job_type=None)
    row = {{"i": 0, "nan": float("nan")}}
    assert run.log(row) == "their answer" and row == {{}}
    run.log({{"i": 1}}, step=7)
    try: run.log({{"i": 2}}, step=-1)
    except ValueError as error: assert str(error) == "theirs"
    run.define_metric("*", step_metric="global_step")
    run.alert("T", "x")
    run.config["late"] = 2
    run.finish(exit_code=1)
    assert run.got[-1] == "finish" and run.got[1] == ({{"i": 1}}, 7)
    print("done")
"""

MLFLOW = """
class Thing:
    def __init__(self, **given): self.__dict__.update(given)
class TrackingServiceClient:
    def get_experiment_by_name(self, name): return Thing(experiment_id="7", name=name)
    def create_run(self, experiment_id, start_time=None, tags=None, run_name=None):
        return Thing(info=Thing(run_id="theirs", experiment_id=experiment_id, run_name=run_name), data=Thing(params={}, tags=tags or {}))
    def log_metric(self, run_id, key, value, timestamp=None, step=None, synchronous=True):
        if value == "bad": raise ValueError("theirs")
        return "their answer"
    def log_batch(self, run_id, metrics=(), params=(), tags=(), synchronous=True): pass
    def log_param(self, run_id, key, value, synchronous=True): return value
    def set_tag(self, run_id, key, value, synchronous=True): pass
    def set_terminated(self, run_id, status=None, end_time=None): pass
"""

MLFLOW_SCRIPT = """
    import sys; sys.path.insert(0, {theirs!r})
    from mlflow.tracking._tracking_service.client import Thing, TrackingServiceClient
    client = TrackingServiceClient()
    run = client.create_run(client.get_experiment_by_name("e").experiment_id, tags={{"mlflow.user": "u", "kind": "a"}}, run_name="n").info.run_id
    assert client.log_metric(run, "i", 0) == "their answer"
    try: client.log_metric(run, "i", "bad")
    except ValueError as error: assert str(error) == "theirs"
    assert client.log_param(run, "lr", "0.1") == "0.1"
    metrics = [Thing(key="i", value=v, step=3, timestamp=0) for v in (1.0, 2.0)] + [Thing(key="j", value=float("nan"), step=3, timestamp=0)]
    client.log_batch(run, metrics, params=[Thing(key="flag", value="True")], tags=[Thing(key="more", value="b")])
    client.set_terminated(run, {status!r})
    print("done", sys.argv[1:])
    sys.exit(3)
"""

TRAINER = """
    import ablab
    from types import SimpleNamespace as Thing
    from ablab.transformers import AblabCallback, recorded
    def correct(prompts, completions, **columns): return [1.0, 0.0, 1.0, 1.0]
    def short(prompts, completions, **columns): return [0.5, None, 0.5, 0.5]
    callback = AblabCallback("e", "n")
    state = Thing(is_world_process_zero=True, global_step=0, epoch=0.1)
    control = Thing(should_training_stop=False)
    args = Thing(to_dict=lambda: {"lr": 1, "hub_token": "secret"}, seed=5)
    model = Thing(config=Thing(to_dict=lambda: {"hidden": 8, "rope": {"theta": 1e4}, "lr": 2}), num_parameters=lambda: 99)
    callback.on_train_begin(args, state, control, model=model)
    functions = recorded([correct, short])
    assert [f.__name__ for f in functions] == ["correct", "short"]
    batch = dict(prompts=["a", "a", "b", "b"], completions=list("wxyz"), answer=[1, 1, 2, 2], trainer_state=Thing(global_step=3, epoch=0.5))
    rewards = [f(**batch) for f in functions]
    assert rewards[1][1] is None
    class Trainer:
        model = Thing(training=False)
        def log_metric(self, name, value): pass
    for f in functions: f(**batch, log_metric=Trainer().log_metric)
    state.global_step = 4
    callback.on_log(args, state, control, logs={"loss": 0.5, "eval_loss": float("nan"), "reward": None})
    callback.on_log(args, state, control, logs={"train_loss": 0.25, "train_runtime": 9.0})
    import time
    while not ablab.run.stop_asked: time.sleep(0.01)
    callback.on_step_end(args, state, control)
    print(control.should_training_stop)
    callback.on_train_end(args, state, control)
"""


class Beside(World):
    def theirs(self):
        folder = os.path.join(self.folder, "theirs")
        for path, text in (("wandb/__init__.py", "__version__ = '9'"), ("wandb/sdk/__init__.py", ""), ("wandb/sdk/wandb_run.py", WANDB),
                           ("transformers/__init__.py", "class TrainerCallback: pass")):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w") as file:
                file.write(text)
        return folder

    def test_a_script_that_logs_elsewhere_goes_on_doing_so_and_its_rows_come_here(self):
        theirs = self.theirs()
        path = f"import sys; sys.path.insert(0, {theirs!r})"
        for begin in (f"{path}\n    import ablab", f"{path}\n    import wandb.sdk.wandb_run, ablab"):
            with self.subTest(begin):
                stub = self.serve()
                code, out, err = self.play(SCRIPT.format(begin=begin), ABLAB_ALSO="1")
                self.assertEqual((code, out.strip(), err), (0, "done", ""))
                rows = stub.rows()
                self.assertEqual([(row["step"], row["values"]) for row in rows[:2]], [(0, {"i": 0, "nan": "NaN"}), (7, {"i": 1})])
                asked = stub.run["asked"]
                self.assertEqual((asked["experiment"], asked["key"], asked["config"], asked["tags"]), ("p", "theirs", {"lr": 1}, ["t"]))
                self.assertIn("beside wandb", asked["client"])
                self.assertEqual(stub.run["ends"][0]["state"], "failed")
                self.assertIn({"axes": {"*": "global_step"}}, stub.run["facts"])
                self.assertIn({"config": {"lr": 1, "late": 2}}, stub.run["facts"])

    def test_what_is_logged_elsewhere_under_a_witness_comes_into_the_run_whose_end_is_seen(self):
        stub = self.serve()
        begin = f"import sys; sys.path.insert(0, {self.theirs()!r})\n    import ablab"
        witness = {"ABLAB_WITNESSED": "1", "ABLAB_RUN_KEY": "seen", "ABLAB_EXPERIMENT": "e"}
        code, out, err = self.play(SCRIPT.format(begin=begin), ABLAB_ALSO="1", **witness)
        self.assertEqual((code, out.strip(), err), (0, "done", ""))
        self.assertEqual((stub.run["asked"]["experiment"], stub.run["asked"]["key"], stub.run["ends"]), ("p", "seen", []))

    def test_a_row_is_what_it_was_in_the_call_and_rows_keep_their_order(self):
        stub = self.serve()
        code, out, err = self.play(f"""
            import sys; sys.path.insert(0, {self.theirs()!r})
            import ablab
            from wandb.sdk.wandb_run import Run
            class Tensor:
                value = 1.0
                def item(self): return self.value
            run, loss = Run(project="p", name="n", id="x", config={{}}, tags=(), group=None, notes=None, job_type=None), Tensor()
            for i in range(300):
                run.log({{"i": i}}, step=i)
            run.log({{"i": 300, "loss": loss}}, step=300)
            loss.value = 9.0
            run.log({{"i": 301}}, step=301)
        """, ABLAB_ALSO="1")
        self.assertEqual((code, out, err), (0, "", ""))
        self.assertEqual(self.values(stub), list(range(302)))
        self.assertEqual(stub.rows()[300]["values"]["loss"], 1.0)

    def with_mlflow(self, status="FAILED"):
        folder = os.path.join(self.folder, "theirs")
        for path, text in (("mlflow/__init__.py", "__version__ = '9'"), ("mlflow/tracking/__init__.py", ""),
                           ("mlflow/tracking/_tracking_service/__init__.py", ""), ("mlflow/tracking/_tracking_service/client.py", MLFLOW)):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w") as file:
                file.write(text)
        script = os.path.join(self.folder, "train.py")
        with open(script, "w") as file:
            file.write(textwrap.dedent(MLFLOW_SCRIPT.format(theirs=folder, status=status)))
        return script

    def mirrored(self, *words, **env):
        environment = {**os.environ, "PYTHONPATH": PACKAGE, **env}
        done = subprocess.run([sys.executable, "-m", "ablab", "mirror", *words], env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_a_script_that_logs_to_mlflow_ends_as_it_does_and_its_rows_come_here(self):
        stub = self.serve()
        code, out, err = self.mirrored(self.with_mlflow(), "--lr", "1")
        self.assertEqual((code, out, err), (3, "done ['--lr', '1']\n", ""))
        asked, ends = stub.run["asked"], stub.run["ends"]
        self.assertEqual((asked["experiment"], asked["key"], asked["name"]), ("e", "theirs", "n"))
        self.assertIn("beside mlflow 9", asked["client"])
        self.assertEqual([(row["step"], row["values"]) for row in stub.rows()],
                         [(0, {"i": 0}), (3, {"i": 1.0}), (3, {"i": 2.0, "j": "NaN"})])
        self.assertEqual([end["state"] for end in ends], ["failed"])
        for fact in ({"tags": ["kind: a"]}, {"config": {"lr": 0.1}}, {"config": {"flag": True}, "tags": ["kind: a", "more: b"]}):
            self.assertIn(fact, stub.run["facts"])

    def test_a_mirrored_script_is_the_same_without_a_server(self):
        code, out, err = self.mirrored(self.with_mlflow(), ABLAB_URL="http://127.0.0.1:9")
        self.assertEqual((code, out, err), (3, "done []\n", ""))

    def test_a_mirrored_script_is_the_same_beside_a_server_that_never_answers_and_what_it_said_stays(self):
        stub = self.serve()
        stub._lock.acquire()  # every request hangs
        try:
            code, out, err = self.mirrored(self.with_mlflow(), ABLAB_FINISH_S="0.2")
        finally:
            stub._lock.release()
        self.assertEqual((code, out, err), (3, "done []\n", ""))
        self.assertNotEqual(self.left(), [])

    def test_a_script_that_is_not_there_is_said_in_one_line(self):
        for words in (["train_nothing.py", "--lr", "1"], ["--"], ["--", "train_nothing.py"]):
            code, out, err = self.mirrored(*words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn("there is no script", err)

    def test_sigterm_ends_a_mirrored_script_as_it_does_without_us(self):
        self.serve()
        begin = f"import sys; sys.path.insert(0, {self.theirs()!r})\n    import ablab"
        script = SCRIPT.split("run.alert")[0] + "print('ready', flush=True)\n    import time; time.sleep(600)\n"
        process = self.start(script.format(begin=begin), ABLAB_ALSO="1")
        self.assertEqual(process.stdout.readline().strip(), "ready")
        process.terminate()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGTERM)

    def test_without_the_variable_nothing_is_touched(self):
        stub = self.serve()
        code, out, _ = self.play(SCRIPT.format(begin=f"import sys; sys.path.insert(0, {self.theirs()!r})\n    import ablab"))
        self.assertEqual((code, out.strip(), stub.runs), (0, "done", {}))

    def test_a_server_that_is_not_there_changes_nothing_for_them(self):
        code, out, err = self.play(SCRIPT.format(begin=f"import sys; sys.path.insert(0, {self.theirs()!r})\n    import ablab"),
                                   ABLAB_ALSO="1", ABLAB_URL="http://127.0.0.1:9", ABLAB_FINISH_S="0.2")
        self.assertEqual((code, out.strip(), err), (0, "done", ""))

    def test_the_callback_sends_true_steps_every_completion_and_stops_where_stop_was_pressed(self):
        stub = self.serve()
        stub.stop = True
        code, out, err = self.play(f"import sys; sys.path.insert(0, {self.theirs()!r})\n" + textwrap.dedent(TRAINER))
        self.assertEqual((code, out.strip(), err), (0, "True", ""))
        (row,) = stub.rows()
        self.assertEqual((row["step"], row["values"]), (4, {"train/loss": 0.5, "eval/loss": "NaN", "train/reward": None}))
        self.assertIn({"summary": {"train_loss": 0.25, "train_runtime": 9.0}}, stub.run["facts"])
        first, second, *measured = stub.run["rollouts"].values()
        self.assertEqual((first["prompt"], first["rewards"], first["extra"], first["step"], first["phase"]),
                         ("a", {"correct": [1, 0], "short": [0.5, None]}, {"answer": [1, 1]}, 4, "train"))
        self.assertEqual([(group["step"], group["phase"]) for group in measured], [(3, "eval"), (3, "eval")])
        self.assertEqual(second["completions"], ["y", "z"])
        self.assertEqual(stub.run["asked"]["config"], 
                         {"hidden": 8, "rope": {"theta": 1e4}, "lr": 1, "hub_token": "***", "model/num_parameters": 99, "seed": 5})
        self.assertEqual(stub.run["ends"][0]["state"], "killed")


if __name__ == "__main__":
    unittest.main()

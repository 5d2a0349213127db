"""Runs of W&B as a bundle; with a module that stands for wandb, so that nothing has to be installed."""

import json
import os
import subprocess
import sys
import unittest

from world import PACKAGE, World

WANDB = """
import os
__version__ = os.environ.get("FAKE_VERSION", "0.31.0")
ROWS = [
    {"_step": 0, "_timestamp": 1768374001.5, "_runtime": 1, "loss": 1, "nested": {"a": {"b": 2}}, "ok": True},
    {"_step": 4, "_timestamp": 1768374002.0, "loss": float("nan"), "reward": "Infinity", "h": {"_type": "histogram", "values": [1]}, "text": "x", "gone": None},
]
class Run:
    name, state, created_at = "nice", "crashed", "2026-01-14T07:00:00Z"
    config, summary = {"lr": 0.001, "model": {"dims": [1, 2]}, "nan": float("nan")}, {"best": 0.9, "_step": 4, "t": {"_type": "table-file"}}
    group, job_type, tags, notes = "g", "train", ["a"], "n"
    def __init__(self, id): self.id = id
    @property
    def metadata(self): raise ValueError("no such file")
    def scan_history(self, page_size):
        if self.id == "broken": raise RuntimeError("the line was cut")
        return iter(ROWS * (600 if self.id == "long" else 1))
class Api:
    settings = {"base_url": "https://api.wandb.ai"}
    def run(self, path): return Run(path.split("/")[-1])
    def runs(self, path, order=None): return [] if path.endswith("/empty") else [Run("abc"), Run("long")]
"""


class Fetch(World):
    def fetch(self, *words, **env):
        library = os.path.join(self.folder, "library")
        os.makedirs(library, exist_ok=True)
        with open(os.path.join(library, "wandb.py"), "w") as file:
            file.write(WANDB)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGE, library]), **env}
        command = [sys.executable, "-m", "ablab", "fetch", *words]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)

    def lines(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return [json.loads(line) for line in file]

    def test_runs_of_a_project_are_written_with_their_facts_and_every_row(self):
        done = self.fetch("wandb", "team/grpo")
        self.assertEqual(done.returncode, 0, done.stderr)
        head, first, rows, second, *more = self.lines("grpo.jsonl")
        self.assertEqual(head, {"ablab_bundle": 1, "source": "W&B https://api.wandb.ai"})
        run = first["run"]
        self.assertEqual((run["id"], run["state"], run["startedAt"], run["endedAt"]), ("wandb:team/grpo/abc", "killed", 1768374000000, 1768374002000))
        self.assertEqual(run["config"], {"lr": 0.001, "model.dims": "[1, 2]", "nan": "nan"})
        self.assertEqual((run["summary"], run["tags"], run["environment"]), ({"best": 0.9}, ["a"], {"project": "grpo"}))
        self.assertEqual(rows["rows"], {
            "step": [0, 4],
            "at": [1768374001500, 1768374002000],
            "values": {"loss": [1, "NaN"], "nested.a.b": [2, None], "ok": [1, None], "reward": [None, "Infinity"]},
        })
        self.assertEqual(len(run["said"]), 1)
        self.assertEqual([sum(len(one["rows"]["step"]) for one in more[:-1]), len(more) - 1, more[-1]], [1200, 2, {"end": {"runs": 2}}])

    def test_single_runs_are_fetched_by_their_ids_into_a_named_file(self):
        done = self.fetch("wandb", "team/grpo", "xyz", "--out", "one.jsonl")
        self.assertEqual((done.returncode, [one["run"]["id"] for one in self.lines("one.jsonl") if "run" in one]), (0, ["wandb:team/grpo/xyz"]))

    def test_what_cannot_be_read_is_said_and_leaves_no_file(self):
        for words, env in [
            (("wandb", "team/grpo", "broken"), {}),
            (("wandb", "team/empty"), {}),
            (("wandb", "team/grpo"), {"FAKE_VERSION": "0.27.1"}),
        ]:
            done = self.fetch(*words, **env)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if "jsonl" in name], [])
        self.assertEqual(self.fetch("wandb", "grpo").returncode, 2)


if __name__ == "__main__":
    unittest.main()

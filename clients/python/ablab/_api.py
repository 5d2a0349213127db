"""Reading back: `ablab.Api()` finds runs, and reads what they logged as columns, texts, tables and files."""

from __future__ import annotations

import os
from array import array

from ._history import History, frame
from ._read import ApiError, Reader, words

__all__ = ["Api", "ApiError"]

_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_PAGE = 200


def number(value):
    """JSON has no words for what is not finite."""
    return _WORDS.get(value, value) if isinstance(value, str) else value


class Fields(dict):
    """What an answer says, as items and as attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there is: {', '.join(self)}") from None


class Metric(Fields):
    """n, last, last_x, min, max and mean of a metric of a run; last is what was logged last."""

    def __init__(self, said):
        super().__init__({**said, "last": number(said["last"])})


class File:
    def __init__(self, reader, run, said):
        self._reader, self._run = reader, run
        self.id, self.path, self.type, self.bytes, self.kept = (said[k] for k in ("id", "path", "type", "bytes", "kept"))

    def read(self) -> bytes:
        return self._reader.bytes(words("runs", self._run, "files", self.id))

    def download(self, folder: str = ".") -> str:
        """Writes it below `folder` under its own path, and returns where. A path that leads out of the folder is refused."""
        base = os.path.realpath(folder)
        target = os.path.realpath(os.path.join(base, *self.path.replace("\\", "/").split("/")))
        if os.path.commonpath([base, target]) != base or target == base:
            raise ApiError(f"The file {self.path!r} is not written: its path leads out of {folder!r}.")
        content = self.read()
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target + ".part", "wb") as file:
            file.write(content)
        os.replace(target + ".part", target)
        return target

    def __repr__(self):
        return f"<file {self.path}, {self.bytes} bytes>"


class Artifact(Fields):
    """A version of an artifact: name, type, version, aliases, digest, bytes, files."""

    def download(self, folder: str | None = None) -> str:
        """Writes all files whose content is here below `folder` (default: NAME-vN), and returns it."""
        folder = folder or f"{os.path.basename(self.name)}-v{self.version}"
        for file in self.files:
            if file.kept:
                file.download(folder)
        return folder


class Table(Fields):
    """The table of an experiment, as the page has it: columns, rows, verdicts, caption, leftOut."""

    def rows(self) -> list:
        """One dict for each configuration and metric, with interval, difference to the baseline and verdict."""
        out = []
        for row in self["rows"]:
            for column in self["columns"]:
                name = column["metric"]
                value, difference = row["metrics"].get(name, {}), row["difference"].get(name, {})
                out.append({
                    "configuration": row["config"], "baseline": row["baseline"], "metric": name, "seeds": row["n"],
                    "mean": value.get("value"), "low": value.get("low"), "high": value.get("high"),
                    "difference": difference.get("value"), "difference_low": difference.get("low"),
                    "difference_high": difference.get("high"), "p": difference.get("p"),
                    "verdict": difference.get("verdict"),
                })
        return out

    def to_pandas(self):
        return frame(self.rows())


class Run:
    """A run. What a list of runs says is there at once; summary, points, texts and files are read when they are asked for."""

    def __init__(self, reader, said, detail=None):
        self._reader, self._said, self._detail = reader, said, detail

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._said:
            return self._said[name]
        if name in ("why", "client", "group", "job_type", "environment", "logged_summary"):
            return self._details()[name]
        raise AttributeError(f"a run has no {name!r}; it has: {', '.join(self._said)}, summary, history() ...")

    def _details(self):
        if self._detail is None:
            self._detail = self._reader.json(words("runs", self.id))
        return self._detail

    @property
    def summary(self) -> dict:
        """By metric what is known without its points; of a metric on several axes the one on steps."""
        found = {}
        for said in self._details()["summary"]:
            if said["metric"] not in found or said["axis"] == "step":
                found[said["metric"]] = Metric(said)
        return found

    def points(self, metric: str, *, x: str | None = None, start=None, end=None):
        """x, values and times (ms since the epoch) of every point of one metric, as arrays of doubles, in the order of x."""
        query = {"metric": metric, "x": x, "from": start, "to": end}
        return self._reader.points(words("runs", self.id, "points"), query)[1:]

    def history(self, *metrics: str, samples: int | None = None, x: str | None = None, start=None, end=None) -> History:
        """
        Columns of equal length: the axis by its name, and each metric; where a metric has no value there is None. All points,
        or at most `samples` of each metric. Of no metric all that the run has on the axis.
        """
        names = list(dict.fromkeys(metrics)) or [
            name for name, one in self.summary.items() if one["axis"] == (x or "step")
        ]
        read = []
        if samples is None:
            for name in names:
                query = {"metric": name, "x": x, "from": start, "to": end}
                axis, *columns = self._reader.points(words("runs", self.id, "points"), query)
                read.append((name, axis, *columns))
        else:
            for at in range(0, len(names), 20):
                query = {"metric": names[at : at + 20], "x": x, "samples": samples, "from": start, "to": end}
                for one in self._reader.json(words("runs", self.id, "history"), query)["columns"]:
                    columns = (array("d", map(number, one[name])) for name in ("x", "value", "at"))
                    read.append((one["metric"], one["axis"], *columns))
        return History.joined(read)

    def groups(self, step: int | None = None, phase: str | None = None):
        """Groups of completions, one after the other, with prompt and texts, read page by page."""
        cursor = None
        while True:
            query = {"step": step, "phase": phase, "cursor": cursor}
            page = self._reader.json(words("runs", self.id, "groups"), query)
            for group in page["groups"]:
                for one in group["completions"]:
                    one["reward"], one["advantage"] = number(one["reward"]), number(one["advantage"])
                    one["rewards"] = {name: number(value) for name, value in one["rewards"].items()}
                yield Fields(group)
            cursor = page["next"]
            if cursor is None:
                return

    def completions(self, step: int | None = None, phase: str | None = None):
        """Completions, one after the other, each with step, group and prompt of its group."""
        for group in self.groups(step, phase):
            for one in group["completions"]:
                yield Fields(step=group["step"], phase=group["phase"], group=group["key"], prompt=group["prompt"], **one)

    def evaluations(self) -> list:
        return [Fields(one) for one in self._reader.json(words("runs", self.id, "evaluations"))["evaluations"]]

    def files(self) -> list:
        return [File(self._reader, self.id, one) for one in self._reader.json(words("runs", self.id, "files"))["files"]]

    def file(self, path: str) -> File:
        for one in self.files():
            if one.path == path:
                return one
        raise ApiError(f"The run {self.name} has no file {path!r}.", 404)

    def artifacts(self) -> list:
        found = self._reader.json(words("runs", self.id, "artifacts"))["artifacts"]
        return [Artifact({**one, "files": [File(self._reader, self.id, file) for file in one["files"]]}) for one in found]

    def __repr__(self):
        return f"<run {self.name}, {self.state}, {self.id}>"


class Runs:
    """Runs in an order, read page by page as they are taken. `len` is how many fit."""

    def __init__(self, reader, query, most=None):
        self._reader, self._query, self._most = reader, query, most

    def limit(self, most: int) -> "Runs":
        """The first so many of them."""
        return Runs(self._reader, self._query, most if self._most is None else min(most, self._most))

    def _page(self, offset, limit):
        return self._reader.json("/runs", {**self._query, "offset": offset, "limit": limit})

    def __iter__(self):
        at, told = 0, 0
        while at is not None and (self._most is None or told < self._most):
            page = self._page(at, _PAGE if self._most is None else min(_PAGE, self._most - told))
            for said in page["runs"]:
                told += 1
                yield Run(self._reader, said)
            at = page["next"]

    def __len__(self):
        total = self._page(0, 1)["total"]
        return total if self._most is None else min(total, self._most)

    def __getitem__(self, at):
        if not isinstance(at, int) or at < 0:
            raise TypeError("Runs are taken by a number from 0 on; slices: list(runs)[a:b].")
        found = self._page(at, 1)["runs"] if self._most is None or at < self._most else []
        if not found:
            raise IndexError(f"There is no run {at}.")
        return Run(self._reader, found[0])

    def to_pandas(self):
        """One row for each run, with the keys of its configuration as columns "config.NAME"."""
        rows = []
        for run in self:
            said = {k: v for k, v in run._said.items() if k not in ("config", "experiment")}
            config = {f"config.{name}": value for name, value in run.config.items()}
            rows.append({**said, "experiment": run.experiment["title"], **config})
        return frame(rows)


class Api:
    """
    Reads from a server: `url` or ABLAB_URL, `key` or ABLAB_API_KEY(_FILE), a key that reads its project
    (`npx ablab token new NAME --access read`). What is not there or not allowed raises `ApiError` with one sentence.
    """

    def __init__(self, url: str | None = None, key: str | None = None):
        self._reader = Reader(url, key)

    def runs(self, experiment: str | None = None, *, project=None, state=None, search=None, where=(), order=()) -> Runs:
        """
        Runs that fit, newest first. `where`: conditions that all hold, as "config.lr < 0.1", "summary.loss.min <= 2",
        "name has kl"; `order`: "summary.reward.last", with "-" in front for the greatest first; one or a list of each.
        """
        listed = lambda given: [given] if isinstance(given, str) else list(given)  # noqa: E731
        query = {"experiment": experiment, "project": project, "state": state, "search": search}
        return Runs(self._reader, {**query, "where": listed(where), "order": listed(order)})

    def run(self, run: str) -> Run:
        """A run by its id, the start of one, or its name; of several of one name the newest."""
        said = self._reader.json(words("runs", run))
        detail = ("why", "client", "group", "job_type", "environment", "logged_summary", "summary")
        return Run(self._reader, {k: v for k, v in said.items() if k not in detail}, said)

    def experiments(self, project: str | None = None) -> list:
        return [Fields(one) for one in self._reader.json("/experiments", {"project": project})["experiments"]]

    def table(self, experiment: str, also=()) -> Table:
        """The table of an experiment by id or title, with intervals and verdicts; `also`: metrics as further columns."""
        return Table(self._reader.json(words("experiments", experiment, "table"), {"also": list(also)}))

    def problems(self, evaluation: str) -> list:
        """Outcomes of an evaluation by problem."""
        return [Fields(one) for one in self._reader.json(words("evaluations", evaluation, "problems"))["problems"]]

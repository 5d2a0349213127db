"""`python -m ablab fetch wandb ENTITY/PROJECT`: runs of a W&B server, read with the user's own key, as a bundle that `ablab import` reads."""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
from datetime import datetime, timezone

#: Rows of one line of the bundle.
ROWS_AT_ONCE = 1000
#: What the client adds to each row of its own.
OWN = {"_step", "_timestamp", "_runtime", "_wandb"}
STATES = {"finished": "finished", "failed": "failed"}
#: Reads rows of other runs from its files.
WRONG_ROWS = "0.27.1"


class Refused(Exception):
    """Why nothing was written, as a sentence."""


def fetch(path, out, only=(), say=print) -> int:
    """Writes the runs of a project, or those with the given ids; answers how many. The file is there only once it is whole."""
    try:
        import wandb
    except ImportError:
        raise Refused("wandb is not installed here: pip install wandb, and log in or set WANDB_API_KEY.") from None
    if getattr(wandb, "__version__", "") == WRONG_ROWS:
        raise Refused(f"wandb {WRONG_ROWS} hands out rows of other runs. Install another version.")
    api = wandb.Api()
    runs = [api.run(f"{path}/{one}") for one in only] if only else list(api.runs(path, order="+created_at"))
    if not runs:
        raise Refused(f"{path} has no run that this key may read.")
    base = str(getattr(api, "settings", {}).get("base_url") or "https://api.wandb.ai")
    part = f"{out}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            _write(file, {"ablab_bundle": 1, "source": f"W&B {base}"[:200]})
            for n, run in enumerate(runs, 1):
                rows = _write_run(run, path, file)
                say(f"{n} of {len(runs)}: {run.name or run.id}, {rows} rows")
            _write(file, {"end": {"runs": len(runs)}})
        os.replace(part, out)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return len(runs)


def _write_run(run, path, file) -> int:
    """The run stands before its rows, and says when the last one was logged: they wait in a file meanwhile."""
    told = {"rows": 0, "last": None, "left": 0}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as rows:
        batch = []
        for row in run.scan_history(page_size=ROWS_AT_ONCE):
            batch.append(row)
            if len(batch) == ROWS_AT_ONCE:
                _write(rows, {"rows": _columns(batch, told)})
                batch = []
        if batch:
            _write(rows, {"rows": _columns(batch, told)})
        _write(file, {"run": _facts(run, path, told)})
        rows.seek(0)
        shutil.copyfileobj(rows, file)
    return told["rows"]


def _write(file, line) -> None:
    file.write(json.dumps(line, allow_nan=False) + "\n")


def _columns(rows, told):
    step, at, values = [], [], {}
    for n, row in enumerate(rows):
        step.append(int(row.get("_step") if row.get("_step") is not None else told["rows"]))
        seconds = row.get("_timestamp")
        moment = seconds * 1000 if isinstance(seconds, (int, float)) and seconds > 0 else None
        at.append(moment)
        told["last"] = max(told["last"] or 0, moment or 0) or None
        told["rows"] += 1
        for name, value in _leaves(row):
            number = _number(value)
            if number is not None:
                values.setdefault(name, [None] * len(rows))[n] = number
            elif value is not None:
                told["left"] += 1
    return {"step": step, "at": at, "values": values}


def _leaves(row, before=""):
    """Values of a row by their path; one with a type of W&B's own, as a histogram or a table, is one value."""
    for name, value in row.items():
        if not before and name in OWN:
            continue
        if isinstance(value, dict) and value and "_type" not in value:
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield before + name, value


def _number(value):
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float)):
        if math.isfinite(value):
            return value
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value if value in ("NaN", "Infinity", "-Infinity") else None


def _plain(value):
    """A value of a configuration as it is kept: text, number or truth, others as JSON text."""
    if isinstance(value, (str, bool)) or (isinstance(value, (int, float)) and math.isfinite(value)):
        return value
    return str(value) if isinstance(value, float) else json.dumps(value, default=str)


def _facts(run, path, told):
    project = path.split("/")[-1]
    state = str(run.state)
    said = []
    if state == "running":
        said.append("The run was still running when it was fetched: what it logged later comes with another fetch.")
    if told["left"]:
        said.append(f"{told['left']} values that are no numbers (texts, histograms, tables, images and files) were left out.")
    started = _moment(getattr(run, "created_at", None))
    ended = told["last"] or _moment(getattr(run, "heartbeat_at", None))
    summary = {name: value for name, value in _leaves(dict(getattr(run.summary, "_json_dict", run.summary) or {}))}
    metadata = _or_none(lambda: run.metadata) or {}
    return {
        "id": f"wandb:{path}/{run.id}",
        "name": str(run.name or run.id),
        "state": STATES.get(state, "killed"),
        "startedAt": started,
        "endedAt": None if ended is None or (started or 0) > ended else ended,
        "config": {name: _plain(value) for name, value in _leaves(dict(run.config))},
        "environment": {name: str(_plain(value)) for name, value in [("project", project), *_leaves(metadata)] if value not in (None, "")},
        "summary": {name: _plain(value) for name, value in summary.items() if value is not None and not isinstance(value, dict)},
        "group": getattr(run, "group", None) or None,
        "jobType": getattr(run, "job_type", None) or None,
        "tags": [str(tag) for tag in run.tags or []],
        "notes": getattr(run, "notes", None) or None,
        "said": said,
    }


def _or_none(ask):
    """What may be missing on a server: without it the run is the same."""
    try:
        return ask()
    except Exception:  # noqa: BLE001
        return None


def _moment(text):
    """An ISO moment as ms since the epoch; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp() * 1000)

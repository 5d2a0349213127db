"""What a script logs to MLflow, mirrored: the one class through which its fluent calls and its clients go (2.x and 3.x)."""

from __future__ import annotations

import os

from . import _hand_over

#: Id of a run of theirs -> our run beside it; of an experiment -> its name, as it went by.
_ours: dict = {}
_experiments = {"0": "Default"}

STATES = {"FINISHED": "finished", "FAILED": "failed", "KILLED": "killed"}
#: Tags that MLflow sets itself are the surroundings of the run, or its name.
OWN_TAGS = "mlflow."


def _begin(run_id, experiment_id=None, name=None):
    """Our run beside theirs, begun when it is made or first says something here. Theirs is asked nothing for it."""
    ours = _ours.get(run_id)
    if ours is None:
        import ablab
        from . import _start
        from ._also import version_of

        place = _experiments.get(str(experiment_id)) or os.environ.get("MLFLOW_EXPERIMENT_NAME") or f"experiment {experiment_id or 'of MLflow'}"
        ours = _ours[run_id] = ablab.init(
            place, name, id=None if _start.is_expected() else run_id, on_stop="flag", client=version_of("mlflow"), current=False)
    return ours


def _experiment(_theirs, answer, _asked):
    _experiments[str(answer.experiment_id)] = answer.name


def _new_experiment(_theirs, answer, asked):
    _experiments[str(answer)] = str(asked["name"])


def _create(_theirs, answer, _asked):
    info, data = answer.info, answer.data
    _begin(info.run_id, info.experiment_id, info.run_name)
    _say(info.run_id, data.params, data.tags)


#: Run -> key -> tag: a description replaces all tags.
_tags: dict = {}


def _say(run_id, params, tags):
    said = {key: f"{key}: {value}" for key, value in tags.items() if not str(key).startswith(OWN_TAGS)}
    if said:
        _tags.setdefault(run_id, {}).update(said)
    facts = {
        "config": {str(key): read(value) for key, value in params.items()},
        "tags": list(_tags[run_id].values()) if said else None,
        "name": tags.get("mlflow.runName"),
        "notes": tags.get("mlflow.note.content"),
    }
    facts = {fact: value for fact, value in facts.items() if value}
    if facts:
        _begin(run_id).describe(**facts)


def read(value):
    """A parameter as what it says: MLflow makes a text of every one."""
    if not isinstance(value, str):
        return value
    for kind in (int, float):
        try:
            number = kind(value)
            return number if kind is int or number == number and abs(number) != float("inf") else value
        except ValueError:
            pass
    return {"True": True, "False": False}.get(value, value)


def _metric(_theirs, _answer, asked):
    _hand_over.later(_begin(asked["run_id"]), {str(asked["key"]): asked["value"]}, asked.get("step") or 0)


def _batch(_theirs, _answer, asked):
    rows: dict = {}
    for metric in asked.get("metrics") or ():
        row = rows.setdefault(metric.step or 0, [{}])
        # Of one name several values at one step are rows of their own.
        if metric.key in row[-1]:
            row.append({})
        row[-1][metric.key] = metric.value
    for step, several in rows.items():
        for values in several:
            _hand_over.later(_begin(asked["run_id"]), values, step)
    params, tags = ({one.key: one.value for one in asked.get(kind) or ()} for kind in ("params", "tags"))
    _say(asked["run_id"], params, tags)


def _param(_theirs, _answer, asked):
    _say(asked["run_id"], {asked["key"]: asked["value"]}, {})


def _tag(_theirs, _answer, asked):
    _say(asked["run_id"], {}, {asked["key"]: asked["value"]})


def _end(_theirs, _answer, asked):
    ours = _ours.pop(asked["run_id"], None)
    _tags.pop(asked["run_id"], None)
    if ours is not None:
        _hand_over.drain()
        ours.finish(STATES.get(str(asked.get("status") or "FINISHED"), "finished"))


MIRRORED = {
    "get_experiment": _experiment, "get_experiment_by_name": _experiment, "create_experiment": _new_experiment,
    "create_run": _create, "log_metric": _metric, "log_batch": _batch, "log_param": _param, "set_tag": _tag,
    "set_terminated": _end,
}


def wrapped(original, mirror, complain):
    """The original first, and its answer or error is the caller's: what raised was not logged there, and is not here."""
    import functools
    import inspect

    signature = inspect.signature(original)

    @functools.wraps(original)
    def call(self, *args, **kwargs):
        answer = original(self, *args, **kwargs)
        try:
            if answer is not None or mirror is not _experiment:
                mirror(self, answer, dict(list(signature.bind(self, *args, **kwargs).arguments.items())[1:]))
        except Exception as error:
            complain(error)
        return answer

    return call

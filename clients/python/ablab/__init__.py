"""Sends a training to an Ablab server. Never blocks it, never raises in it, and loses nothing that was handed over.

    import ablab
    ablab.init("grpo-baselines", name="kl 0.04", config={"beta": 0.04, "seed": 3})
    ablab.log({"loss": 0.5, "reward": 0.1}, step=1)

The server is found by ABLAB_URL, its ingest token by ABLAB_INGEST_TOKEN_FILE or ABLAB_INGEST_TOKEN.
"""

from __future__ import annotations

import os
import sys

__version__ = "0.1.0"
__all__ = [
    "init", "log", "log_columns", "evaluation", "group", "rollouts", "alert", "describe", "save", "finish", "also", "run",
]

_MEDIA = ("Image", "Histogram", "Html", "Audio", "Video", "Figure", "Table")
_READING = ("Api", "ApiError")
__all__ += [*_MEDIA, *_READING]


def __getattr__(name):
    """`ablab.Image` and the other media, and `ablab.Api`: their module is loaded when one is used first."""
    if name in _READING:
        from . import _api

        return getattr(_api, name)
    if name in _MEDIA:
        from . import _media

        return getattr(_media, name)
    raise AttributeError(f"module 'ablab' has no attribute {name!r}")


#: The run of this process, or None.
run = None


def init(experiment=None, name=None, *, project=None, config=None, seed=None, group=None, tags=(), notes=None, job_type=None,
         id=None, resume="allow", url=None, token=None, mode=None, on_stop="interrupt", all_ranks=False, spool_dir=None,
         environment=None, quiet=None, client=None, current=True):
    """
    Begins a run and returns it. `experiment` (or `project`) groups runs; `id` names a run that a later process goes on with.
    `mode`: "online", "offline" (only spool; send later), "disabled". `on_stop`: "interrupt" (as Ctrl-C), "flag"
    (`run.stop_asked`), or what to call. Only rank 0 sends, unless `all_ranks`, where ABLAB_RUN_KEY or `id` is the same on all.
    """
    global run
    from . import _start

    if current and run is not None:
        run.finish()
    made = _start.start(
        experiment=experiment if experiment is not None else project, name=name, config=config, seed=seed, group=group, tags=tags,
        notes=notes, job_type=job_type, id=id, resume=resume, url=url, token=token, mode=mode, on_stop=on_stop,
        all_ranks=all_ranks, spool_dir=spool_dir, environment=environment, quiet=quiet, client=client or f"ablab {__version__}",
        beside=not current,
    )
    if current:
        run = made
    return made


_warned = False


def _forward(name, args, kwargs):
    global _warned
    if run is not None:
        return getattr(run, name)(*args, **kwargs)
    if not _warned:
        _warned = True
        print(f"ablab: {name}() before init(); nothing is sent.", file=sys.stderr)
    return None


def log(*args, **kwargs):
    """`Run.log` of the current run."""
    return _forward("log", args, kwargs)


def log_columns(*args, **kwargs):
    """`Run.log_columns` of the current run."""
    return _forward("log_columns", args, kwargs)


def evaluation(*args, **kwargs):
    """`Run.evaluation` of the current run."""
    return _forward("evaluation", args, kwargs)


def group(*args, **kwargs):
    """`Run.group` of the current run."""
    return _forward("group", args, kwargs)


def rollouts(*args, **kwargs):
    """`Run.rollouts` of the current run."""
    return _forward("rollouts", args, kwargs)


def alert(*args, **kwargs):
    """`Run.alert` of the current run."""
    return _forward("alert", args, kwargs)


def describe(*args, **kwargs):
    """`Run.describe` of the current run."""
    return _forward("describe", args, kwargs)


def save(*args, **kwargs):
    """`Run.save` of the current run."""
    return _forward("save", args, kwargs)


def finish(*args, **kwargs):
    """Ends the current run."""
    global run
    ended, run = run, None
    if ended is not None:
        ended.finish(*args, **kwargs)


def also():
    """From here on what the script logs to wandb, trackio or MLflow comes here too, and goes there as before."""
    from . import _also

    _also.watch()


if os.environ.get("ABLAB_ALSO") == "1":
    also()

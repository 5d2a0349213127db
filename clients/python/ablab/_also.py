"""Dual logging: what a script says to wandb, trackio or MLflow goes there as before, and comes here too.

Only methods of the run classes are wrapped, so that every way to them is one. The original is called first and its result
or error is the caller's; a defect in here is said once and is nobody else's.
"""

from __future__ import annotations

import os
import sys
import weakref

from . import _hand_over

#: Module -> where its run class is.
WATCHED = {"wandb": ("wandb.sdk.wandb_run", "Run"), "trackio": ("trackio.run", "Run"),
           "mlflow": ("mlflow.tracking._tracking_service.client", "TrackingServiceClient")}
_mirrors = weakref.WeakKeyDictionary()
_installed = False


def watch() -> None:
    """Wraps what is imported already, and the rest when it is imported. Raises nothing."""
    global _installed
    if _installed:
        return
    _installed = True
    try:
        sys.meta_path.insert(0, _Finder())
        for place, class_name in WATCHED.values():
            if place in sys.modules:
                _wrap_class(sys.modules[place], place, class_name)
    except Exception as error:
        _complain(error)


class _Finder:
    """Lets the others find a module, and wraps its class when it has run."""

    def find_spec(self, name, path=None, target=None):
        wanted = next((w for w in WATCHED.values() if w[0] == name), None)
        if wanted is None:
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _Loader(spec.loader, wanted)
                return spec
        return None


class _Loader:
    def __init__(self, loader, wanted):
        self._loader, self._wanted = loader, wanted

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        try:
            _wrap_class(module, *self._wanted)
        except Exception as error:
            _complain(error)


def _wrap_class(module, place, class_name):
    kind = getattr(module, class_name, None)
    if kind is None or getattr(kind, "_ablab_wrapped", False):
        return
    kind._ablab_wrapped = True
    client = place.split(".", 1)[0]
    if client == "mlflow":
        from ._mirror_mlflow import MIRRORED as OF_MLFLOW
        from ._mirror_mlflow import wrapped

        for name, mirror in OF_MLFLOW.items():
            original = getattr(kind, name, None)
            if callable(original):
                setattr(kind, name, wrapped(original, mirror, _complain))
        return
    for name, mirror in MIRRORED.items():
        original = getattr(kind, name, None)
        if callable(original):
            setattr(kind, name, _wrapped(original, mirror, client))


def _wrapped(original, mirror, client):
    import functools

    @functools.wraps(original)
    def call(self, *args, **kwargs):
        # Read before: the original may count its own step on.
        step = _own_step(self)
        copied = _copied(args)
        try:
            return original(self, *args, **kwargs)
        finally:
            try:
                mirror(self, client, step, copied, kwargs)
            except Exception as error:
                _complain(error)

    return call


def _copied(args):
    """The first argument as it was given: loggers may change the dictionary that they are handed."""
    if args and isinstance(args[0], dict):
        return (dict(args[0]),) + tuple(args[1:])
    return args


def _own_step(theirs):
    for name in ("_step", "step", "_next_step"):
        step = getattr(theirs, name, None)
        if isinstance(step, int):
            return step
    return None


def _mirror(theirs, client):
    """Our run beside theirs, begun when it first says something."""
    ours = _mirrors.get(theirs)
    if ours is None:
        import ablab
        from . import _start

        about = {name: _attribute(theirs, name) for name in ("project", "name", "group", "notes", "job_type", "tags", "id", "config")}
        # The version of theirs, whatever it is: names of rows are read by who sent them.
        # Under a witness the first run is the one that it began, so that the end it sees is that of these rows.
        if _start.is_expected():
            about["id"] = None
        ours = ablab.init(
            about["project"], about["name"], config=_configuration(about["config"]), group=about["group"], notes=about["notes"],
            tags=about["tags"] or (), job_type=about["job_type"], id=str(about["id"]) if about["id"] else None, on_stop="flag",
            client=version_of(client), current=False,
        )
        _mirrors[theirs] = ours
    return ours


def version_of(client):
    """What our run says that it comes from."""
    import ablab

    return f"ablab {ablab.__version__} beside {client} {getattr(sys.modules.get(client), '__version__', '')}".strip()


def _attribute(theirs, name):
    try:
        return getattr(theirs, name, None)
    except Exception:
        return None


def _configuration(config):
    try:
        return {str(key): value for key, value in dict(config).items() if not str(key).startswith("_")}
    except Exception:
        return {}


def _log(theirs, client, own_step, args, kwargs):
    values = args[0] if args else kwargs.get("data", kwargs.get("metrics"))
    step = args[1] if len(args) > 1 else kwargs.get("step")
    if isinstance(values, dict):
        _hand_over.later(_mirror(theirs, client), _numbers(values), own_step if step is None else step)


def _numbers(values):
    """Without media and tables, which are objects of their module."""
    return {
        str(name): value
        for name, value in values.items()
        if not type(value).__module__.startswith(("wandb", "trackio", "PIL", "matplotlib", "plotly"))
    }


def _finish(theirs, client, _step, args, kwargs):
    ours = _mirrors.pop(theirs, None)
    if ours is None:
        return
    _hand_over.drain()
    ours.describe(config=_configuration(_attribute(theirs, "config")))
    code = args[0] if args else kwargs.get("exit_code")
    ours.finish("failed" if isinstance(code, int) and code != 0 else "finished", exit_code=code if isinstance(code, int) else None)


def _alert(theirs, client, _step, args, kwargs):
    given = dict(zip(("title", "text", "level"), args))
    given.update(kwargs)
    level = getattr(given.get("level"), "value", given.get("level")) or "warn"
    _mirror(theirs, client).alert(given.get("title", ""), given.get("text") or "", str(level))


def _define_metric(theirs, client, _step, args, kwargs):
    name = args[0] if args else kwargs.get("name")
    axis = args[1] if len(args) > 1 else kwargs.get("step_metric")
    axis = getattr(axis, "name", axis)
    if name and axis:
        _mirror(theirs, client).describe(axes={str(name): str(axis)})


MIRRORED = {"log": _log, "finish": _finish, "alert": _alert, "define_metric": _define_metric}
_said = set()


def _complain(error):
    if str(error) not in _said and len(_said) < 5:
        _said.add(str(error))
        print(f"ablab: dual logging: {type(error).__name__}: {error}", file=sys.stderr)

"""From what a script gives and what the environment says to a run that lies in a spool."""

from __future__ import annotations

import json
import os
import re
import sys
import time

from . import _process, _surroundings
from ._encode import encode
from ._run import Run
from ._spool import Spool
from ._transport import Connection, token_of

SPOOL_MIB = 2048
#: Longest wait at the end of a program that logs elsewhere: what is left then goes with the next run.
BESIDE_FINISH_S = 5
#: And so long without an answer: a server that is dead or hangs holds up nobody's end.
BESIDE_STILL_S = 1


def start(*, experiment, name, config, seed, group, tags, notes, job_type, id, resume, url, token, mode, on_stop, all_ranks,
          spool_dir, environment, quiet, client, beside=False) -> Run:
    quiet = bool(os.environ.get("ABLAB_QUIET")) if quiet is None else quiet
    mode = mode or os.environ.get("ABLAB_MODE") or "online"
    rank = _process.rank()
    witness = None if id else _witness()
    key = id or (witness["key"] if witness else None if os.environ.get("ABLAB_WITNESSED") else os.environ.get("ABLAB_RUN_KEY"))
    if mode == "disabled" or (rank > 0 and not (all_ranks and key)):
        return Run(None)
    try:
        made = new_name()
        facts = {
            "name": None if witness and "name" in witness["given"] else name, "group": group, "jobType": job_type, "notes": notes,
            "tags": [str(tag) for tag in ([tags] if isinstance(tags, str) else tags or ())],
            "config": _configuration(config, seed),
            "environment": {**_surroundings.quick(), **(environment or {})},
        }
        asked = {
            **{fact: value for fact, value in facts.items() if value is not None},
            "client": client,
            "experiment": str(experiment or os.environ.get("ABLAB_EXPERIMENT") or _script()),
            **_as_witnessed(witness),
            "key": str(key or made),
            "writer": f"{_surroundings.quick()['host'][:60]}-{made}" + (f"-rank{rank}" if rank else ""),
            "resume": resume if resume in ("allow", "must", "never") else "allow",
        }
        # As JSON at once: what cannot be written is found here, and what is sent later is what was said now.
        run = {"url": _address(url, mode, quiet), "open": json.loads(encode(asked))}
        token_file = os.environ.get("ABLAB_INGEST_TOKEN_FILE")
        if token_file:
            run["token_file"] = os.path.abspath(token_file)
        most = float(os.environ.get("ABLAB_SPOOL_MIB") or SPOOL_MIB) * 2**20
        folder = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{asked['experiment']}-{asked['key']}")[:120] + "." + made
        spool = _spool(spool_dir, folder, run, int(most))
        if token:
            spool.run["token"] = token  # in memory only: what lies on disk opens nothing
        elif run["url"] and token_of(run) is None and not quiet:
            print("ablab: there is no ingest token (ABLAB_INGEST_TOKEN_FILE); keeping everything until there is.", file=sys.stderr)
        settings = {"finish_s": float(os.environ.get("ABLAB_FINISH_S") or (BESIDE_FINISH_S if beside else 30)), "witnessed": witness is not None}
        if beside:
            settings["still_s"] = BESIDE_STILL_S
        begun = Run(spool, on_stop, quiet, settings)
    except Exception as error:
        print(f"ablab: this run is not sent: {type(error).__name__}: {error}", file=sys.stderr)
        return Run(None)
    _process.watch(begun, takes_sigterm=not beside)
    if witness:
        _claimed.append(witness["key"])
    return begun


#: The run that a witness began, once a run of this process is it. Later runs of the process are their own.
_claimed: list = []


def _witness():
    """Of the run that `ablab run` began for this program, while no run of the process is it: its key, and what a person gave."""
    given = os.environ.get("ABLAB_WITNESSED", "").split(",")
    key = os.environ.get("ABLAB_RUN_KEY")
    return {"key": key, "given": given} if given[0] and key and not _claimed else None


def is_expected():
    """Whether the next run of this process is the one that a witness began, unless it has an id of its own."""
    return _witness() is not None


def _as_witnessed(witness):
    """The run is the witnessed one whatever the script calls it; its words count where a person gave none to the witness."""
    began = os.environ.get("ABLAB_EXPERIMENT")
    if not witness or not began:
        return {}
    fixed = {"experiment": began} if "experiment" in witness["given"] else {}
    return {"witnessedAs": began, **fixed}


def new_name() -> str:
    """Tells this run and process from all others, and sorts by time."""
    return f"{int(time.time()):x}-{os.urandom(5).hex()}"


def _configuration(config, seed):
    if config is not None and not isinstance(config, dict):
        if hasattr(config, "to_dict"):
            config = config.to_dict()
        elif hasattr(config, "__dict__"):
            config = dict(vars(config))
        else:
            config = dict(config)
    config = dict(config or {})
    if seed is not None:
        config["seed"] = seed
    return _surroundings.without_secrets(config)


def _script():
    stem = os.path.splitext(os.path.basename(sys.argv[0]))[0] if sys.argv and sys.argv[0] else ""
    return stem if stem not in ("", "-c", "-m", "__main__", "ipykernel_launcher") else "untitled"


def _address(url, mode, quiet):
    url = url or os.environ.get("ABLAB_URL")
    if mode == "offline":
        return None
    if not url:
        if not quiet:
            print("ablab: there is no server (ABLAB_URL); keeping everything. Send it later by: python -m ablab send", file=sys.stderr)
        return None
    try:
        Connection(url)
        return url
    except ValueError as error:
        print(f"ablab: {error}; keeping everything. Send it later by: python -m ablab send", file=sys.stderr)
        return None


def spool_base(given=None) -> str:
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return given or os.environ.get("ABLAB_SPOOL_DIR") or os.path.join(state, "ablab", "spool")


def _spool(given, folder, run, most):
    try:
        return Spool.create(spool_base(given), folder, run, most)
    except OSError as error:
        import tempfile

        base = tempfile.mkdtemp(prefix="ablab-")
        print(f"ablab: cannot write to {spool_base(given)} ({error}); keeping what is not sent in {base}", file=sys.stderr)
        return Spool.create(base, folder, run, most)

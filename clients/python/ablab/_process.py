"""How a program ends, forks and is told to stop, so that a run says the truth about its end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading

from . import _hand_over

_runs: list = []
_installed = False
_end = {"state": "finished", "exit_code": None, "reason": None}


def watch(run, takes_sigterm=True) -> None:
    """From here on this run is ended with the program and muted in forks. Beside another logger SIGTERM ends it as without us."""
    _runs.append(run)
    _install()
    if takes_sigterm:
        _take_sigterm()


def forget(run) -> None:
    if run in _runs:
        _runs.remove(run)


def _install():
    global _installed
    if not _installed:
        _installed = True
        atexit.register(_at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_in_child)
        sys.excepthook = _excepthook(sys.excepthook)
        sys.exit = _exit(sys.exit)


def _take_sigterm():
    """Only where nobody has a handler: the default would end the program without atexit."""
    try:
        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _on_sigterm)
    except ValueError:
        pass


def _on_sigterm(_number, _frame):
    _end.update(state="killed", exit_code=143, reason="SIGTERM")
    raise SystemExit(143)


def _excepthook(before):
    def hook(kind, error, trace):
        if issubclass(kind, KeyboardInterrupt):
            _end.update(state="killed", exit_code=130, reason="KeyboardInterrupt")
        else:
            text = str(error).strip()
            _end.update(state="failed", exit_code=1, reason=kind.__name__ + (": " + text if text else ""))
        before(kind, error, trace)

    return hook


def _exit(before):
    def leave(code=None):
        if _end["reason"] is None:
            number = 0 if code is None else code if isinstance(code, int) else 1
            _end["exit_code"] = number
            if number != 0:
                _end.update(state="failed", reason=f"exit {number}" if isinstance(code, int) else str(code)[:500])
        return before(code)

    return leave


def _at_exit():
    _hand_over.drain()
    for run in list(_runs):
        run.finish(_end["state"], exit_code=_end["exit_code"], reason=_end["reason"], at_exit=True)


def _in_child():
    """The sender's thread does not exist here and its locks may be held for ever: the parent alone goes on with the run."""
    _hand_over.in_child()
    for run in _runs:
        run.mute()
    _runs.clear()
    # A worker that its parent ends by SIGTERM has to die of it as it did without us.
    if signal.getsignal(signal.SIGTERM) is _on_sigterm:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def rank() -> int:
    """Place among the processes of one training; 0 where there is only one."""
    for name in ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "LOCAL_RANK"):
        text = os.environ.get(name, "")
        # A job step of one task has SLURM_PROCID 0 too, and salloc leaves it out.
        if text.isdigit():
            return int(text)
    return 0


def interrupt() -> None:
    """Somebody pressed Stop: the same as Ctrl-C, in the main thread."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except Exception:
        import _thread

        _thread.interrupt_main()

"""Rows of another logger's calls wait in memory, and a thread of ours writes them: the call itself takes a copy and goes on."""

from __future__ import annotations

import threading
import time
from collections import deque

#: What a call copies and cannot change afterwards; an array or a tensor is read within the call.
PLAIN = frozenset((int, float, bool, str, type(None)))
#: Seconds for which rows gather, rows that are written before others get their turn, and rows that wait at most.
GATHER_S, AT_ONCE, MOST = 0.1, 20, 20_000

_waiting: deque = deque()
_writing = threading.Lock()
_there = threading.Event()
_thread = None


def later(run, values, step) -> None:
    """Writes a row soon. One that cannot wait, or that finds too many waiting, is written now, behind those before it."""
    global _thread
    if run._muted:
        return
    now = time.monotonic()
    if len(_waiting) >= MOST or not PLAIN.issuperset(map(type, values.values())):
        drain()
        run.log(values, step=step)
        return
    _waiting.append((run, values, step, now))
    if not _there.is_set():
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_go_on, name="ablab-beside", daemon=True)
            _thread.start()
        _there.set()


def drain() -> None:
    """Everything that waits is written when this returns."""
    while _waiting:
        _write(AT_ONCE)


def _write(most):
    with _writing:
        for _ in range(most):
            try:
                run, values, step, at = _waiting.popleft()
            except IndexError:
                return
            run._row(values, step, at)


def _go_on():
    while True:
        _there.wait()
        time.sleep(GATHER_S)
        _there.clear()
        while _waiting:
            _write(AT_ONCE)
            time.sleep(0.001)


def in_child() -> None:
    """What waits at a fork is the parent's to write, and its lock may be held by a thread that is not here."""
    global _writing
    _waiting.clear()
    _there.clear()
    _writing = threading.Lock()

"""What earlier processes could not send goes with the next one, or by `python -m ablab send`."""

from __future__ import annotations

import os

from ._sender import Sender
from ._spool import Spool


def left(base: str) -> list:
    """Folders of runs that lie in a spool, oldest first."""
    try:
        folders = [os.path.join(base, name) for name in os.listdir(base)]
    except OSError:
        return []
    return sorted((f for f in folders if os.path.exists(os.path.join(f, "run.json"))), key=os.path.getmtime)


def send_left(own: Spool, until, tried: set) -> bool:
    """Sends what is left for the same server as long as nobody has to wait for it. True where every folder was tried."""
    for folder in left(os.path.dirname(own.folder)):
        if folder == own.folder or folder in tried:
            continue
        if until():
            return False
        if send_one(folder, own.run.get("url"), 0.0, token=own.run, until=until) != "interrupted":
            tried.add(folder)
    return True


def send_one(folder: str, url, still: float, token=None, say=lambda text: None, until=lambda: False) -> str:
    """Sends one folder: "sent", "kept", or "busy" where its own process is alive."""
    try:
        spool = Spool.found(folder)
    except (OSError, ValueError):
        return "kept"
    known = spool.run.get("url")
    if known and url and known != url and token is not None:
        return "kept"
    spool.run["url"] = known or url
    for name in ("token", "token_file"):
        if token and token.get(name):
            spool.run[name] = token[name]
    if not spool.run["url"] or not spool.own():
        return "busy"
    sender = Sender(spool, say)
    try:
        done = sender.drain(still, 1e9, until)
    finally:
        sender.close()
    spool.close(remove=done)
    return "sent" if done else "interrupted" if until() else "kept"

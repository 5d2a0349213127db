"""`python -m ablab send` sends what is left, `left` lists it, `also SCRIPT ...` runs a script with dual logging."""

from __future__ import annotations

import os
import sys

from ._resend import left, send_one
from ._start import spool_base

USAGE = """Usage: python -m ablab send [FOLDER ...]   send what earlier runs could not
       python -m ablab left                 list it
       python -m ablab also SCRIPT ...      run a script whose wandb or trackio rows come here too
"""


def main(args) -> int:
    verb, rest = (args[0] if args else ""), args[1:]
    if verb == "left":
        print("\n".join(left(spool_base())) or "Nothing is left.")
        return 0
    if verb == "send":
        states = []
        for folder in rest or left(spool_base()):
            states.append(send_one(folder, os.environ.get("ABLAB_URL"), 10.0, say=lambda text: print("ablab: " + text, file=sys.stderr)))
            print(f"{states[-1]}: {folder}")
        if not states:
            print("Nothing is left.")
        return 0 if all(state == "sent" for state in states) else 1
    if verb == "also" and rest:
        import runpy

        from . import also

        also()
        sys.argv = rest
        sys.path[0] = os.path.dirname(os.path.abspath(rest[0]))
        runpy.run_path(rest[0], run_name="__main__")
        return 0
    sys.stderr.write(USAGE)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

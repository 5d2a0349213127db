"""`python -m ablab send` sends what is left, `left` lists it, `mirror SCRIPT ...` runs a script with dual logging,
`fetch wandb PROJECT` reads runs of W&B."""

from __future__ import annotations

import os
import sys

from ._resend import left, send_one
from ._start import spool_base

USAGE = """Usage: python -m ablab send [FOLDER ...]   send what earlier runs could not
       python -m ablab left                 list it
       python -m ablab mirror SCRIPT ...    run a script whose wandb, trackio or MLflow rows come here too
       python -m ablab fetch wandb ENTITY/PROJECT [RUN ...] [--out FILE]
                                            read runs of W&B with your key; npx ablab import FILE brings them in
"""


def mirror(words) -> int:
    """Becomes the script's own program where the hook is installed, so that its output, signals and exit code are its own."""
    words = words[1:] if words[0] == "--" else words
    if not words or (not words[0].startswith("-") and not os.path.exists(words[0])):
        print(f"ablab: there is no script {words[0] if words else ''!r} here. Give a Python file, or -m MODULE, with its arguments.", file=sys.stderr)
        return 2
    os.environ["ABLAB_ALSO"] = "1"
    if any(os.path.exists(os.path.join(folder, "ablab_also.pth")) for folder in sys.path):
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, *words])
    import runpy

    from . import also

    also()
    if words[0] == "-m" and len(words) > 1:
        sys.argv, sys.path[0] = words[1:], os.getcwd()
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv, sys.path[0] = words, os.path.dirname(os.path.abspath(words[0]))
        runpy.run_path(words[0], run_name="__main__")
    return 0


def fetch(words) -> int:
    """Reads runs of W&B into a file beside; every refusal is one sentence."""
    from ._fetch_wandb import Refused, fetch as fetch_wandb

    words, out = list(words), None
    if "--out" in words:
        at = words.index("--out")
        out = words[at + 1] if at + 1 < len(words) else None
        del words[at : at + 2]
    if len(words) < 2 or words[0] != "wandb" or "/" not in words[1] or any(word.startswith("-") for word in words):
        sys.stderr.write(USAGE)
        return 2
    out = out or f"{words[1].split('/')[-1]}.jsonl"
    try:
        n = fetch_wandb(words[1].strip("/"), out, words[2:], say=lambda text: print(f"ablab: {text}", file=sys.stderr))
    except Refused as refused:
        print(f"ablab: {refused}", file=sys.stderr)
        return 1
    except Exception as error:  # noqa: BLE001
        print(f"ablab: W&B could not be read, and nothing was written: {error}", file=sys.stderr)
        return 1
    print(f"{n} run{'' if n == 1 else 's'} in {out}. Bring them in: npx ablab import {out}")
    return 0


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
    if verb == "fetch":
        return fetch(rest)
    if verb in ("mirror", "also") and rest:
        return mirror(rest)
    sys.stderr.write(USAGE)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Where, by whom, with what and from which code a run was started."""

from __future__ import annotations

import os
import re
import sys

SECRET = re.compile(r"(token|secret|passw|api[-_]?key|credential)", re.I)
PACKAGES = (
    "torch transformers trl accelerate peft datasets vllm deepspeed numpy jax flax verl openrlhf ray "
    "wandb trackio mlflow bitsandbytes flash_attn sglang tokenizers"
).split()


def command(args=None) -> list:
    """The words of the command line without the values of what is called token, secret, password or key."""
    words, hide = [], False
    for word in list(sys.argv if args is None else args):
        if hide and not word.startswith("-"):
            words.append("***")
        elif "=" in word and SECRET.search(word.split("=", 1)[0]):
            words.append(word.split("=", 1)[0] + "=***")
        else:
            words.append(word)
        hide = word.startswith("-") and "=" not in word and bool(SECRET.search(word))
    return words


def without_secrets(config):
    """A configuration in which what is called token, secret, password or key has no value."""
    if not isinstance(config, dict):
        return config
    return {
        key: "***" if isinstance(value, str) and value and SECRET.search(str(key)) and _names_one(str(key)) else without_secrets(value)
        for key, value in config.items()
    }


def _names_one(key):
    """`hub_token` names one; `eos_token`, `pad_token_id` and `max_tokens` do not."""
    if re.search(r"token", key, re.I) and not re.search(r"(secret|passw|api[-_]?key|credential)", key, re.I):
        return re.search(r"(^|[._-])(hub|auth|access|api|bearer|hf|wandb|write)_?token$|^token$", key, re.I) is not None
    return True


def quick() -> dict:
    """What is known without looking anywhere."""
    found = {
        "host": _host(),
        "user": _user(),
        "pid": str(os.getpid()),
        "python": sys.version.split()[0],
        "platform": sys.platform,
        "program": sys.argv[0] if sys.argv else "",
        "command": " ".join(command()),
        "folder": os.getcwd() if os.path.isdir(".") else "",
    }
    for name in ("SLURM_JOB_ID", "WORLD_SIZE", "CUDA_VISIBLE_DEVICES"):
        if os.environ.get(name):
            found[name.lower()] = os.environ[name]
    return found


def slow() -> dict:
    """What takes a look at files and modules; asked for in the sender's thread."""
    found = {}
    for name in PACKAGES:
        version = getattr(sys.modules.get(name), "__version__", None)
        if version:
            found["package." + name] = str(version)
    commit = _commit(os.path.dirname(os.path.abspath(sys.argv[0])) if sys.argv and sys.argv[0] else os.getcwd())
    if commit:
        found["commit"] = commit
    return found


def _host():
    try:
        import socket

        return socket.gethostname()
    except Exception:
        return ""


def _user():
    name = os.environ.get("USER") or os.environ.get("LOGNAME") or os.environ.get("USERNAME")
    if name:
        return name
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except Exception:
        return ""


def _commit(folder):
    """The commit that is checked out, read from .git without starting git."""
    while True:
        git = os.path.join(folder, ".git")
        if os.path.exists(git):
            break
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    try:
        if os.path.isfile(git):
            with open(git) as file:
                git = os.path.join(folder, file.read().split(":", 1)[1].strip())
        common = git
        if os.path.exists(os.path.join(git, "commondir")):
            with open(os.path.join(git, "commondir")) as file:
                common = os.path.normpath(os.path.join(git, file.read().strip()))
        with open(os.path.join(git, "HEAD")) as file:
            head = file.read().strip()
        if not head.startswith("ref:"):
            return head
        ref = head[4:].strip()
        for place in (git, common):
            path = os.path.join(place, ref)
            if os.path.exists(path):
                with open(path) as file:
                    return file.read().strip()
        with open(os.path.join(common, "packed-refs")) as file:
            for line in file:
                if line.rstrip().endswith(" " + ref):
                    return line.split(" ", 1)[0]
    except (OSError, IndexError):
        pass
    return None

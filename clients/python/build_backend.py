"""Builds the wheel with nothing but the standard library, so that `pip install clients/python/` needs no network.

Beside the package it puts one line into site-packages that does something only where ABLAB_ALSO=1: dual logging then begins
by the environment alone, whatever the script is.
"""

import base64
import hashlib
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
HOOK = 'import os; os.environ.get("ABLAB_ALSO") == "1" and __import__("ablab")\n'


def _version():
    with open(os.path.join(HERE, "ablab", "__init__.py")) as file:
        return re.search(r'__version__ = "([^"]+)"', file.read()).group(1)


def _read(*path):
    with open(os.path.join(HERE, *path), "rb") as file:
        return file.read()


def _metadata():
    return (
        f"Metadata-Version: 2.1\nName: ablab\nVersion: {_version()}\nSummary: Sends a training to an Ablab server\n"
        "License: MIT\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n"
    ).encode() + _read("README.md")


def _wheel(folder, files):
    info = f"ablab-{_version()}.dist-info"
    files = {
        **files,
        "ablab_also.pth": HOOK.encode(),
        f"{info}/METADATA": _metadata(),
        f"{info}/LICENSE": _read("LICENSE"),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: ablab\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = []
    name = f"ablab-{_version()}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in sorted(files.items()):
            # One fixed time: the same source gives the same wheel.
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}\n")
        record.append(f"{info}/RECORD,,\n")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", (2020, 1, 1, 0, 0, 0)), "".join(record))
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    names = sorted(n for n in os.listdir(os.path.join(HERE, "ablab")) if n.endswith(".py"))
    return _wheel(wheel_directory, {f"ablab/{name}": _read("ablab", name) for name in names})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, {"ablab_source.pth": (HERE + "\n").encode()})


def build_sdist(sdist_directory, config_settings=None):
    name = f"ablab-{_version()}"
    with tarfile.open(os.path.join(sdist_directory, name + ".tar.gz"), "w:gz") as archive:
        for path in ("pyproject.toml", "build_backend.py", "README.md", "LICENSE", "ablab"):
            archive.add(os.path.join(HERE, path), f"{name}/{path}", filter=lambda i: None if "__pycache__" in i.name else i)
    return name + ".tar.gz"

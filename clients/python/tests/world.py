"""What the tests share: a folder that goes, a stub server, and scripts that run as programs of their own."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
sys.path[:0] = [PACKAGE, HERE]

from stub_server import Stub  # noqa: E402

TOKEN = "t" * 43


class World(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name
        self.spool = os.path.join(self.folder, "spool")
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        for name in [n for n in os.environ if n.startswith("ABLAB_") or n in ("RANK", "LOCAL_RANK", "SLURM_PROCID")]:
            del os.environ[name]
        os.environ.update(ABLAB_SPOOL_DIR=self.spool, ABLAB_INGEST_TOKEN=TOKEN, ABLAB_QUIET="1")

    def serve(self, *args, **kwargs) -> Stub:
        stub = Stub(*args, **kwargs)
        self.addCleanup(stub.close)
        os.environ["ABLAB_URL"] = stub.url
        return stub

    def start(self, code: str, *args, **env):
        """Starts a script with the client on its path."""
        path = os.path.join(self.folder, f"script{len(os.listdir(self.folder))}.py")
        with open(path, "w") as file:
            file.write(textwrap.dedent(code))
        environment = {**os.environ, "PYTHONPATH": PACKAGE, **env}
        return subprocess.Popen([sys.executable, path, *args], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def play(self, code: str, *args, **env):
        """Runs a script to its end: (exit code, stdout, stderr)."""
        process = self.start(code, *args, **env)
        out, err = process.communicate()
        return process.returncode, out, err

    def left(self):
        return os.listdir(self.spool) if os.path.isdir(self.spool) else []

    def values(self, stub, name="i"):
        return [row["values"][name] for row in stub.rows()]

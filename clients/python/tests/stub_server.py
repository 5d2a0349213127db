"""A server of the wire in memory that can be slow, break, cut connections and be gone, as a seed says."""

import gzip
import json
import random
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Stub:
    def __init__(self, seed=None, faults=0.0, port=0):
        self.runs = {}
        self.requests = []
        self.fault = random.Random(seed)
        self.faults = faults
        #: Answer every request with this status instead of taking it.
        self.status = None
        #: Lines that hold this text are refused with 400, as are bodies that hold such a line.
        self.poison = None
        self.stop = False
        self._lock = threading.Lock()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 60

            def log_message(self, *_args):
                pass

            def do_POST(self):
                stub._take(self)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, *_args):
                pass

        self.handler, self.server_class = Handler, Server
        self.server = None
        self.port = port
        self.back()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def back(self):
        self.server = self.server_class(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def gone(self):
        self.server.shutdown()
        self.server.server_close()

    close = gone

    def _take(self, handler):
        body = handler.rfile.read(int(handler.headers["content-length"]))
        if handler.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        parts = urlsplit(handler.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        verb = parts.path.rsplit("/", 1)[1]
        with self._lock:
            kind = self.fault.choice(["500 before", "500 after", "cut before", "cut after", "503"]) if self.fault.random() < self.faults else ""
            self.requests.append((verb, query, dict(handler.headers), kind))
            if kind == "cut before":
                return self._cut(handler)
            status, said = (int(kind[:3]), {}) if kind in ("500 before", "503") else self._store(verb, query, body, handler.headers)
            if kind == "cut after":
                return self._cut(handler)
            if kind == "500 after":
                status, said = 500, {}
        text = json.dumps(said).encode()
        head = f"HTTP/1.1 {status} x\r\ncontent-length: {len(text)}\r\n\r\n".encode()
        handler.wfile.write(head + text)

    def _cut(self, handler):
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.close_connection = True
        handler.connection.close()

    def _store(self, verb, query, body, headers):
        if self.status is not None:
            return self.status, {"error": "as the test wants it"}
        if self.poison and self.poison in body:
            return 400, {"error": "poison"}
        if verb == "runs":
            asked = json.loads(body)
            run = self.runs.setdefault((asked["experiment"], asked["key"]), new_run(asked))
            return 200, {"run": "r", "url": self.url + "/runs/r", "rows": 0, "stop": self.stop}
        run = self.runs.get((query["experiment"], query["key"]))
        if run is None:
            return 404, {"error": "no such run"}
        acked = 0
        if verb == "rows":
            acked = self._rows(run, query, body, headers)
        elif verb == "files":
            run["files"][query["path"]] = body
        elif verb == "media":
            run["media"].extend(json.loads(line) for line in body.decode().splitlines())
        elif verb == "finish":
            run["ends"].append(json.loads(body))
        elif verb == "facts":
            run["facts"].append(json.loads(body))
        elif verb != "heartbeat":
            for line in body.decode().splitlines():
                value = json.loads(line)
                run[verb].setdefault(value.get("id") or value.get("key"), value)
        return 200, {"acked": acked, "stop": self.stop}

    def _rows(self, run, query, body, headers):
        stored = run["rows"].setdefault(query["writer"], {})
        if headers["content-type"] == "application/vnd.ablab.points":
            from ablab._encode import decode_block

            columns, steps, at = decode_block(body)
            lines = [
                {"n": int(query["first"]) + i, "step": step, "at": at[i], "values": {c: v[i] for c, v in columns.items()}}
                for i, step in enumerate(steps)
            ]
        else:
            lines = [json.loads(line) for line in body.decode().splitlines()]
        for line in lines:
            n = line["n"]
            assert n <= len(stored), f"row {n} came while {len(stored)} are stored"
            if n in stored:
                assert stored[n] == line, "a row came again with another content"
            stored[n] = line
        return len(stored)

    def rows(self, key=None):
        """Rows of the only run, or the one of a key, in the order of writers and numbers."""
        run = next(run for (_, k), run in self.runs.items() if key in (None, k))
        return [rows[n] for rows in run["rows"].values() for n in sorted(rows)]

    @property
    def run(self):
        (run,) = self.runs.values()
        return run


def new_run(asked):
    return {"asked": asked, "rows": {}, "files": {}, "ends": [], "facts": [], "alerts": {}, "rollouts": {}, "evaluations": {}, "media": []}

"""One connection that is kept, one write per request, gzip above 1 kB."""

from __future__ import annotations

import gzip
import http.client
import json
import os
from urllib.parse import quote, urlencode, urlsplit

CONNECT_S = 5.0
ANSWER_S = 30.0
GZIP_FROM = 1024
BASE = "/api/ingest/v1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Unreachable(Exception):
    pass


class Answer:
    def __init__(self, status: int, said: dict, retry_after: float | None):
        self.status, self.said, self.retry_after = status, said, retry_after


def token_of(run: dict) -> str | None:
    """The token as it is now: a file is read anew, so that one that was replaced is found."""
    if run.get("token"):
        return run["token"]
    if os.environ.get("ABLAB_INGEST_TOKEN"):
        return os.environ["ABLAB_INGEST_TOKEN"].strip()
    path = run.get("token_file") or os.environ.get("ABLAB_INGEST_TOKEN_FILE")
    if not path:
        return None
    try:
        with open(path) as file:
            return file.read().strip() or None
    except OSError:
        return None


class Connection:
    """To one server. Used by one thread at a time."""

    def __init__(self, url: str):
        parts = urlsplit(url if "//" in url else "http://" + url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not an address of a server: {url!r}")
        self.tls = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.tls else 80)
        self.root = parts.path.rstrip("/")
        self.is_local = self.host in LOOPBACK
        # All that a request imports is imported here, by whoever begins the run: a fork while the sender's thread imports
        # would leave the module's lock closed for ever in the child.
        self.host.encode("idna")
        self._tls = self._context() if self.tls else None
        self._connected = None
        #: Longest wait for an answer, s: less where somebody ends and waits for it.
        self.patience = ANSWER_S

    def post(self, verb: str, query: dict, body: bytes, kind: str, token: str | None) -> Answer:
        """Raises `Unreachable` where no answer came. What was kept open too long is opened again once."""
        path = self.root + BASE + "/" + verb + ("?" + urlencode(query, quote_via=quote) if query else "")
        head = [
            f"POST {self.target(path)} HTTP/1.1",
            f"host: {self.authority()}",
            "user-agent: ablab-python",
            f"content-type: {kind}",
        ]
        if token:
            head.append(f"authorization: Bearer {token}")
        # On this machine packing costs more than it saves.
        if len(body) > GZIP_FROM and not self.is_local:
            body = gzip.compress(body, 1)
            head.append("content-encoding: gzip")
        head.append(f"content-length: {len(body)}")
        request = "\r\n".join(head).encode("latin-1", "replace") + b"\r\n\r\n" + body
        for attempt in (1, 2):
            was_open = self._connected is not None
            try:
                return self._exchange(request)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if not was_open or attempt == 2 or isinstance(error, TimeoutError):
                    raise Unreachable(f"{type(error).__name__}: {error}") from None
        raise Unreachable("no answer")

    def _exchange(self, request):
        if self._connected is None:
            self._connected = self.open(min(CONNECT_S, self.patience))
        self._connected.sock.settimeout(self.patience)
        self._connected.sock.sendall(request)
        response = http.client.HTTPResponse(self._connected.sock, method="POST")
        try:
            response.begin()
            text = response.read()
            if response.will_close:
                self.close()
        finally:
            response.close()
        try:
            said = json.loads(text)
        except ValueError:
            said = {}
        retry = response.getheader("retry-after", "")
        return Answer(response.status, said if isinstance(said, dict) else {}, float(retry) if retry.isdigit() else None)

    def open(self, connect_s: float = CONNECT_S, answer_s: float = ANSWER_S):
        """A connection to the server, or to the proxy before it; it may take so many seconds, and an answer so many."""
        proxy = self._proxy()
        if self.tls:
            host, port = proxy or (self.host, self.port)
            made = http.client.HTTPSConnection(host, port, timeout=connect_s, context=self._tls)
            if proxy:
                made.set_tunnel(self.host, self.port)
        else:
            made = http.client.HTTPConnection(*(proxy or (self.host, self.port)), timeout=connect_s)
        made.connect()
        made.sock.settimeout(answer_s)
        return made

    @staticmethod
    def _context():
        import ssl

        return ssl.create_default_context()

    def _proxy(self):
        """The proxy of the environment; never for this machine or for what no_proxy names."""
        found = os.environ.get("https_proxy" if self.tls else "http_proxy") or (
            os.environ.get("HTTPS_PROXY", "") if self.tls else ""
        )
        if not found or self.is_local:
            return None
        skip = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
        for name in (part.strip().lstrip(".") for part in skip.split(",")):
            if name and (name == "*" or self.host == name or self.host.endswith("." + name)):
                return None
        parts = urlsplit(found if "//" in found else "http://" + found)
        return (parts.hostname, parts.port or 3128) if parts.hostname else None

    def target(self, path):
        return f"http://{self.authority()}{path}" if not self.tls and self._proxy() else path

    def authority(self):
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port in (80, 443) else f"{host}:{self.port}"

    def close(self):
        if self._connected is not None:
            try:
                self._connected.close()
            finally:
                self._connected = None

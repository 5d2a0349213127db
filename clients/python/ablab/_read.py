"""GET requests of `Api`: one connection per request, JSON or bytes, and what is refused as one sentence."""

from __future__ import annotations

import http.client
import json
import os
import struct
import sys
from array import array
from urllib.parse import quote, urlencode

from ._transport import Connection

BASE = "/api/read/v1"
CONNECT_S = 10.0
ANSWER_S = 120.0


class ApiError(Exception):
    """What could not be read, in one sentence. `status`: that of HTTP; None where no answer came."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


def key_of(given: str | None) -> str | None:
    """The key as it is given, or as the environment has it or names its file; that of a training where it may read too."""
    if given:
        return given.strip()
    for name in ("ABLAB_API_KEY", "ABLAB_INGEST_TOKEN"):
        if os.environ.get(name, "").strip():
            return os.environ[name].strip()
        path = os.environ.get(name + "_FILE")
        if path:
            try:
                with open(path) as file:
                    return file.read().strip() or None
            except OSError as error:
                raise ApiError(f"The key is not readable: {path} ({error.strerror}).") from None
    return None


def address(path: str, query=()) -> str:
    """Of words of a path, and of a query whose values may be lists."""
    pairs = [
        (name, one)
        for name, value in dict(query).items()
        if value is not None
        for one in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return path + ("?" + urlencode(pairs, quote_via=quote) if pairs else "")


def words(*parts) -> str:
    return "/" + "/".join(quote(str(part), safe="") for part in parts)


class Reader:
    def __init__(self, url: str | None, key: str | None):
        url = url or os.environ.get("ABLAB_URL")
        if not url:
            raise ApiError("There is no server to read from: give Api(url=...) or set ABLAB_URL.")
        try:
            self._server = Connection(url)
        except ValueError as error:
            raise ApiError(f"The address of the server cannot be read: {error}.") from None
        self.url = url.rstrip("/")
        self._key = key_of(key)
        if not self._key:
            raise ApiError(
                "There is no key to read with: give Api(key=...), or set ABLAB_API_KEY or ABLAB_API_KEY_FILE. "
                "A key is made by: npx ablab token new NAME --access read"
            )

    def _open(self, path):
        server, made = self._server, None
        try:
            made = server.open(CONNECT_S, ANSWER_S)
            made.putrequest("GET", server.target(server.root + BASE + path), skip_host=True)
            made.putheader("host", server.authority())
            made.putheader("authorization", f"Bearer {self._key}")
            made.putheader("user-agent", "ablab-python")
            made.endheaders()
            return made, made.getresponse()
        except (OSError, http.client.HTTPException, UnicodeEncodeError) as error:
            if made is not None:
                made.close()
            raise ApiError(f"{self.url} does not answer: {type(error).__name__}: {error}.") from None

    def _checked(self, path):
        made, response = self._open(path)
        if response.status == 200:
            return made, response
        try:
            said = json.loads(response.read(1 << 20))
            message = said["message"]
        except (ValueError, TypeError, KeyError, OSError, http.client.HTTPException):
            message = f"{self.url} answers with status {response.status}."
        finally:
            made.close()
        raise ApiError(str(message), response.status)

    def bytes(self, path: str) -> bytes:
        made, response = self._checked(path)
        try:
            return response.read()
        except (OSError, http.client.HTTPException) as error:
            raise ApiError(f"The answer of {self.url} broke off: {type(error).__name__}.") from None
        finally:
            made.close()

    def json(self, path: str, query=()):
        try:
            return json.loads(self.bytes(address(path, query)))
        except ValueError:
            raise ApiError(f"What answers at {self.url} is not an Ablab server.") from None

    def points(self, path: str, query):
        """Every point of one metric: its axis, and x, values and times as arrays of doubles."""
        made, response = self._checked(address(path, query))
        columns = (array("d"), array("d"), array("d"))
        try:
            head = json.loads(response.readline())
            while True:
                count = struct.unpack("<I", self._exactly(response, 4))[0]
                if count == 0:
                    break
                for column in columns:
                    column.frombytes(self._exactly(response, 8 * count))
        except (OSError, ValueError, struct.error, http.client.HTTPException) as error:
            raise ApiError(f"The points of {self.url} broke off: {type(error).__name__}.") from None
        finally:
            made.close()
        if sys.byteorder == "big":
            for column in columns:
                column.byteswap()
        return head["axis"], *columns

    @staticmethod
    def _exactly(response, size):
        got = response.read(size)
        if len(got) != size:
            raise ValueError("cut")
        return got

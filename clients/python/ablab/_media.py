"""What is logged beside numbers: images, histograms, tables and other media, made into bytes here and now."""

from __future__ import annotations

import io
import math
import os
import struct
import zlib

from ._encode import encode_text, _clean

MOST_BINS = 512


class Medium:
    """One value of `log` that is no number. `kind` says how the run's page shows it."""

    kind = "file"
    caption = None

    def content(self) -> tuple[bytes, str, str]:
        """Its bytes, the ending of its file and its type."""
        raise NotImplementedError


class _File(Medium):
    #: What bytes are called that came without a file, and their type.
    ending, mime = "bin", "application/octet-stream"

    def __init__(self, data, caption=None):
        # Read when it is logged: what is wrong with it is said there, and never raised in a training.
        self.caption, self._data = caption, data

    def _read(self, data):
        if isinstance(data, (bytes, bytearray, memoryview)):
            return bytes(data), self.ending, self.mime
        import mimetypes

        path = os.fspath(data)
        with open(path, "rb") as file:
            return file.read(), (os.path.splitext(path)[1][1:] or self.ending).lower(), mimetypes.guess_type(path)[0] or self.mime

    def content(self):
        return self._read(self._data)


class Image(_File):
    """A picture: a path, bytes of a file, a picture of PIL, or an array of height x width (x 1, 3 or 4 colors), 0 to 255 or 0.0 to 1.0."""

    kind, ending, mime = "image", "png", "image/png"

    def _read(self, data):
        if hasattr(data, "save") and hasattr(data, "mode"):
            bytes_of = io.BytesIO()
            data.save(bytes_of, format="PNG")
            return bytes_of.getvalue(), self.ending, self.mime
        if hasattr(data, "shape"):
            return _png(data), self.ending, self.mime
        return super()._read(data)


class Audio(_File):
    """A sound: a path, or bytes of a file."""

    kind, ending, mime = "audio", "wav", "audio/wav"


class Video(_File):
    """A film: a path, or bytes of a file."""

    kind, ending, mime = "video", "mp4", "video/mp4"


class Html(_File):
    """A page: its text, or a path that ends in .html. It is shown without scripts, and loads nothing from elsewhere."""

    kind, ending, mime = "html", "html", "text/html"

    def _read(self, data):
        if isinstance(data, str) and not data.endswith(".html"):
            return data.encode("utf-8", "replace"), self.ending, self.mime
        return super()._read(data)


class Figure(_File):
    """A figure of plotly, or its JSON as a dictionary."""

    kind, ending, mime = "plotly", "plotly.json", "application/json"

    def _read(self, data):
        text = data.to_json().encode() if hasattr(data, "to_json") else encode_text(_clean(data, 0))
        return text, self.ending, self.mime


class Table(_File):
    """A table: names of columns, and rows as lists or dictionaries. A data frame of pandas is one, too."""

    kind, ending, mime = "table", "table.json", "application/json"

    def __init__(self, columns=None, rows=None, caption=None):
        super().__init__((columns, rows), caption)

    def _read(self, data):
        columns, rows = data
        if hasattr(columns, "itertuples"):
            columns, rows = list(columns.columns), [list(row) for row in columns.itertuples(index=False)]
        cells = [[row.get(name) for name in columns] if isinstance(row, dict) else list(row) for row in rows or ()]
        table = {"columns": [str(name) for name in columns or ()], "data": cells}
        return encode_text(_clean(table, 0)), self.ending, self.mime


class Histogram(Medium):
    """How values are distributed: the values themselves, or `counts` between `edges`, one edge more than counts."""

    kind = "histogram"

    def __init__(self, values=None, bins=64, *, edges=None, counts=None):
        self._given = values, bins, edges, counts

    def numbers(self) -> tuple[list, list]:
        """Edges and counts."""
        values, bins, edges, counts = self._given
        if counts is None:
            edges, counts = _counted(_flat(values), max(1, min(int(bins), MOST_BINS)))
        return [float(edge) for edge in _flat(edges)], [float(count) for count in _flat(counts)]


def _flat(values):
    if hasattr(values, "detach"):
        values = values.detach().cpu().flatten()
    elif hasattr(values, "ravel"):
        values = values.ravel()
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _counted(values, bins):
    """Edges and counts of finite values in parts of equal width."""
    finite = [float(value) for value in values if math.isfinite(value)]
    if not finite:
        raise ValueError("a histogram needs a finite value")
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 0.5, high + 0.5
    # Halved before the difference, which of very large values is beyond what a number holds.
    width = high / bins - low / bins
    counts = [0] * bins
    for value in finite:
        counts[min(bins - 1, max(0, int((value / width) - (low / width))))] += 1
    return [low + width * i for i in range(bins)] + [high], counts


def _png(array) -> bytes:
    """A PNG of an array of height x width (x colors), or colors x height x width as torch has it."""
    if hasattr(array, "detach"):
        array = array.detach().cpu().numpy()
    shape = tuple(array.shape)
    if len(shape) == 3 and shape[0] in (1, 3, 4) and shape[2] not in (1, 3, 4):
        array = array.transpose(1, 2, 0)
        shape = tuple(array.shape)
    if len(shape) == 2:
        array = array.reshape(shape + (1,))
    if len(array.shape) != 3 or array.shape[2] not in (1, 3, 4):
        raise ValueError(f"an image has height x width (x 1, 3 or 4 colors), not {shape}")
    height, width, colors = array.shape
    if str(array.dtype).startswith("float"):
        array = (array.clip(0, 1) * 255).round()
    array = array.clip(0, 255).astype("uint8")
    lines = b"".join(b"\0" + array[row].tobytes() for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[colors], 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )


def split(values: dict) -> tuple[dict, list]:
    """The numbers of a row, and (key, place, medium) of all else."""
    numbers, media = {}, []
    for key, value in values.items():
        if isinstance(value, Medium):
            media.append((str(key), 0, value))
        elif isinstance(value, (list, tuple)) and value and all(isinstance(one, Medium) for one in value):
            media.extend((str(key), place, one) for place, one in enumerate(value))
        else:
            numbers[key] = value
    return numbers, media

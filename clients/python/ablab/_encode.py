"""What a script hands over becomes bytes once, here, and these bytes are what is sent, however often."""

from __future__ import annotations

import base64
import json
import struct
import sys
from array import array

MAX_NESTING = 40
MAX_LIST = 1000
POINTS_PER_BLOCK = 100_000


def _known(value):
    """A JSON value for what the encoder does not know: scalars of numpy and torch, paths, sets, dataclasses, anything."""
    item = getattr(value, "item", None)
    if callable(item):
        try:
            return item()
        except Exception:
            return _elements(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if hasattr(value, "__dataclass_fields__"):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if type(value).__name__ == "Namespace":
        return vars(value)
    return str(value)


def _elements(value):
    """The elements of a small array; a large one is told by its shape."""
    shape = getattr(value, "shape", None)
    try:
        count = 1
        for size in shape:
            count *= int(size)
        if count <= MAX_LIST:
            return value.tolist()
    except Exception:
        pass
    return [f"array of shape {tuple(shape) if shape is not None else '?'}"]


# allow_nan=False: bare NaN is no JSON. It raises, and the row takes the way that writes it as a word.
_fast = json.JSONEncoder(allow_nan=False, separators=(",", ":"), default=_known).encode
_text = json.JSONEncoder(allow_nan=False, separators=(",", ":"), default=_known, ensure_ascii=False).encode


def encode(value) -> str:
    """JSON in ASCII. NaN and infinities become the words "NaN", "Infinity", "-Infinity". Raises nothing."""
    try:
        return _fast(value)
    except Exception:
        return _fast(_clean(value, 0))


def encode_text(value) -> bytes:
    """The same as UTF-8, for what is mostly text in any language."""
    try:
        text = _text(value)
    except Exception:
        text = _text(_clean(value, 0))
    return text.encode("utf-8", "replace")


def _clean(value, depth):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        if value != value:
            return "NaN"
        if value in (float("inf"), float("-inf")):
            return "Infinity" if value > 0 else "-Infinity"
        return float(value)
    if isinstance(value, int):
        # Beyond 2^53 a reader of JSON loses digits; beyond the range of floats it gets Infinity.
        return int(value) if abs(value) < 2**1000 else str(value)[:200]
    if depth >= MAX_NESTING:
        return str(type(value).__name__)
    if isinstance(value, dict):
        return {str(key): _clean(inner, depth + 1) for key, inner in list(value.items())}
    if isinstance(value, (list, tuple)):
        return [_clean(inner, depth + 1) for inner in value]
    try:
        return _clean(_known(value), depth + 1)
    except Exception:
        return str(type(value).__name__)


def number_or_null(value) -> str:
    """A step as JSON: an integer or a finite float; null for what is neither."""
    if type(value) is int:
        return str(value)
    if value is None:
        return "null"
    try:
        number = float(value)
        if number != number or number in (float("inf"), float("-inf")):
            return "null"
        return str(int(number)) if number == int(number) else repr(number)
    except Exception:
        return "null"


def doubles(values) -> array:
    """Any sequence of numbers as float64, one pass in C where it is an array already."""
    if isinstance(values, array) and values.typecode == "d":
        return values
    if hasattr(values, "detach"):
        values = values.detach().cpu().numpy()
    if hasattr(values, "astype"):
        made = array("d")
        made.frombytes(values.astype("float64").tobytes())
        return made
    return array("d", values)


def _bytes_of(numbers: array) -> bytes:
    if sys.byteorder == "big":
        numbers = array("d", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def encode_block(columns, steps: array, at: float) -> bytes:
    """Columns of equal length in the binary form of points (workers/protocol/points-binary.ts), all with one time."""
    rows = len(steps)
    names = [name.encode("utf-8", "replace") for name in columns]
    head = struct.pack("<4sIII", b"ABP1", len(names), sum(map(len, names)), 0)
    entries = b"".join(struct.pack("<IHHB3x", rows, len(name), 0, 1) for name in names)
    start = head + entries + b"".join(names)
    parts = [start, b"\0" * (-len(start) % 8)]
    x, time = _bytes_of(steps), struct.pack("<d", at)
    for values in columns.values():
        parts += (x, _bytes_of(values), time)
    return b"".join(parts)


def _entries(block: bytes):
    """(points, bytes of the name, whether all have one time) of each column, and where the names and the numbers begin."""
    count, name_bytes = struct.unpack_from("<II", block, 4)
    entries = [struct.unpack_from("<IH2xB3x", block, 16 + 12 * c) for c in range(count)]
    start = 16 + 12 * count + name_bytes
    return entries, 16 + 12 * count, start + -start % 8


def names_of(block: bytes) -> list:
    """Names of the columns, as bytes."""
    entries, at, _start = _entries(block)
    names = []
    for _rows, length, _one_time in entries:
        names.append(block[at : at + length])
        at += length
    return names


def merge_blocks(blocks) -> bytes:
    """Blocks of `encode_block` with the same columns as one whose rows have their own times."""
    if len(blocks) == 1:
        return blocks[0]
    names = names_of(blocks[0])
    entries, _at, _start = _entries(blocks[0])
    parts = [([], [], []) for _ in names]
    total = 0
    for block in blocks:
        own, _at, offset = _entries(block)
        total += own[0][0]
        for (rows, _length, _one_time), (x, values, at) in zip(own, parts):
            size = 8 * rows
            x.append(block[offset : offset + size])
            values.append(block[offset + size : offset + 2 * size])
            at.append(block[offset + 2 * size : offset + 2 * size + 8] * rows)
            offset += 2 * size + 8
    head = struct.pack("<4sIII", b"ABP1", len(names), sum(map(len, names)), 0)
    head += b"".join(struct.pack("<IHHB3x", total, length, 0, 0) for _rows, length, _one_time in entries)
    start = head + b"".join(names)
    columns = (b"".join(column) for part in parts for column in part)
    return b"".join((start, b"\0" * (-len(start) % 8), *columns))


def decode_block(block: bytes):
    """(columns, steps, time of each row) of what `encode_block` or `merge_blocks` made."""
    entries, _at, offset = _entries(block)
    columns, steps, at = {}, (), ()
    for name, (rows, _length, one_time) in zip(names_of(block), entries):
        steps = struct.unpack_from(f"<{rows}d", block, offset)
        columns[name.decode("utf-8", "replace")] = struct.unpack_from(f"<{rows}d", block, offset + 8 * rows)
        times = 1 if one_time else rows
        at = struct.unpack_from(f"<{times}d", block, offset + 16 * rows) * (rows if one_time else 1)
        offset += 16 * rows + 8 * times
    return columns, steps, at


def pack_block(block: bytes) -> bytes:
    return base64.b64encode(block)


def unpack_block(text: bytes) -> bytes:
    return base64.b64decode(text)

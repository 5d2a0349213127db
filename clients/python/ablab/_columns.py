"""What of the blocks of columns that wait goes in one request: calls of a few rows each would be a request each."""

from __future__ import annotations

from ._encode import POINTS_PER_BLOCK, decode_block, encode, merge_blocks, names_of, unpack_block

#: From this many points on blocks of the same columns are worth the binary form, whatever follows them.
MANY_POINTS = 200
#: Most points that are sent as lines, which cost the server more.
LINE_POINTS = 20_000


class Batch:
    """Blocks behind each other, as one body: `taken` bytes of the spool, whose first row has the number `first`."""

    def __init__(self, taken: int, first: int, blocks: list, is_binary: bool):
        self.taken, self.first, self.is_binary, self._blocks = taken, first, is_binary, blocks

    @property
    def body(self) -> bytes:
        if self.is_binary:
            return merge_blocks(self._blocks)
        return "\n".join(line for part in self.lines(LINE_POINTS) for line in part).encode()

    def lines(self, most: int):
        """The same rows as lines, in parts of at most so many."""
        number, part = self.first, []
        for block in self._blocks:
            columns, steps, at = decode_block(block)
            for i, step in enumerate(steps):
                values = {name: column[i] for name, column in columns.items()}
                part.append(encode({"n": number, "step": step, "at": at[i], "values": values}))
                number += 1
                if len(part) >= most:
                    yield part
                    part = []
        if part:
            yield part

    @property
    def width(self) -> int:
        """Columns of the widest block."""
        return max(len(names_of(block)) for block in self._blocks)


def next_batch(data: bytes) -> Batch:
    """
    The first lines of `data`, as many as one request takes. Blocks of the same columns become one; a few rows here and a few of
    other columns there are told as lines. The numbers of rows stay those of the spool, so what was cut off or comes twice is
    left out row by row, however the blocks were put together then.
    """
    taken, first, following, blocks, points = 0, 0, 0, [], 0
    names, is_one = None, True
    while taken < len(data):
        end = data.index(b"\n", taken) + 1
        number, rows, packed = data[taken:end].split(b" ", 2)
        block = unpack_block(packed)
        own = names_of(block)
        size = int(rows) * len(own)
        if blocks:
            if int(number) != following or points + size > POINTS_PER_BLOCK:
                break
            if own != names or not is_one:
                if size >= MANY_POINTS or (is_one and points >= MANY_POINTS) or points + size > LINE_POINTS:
                    break
                is_one = False
        else:
            first, names = int(number), own
        blocks.append(block)
        points += size
        following = int(number) + int(rows)
        taken = end
    return Batch(taken, first, blocks, is_one)

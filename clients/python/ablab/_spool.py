"""What was handed over lies on disk before anything is sent, and stays there until the server has it.

A folder per run and process: `run.json` says which run, `rows-000001.jsonl` and so on hold lines, `rows.sent` says how far
they were sent. A line is written by one write() and never changed; files that were sent whole are deleted.
"""

from __future__ import annotations

import json
import os
import shutil
import threading

try:
    import fcntl
except ImportError:
    fcntl = None

SEGMENT_BYTES = 16 * 1024 * 1024
CHANNELS = ("rows", "columns", "events")


class SpoolFull(Exception):
    pass


class Channel:
    """Lines of one kind, numbered from 0, in a chain of files. Written by any thread, read by one."""

    def __init__(self, folder: str, name: str):
        self.folder, self.name = folder, name
        self.count = 0
        self.size = 0
        self.written = 0
        self.taken = 0
        self._segment = 0
        self._fd = -1
        self._lock = threading.RLock()
        self._inside = False
        self._late: list = []
        self._read_segment, self._read_at = self._where_sent()
        self._reader = None

    # Writing

    def append(self, make, rows: int = 1) -> None:
        """Writes the line that `make(number)` gives, which counts as `rows` rows. Raises OSError where the disk does."""
        with self._lock:
            if self._inside:  # a signal handler that logs while its own thread is in here
                self._late.append((make, rows))
                return
            self._inside = True
            try:
                self._append(make, rows)
                while self._late:
                    self._append(*self._late.pop(0))
            finally:
                self._inside = False

    def _append(self, make, rows):
        if self._fd < 0 or self.size >= SEGMENT_BYTES:
            self._next_segment()
        number, before = self.count, self.size
        line = make(number)
        try:
            if os.write(self._fd, line) != len(line):
                raise OSError(28, "No space left on device")
            self.size = before + len(line)
            self.count = number + rows
            self.written += len(line)
        except BaseException:
            # Also a Ctrl-C between two bytecodes: what the file says is what was handed over.
            if os.fstat(self._fd).st_size >= before + len(line):
                self.size = before + len(line)
                self.count = number + rows
            else:
                os.ftruncate(self._fd, before)
                self.size = before
            raise

    def _next_segment(self):
        following = self._segment + 1
        fd = os.open(self._path(following), os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o600)
        if self._fd >= 0:
            os.close(self._fd)
        self._fd, self._segment, self.size = fd, following, 0

    def sync(self) -> None:
        if self._fd >= 0:
            os.fsync(self._fd)

    # Reading

    def peek(self, most_bytes: int, most_lines: int) -> bytes:
        """The next whole lines, at least one where there is one; the same until they are taken."""
        is_whole = False
        while True:
            data = self._read(most_bytes)
            end = _end_of_lines(data, most_lines)
            if end > 0:
                return data[:end]
            if len(data) >= most_bytes:
                most_bytes, most_lines = 2 * most_bytes, 1
            elif is_whole:  # a torn last line of a process that was killed is no line
                self._pass_segment()
                is_whole = False
            elif self._has_later_segment():
                is_whole = True  # what was added before that one was begun is read first
            else:
                return b""

    def take(self, length: int) -> None:
        """What was peeked is at the server."""
        self._read_at += length
        self.taken += length
        self._save_place()

    @property
    def pending(self) -> int:
        return self.written - self.taken

    def _read(self, most_bytes):
        if self._reader is None:
            if self._read_segment == 0:
                self._read_segment = self._first_segment()
            try:
                self._reader = open(self._path(self._read_segment), "rb", buffering=0)
            except OSError:
                return b""
        self._reader.seek(self._read_at)
        return self._reader.read(most_bytes) or b""

    def _pass_segment(self):
        self.close_reader()
        passed = self._read_segment
        self._read_segment, self._read_at = self._first_segment(passed), 0
        self._save_place()
        try:
            os.unlink(self._path(passed))
        except OSError:
            pass

    def _segments(self):
        start, end = self.name + "-", ".jsonl"
        names = (n for n in os.listdir(self.folder) if n.startswith(start) and n.endswith(end))
        return sorted(int(n[len(start) : -len(end)]) for n in names)

    def _first_segment(self, after=0):
        return next((k for k in self._segments() if k > after), 0)

    def _has_later_segment(self):
        return self._read_segment > 0 and self._first_segment(self._read_segment) > 0

    def _path(self, segment):
        return os.path.join(self.folder, f"{self.name}-{segment:06d}.jsonl")

    def _where_sent(self):
        try:
            with open(os.path.join(self.folder, self.name + ".sent"), "rb") as file:
                segment, at = file.read().split()
            if os.path.getsize(self._path(int(segment))) >= int(at):
                return int(segment), int(at)
        except (OSError, ValueError):
            pass
        return 0, 0

    def _save_place(self):
        # Only saves sending twice: without it everything is sent again and left out by its number.
        try:
            path = os.path.join(self.folder, self.name + ".sent")
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            os.write(fd, b"%-6d %-20d\n" % (self._read_segment, self._read_at))
            os.close(fd)
        except OSError:
            pass

    def close_reader(self):
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def close(self):
        self.close_reader()
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _end_of_lines(data: bytes, most: int) -> int:
    """Where the last of at most so many whole lines ends."""
    if data.count(b"\n") <= most:
        return data.rfind(b"\n") + 1
    end = 0
    for _ in range(most):
        end = data.index(b"\n", end) + 1
    return end


class Spool:
    """The folder of one run and process."""

    def __init__(self, folder: str, run: dict, most_bytes: int):
        self.folder, self.run, self.most_bytes = folder, run, most_bytes
        self.channels = {name: Channel(folder, name) for name in CHANNELS}
        self._owner = None

    @classmethod
    def create(cls, base: str, name: str, run: dict, most_bytes: int) -> "Spool":
        os.makedirs(base, mode=0o700, exist_ok=True)
        folder = os.path.join(base, name)
        os.mkdir(folder, 0o700)
        spool = cls(folder, run, most_bytes)
        spool.own()
        spool.keep_run()
        return spool

    @classmethod
    def found(cls, folder: str) -> "Spool":
        """One that an earlier process left. Raises OSError or ValueError where it is none."""
        with open(os.path.join(folder, "run.json"), "rb") as file:
            run = json.load(file)
        return cls(folder, run, 1 << 62)

    def keep_run(self) -> None:
        path = os.path.join(self.folder, "run.json")
        with open(path + ".new", "w") as file:
            json.dump(self.run, file)
        os.replace(path + ".new", path)

    def own(self) -> bool:
        """Whether this process may send it. Such a lock ends with its process and is not inherited by forks."""
        fd = os.open(os.path.join(self.folder, "owner"), os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            if fcntl is not None:  # Windows: what two processes send at once is left out by its number
                fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (11, 13, 35):
                os.close(fd)
                return False
        self._owner = fd
        return True

    def append(self, channel: str, make, rows: int = 1, room: int = 0) -> None:
        """`room` bytes beyond the bound are for what must not be lost behind a flood of rows."""
        if self.pending >= self.most_bytes + room:
            raise SpoolFull
        self.channels[channel].append(make, rows)

    @property
    def pending(self) -> int:
        """Bytes that this process wrote and that are not at the server."""
        return sum(channel.pending for channel in self.channels.values())

    def park(self, line: bytes) -> None:
        with open(os.path.join(self.folder, "parked.jsonl"), "ab") as file:
            file.write(line if line.endswith(b"\n") else line + b"\n")

    def sync(self) -> None:
        for channel in self.channels.values():
            channel.sync()

    def close(self, remove: bool) -> None:
        for channel in self.channels.values():
            channel.close()
        if remove and not os.path.exists(os.path.join(self.folder, "parked.jsonl")):
            shutil.rmtree(self.folder, ignore_errors=True)
        if self._owner is not None:
            os.close(self._owner)
            self._owner = None

"""Ships a spool to the server, in its own thread, and for the last of it in whoever ends the program."""

from __future__ import annotations

import json
import os
import threading
import time

from ._columns import next_batch
from ._encode import encode
from ._spool import CHANNELS
from ._transport import ANSWER_S, Connection, Unreachable, token_of

BATCH_BYTES = 1024 * 1024
BATCH_LINES = 5000
IDLE_S = 0.5
HEARTBEAT_S = 10.0
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
LINES = "application/x-ndjson"
JSON = "application/json"
BINARY = "application/vnd.ablab.points"

SENT, IDLE, LATER, GONE = "sent", "idle", "later", "gone"
UNREADABLE = (400, 411, 413, 414, 415, 422)
NO_ENTRY = (401, 403)


class Sender:
    """Sends what a spool holds in its order; a refused line never holds up the next."""

    def __init__(self, spool, say=lambda text: None, on_stop=lambda: None, on_opened=lambda said: None):
        self.spool, self._say, self._on_stop, self._on_opened = spool, say, on_stop, on_opened
        self.opened = False
        self.finished = False
        self.refused = 0
        self._connection = None
        self._failures = 0
        self._retry_after = None
        self._next = 0
        self._lines = dict.fromkeys(CHANNELS, BATCH_LINES)
        self._last_answer = 0.0
        self._stop_told = False
        self._patience = ANSWER_S
        self.turn = threading.Lock()

    # One step

    def step(self) -> str:
        """Sends one request where there is something to send. Callers hold `turn`."""
        try:
            return self._step()
        except Unreachable as error:
            self._failures += 1
            if self._failures == 3:
                self._say(f"the server at {self.spool.run.get('url')} does not answer ({error}); keeping everything and trying again")
            return LATER

    def _step(self):
        if not self.spool.run.get("url"):
            return LATER
        if not self.opened:
            status = self._open()
            if status != SENT:
                return status
        # In turn, so that a flood of rows holds up no alert; the end comes after everything else.
        order = CHANNELS[self._next :] + CHANNELS[: self._next]
        sends = {"rows": self._rows, "columns": self._columns, "events": self._events}
        data = {c: self.spool.channels[c].peek(BATCH_BYTES, self._lines[c]) for c in order}
        for channel in order:
            is_end = data[channel].startswith(b"finish ")
            if data[channel] and not (is_end and (data["rows"] or data["columns"])):
                self._next = (CHANNELS.index(channel) + 1) % len(CHANNELS)
                return sends[channel](data[channel])
        if time.monotonic() - self._last_answer > HEARTBEAT_S and not self.finished:
            return self._judge(self._post("heartbeat", {}, b"", JSON))
        return IDLE

    def _open(self):
        answer = self._post("runs", {}, encode(self.spool.run["open"]).encode(), JSON, of_run=False)
        if answer.status == 200:
            self.opened = True
            self._on_opened(answer.said)
        elif answer.status in UNREADABLE:
            # Nothing can be sent without it, and nothing is thrown away: a later process or server may take it.
            self._failures += 1
            self._complain("open", f"the server does not open this run: {answer.said.get('error', answer.status)}")
            return LATER
        return self._judge(answer)

    def _rows(self, data):
        answer = self._post("rows", {}, data, LINES)
        return self._settle("rows", data, answer, lambda line: self._post("rows", {}, _blank(line), LINES))

    def _columns(self, data):
        batch = next_batch(data)
        taken = data[: batch.taken]
        query = {"writer": self.spool.run["open"]["writer"] + ".columns"}
        if not batch.is_binary:
            return self._settle("columns", taken, self._post("rows", query, batch.body, LINES), None)
        answer = self._post("rows", {**query, "first": str(batch.first)}, batch.body, BINARY)
        if answer.status in UNREADABLE and taken.count(b"\n") == 1:
            # A name that the binary form does not allow: as lines each row is stored, and what is odd in it is said.
            return self._columns_as_lines(taken, batch, query)
        return self._settle("columns", taken, answer, None)

    def _columns_as_lines(self, taken, batch, query):
        most = max(1, min(BATCH_LINES, BATCH_BYTES // (40 * (batch.width + 1))))
        for lines in batch.lines(most):
            answer = self._post("rows", query, "\n".join(lines).encode(), LINES)
            if answer.status != 200 and answer.status not in UNREADABLE:
                return self._judge(answer)
        return self._settle("columns", taken, answer, None)

    def _events(self, data):
        """Lines of one kind that follow each other are one request."""
        kind = data[: data.index(b" ")]
        end, lines = 0, []
        while data.startswith(kind + b" ", end):
            stop = data.index(b"\n", end) + 1
            lines.append(data[end + len(kind) + 1 : stop])
            end = stop
            if kind not in (b"rollouts", b"alerts", b"evaluations", b"media"):
                break
        verb = kind.decode()
        query, body, mime = {}, b"".join(lines), LINES if len(lines) > 1 else JSON
        if verb == "files":
            head = json.loads(body)
            query, mime = {"path": head["path"]}, head["type"]
            body = self._file(head["stored"])
            if body is None:
                return self._settle("events", data[:end], None, None)
        answer = self._post(verb, query, body, mime)
        status = self._settle("events", data[:end], answer, None)
        if status == SENT and answer.status == 200 and verb == "finish":
            self.finished = True
        return status

    def _file(self, stored):
        try:
            with open(os.path.join(self.spool.folder, stored), "rb") as file:
                return file.read()
        except OSError:
            return None

    def _settle(self, channel, data, answer, blank):
        """Takes what was stored; halves what was refused until the one line at fault is found and set aside."""
        if answer is not None and answer.status in UNREADABLE:
            lines = data.count(b"\n")
            if lines > 1:
                self._lines[channel] = max(1, lines // 2)
                return SENT
            self.refused += 1
            self.spool.park(data)
            self._complain("refused", f"the server cannot read a line, which was set aside: {answer.said.get('error', answer.status)}")
            if blank is not None:
                answer = blank(data)
                if answer.status != 200:
                    return self._judge(answer)
            answer = None
        if answer is not None and answer.status != 200:
            return self._judge(answer)
        self.spool.channels[channel].take(len(data))
        self._lines[channel] = min(BATCH_LINES, self._lines[channel] * 2)
        return self._judge(answer) if answer is not None else SENT

    # Requests and what their answers mean

    def _post(self, verb, query, body, kind, of_run=True):
        if self._connection is None:
            self._connection = Connection(self.spool.run["url"])
        if of_run:
            asked = self.spool.run["open"]
            query = {"experiment": asked["experiment"], "key": asked["key"], "writer": asked["writer"], **query}
        self._connection.patience = self._patience
        return self._connection.post(verb, query, body, kind, token_of(self.spool.run))

    def _judge(self, answer):
        self._retry_after = answer.retry_after
        if answer.status == 200:
            self._failures = 0
            self._last_answer = time.monotonic()
            if answer.said.get("stop") and not self._stop_told:
                self._stop_told = True
                self._on_stop()
            return SENT
        if answer.status == 404 and self.opened:
            self.opened = False
            self._failures += 1
            return LATER if self._failures > 1 else SENT
        self._failures += 1
        if answer.status in NO_ENTRY:
            self._failures = max(self._failures, 6)
            self._complain("token", "the server does not know this token; keeping everything and asking again seldom")
        return LATER

    def _complain(self, about, text):
        said = self.__dict__.setdefault("_said", set())
        if about not in said:
            said.add(about)
            self._say(text)

    @property
    def pause(self) -> float:
        """How long to wait after `LATER`: doubled each time, capped, and never the same for all who wait."""
        longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** min(self._failures - 1, 10))
        jittered = longest * (0.5 + os.urandom(1)[0] / 510)
        return min(LONGEST_PAUSE_S, max(jittered, self._retry_after or 0.0))

    @property
    def is_drained(self) -> bool:
        return all(not channel.peek(1, 1) for channel in self.spool.channels.values())

    def drain(self, still: float, longest: float, until=lambda: False, patience: float = ANSWER_S) -> bool:
        """
        Sends what is left; gives up after `still` seconds without an answer or `longest` in all, and on one answer after
        `patience`. Waits by sleeping, not on an event that the end of the program has set already; `until` may end it sooner.
        True where all is at the server.
        """
        began = heard = time.monotonic()
        if not self.turn.acquire(timeout=still):
            return False
        try:
            self._patience = patience
            while True:
                status = self.step()
                now = time.monotonic()
                if status == IDLE:
                    return True
                if status == SENT:
                    heard = now
                elif now - heard >= still:
                    return False
                if now - began >= longest or until():
                    return False
                if status == LATER:
                    time.sleep(min(self.pause, still - (now - heard)))
        finally:
            self._patience = ANSWER_S
            self.turn.release()

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _blank(line: bytes) -> bytes:
    """A row of nothing under the number of a line that the server cannot read, so that no later number shifts."""
    number = line[len(b'{"n":') :].split(b",", 1)[0]
    return b'{"n":%s,"step":null,"at":null,"values":{}}\n' % number


class Shipping(threading.Thread):
    """The thread of one run. Looks twice a second whether there is something; nobody who logs has to wake it."""

    def __init__(self, sender, once_idle=lambda: None):
        super().__init__(name="ablab", daemon=True)
        self.sender, self._once_idle = sender, once_idle
        self._ending = threading.Event()
        self.nudged = threading.Event()

    def run(self):
        while not self._ending.is_set():
            with self.sender.turn:
                try:
                    status = self.sender.step()
                except Exception as error:  # a defect of ours must not end the thread
                    self.sender._failures += 1
                    self.sender._complain("defect", f"could not send: {type(error).__name__}: {error}")
                    status = LATER
            if status == SENT:
                continue
            if status == IDLE:
                self._once_idle()
            self.nudged.wait(IDLE_S if status == IDLE else self.sender.pause)
            self.nudged.clear()

    def end(self):
        self._ending.set()
        self.nudged.set()

"""A run as a script sees it. Nothing here raises or waits for the network, except the end, which waits a little."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time

from . import _process, _resend, _surroundings
from ._encode import doubles, encode, encode_block, encode_text, number_or_null, pack_block, POINTS_PER_BLOCK
from ._sender import Sender, Shipping
from ._spool import Spool, SpoolFull

FILE_BYTES = 16 * 1024 * 1024
#: Longest line of the wire, below the 16 MiB a body may have.
LINE_BYTES = 15 * 1024 * 1024
#: What is small and said seldom has room even where a flood of rows has filled the spool.
SMALL, SMALL_ROOM = ("alerts", "facts", "finish"), 16 * 1024 * 1024
STATES = ("finished", "failed", "killed")


def harmless(method):
    """What goes wrong in here is said once and never reaches the training."""

    @functools.wraps(method)
    def call(self, *args, **kwargs):
        if self._muted:
            return None
        try:
            return method(self, *args, **kwargs)
        except SpoolFull:
            self._dropped += 1
            self._say_once("full", "the server does not answer and the spool is full; what comes now is lost (ABLAB_SPOOL_MIB)")
        except Exception as error:
            self._lost += 1
            if len(self._reasons) < 5 and str(error) not in self._reasons:
                self._reasons.append(str(error)[:200] or type(error).__name__)
            self._say_once(f"{method.__name__}:{type(error).__name__}", f"{method.__name__}() was lost: {type(error).__name__}: {error}")
        return None

    return call


class Run:
    """Made by `ablab.init`. Every method may be called from any thread."""

    def __init__(self, spool: Spool | None, on_stop="interrupt", quiet=False, settings=None):
        self._spool, self._muted, self._quiet = spool, spool is None, quiet
        self._said: set = set()
        self._reasons: list = []
        self._dropped = self._lost = 0
        self._step, self._has_step = 0, False
        self._ended = False
        self._settings = settings or {}
        self._on_stop = on_stop
        self._group_count = self._alert_count = self._file_count = 0
        #: Where the run is on the server, once that is known.
        self.url = None
        self.stop_asked = False
        # at = wall clock at the start + monotonic time since: a clock that is set back never turns rows around.
        self._wall = time.time() - time.monotonic()
        self._shipping = None
        if spool is not None:
            asked = spool.run["open"]
            self.key, self.experiment, self.writer = asked["key"], asked["experiment"], asked["writer"]
            self._sender = Sender(spool, self._say, self._stop, self._opened)
            self._shipping = Shipping(self._sender, self._idle)
            self._resend, self._tried = True, set()
            self._has_surroundings = False
            self._shipping.start()
        else:
            self.key = self.experiment = self.writer = ""

    # What a training says

    @harmless
    def log(self, values, step=None, *, phase=None):
        """One row of metrics. Numbers are curves; NaN and infinities stay what they are. `ablab.Image` and others are media."""
        media = []
        if "ablab._media" in sys.modules:
            values, media = sys.modules["ablab._media"].split(values)
        if phase:
            values = {name if name.startswith(phase + "/") else f"{phase}/{name}": v for name, v in values.items()}
        if step is not None:
            self._step, self._has_step = step, True
        if media:
            at_step = step if step is not None else self._step if self._has_step else self._spool.channels["rows"].count
            for key, order, medium in media:
                self._medium(f"{phase}/{key}" if phase else key, order, medium, at_step)
            if not values:
                return
        self._append(values, step, time.monotonic())

    @harmless
    def _row(self, values, step, logged):
        """A row that was logged a moment ago, on the monotonic clock."""
        self._append(values, step, logged)

    def _append(self, values, step, logged):
        text = encode(values)
        place = number_or_null(step)
        at = (logged + self._wall) * 1000
        self._spool.append("rows", lambda n: f'{{"n":{n},"step":{place},"at":{at:.0f},"values":{text}}}\n'.encode("ascii"))

    @harmless
    def log_columns(self, columns, steps=None):
        """Many rows at once: name -> sequence of numbers, all of one length, with their steps. The fast way for long series."""
        ready = {str(name): doubles(values) for name, values in columns.items()}
        lengths = {len(values) for values in ready.values()}
        if len(lengths) != 1:
            raise ValueError(f"columns have lengths {sorted(lengths)}; one is needed")
        (rows,) = lengths
        has_any = self._spool.channels["rows"].count + self._spool.channels["columns"].count > 0
        first = int(self._step) + 1 if has_any else 0
        at_steps = doubles(range(first, first + rows) if steps is None else steps)
        if len(at_steps) != rows:
            raise ValueError(f"{len(at_steps)} steps for {rows} rows")
        if rows == 0:
            return
        self._step = at_steps[-1]
        at = round((time.monotonic() + self._wall) * 1000)
        width = max(1, POINTS_PER_BLOCK // len(ready))
        for start in range(0, rows, width):
            part = {name: values[start : start + width] for name, values in ready.items()}
            part_steps = at_steps[start : start + width]
            packed = pack_block(encode_block(part, part_steps, float(at)))
            count = len(part_steps)
            self._spool.append("columns", lambda n, c=count, p=packed: b"%d %d %b\n" % (n, c, p), count)

    @harmless
    def evaluation(self, benchmark, rows, step=None, final=False, key=None, protocol=None):
        """
        Outcomes by problem: a mapping problem -> solved or score, or rows {"problem", "solved", "score", "steps"}, or
        (problem, solved[, score[, steps]]). `key` names this measurement; the same key again changes nothing. A row may name
        the "policy_version" that answered it: an evaluation of several is said to be of no one policy.
        `protocol`: how it was made, of "temperature", "top_p", "n", "max_tokens", "system_prompt", "judge", "judge_version"
        and "seed"; a system prompt is sent as its hash. Evaluations by different protocols are not ranked.
        """
        step = self._step if step is None else step
        line = {
            "benchmark": str(benchmark),
            "key": str(key) if key is not None else f"{benchmark}@{number_or_null(step)}{'!' if final else ''}",
            "step": _number(step),
            "final": bool(final),
            "rows": [_outcome(row) for row in (rows.items() if hasattr(rows, "items") else rows)],
        }
        if protocol:
            line["protocol"] = {str(part): _part(part, value) for part, value in protocol.items() if value is not None}
        self._event("evaluations", line)

    @harmless
    def group(self, prompt, completions, rewards, advantages=None, *, step=None, key=None, reward=None, lengths=None,
              truncated=None, stop_reasons=None, epoch=None, phase=None, extra=None):
        """
        The completions of one prompt. Texts, or lists of {"role", "content"}. `rewards` is a list, or a mapping of reward
        function -> list; `reward` then is what was trained on. `extra`: column -> list.
        """
        by_function = dict(rewards) if hasattr(rewards, "items") else {}
        if not by_function and reward is None:
            reward = rewards
        self._group_count += 1
        self._event("rollouts", {
            "step": _number(self._step if step is None else step),
            "key": str(key) if key is not None else f"~{self.writer}:{self._group_count}",
            "prompt": _said(prompt),
            "completions": [_said(completion) for completion in completions],
            "rewards": {str(name): _list(column) for name, column in by_function.items()},
            "reward": _list(reward),
            "advantages": _list(advantages),
            "lengths": _list(lengths),
            "truncated": _list(truncated),
            "stopReasons": _list(stop_reasons),
            "epoch": _number(epoch),
            "phase": phase,
            "extra": {str(name): _list(column) for name, column in (extra or {}).items()},
        })

    @harmless
    def rollouts(self, prompts, completions, rewards, advantages=None, *, group_size=None, **columns):
        """A batch of completions, the ones of a prompt behind each other; cut into groups by `group_size` or by equal prompts."""
        prompts = list(prompts)
        starts, size = [], group_size
        for i, prompt in enumerate(prompts):
            if (i % size == 0) if size else (i == 0 or prompt != prompts[i - 1]):
                starts.append(i)
        extra = columns.pop("extra", None) or {}
        lists = ("reward", "lengths", "truncated", "stop_reasons")
        for start, end in zip(starts, starts[1:] + [len(prompts)]):
            cut = lambda given: None if given is None else list(given)[start:end]  # noqa: E731
            parts = {name: cut(value) if name in lists else value for name, value in columns.items()}
            by_function = {n: cut(c) for n, c in rewards.items()} if hasattr(rewards, "items") else cut(rewards)
            self.group(prompts[start], cut(completions), by_function, cut(advantages),
                       extra={n: cut(c) for n, c in extra.items()}, **parts)

    @harmless
    def alert(self, title, text="", level="warn"):
        """A sentence for the run's page. Level info, warn or error. It is on disk, not only handed over, when this returns."""
        self._alert_count += 1
        level = {"warning": "warn", "critical": "error"}.get(str(level).lower(), str(level).lower())
        self._event("alerts", {
            "id": f"{self.writer}:{self._alert_count}",
            "level": level if level in ("info", "warn", "error") else "warn",
            "title": str(title), "text": str(text),
        })
        self._spool.channels["events"].sync()
        self._shipping.nudged.set()

    @harmless
    def describe(self, *, name=None, group=None, tags=None, notes=None, config=None, summary=None, axes=None, environment=None):
        """Adds to what is on record: what is given replaces what was there under the same name."""
        facts = {"name": name, "group": group, "tags": None if tags is None else list(tags), "notes": notes,
                 "config": _surroundings.without_secrets(config), "summary": summary, "axes": axes, "environment": environment}
        self._event("facts", {key: value for key, value in facts.items() if value is not None})

    @harmless
    def save(self, path, name=None):
        """Keeps a file of at most 16 MiB with the run, as it is now."""
        size = os.path.getsize(path)
        if size > FILE_BYTES:
            raise ValueError(f"{path} has {size:,} bytes; at most {FILE_BYTES:,} are kept")
        import mimetypes
        import shutil

        self._file_count += 1
        stored = f"file-{self._file_count:04d}"
        shutil.copyfile(path, os.path.join(self._spool.folder, stored))
        kind = mimetypes.guess_type(str(path))[0] or "application/octet-stream"
        self._event("files", {"path": str(name or os.path.basename(path)), "type": kind, "stored": stored})

    @harmless
    def _medium(self, key, place, medium, step):
        """A medium of a row: its file first, so that the server has it when it is told what it is."""
        line = {"kind": medium.kind, "key": key, "place": place, "caption": None if medium.caption is None else str(medium.caption), "step": _number(step),
                "at": round((time.monotonic() + self._wall) * 1000)}
        if medium.kind == "histogram":
            line["edges"], line["counts"] = medium.numbers()
        else:
            data, ending, mime = medium.content()
            if len(data) > FILE_BYTES:
                raise ValueError(f"{key} has {len(data):,} bytes; at most {FILE_BYTES:,} are kept")
            self._file_count += 1
            stored = f"file-{self._file_count:04d}"
            with open(os.path.join(self._spool.folder, stored), "wb") as file:
                file.write(data)
            safe = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in key)[:100]
            line["path"] = f"media/{medium.kind}/{safe}_{number_or_null(step)}_{self.writer[:12]}_{self._file_count}.{ending}"
            self._event("files", {"path": line["path"], "type": mime, "stored": stored})
        self._event("media", line)

    def finish(self, status="finished", *, exit_code=None, reason=None, at_exit=False):
        """The end. Sends what is left for as long as answers come, at most half a minute; the rest is sent by a later process."""
        if self._muted or self._ended:
            return
        self._ended = True
        _process.forget(self)
        try:
            self._finish(status if status in STATES else "finished", exit_code, reason)
        except Exception as error:
            self._say(f"the end was not sent: {type(error).__name__}: {error}")
        self._muted = True

    def _finish(self, status, exit_code, reason):
        if self._dropped:
            self._event("alerts", {"id": f"{self.writer}:dropped", "level": "error", "title": "Rows are missing",
                                   "text": f"{self._dropped} calls were lost because the spool was full."})
        if self._lost:
            self._event("alerts", {"id": f"{self.writer}:lost", "level": "warn", "title": "Calls were lost",
                                   "text": f"{self._lost} call{'s' * (self._lost != 1)} could not be kept: " + "; ".join(self._reasons)[:500]})
        if not self._is_witnessed:
            self._event("finish", {"state": status, "exitCode": exit_code, "reason": reason})
        self._shipping.end()
        longest = float(self._settings.get("finish_s", 30.0))
        # Without a server there is nothing to wait for.
        has_server = bool(self._spool.run.get("url"))
        still = min(float(self._settings.get("still_s", 5.0)), longest)
        drained = has_server and self._sender.drain(still, longest, patience=still)
        self._shipping.join(timeout=0.5)
        if not drained:
            self._spool.sync()
            left = "not everything was sent; the rest" if has_server else "everything"
            self._say(f"{left} lies in {self._spool.folder} and goes with the next run, or now by: python -m ablab send")
        if not self._shipping.is_alive():
            self._sender.close()
            self._spool.close(remove=drained)

    # Inside

    def _event(self, kind, value):
        line = kind.encode() + b" " + encode_text(value) + b"\n"
        if len(line) > LINE_BYTES:
            raise ValueError(f"{len(line)} bytes at once; at most {LINE_BYTES} can be sent. Give it in parts")
        self._spool.append("events", lambda _n: line, room=SMALL_ROOM if kind in SMALL else 0)

    @property
    def _is_witnessed(self):
        """Whether this is the run that `ablab run` began for this program; of others in it the witness says nothing."""
        return bool(self._settings.get("witnessed"))

    def _stop(self):
        self.stop_asked = True
        if self._is_witnessed:
            return
        if callable(self._on_stop):
            self._on_stop()
        elif self._on_stop == "interrupt":
            self._say("somebody pressed Stop on the run's page; interrupting as by Ctrl-C")
            _process.interrupt()

    def _opened(self, said):
        if self.url is None and said.get("url"):
            self.url = said["url"]
            self._say(f"this run is at {self.url}")

    def _idle(self):
        if not self._has_surroundings:
            self._has_surroundings = True
            self.describe(environment=_surroundings.slow())
        elif self._resend:
            self._resend = not _resend.send_left(self._spool, lambda: self._ended or self._spool.pending > 0, self._tried)

    def mute(self):
        """In a forked child: say nothing, and touch no lock that the parent's threads may hold."""
        self._muted = True
        self._spool = self._shipping = self._sender = None

    def _say(self, text):
        if not self._quiet:
            try:
                print("ablab: " + text, file=sys.stderr, flush=True)
            except Exception:
                pass

    def _say_once(self, about, text):
        if about not in self._said:
            self._said.add(about)
            self._say(text)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _trace):
        if kind is None:
            self.finish()
        elif issubclass(kind, KeyboardInterrupt):
            self.finish("killed", exit_code=130, reason="KeyboardInterrupt")
        else:
            self.finish("failed", exit_code=1, reason=f"{kind.__name__}: {error}")


def _number(value):
    """A finite number as it goes into JSON, or null."""
    text = number_or_null(value)
    return None if text == "null" else float(text) if "." in text or "e" in text else int(text)


def _list(given):
    if given is None:
        return None
    if hasattr(given, "tolist"):
        return given.tolist()
    return [item.item() if hasattr(item, "item") else item for item in given]


def _said(text):
    """A text, or turns of a conversation."""
    if isinstance(text, str):
        return text
    if isinstance(text, dict):
        return [text]
    if isinstance(text, (list, tuple)):
        return [turn if isinstance(turn, dict) else {"role": "", "content": str(turn)} for turn in text]
    return str(text)


def _part(part, value):
    if part == "system_prompt":
        return hashlib.sha256(str(value).encode("utf-8", "replace")).hexdigest()[:8]
    return value if isinstance(value, (int, float, str)) and not isinstance(value, bool) else str(value)


def _outcome(row):
    if isinstance(row, dict):
        known = {name: row.get(name) for name in ("problem", "solved", "score", "steps")}
    else:
        known = dict(zip(("problem", "solved", "score", "steps"), row))
    solved, score = known.get("solved"), known.get("score")
    if isinstance(solved, float) and score is None and solved not in (0.0, 1.0):
        score, solved = solved, solved >= 1
    problem = known.get("problem")
    outcome = {"problem": problem if isinstance(problem, (str, int)) else str(problem), "solved": bool(solved),
               "score": score, "steps": known.get("steps")}
    if isinstance(row, dict) and isinstance(row.get("policy_version"), (str, int, float)):
        outcome["policy_version"] = row["policy_version"]
    return outcome

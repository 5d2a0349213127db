"""The judge of answers as a child: JSON lines to and from `workers/judge/main.ts`, started where ABLAB_JUDGE says."""

import json
import os
import queue
import subprocess
import sys
import threading

#: A question that takes longer has gone wrong; the judge is started anew.
PATIENCE_S = 120
#: So often one question is asked before it is given up.
TRIES = 3


class JudgeError(RuntimeError):
    """What the judge said, or that it says nothing."""


class Judge:
    """Answers what completions are worth. Sets that were opened are opened again where the judge had to be started anew."""

    def __init__(self, command=None, patience=PATIENCE_S):
        given = command or json.loads(os.environ.get("ABLAB_JUDGE") or "null")
        if not given:
            raise JudgeError("ABLAB_JUDGE does not say how the judge is started. A worker sets it; by hand: ABLAB_JUDGE='[\"node\", \"workers/judge/main.ts\"]'.")
        self._command, self._patience = given, patience
        self._child, self._lines, self._asked = None, None, 0
        self._opened = {}

    def open(self, name, source):
        """Lays down a set of problems; its answer is {"hash", "problems"}."""
        answer = self._ask({"ask": "open", "set": name, "source": source})
        self._opened[name] = source
        return answer

    def judge(self, name, reward, answers):
        """Verdicts on (number of the problem, text)."""
        rows = [{"problem": int(problem), "text": text[:200_000]} for problem, text in answers]
        return self._ask({"ask": "judge", "set": name, "reward": reward, "answers": rows})["verdicts"]

    def label(self, name, seed):
        """Episodes of scripted players with the label of each step."""
        return self._ask({"ask": "label", "set": name, "seed": seed})["episodes"]

    def close(self):
        child, self._child = self._child, None
        if child is not None:
            child.stdin.close()
            child.kill()
            child.wait()

    def _start(self):
        try:
            self._child = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        except OSError as error:
            raise JudgeError(f"The judge {self._command} cannot be started: {error}") from None
        self._lines = queue.Queue()
        threading.Thread(target=_read, args=(self._child.stdout, self._lines), daemon=True).start()

    def _ask(self, question):
        why = ""
        for _ in range(TRIES):
            try:
                if self._child is None:
                    self._start()
                    for name, source in self._opened.items():
                        self._say({"ask": "open", "set": name, "source": source})
                return self._say(question)
            except (BrokenPipeError, TimeoutError, EOFError) as error:
                why = str(error) or "it has ended"
                print(f"The judge is started anew: {why}", file=sys.stderr, flush=True)
                self.close_quietly()
        raise JudgeError(f"The judge gave no answer in {TRIES} tries: {why}")

    def close_quietly(self):
        try:
            self.close()
        except OSError:
            self._child = None

    def _say(self, question):
        self._asked += 1
        self._child.stdin.write(json.dumps({"id": self._asked, **question}) + "\n")
        self._child.stdin.flush()
        while True:
            try:
                line = self._lines.get(timeout=self._patience)
            except queue.Empty:
                raise TimeoutError(f"no answer after {self._patience} s") from None
            if line is None:
                raise EOFError("it ended before it answered")
            answer = json.loads(line)
            if answer.get("id") != self._asked:
                continue
            if "error" in answer:
                raise JudgeError(answer["error"])
            return answer


def _read(stream, lines):
    for line in stream:
        lines.put(line)
    lines.put(None)

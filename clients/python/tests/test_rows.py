"""What is logged arrives as it was, once, and nothing of it reaches the training."""

import json
import os
import time
import unittest
from unittest import mock

from world import World

import ablab
from ablab import _encode
from ablab._spool import Spool


class Odd:
    def __str__(self):
        raise RuntimeError("no words")


class Scalar:
    def __init__(self, value):
        self.value = value

    def item(self):
        return self.value


class Rows(World):
    def test_a_row_has_its_step_its_time_and_whether_it_is_of_training_or_evaluation(self):
        stub = self.serve()
        run = ablab.init("e", "n")
        run.log({"loss": 1}, step=3)
        run.log({"loss": 2, "eval/acc": 3}, step=4, phase="eval")
        run.log({"loss": 3})
        run.finish()
        rows = stub.rows()
        self.assertEqual([row["step"] for row in rows], [3, 4, None])
        self.assertEqual([row["n"] for row in rows], [0, 1, 2])
        self.assertEqual(rows[1]["values"], {"eval/loss": 2, "eval/acc": 3})
        self.assertTrue(all(isinstance(row["at"], int) for row in rows))

    def test_what_is_not_finite_becomes_a_word_and_the_bytes_on_disk_are_the_bytes_that_are_sent(self):
        values = {"a": float("nan"), "b": float("inf"), "c": [float("-inf")], "d": Scalar(float("nan"))}
        self.assertEqual(json.loads(_encode.encode(values)), {"a": "NaN", "b": "Infinity", "c": ["-Infinity"], "d": "NaN"})
        stub = self.serve()
        sent = []
        run = ablab.init("e")
        post = run._sender._post
        run._sender._post = lambda verb, query, body, *rest, **more: (sent.append((verb, body)), post(verb, query, body, *rest, **more))[1]
        run.log(values, step=1)
        with open(os.path.join(run._spool.folder, "rows-000001.jsonl"), "rb") as file:
            on_disk = file.read()
        run.finish()
        self.assertEqual(b"".join(body for verb, body in sent if verb == "rows"), on_disk)
        self.assertEqual(stub.rows()[0]["values"]["a"], "NaN")

    def test_nothing_that_is_logged_raises(self):
        stub = self.serve()
        run = ablab.init("e", config={"odd": Odd(), "f": open, 3: {"x": {1, 2}}, "deep": float("nan")})
        cyclic = {}
        cyclic["self"] = cyclic
        for odd in (None, 7, "text", [1], {"a": Odd()}, {"a": object()}, cyclic, {"a": 10**400}, {("a", 1): 2}, {"a": "\ud800"}):
            run.log(odd, step=odd)
        run.log_columns({"a": [1, 2], "b": [1]})
        run.log_columns({})
        run.evaluation("b", 7)
        run.group(None, 7, "x")
        run.rollouts(1, 2, 3)
        run.alert(Odd())
        run.save("/does/not/exist")
        run.describe(config=7, tags=7)
        run.log({"i": 1})
        run.finish(status=object(), exit_code=None)
        self.assertEqual(stub.rows()[-1]["values"], {"i": 1})
        self.assertIn("Calls were lost", str(stub.run["alerts"]))

    def test_before_a_run_and_after_it_calls_are_of_no_effect(self):
        ablab.log({"a": 1})
        stub = self.serve()
        run = ablab.init("e")
        ablab.log({"i": 1})
        ablab.finish()
        run.log({"i": 2})
        run.finish()
        ablab.log({"i": 3})
        self.assertEqual(self.values(stub), [1])

    def test_columns_are_rows_in_blocks_whose_numbers_follow_each_other(self):
        stub = self.serve()
        run = ablab.init("e")
        with mock.patch("ablab._run.POINTS_PER_BLOCK", 6):
            run.log_columns({"i": range(10), "b": [float("nan")] * 10}, steps=range(100, 110))
        run.log_columns({"i": [10.0]})
        run.finish()
        self.assertEqual(self.values(stub), [float(i) for i in range(11)])
        self.assertEqual([row["step"] for row in stub.rows()], [*range(100, 111)])

    def test_small_columns_that_wait_are_one_request_and_stay_the_rows_they_were(self):
        stub = self.serve()
        run = ablab.init("e")
        clock = iter(range(1000))
        with run._sender.turn, mock.patch("time.monotonic", lambda: next(clock)):  # so that all of it waits
            for i in range(100):
                run.log_columns({"i": [2 * i, 2 * i + 1], "b": [0.1 * i, -0.0]}, steps=[i, i + 0.5])
        run.finish()
        self.assertEqual(self.values(stub), [float(i) for i in range(200)])
        self.assertEqual([row["values"]["b"] for row in stub.rows()][::2], [0.1 * i for i in range(100)])
        self.assertEqual([row["step"] for row in stub.rows()], [s for i in range(100) for s in (i, i + 0.5)])
        times = [row["at"] for row in stub.rows()]
        self.assertEqual(times[::2], times[1::2])
        self.assertEqual(len(set(times)), 100)
        self.assertEqual([verb for verb, *_ in stub.requests].count("rows"), 1)

    def test_small_columns_of_changing_names_that_wait_are_one_request_too_and_large_ones_keep_their_form(self):
        stub = self.serve()
        run = ablab.init("e")
        with run._sender.turn:
            for i in range(50):
                run.log_columns({"i" if i % 2 else "j": [i]}, steps=[i])
            run.log_columns({"i": range(1000)}, steps=range(50, 1050))
            run.log_columns({"j": [7]}, steps=[1050])
        run.finish()
        rows = stub.rows()
        self.assertEqual([row["step"] for row in rows], list(range(1051)))
        self.assertEqual([row["n"] for row in rows], list(range(1051)))
        self.assertEqual([row["values"] for row in rows[:3]], [{"j": 0.0}, {"i": 1.0}, {"j": 2.0}])
        kinds = [head["content-type"] for verb, _, head, _ in stub.requests if verb == "rows"]
        self.assertEqual(kinds, ["application/x-ndjson", "application/vnd.ablab.points", "application/vnd.ablab.points"])

    def test_one_name_that_is_refused_takes_no_other_columns_with_it(self):
        stub = self.serve()
        run = ablab.init("e")
        stub.poison = b"ABP1"
        with run._sender.turn:
            for i in range(30):
                run.log_columns({"i": [i, i]})
        run.finish()
        self.assertEqual(self.values(stub), [float(i // 2) for i in range(60)])

    def test_columns_with_a_name_that_the_binary_form_refuses_are_sent_as_lines(self):
        stub = self.serve()
        stub.poison = b"ABP1"
        run = ablab.init("e")
        run.log_columns({"i": range(7), "bad\u202ename": range(7)})
        run.finish()
        self.assertEqual(self.values(stub), list(range(7)))

    def test_a_clock_that_is_set_back_turns_no_rows_around(self):
        stub = self.serve()
        run = ablab.init("e")
        run.log({"i": 0})
        with mock.patch("time.time", lambda: 5.0):
            run.log({"i": 1})
        run.finish()
        before, after = [row["at"] for row in stub.rows()]
        self.assertLessEqual(before, after)

    def test_a_bad_row_holds_up_no_other_and_its_number_is_kept(self):
        stub = self.serve()
        stub.poison = b"bad"
        run = ablab.init("e")
        with run._sender.turn:  # so that all of it is one batch
            for i in range(40):
                run.log({"bad" if i in (0, 17, 39) else "i": i})
        run.alert("bad", "sent to be refused")
        run.alert("good")
        run.finish()
        rows = stub.rows()
        self.assertEqual([row["n"] for row in rows], list(range(40)))
        self.assertEqual([row["values"].get("i") for row in rows], [None if i in (0, 17, 39) else i for i in range(40)])
        self.assertEqual([alert["title"] for alert in stub.run["alerts"].values()], ["good"])
        with open(os.path.join(self.spool, self.left()[0], "parked.jsonl")) as file:
            self.assertEqual(len(file.readlines()), 4)

    def test_a_run_has_its_configuration_without_secrets_and_where_it_ran(self):
        stub = self.serve()
        run = ablab.init("e", "n", config={"lr": 1, "hub_token": "hf_1", "pad_token_id": 3, "eos_token": "x", "api_key": "k"},
                         seed=4, tags="one", group="g", notes="why")
        run.finish()
        asked = stub.run["asked"]
        self.assertEqual(asked["config"], {"lr": 1, "hub_token": "***", "pad_token_id": 3, "eos_token": "x", "api_key": "***", "seed": 4})
        self.assertEqual((asked["tags"], asked["group"], asked["notes"], asked["name"]), (["one"], "g", "why", "n"))
        self.assertIn("host", asked["environment"])
        from ablab._surroundings import command

        self.assertEqual(command(["t.py", "--token", "x", "--api-key=y", "--lr", "1"]), ["t.py", "--token", "***", "--api-key=***", "--lr", "1"])

    def test_groups_evaluations_alerts_and_files_arrive(self):
        stub = self.serve()
        run = ablab.init("e")
        run.log({"i": 1}, step=9)
        run.rollouts(["p", "p", "q", "q"], list("abcd"), {"r": [1, 0, 1, float("nan")]}, [1, -1, 0, 0], extra={"answer": [1, 1, 2, 2]}, reward=[1, 0, 1, 0])
        run.evaluation("aime", {"p1": True, "p2": 0.25}, final=True)
        run.evaluation("aime", [("p1", 1, 0.5, 3), {"problem": 2, "solved": False}], step=1, key="k")
        run.alert("Spike", "loss 9", "warning")
        path = os.path.join(self.folder, "c.yaml")
        with open(path, "w") as file:
            file.write("a: 1")
        run.save(path)
        os.unlink(path)
        run.finish()
        first, second = stub.run["rollouts"].values()
        self.assertEqual((first["prompt"], first["completions"], first["rewards"], first["advantages"], first["step"]), ("p", ["a", "b"], {"r": [1, 0]}, [1, -1], 9))
        self.assertEqual((second["rewards"], second["extra"]), ({"r": [1, "NaN"]}, {"answer": [2, 2]}))
        self.assertEqual(stub.run["evaluations"]["k"]["rows"][0], {"problem": "p1", "solved": True, "score": 0.5, "steps": 3})
        self.assertEqual(stub.run["evaluations"]["aime@9!"]["rows"][1], {"problem": "p2", "solved": False, "score": 0.25, "steps": None})
        self.assertEqual([a["level"] for a in stub.run["alerts"].values()], ["warn"])
        self.assertEqual(stub.run["files"], {"c.yaml": b"a: 1"})

    def test_a_full_spool_loses_rows_and_says_how_many(self):
        os.environ["ABLAB_SPOOL_MIB"] = "0.001"
        stub = self.serve()
        run = ablab.init("e")
        with run._sender.turn:
            for i in range(100):
                run.log({"i": i})
        run._shipping.nudged.set()
        while run._spool.pending:
            time.sleep(0.01)
        run.log({"i": 100})
        run.finish()
        kept = self.values(stub)
        self.assertEqual(kept[:-1], list(range(len(kept) - 1)))
        self.assertEqual([row["n"] for row in stub.rows()], list(range(len(kept))))
        (alert,) = stub.run["alerts"].values()
        self.assertIn(f"{101 - len(kept)} calls were lost", alert["text"])


class OnDisk(World):
    def spool_of(self, **more):
        return Spool.create(self.spool, "a", {"open": {}, **more}, 1 << 40)

    def test_a_full_disk_leaves_whole_lines_only(self):
        spool = self.spool_of()
        spool.append("rows", lambda n: b"%d\n" % n)
        write = os.write
        with mock.patch("os.write", lambda fd, data: write(fd, data[:2])):
            with self.assertRaises(OSError):
                spool.append("rows", lambda n: b"%d torn\n" % n)
        spool.append("rows", lambda n: b"%d\n" % n)
        self.assertEqual(spool.channels["rows"].peek(100, 100), b"0\n1\n")

    def test_an_interrupt_between_write_and_count_counts_what_was_written(self):
        spool = self.spool_of()
        write = os.write

        def interrupted(fd, data):
            write(fd, data)
            raise KeyboardInterrupt

        with mock.patch("os.write", interrupted):
            with self.assertRaises(KeyboardInterrupt):
                spool.append("rows", lambda n: b"%d\n" % n)
        spool.append("rows", lambda n: b"%d\n" % n)
        self.assertEqual(spool.channels["rows"].peek(100, 100), b"0\n1\n")

    def test_a_signal_handler_that_logs_inside_a_log_call_comes_after_it(self):
        spool = self.spool_of()

        def outer(n):
            spool.append("rows", lambda m: b"%d inner\n" % m)
            return b"%d outer\n" % n

        spool.append("rows", outer)
        self.assertEqual(spool.channels["rows"].peek(100, 100), b"0 outer\n1 inner\n")

    def test_files_that_were_sent_whole_are_deleted_and_the_place_is_found_again(self):
        with mock.patch("ablab._spool.SEGMENT_BYTES", 30):
            spool = self.spool_of()
            for _ in range(20):
                spool.append("rows", lambda n: b"line %02d\n" % n)
            seen = b""
            for _ in range(9):
                data = spool.channels["rows"].peek(9, 1)
                seen += data
                spool.channels["rows"].take(len(data))
            spool.close(remove=False)
            again = Spool.found(spool.folder)
            while True:
                data = again.channels["rows"].peek(20, 2)
                if not data:
                    break
                seen += data
                again.channels["rows"].take(len(data))
        self.assertEqual(seen, b"".join(b"line %02d\n" % i for i in range(20)))
        self.assertEqual(len([n for n in os.listdir(spool.folder) if n.startswith("rows-")]), 1)

    def test_a_torn_last_line_is_no_line(self):
        spool = self.spool_of()
        spool.append("rows", lambda n: b"whole\n")
        spool.append("rows", lambda n: b"torn")
        self.assertEqual(spool.channels["rows"].peek(100, 100), b"whole\n")
        spool.channels["rows"].take(6)
        self.assertEqual(spool.channels["rows"].peek(100, 100), b"")


if __name__ == "__main__":
    unittest.main()

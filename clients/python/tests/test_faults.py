"""Exactly once, over everything that a server and a network do."""

import os
import random
import threading
import time
import unittest
from unittest import mock

from world import World

import ablab
from ablab import _sender
from ablab._resend import left, send_one
from ablab._transport import Connection


def hasty():
    """The same pauses, a thousandth as long."""
    return mock.patch.multiple(_sender, FIRST_PAUSE_S=0.0005, LONGEST_PAUSE_S=0.02, IDLE_S=0.002)


class Faults(World):
    def test_every_row_is_there_once_over_seeded_errors_and_cut_connections(self):
        for seed in range(20):
            with self.subTest(seed=seed), hasty():
                stub = self.serve(seed=seed, faults=0.4)
                rng = random.Random(seed)
                run = ablab.init("e")
                for i in range(200):
                    run.log({"i": i}, step=i)
                    if i % 50 == 0:
                        run.alert(f"at {i}")
                        run.group("p", ["a"], [i])
                    if rng.random() < 0.1:
                        time.sleep(0.001)
                run.log_columns({"i": range(200, 300)})
                run.finish()
                self.assertEqual(sorted(self.values(stub)), list(range(300)))
                self.assertEqual(len(stub.run["alerts"]), 4)
                self.assertEqual([g["reward"] for g in stub.run["rollouts"].values()], [[0], [50], [100], [150]])
                self.assertEqual({end["state"] for end in stub.run["ends"]}, {"finished"})
                self.assertEqual(self.left(), [])
                self.assertGreater(sum(kind != "" for *_, kind in stub.requests), 0)

    def test_every_row_of_small_columns_is_there_once_over_seeded_errors_and_cut_connections(self):
        for seed in range(20):
            with self.subTest(seed=seed), hasty():
                stub = self.serve(seed=seed, faults=0.4)
                rng = random.Random(seed)
                run = ablab.init("e")
                rows = 0
                for _ in range(200):
                    size = rng.choice([1, 2, 5, 300])
                    names = rng.choice([("i",), ("i", "a"), ("i", "b")])
                    run.log_columns({name: range(rows, rows + size) for name in names}, steps=range(rows, rows + size))
                    rows += size
                    if rng.random() < 0.1:
                        time.sleep(0.001)
                run.finish()
                self.assertEqual(self.values(stub), list(range(rows)))
                self.assertEqual(self.left(), [])

    def test_a_server_that_is_gone_and_comes_back_gets_what_it_lacks(self):
        with hasty():
            stub = self.serve()
            run = ablab.init("e")
            for round_ in range(3):
                for i in range(50):
                    run.log({"i": 50 * round_ + i})
                if round_ == 0:
                    stub.gone()
                if round_ == 1:
                    stub.back()
            run.finish()
        self.assertEqual(self.values(stub), list(range(150)))

    def test_a_server_that_lost_the_run_gets_it_opened_again(self):
        with hasty():
            stub = self.serve()
            run = ablab.init("e")
            run.log({"i": 0})
            while not run._spool.pending == 0:
                time.sleep(0.001)
            with stub._lock:
                rows = stub.run["rows"]
                stub.runs.clear()
            with mock.patch("stub_server.new_run", lambda asked: {**new_run(asked), "rows": rows}):
                run.log({"i": 1})
                run.finish()
        self.assertEqual(self.values(stub), [0, 1])

    def test_nothing_blocks_while_the_server_is_silent(self):
        stub = self.serve()
        stub._lock.acquire()  # every request hangs
        try:
            run = ablab.init("e")
            for i in range(1000):
                run.log({"i": i})
            run.alert("still here")
            self.assertEqual(run._spool.channels["rows"].count, 1000)
        finally:
            stub._lock.release()
        run.finish()
        self.assertEqual(self.values(stub), list(range(1000)))

    def test_an_end_gives_up_on_a_server_that_hangs_long_before_that_would_answer(self):
        stub = self.serve()
        run = ablab.init("e")
        run._shipping.end()
        run._shipping.join()
        run._sender.close()
        stub._lock.acquire()  # every request hangs, for longer than the end waits
        late = threading.Timer(20, stub._lock.release)
        late.start()
        run.log({"i": 0})
        run._spool.sync()
        self.assertFalse(run._sender.drain(0.2, 0.2, patience=0.2))
        late.cancel()
        stub._lock.release()
        self.assertTrue(run._sender.drain(5, 30))
        self.assertEqual(self.values(stub), [0])

    def test_a_token_that_is_not_known_loses_nothing(self):
        with hasty():
            stub = self.serve()
            stub.status = 401
            run = ablab.init("e")
            run.log({"i": 1})
            while not stub.requests:
                time.sleep(0.001)
            stub.status = None
            run.finish()
        self.assertEqual(self.values(stub), [1])

    def test_a_body_that_is_too_large_is_halved_until_it_is_taken(self):
        with hasty():
            stub = self.serve()
            store = stub._store
            stub._store = lambda verb, query, body, headers: (413, {}) if len(body) > 2000 and verb == "rows" else store(verb, query, body, headers)
            run = ablab.init("e")
            with run._sender.turn:
                for i in range(500):
                    run.log({"i": i})
            run.finish()
        self.assertEqual(self.values(stub), list(range(500)))

    def test_batches_are_capped_and_one_line_that_is_longer_still_goes(self):
        with hasty(), mock.patch.multiple(_sender, BATCH_BYTES=2000, BATCH_LINES=10):
            stub = self.serve()
            sizes = []
            store = stub._store
            stub._store = lambda verb, query, body, headers: (verb == "rows" and sizes.append((len(body), body.count(b"\n"))), store(verb, query, body, headers))[1]
            run = ablab.init("e")
            with run._sender.turn:
                for i in range(100):
                    run.log({"i": i, "text": "x" * (5000 if i == 50 else 1)})
            run.finish()
        self.assertEqual(self.values(stub), list(range(100)))
        self.assertTrue(all(lines <= 10 for _, lines in sizes))
        self.assertTrue(all(size <= 2000 or lines == 1 for size, lines in sizes))

    def test_pauses_grow_to_a_cap_and_what_the_server_asks_for_is_kept(self):
        sender = _sender.Sender(mock.Mock())
        pauses = []
        for failures in range(1, 40):
            sender._failures = failures
            pauses.append(sender.pause)
        self.assertLessEqual(max(pauses), 30)
        self.assertLess(pauses[0], 0.76)
        self.assertGreater(min(pauses[8:]), 14.9)
        sender._retry_after = 10_000.0
        self.assertEqual(sender.pause, 30)

    def test_the_last_sending_waits_between_tries_and_gives_up(self):
        stub = self.serve()
        run = ablab.init("e", mode="offline")
        run._shipping.end()
        run._shipping.join()
        stub.gone()
        run._spool.run["url"] = stub.url
        clock, slept = [0.0], []

        def sleep(seconds):
            slept.append(seconds)
            clock[0] += seconds

        with mock.patch.object(_sender.time, "monotonic", lambda: clock[0]), mock.patch.object(_sender.time, "sleep", sleep):
            run._shipping.nudged.set()
            self.assertFalse(run._sender.drain(5.0, 30.0))
        self.assertLess(len(slept), 12)
        self.assertGreaterEqual(clock[0], 5.0)
        stub.back()
        run._spool.run["url"] = None
        with mock.patch.object(run._sender, "drain", lambda *_: False):
            run.finish()


class Later(World):
    CRASH = """
        import os, ablab
        run = ablab.init("e", "n", id="k")
        for i in range(30): run.log({"i": i}, step=i)
        run.alert("last words")
        os._exit(9)
    """

    def test_what_a_process_left_that_was_killed_goes_with_the_next_run(self):
        code, _, _ = self.play(self.CRASH)
        self.assertEqual((code, len(self.left())), (9, 1))
        stub = self.serve()
        self.play("""
            import ablab, time
            run = ablab.init("e", "second")
            while run._resend: time.sleep(0.01)
        """)
        # It had no address of a server; the next one may be another, so only a person sends it there.
        self.assertEqual(len(self.left()), 0)
        self.assertEqual([row["values"]["i"] for row in stub.rows("k")], list(range(30)))

    def test_or_by_hand_once_and_only_once(self):
        stub = self.serve()
        stub.gone()
        self.play(self.CRASH)
        stub.back()
        (folder,) = left(self.spool)
        self.assertEqual(send_one(folder, None, 5.0), "sent")
        self.assertEqual(self.values(stub), list(range(30)))
        self.assertEqual(left(self.spool), [])
        self.assertEqual(stub.run["ends"], [])

    def test_what_belongs_to_a_living_process_is_its_own(self):
        stub = self.serve()
        process = self.start("""
            import ablab, sys
            run = ablab.init("e")
            run.log({"i": 1})
            print("up", flush=True)
            __import__("time").sleep(600)
        """)
        process.stdout.readline()
        (folder,) = left(self.spool)
        self.assertEqual(send_one(folder, None, 1.0), "busy")
        process.kill()
        process.communicate()
        self.assertEqual(send_one(folder, None, 5.0), "sent")
        self.assertEqual(self.values(stub), [1])

    def test_a_process_that_goes_on_with_a_run_adds_to_it(self):
        stub = self.serve()
        for start in (0, 10):
            self.play(f"""
                import ablab
                run = ablab.init("e", id="same")
                for i in range({start}, {start + 10}): ablab.log({{"i": i}}, step=i)
            """)
        self.assertEqual(sorted(self.values(stub)), list(range(20)))
        self.assertEqual(len(stub.run["rows"]), 2)

    def test_kills_at_any_moment_and_a_restart_of_the_server_lose_nothing_that_was_handed_over(self):
        stub = self.serve(seed=1, faults=0.2)
        rng = random.Random(5)
        handed = set()
        for round_ in range(6):
            process = self.start(f"""
                import ablab
                from ablab import _sender
                _sender.IDLE_S = _sender.FIRST_PAUSE_S = 0.005
                run = ablab.init("e", id="k")
                for i in range(100000):
                    run.log({{"i": i + {100000 * round_}}})
                    print(i, flush=True)
            """)
            last = 0
            for _ in range(rng.randrange(20, 2000)):
                last = int(process.stdout.readline())
            process.kill()
            rest = process.stdout.read()
            process.communicate()
            whole = rest.rsplit("\n", 1)[0].split()
            last = int(whole[-1]) if whole else last
            handed.update(range(100000 * round_, 100000 * round_ + last + 1))
        with hasty():
            for folder in left(self.spool):
                self.assertEqual(send_one(folder, None, 60.0), "sent")
        got = self.values(stub)
        self.assertEqual(len(got), len(set(got)))
        self.assertLessEqual(handed, set(got))
        self.assertLessEqual(len(set(got) - handed), 6)


class Transport(World):
    def test_one_connection_is_kept_and_packed_bodies_are_sent_where_it_helps(self):
        stub = self.serve()
        connection = Connection(stub.url)
        connection.is_local = False
        ports = set()
        accept = stub._take
        stub._take = lambda handler: (ports.add(handler.client_address), accept(handler))[1]
        opened = {"experiment": "e", "key": "k", "writer": "w"}
        import json

        self.assertEqual(connection.post("runs", {}, json.dumps({**opened, "notes": "n" * 5000}).encode(), "application/json", "t").status, 200)
        for n in range(3):
            row = json.dumps({"n": n, "step": n, "at": 0, "values": {"i": n}}).encode()
            connection.post("rows", opened, row, "application/x-ndjson", "t")
        connection.close()
        self.assertEqual(len(ports), 1)
        self.assertEqual(self.values(stub), [0, 1, 2])
        encodings = [headers.get("content-encoding") for _, _, headers, _ in stub.requests]
        self.assertEqual(encodings, ["gzip", None, None, None])
        self.assertEqual(stub.requests[0][2]["authorization"], "Bearer t")

    def test_a_request_is_one_write(self):
        stub = self.serve()
        connection = Connection(stub.url)
        writes = []
        opened = connection.open()
        real = opened.sock

        class Spy:
            def sendall(self, data):
                writes.append(len(data))
                real.sendall(data)

            def __getattr__(self, name):
                return getattr(real, name)

        opened.sock = Spy()
        connection._connected = opened
        connection.post("runs", {}, b'{"experiment":"e","key":"k"}', "application/json", None)
        connection.close()
        self.assertEqual(len(writes), 1)

    def test_proxies_are_for_others_than_this_machine(self):
        os.environ.update(http_proxy="http://proxy:8080", https_proxy="http://proxy:8081", no_proxy=".inside,other")
        proxies = [Connection(url)._proxy() for url in ("http://127.0.0.1:1", "http://localhost:1", "http://far:1", "https://far", "http://a.inside", "http://other:2")]
        self.assertEqual(proxies, [None, None, ("proxy", 8080), ("proxy", 8081), None, None])

    def test_an_address_that_is_none_is_said_and_everything_is_kept(self):
        os.environ["ABLAB_URL"] = "ftp://x"
        run = ablab.init("e")
        run.log({"i": 1})
        with mock.patch.object(run._sender, "drain", lambda *_: False):
            run.finish()
        self.assertEqual(len(self.left()), 1)


from stub_server import new_run  # noqa: E402

if __name__ == "__main__":
    unittest.main()

"""How programs end, fork, are told to stop and run in several processes."""

import json
import os
import shutil
import sys
import unittest

from world import PACKAGE, World

import ablab


class Ends(World):
    def end(self, code, *args, **env):
        stub = self.serve()
        played = self.play("import ablab, os, sys, signal\nrun = ablab.init('e')\nablab.log({'i': 1})\n" + code, *args, **env)
        return stub, played[0], [(e["state"], e["exitCode"], e["reason"]) for e in stub.run["ends"]] if stub.runs else None

    def test_a_program_that_ends_is_finished(self):
        stub, code, ends = self.end("")
        self.assertEqual((code, ends, self.values(stub)), (0, [("finished", None, None)], [1]))

    def test_an_exception_is_a_failure_with_its_words_and_still_printed(self):
        stub = self.serve()
        code, _, err = self.play("import ablab\nablab.init('e')\nablab.log({'i': 1})\nraise ValueError('no good')")
        self.assertEqual(stub.run["ends"], [{"state": "failed", "exitCode": 1, "reason": "ValueError: no good"}])
        self.assertEqual((code, self.values(stub)), (1, [1]))
        self.assertIn("ValueError: no good", err)

    def test_sys_exit_says_its_code(self):
        _, code, ends = self.end("sys.exit(3)")
        self.assertEqual((code, ends), (3, [("failed", 3, "exit 3")]))
        _, code, ends = self.end("sys.exit(0)")
        self.assertEqual((code, ends), (0, [("finished", 0, None)]))

    def test_ctrl_c_is_a_kill(self):
        _, _, ends = self.end("raise KeyboardInterrupt")
        self.assertEqual(ends, [("killed", 130, "KeyboardInterrupt")])

    def test_sigterm_sends_the_last_rows_and_says_so(self):
        stub, code, ends = self.end("[ablab.log({'i': i}) for i in range(2, 500)]\nos.kill(os.getpid(), signal.SIGTERM)\nimport time\ntime.sleep(60)")
        self.assertEqual((code, ends), (143, [("killed", 143, "SIGTERM")]))
        self.assertEqual(self.values(stub), list(range(1, 500)))

    def test_a_sigterm_handler_of_the_script_stays(self):
        stub = self.serve()
        code, out, _ = self.play("""
            import ablab, os, signal, sys
            signal.signal(signal.SIGTERM, lambda *_: (print("mine", flush=True), sys.exit(7)))
            ablab.init("e")
            os.kill(os.getpid(), signal.SIGTERM)
        """)
        self.assertEqual((code, out.strip(), stub.run["ends"][0]["exitCode"]), (7, "mine", 7))

    def test_os_exit_and_sigkill_leave_everything_on_disk(self):
        for last in ("os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)"):
            with self.subTest(last):
                self.play("import ablab, os, signal\nrun = ablab.init('e', mode='offline')\nfor i in range(100): ablab.log({'i': i})\n" + last)
                (folder,) = self.left()
                with open(os.path.join(self.spool, folder, "rows-000001.jsonl")) as file:
                    self.assertEqual([json.loads(line)["values"]["i"] for line in file], list(range(100)))
                shutil.rmtree(os.path.join(self.spool, folder))

    def test_without_a_server_the_end_waits_for_nothing_and_says_where_everything_lies(self):
        code, out, err = self.play("""
            import ablab, time
            ablab.init("e", mode="offline")
            ablab.log({"i": 1})
            before = time.monotonic()
            ablab.finish()
            print(time.monotonic() - before)
        """, ABLAB_QUIET="")
        self.assertEqual(code, 0)
        self.assertLess(float(out), 3)
        self.assertIn(f"everything lies in {self.spool}", err)

    def test_a_with_block_says_how_it_ended(self):
        stub = self.serve()
        with self.assertRaises(KeyError):
            with ablab.init("e"):
                raise KeyError("k")
        self.assertEqual(stub.run["ends"], [{"state": "failed", "exitCode": 1, "reason": "KeyError: 'k'"}])

    def test_a_second_init_finishes_the_first_run_as_in_a_notebook(self):
        stub = self.serve()
        ablab.init("e", id="one")
        ablab.log({"i": 1})
        ablab.init("e", id="two")
        ablab.log({"i": 2})
        ablab.finish()
        self.assertEqual([run["ends"][0]["state"] for run in stub.runs.values()], ["finished", "finished"])
        self.assertEqual([stub.rows(key)[0]["values"]["i"] for key in ("one", "two")], [1, 2])

    def test_a_run_may_begin_in_a_thread_which_can_set_no_signal_handler(self):
        stub = self.serve()
        code, _, err = self.play("""
            import ablab, threading
            thread = threading.Thread(target=lambda: (ablab.init("e"), ablab.log({"i": 1})))
            thread.start(); thread.join()
        """)
        self.assertEqual((code, err, self.values(stub)), (0, "", [1]))
        self.assertEqual(len(stub.run["ends"]), 1)

    def test_the_first_run_under_a_witness_is_the_one_that_it_began_whatever_the_script_calls_it(self):
        for given, experiment, name in (("1", "another", "mine"), ("1,experiment", "e", "mine"), ("1,name", "another", None)):
            with self.subTest(given):
                stub = self.serve()
                code, _, err = self.play("""
                    import ablab
                    ablab.init("another", "mine")
                    ablab.log({"i": 1})
                    ablab.init("another", "second")
                """, ABLAB_WITNESSED=given, ABLAB_RUN_KEY="given", ABLAB_EXPERIMENT="e")
                self.assertEqual((code, err), (0, ""))
                first, second = stub.runs.values()
                asked = first["asked"]
                self.assertEqual((asked["experiment"], asked["key"], asked["witnessedAs"], asked.get("name")), (experiment, "given", "e", name))
                self.assertEqual([[end["state"] for end in run["ends"]] for run in (first, second)], [[], ["finished"]])
                self.assertNotEqual(second["asked"]["key"], "given")

    def test_a_run_with_an_id_of_its_own_is_not_the_one_that_its_witness_began_and_says_its_own_end(self):
        stub = self.serve()
        code, _, err = self.play("""
            import ablab
            ablab.init("e", id="own")
            ablab.log({"i": 1})
        """, ABLAB_WITNESSED="1", ABLAB_RUN_KEY="given", ABLAB_EXPERIMENT="e")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual([[end["state"] for end in run["ends"]] for run in stub.runs.values()], [["finished"]])

    def test_a_witnessed_program_leaves_the_end_and_stop_to_its_witness(self):
        stub = self.serve()
        stub.stop = True
        code, out, _ = self.play("""
            import ablab, time
            run = ablab.init("e")
            while not run.stop_asked: time.sleep(0.01)
            print("asked")
        """, ABLAB_WITNESSED="1", ABLAB_RUN_KEY="given")
        self.assertEqual((code, out.strip(), stub.run["ends"], stub.run["asked"]["key"]), (0, "asked", [], "given"))

    def test_stop_interrupts_or_calls_or_only_says_so(self):
        stub = self.serve()
        stub.stop = True
        code, out, _ = self.play("""
            import ablab, time
            ablab.init("e")
            try:
                while True: time.sleep(0.01)
            except KeyboardInterrupt:
                print("interrupted")
        """)
        self.assertEqual((code, out.strip()), (0, "interrupted"))
        called = []
        run = ablab.init("e", on_stop=lambda: called.append(1))
        run.finish()
        run = ablab.init("e", on_stop="flag")
        run.finish()
        self.assertEqual((called, run.stop_asked), ([1], True))


class Forks(World):
    def test_a_forked_child_says_nothing_and_waits_for_no_lock(self):
        stub = self.serve()
        code, out, err = self.play("""
            import ablab, os
            run = ablab.init("e")
            ablab.log({"i": 1})
            run._sender.turn.acquire()
            run._spool.channels["rows"]._lock.acquire()
            child = os.fork()
            if child == 0:
                ablab.log({"i": 2}); run.log({"i": 3}); ablab.alert("x"); ablab.finish()
                os._exit(0)
            os.waitpid(child, 0)
            run._spool.channels["rows"]._lock.release()
            run._sender.turn.release()
            ablab.log({"i": 4})
        """)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.values(stub), [1, 4])
        self.assertEqual(len(stub.run["ends"]), 1)

    def test_workers_of_a_data_loader_neither_send_nor_end_the_run(self):
        stub = self.serve()
        code, out, err = self.play("""
            import ablab, multiprocessing as mp
            def work(i):
                ablab.log({"i": -i}); return i
            if __name__ == "__main__":
                ablab.init("e")
                for method in ("fork", "spawn"):
                    with mp.get_context(method).Pool(2) as pool:
                        for i in pool.map(work, range(4)): ablab.log({"i": i})
        """)
        self.assertEqual(code, 0, err)
        self.assertEqual(self.values(stub), [0, 1, 2, 3] * 2)
        self.assertEqual(len(stub.run["ends"]), 1)

    def test_a_child_dies_of_sigterm_as_it_did_before(self):
        self.serve()
        code, out, _ = self.play("""
            import ablab, os, signal
            ablab.init("e")
            child = os.fork()
            if child == 0:
                os.kill(os.getpid(), signal.SIGTERM)
                os._exit(0)
            print(os.WTERMSIG(os.waitpid(child, 0)[1]))
        """)
        self.assertEqual((code, out.strip()), (0, "15"))

    def test_a_child_may_begin_a_run_of_its_own(self):
        stub = self.serve()
        self.play("""
            import ablab, os
            ablab.init("e", id="parent")
            ablab.log({"i": 1})
            child = os.fork()
            if child == 0:
                ablab.init("e", id="child"); ablab.log({"i": 2}); ablab.finish(); os._exit(0)
            os.waitpid(child, 0)
        """)
        self.assertEqual([stub.rows(key)[0]["values"]["i"] for key in ("parent", "child")], [1, 2])


class Ranks(World):
    SCRIPT = "import ablab, sys\nablab.init('e', all_ranks='all' in sys.argv)\nablab.log({'i': 1})\nablab.alert('health')"

    def test_only_the_first_rank_sends(self):
        stub = self.serve()
        for rank in ("0", "1", "2"):
            self.assertEqual(self.play(self.SCRIPT, RANK=rank)[0], 0)
        self.assertEqual(len(stub.runs), 1)

    def test_all_ranks_send_into_one_run_each_with_numbers_of_its_own(self):
        stub = self.serve()
        for rank in ("0", "1", "2"):
            self.play(self.SCRIPT, "all", RANK=rank, ABLAB_RUN_KEY="shared")
        self.assertEqual(len(stub.run["rows"]), 3)
        self.assertEqual(len(stub.run["alerts"]), 3)


class Imports(World):
    def test_importing_and_beginning_loads_nothing_that_is_slow_and_nothing_but_the_standard_library(self):
        code, out, err = self.play("""
            import sys
            before = set(sys.modules)
            import ablab
            after_import = set(sys.modules) - before
            run = ablab.init("e", mode="offline")
            ablab.log({"i": 1})
            after_log = set(sys.modules) - before
            import json
            print(json.dumps([sorted(after_import), sorted(after_log)]))
        """)
        at_import, at_log = json.loads(out)
        self.assertEqual([name for name in at_import if name != "__future__"], ["ablab"])
        for name in at_log:
            self.assertTrue(name.split(".")[0] in sys.stdlib_module_names or name.startswith("ablab"), name)
        for slow in ("asyncio", "subprocess", "importlib.metadata", "urllib.request", "logging", "multiprocessing"):
            self.assertNotIn(slow, at_log)

    def test_the_source_is_python_3_9(self):
        import ast

        for folder, _, names in os.walk(os.path.join(PACKAGE, "ablab")):
            for name in names:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name)) as file:
                        ast.parse(file.read(), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()

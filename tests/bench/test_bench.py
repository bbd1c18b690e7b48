#!/usr/bin/env python3
"""script/bench, with stub_program.py in place of each program that it runs."""

import contextlib
import functools
import io
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import log_rows  # noqa: E402
import run  # noqa: E402
import sql_rows  # noqa: E402
import table  # noqa: E402
import web_rows  # noqa: E402
import workspace  # noqa: E402

# Two rows of one program, and one of another, in the order of the table.
FIRST, SECOND, OTHER = "block.samples", "paths.proved", "process.reopened"
FIRST_PROGRAM, OTHER_PROGRAM = "query_bench", "linux_bench"
SECONDS = 300  # against what hangs


def is_running(pid):
    try:
        state = pathlib.Path("/proc/%d/stat" % pid).read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.build = self.folder / "bench"
        self.output = self.folder / "bench.json"
        for name in run_targets():
            self.add_program(("bin/" if name in ("perflib", "relog") else "bench/") + name)
        self.behave()

    def add_program(self, name):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        shutil.copy(HERE / "stub_program.py", path)
        path.chmod(0o755)
        return path

    def behave(self, times=None, **others):
        (self.folder / "stub.json").write_text(json.dumps({"times": times or {}, **others}))

    def start(self, *names):
        return subprocess.Popen([sys.executable, str(ROOT / "bench/run.py"), str(self.build),
                                 str(self.output), *names], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def bench(self, *names):
        """(exit status, standard output, standard error)"""
        process = self.start(*names)
        out, err = process.communicate(timeout=SECONDS)
        return process.returncode, out, err

    def results(self):
        return {one["id"]: one for one in json.loads(self.output.read_text())}


@functools.lru_cache
def run_targets():
    return subprocess.run([sys.executable, str(ROOT / "bench/run.py"), "--targets"],
                          stdout=subprocess.PIPE, check=True, text=True).stdout.split()


class Names(Bench):
    def test_a_name_selects_its_rows_and_their_programs(self):
        status, out, _ = self.bench("paths.pr", OTHER)
        self.assertEqual(status, 0)
        self.assertEqual(list(self.results()), [SECOND, OTHER])
        self.assertEqual(len(out.splitlines()), 3)  # with the header

    def test_a_part_of_a_title_a_pattern_or_an_id(self):
        for name, ids in (("1.31 mb", [FIRST]), ("block.*", ["block.refuse", FIRST]), ("PATHS.Proved", [SECOND]),
                          ("sharded.2-threads", ["sharded.2-threads"])):
            self.assertEqual([row.id for row in run.rows_of_names([name])], ids)

    def test_an_unknown_name_gives_the_nearest_ones(self):
        status, _, err = self.bench("blokc.samples")
        self.assertEqual(status, 2)
        self.assertIn(FIRST, err)

    def test_targets_are_those_of_the_rows(self):
        done = subprocess.run([sys.executable, str(ROOT / "bench/run.py"), "--targets", SECOND, "sql."],
                              stdout=subprocess.PIPE, check=True, text=True)
        self.assertEqual(done.stdout.split(), [FIRST_PROGRAM, "sql_bench"])

    def test_ids_differ(self):
        ids = [row.id for row in run.all_rows()]
        self.assertEqual(len(ids), len(set(ids)))

    def test_the_script_lists_and_helps_without_building(self):
        def script(*words):  # without a directory that has cmake, ninja or dpkg-query
            tools = self.folder / "tools"
            tools.mkdir(exist_ok=True)
            for name in ("bash", "dirname", "sed", "python3"):
                if not (tools / name).exists():
                    (tools / name).symlink_to(shutil.which(name))
            return subprocess.run([shutil.which("bash"), str(ROOT / "script/bench"), *words],
                                  env={"PATH": str(tools)}, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        self.assertIn("script/bench [NAME ...]", script("--help").stdout)
        self.assertEqual(script("--list", SECOND).stdout.split()[0], SECOND)
        self.assertEqual(script("no such row").returncode, 2)


class Rows(Bench):
    def test_a_row_appears_when_it_is_measured(self):
        self.behave(waits=[OTHER_PROGRAM])
        process = self.start(FIRST, OTHER)
        self.assertIn("work", process.stdout.readline())
        self.assertIn("validate a 1.31 MB block", process.stdout.readline())
        self.assertEqual(list(self.results()), [FIRST])
        process.terminate()
        process.communicate(timeout=SECONDS)

    def test_a_missed_goal_is_exit_status_1(self):
        self.behave({"validate_and_read_into_sample_rows": 4.0})  # times the reference
        status, out, err = self.bench(FIRST, SECOND)
        self.assertEqual(status, 1)
        self.assertIn("MISSED", out)
        self.assertIn("goals missed: %s\n" % FIRST, err)
        self.assertEqual(self.results()[FIRST]["ratio"], 4.0)

    def test_a_result_has_its_time_and_commit(self):
        self.bench(FIRST)
        one = self.results()[FIRST]
        self.assertGreaterEqual(one["seconds"], 0)
        self.assertRegex(one["measured"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertIn("commit", one)

    def test_other_rows_keep_their_results(self):
        self.bench(FIRST, OTHER)
        before = self.results()
        self.behave({"validate_and_read_into_sample_rows": 1.5})
        self.bench(FIRST)
        self.assertEqual(self.results()[OTHER], before[OTHER])
        self.assertEqual(self.results()[FIRST]["ratio"], 1.5)

    def test_a_damaged_file_of_results_is_replaced(self):
        for text in ('[{"id": "block', '{"id": 1}', '[1, {"name": "no id"}]'):
            self.output.write_text(text)
            self.assertEqual(self.bench(FIRST)[0], 0)
            self.assertEqual(list(self.results()), [FIRST])

    def test_rows_with_one_reference_share_a_run(self):
        rows = run.rows_of_names(["tool.query", "tool.typeperf", "tool.completion"])
        self.assertEqual([[row.id for row in one] for one in table.with_shared_benchmarks(rows)],
                         [["tool.query", "tool.typeperf"], ["tool.completion"]])

    def test_every_row_of_the_table_is_measured(self):
        server_like_sqlite = mock.patch.object(
            sql_rows, "server_task", lambda: sql_rows.sqlite_task([sql_rows.POSTGRESQL]))
        room = mock.patch.object(workspace.Workspace, "why_no_room", lambda *_: None)
        watch_memory = mock.patch.object(table, "WATCH_MEMORY", self.add_program("bench/watch_memory"))
        cpus = mock.patch.object(log_rows, "usable_cpus", lambda: 2)
        sync = mock.patch("os.sync")
        out, err = io.StringIO(), io.StringIO()
        with server_like_sqlite, room, watch_memory, cpus, sync, contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(err):
            run.main([str(self.build), str(self.output)])
        self.assertEqual(list(self.results()), [row.id for row in run.all_rows()], err.getvalue())
        self.assertEqual(len(out.getvalue().splitlines()), 1 + len(run.all_rows()))
        self.assertFalse((self.build / "logs").exists())

    def test_rows_without_room_are_left_out(self):
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(workspace.Workspace, "why_no_room", lambda *_: "no room"), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.assertEqual(run.main([str(self.build), str(self.output), "log.form-1", FIRST]), 0)
        self.assertIn("log.form-1 left out: no room\n", err.getvalue())
        self.assertEqual(list(self.results()), [FIRST])


class Page(Bench):
    """The rows of script/bench-web; figures are what programs of bench/web would print."""

    def measure(self, *names, slower=1.0):
        page = self.folder / "perfmon.html"
        page.write_bytes(bytes(900_000))
        module = {"module": 50.0 * slower, "native": 25.0}
        figures = {
            "module.mjs": {"list": module, "series": module, "summary": module},
            "reading.mjs": {"pass": 2000.0 * slower, "reading": 2000.0, "longest_task": 60.0},
            "first_picture.mjs": {"picture": 500.0, "reading": 200.0},
            "parts.mjs": {"part": 5.0, "pass": 1.0},
            "pan.mjs": {"frames": 59.0, "frames_alone": 60.0, "redraw": 100.0},
            "search.mjs": {"slowest_key": 20.0},
            "empty.mjs": {"drawn": 100.0},
            "memory.mjs": {"memory": 22.0},
        }
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(web_rows, "figures_of", lambda program, *_: figures[program]), \
                mock.patch.object(web_rows, "PAGE", page), \
                mock.patch.object(workspace.Workspace, "why_no_room", lambda *_: None), mock.patch("os.sync"), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run.main(["--web", str(self.build), str(self.output), *names])
        return status, out.getvalue(), err.getvalue()

    def test_every_row_is_measured(self):
        status, out, err = self.measure()
        self.assertEqual(status, 0, err)
        self.assertEqual(list(self.results()), [row.id for row in run.all_rows(run.PAGE)])
        self.assertEqual(len(out.splitlines()), 1 + len(run.all_rows(run.PAGE)))

    def test_ratios_differences_and_allowances(self):
        self.measure()
        found = self.results()
        self.assertEqual(found["module.list-1"]["ratio"], 2.0)
        self.assertEqual(found["page.pass"]["ratio"], 1.0)
        self.assertEqual(found["page.picture"]["ratio"], 1.0)
        self.assertEqual(found["page.part"]["value"], 4.0)
        self.assertEqual(found["page.size"]["value"], 0.9)

    def test_a_missed_goal_names_the_script(self):
        status, _, err = self.measure("module.list-1", "page.pass", slower=1.5)
        self.assertEqual(status, 1)
        self.assertIn("script/bench-web: goals missed: module.list-1\n", err)

    def test_ids_differ_and_names_are_those_of_the_page(self):
        ids = [row.id for row in run.all_rows(run.PAGE)]
        self.assertEqual(len(ids), len(set(ids)))
        status, _, err = self.measure(FIRST)
        self.assertEqual(status, 2)
        self.assertIn("script/bench-web --list has all", err)

    def test_what_needs_no_program_builds_none(self):
        for names, targets in ((["page.size", "page.empty"], []), (["page.pass"], ["make_log"])):
            done = subprocess.run([sys.executable, str(ROOT / "bench/run.py"), "--web", "--targets", *names],
                                  stdout=subprocess.PIPE, check=True, text=True)
            self.assertEqual(done.stdout.split(), targets)


class Failures(Bench):
    def test_a_failed_program_is_named_and_the_others_go_on(self):
        for behaviour, how in (({"fails": {FIRST_PROGRAM: 3}}, "ended with exit status 3"),
                               ({"crashes": [FIRST_PROGRAM]}, "was killed by SIGSEGV")):
            self.behave(**behaviour)
            status, _, err = self.bench(FIRST, OTHER)
            self.assertEqual(status, 1)
            self.assertIn("%s %s; no result of %s\n" % (FIRST_PROGRAM, how, FIRST), err)
            self.assertIn("failed: %s\n" % FIRST, err)
            self.assertEqual(list(self.results()), [OTHER])

    def test_a_missing_program_is_named(self):
        (self.build / FIRST_PROGRAM).unlink()
        status, _, err = self.bench(FIRST, OTHER)
        self.assertEqual(status, 1)
        self.assertIn(FIRST_PROGRAM, err)
        self.assertEqual(list(self.results()), [OTHER])


class Stops(Bench):
    def waiting(self):
        """The ids of a stub that waits, and of its child."""
        file = self.folder / "waiting"
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if file.exists() and len(file.read_text().split()) == 2:
                return [int(word) for word in file.read_text().split()]
            time.sleep(0.01)
        self.fail("nothing waits")

    def test_a_stop_keeps_what_is_measured_and_names_what_is_missing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.output.unlink(missing_ok=True)
            self.behave(waits=[OTHER_PROGRAM])
            process = self.start(FIRST, OTHER, "thread.20000")
            waiting = self.waiting()
            process.send_signal(number)
            _, err = process.communicate(timeout=SECONDS)
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("stopped by %s; 1 of 3 rows" % number.name, err)
            self.assertIn("missing: %s, thread.20000\n" % OTHER, err)
            self.assertEqual(list(self.results()), [FIRST])
            self.assertFalse(any(map(is_running, waiting)))
            self.assertFalse((self.build / "logs").exists())
            (self.folder / "waiting").unlink()


if __name__ == "__main__":
    unittest.main()

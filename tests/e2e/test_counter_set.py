"""A counter set of a running program: the same value in every consumer, from its start to its end."""

import csv
import os
import pathlib
import signal
import socket
import subprocess

from tool import ALL_WELL, StandAloneTest, answered, environment, is_well, perflib

COFFEE_MACHINE = os.environ["COFFEE_MACHINE"]
MODULE_VALUE = os.environ["MODULE_VALUE"]
TYPEPERF = os.environ["TYPEPERF"]
CUPS = r"\Coffee Machine(Hall)\Cups"


class CounterSetTest(StandAloneTest):
    def setUp(self):
        super().setUp()
        self.runtime = self.folder / "run"
        self.runtime.mkdir(mode=0o700)
        self.offers = self.runtime / "openperflib"
        self.env = environment(XDG_STATE_HOME=str(self.folder / "state"), XDG_RUNTIME_DIR=str(self.runtime))
        self.program = None

    def tearDown(self):
        if self.program is not None:
            self.program.kill()
            self.program.wait()
            self.program.stdin.close()
            self.program.stdout.close()
        super().tearDown()

    def start(self, cups=0):
        self.program = subprocess.Popen([COFFEE_MACHINE], env=self.env, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertEqual(self.program.stdout.readline(), "ready\n")
        self.drink(cups)

    def drink(self, cups):
        for _ in range(cups):
            self.program.stdin.write("\n")
            self.assertEqual(self.program.stdout.readline(), "counted\n")

    def run_tool(self, *arguments):
        return perflib(*arguments, env=self.env, cwd=self.folder)

    def seen(self, *arguments):
        return answered(lambda: self.run_tool(*arguments), is_well)

    def rows_of(self, *command):
        result = answered(lambda: subprocess.run(command, env=self.env, cwd=self.folder, capture_output=True, text=True),
                          is_well)
        self.assertEqual(result.returncode, ALL_WELL, result)
        return [row for row in csv.reader(result.stdout.splitlines()) if len(row) > 1]

    def query(self):
        result = self.seen("query", r"\Coffee Machine(*)\Cups", "-n", "1", "-f", "csv")
        self.assertEqual(result.code, ALL_WELL, result)
        return float(list(csv.reader(result.text.splitlines()))[1][1])

    def left(self):
        return sorted(path.name for path in self.offers.iterdir())

    def test_every_consumer_has_the_value(self):
        self.start(cups=3)
        self.assertEqual(self.query(), 3)
        self.drink(2)
        self.assertEqual(self.query(), 5)
        rows = self.rows_of(TYPEPERF, CUPS, "-sc", "1")
        self.assertTrue(rows[0][1].endswith(CUPS), rows)
        self.assertEqual(float(rows[1][1]), 5)
        value = answered(lambda: subprocess.run([MODULE_VALUE, "1000000"], env=self.env, capture_output=True, text=True),
                         is_well)
        self.assertEqual(value.stdout, "5\n")
        listed = self.seen("list", "Coffee Machine")
        self.assertEqual(listed.code, ALL_WELL, listed)
        self.assertIn("Cups", listed.text)

    def test_logs_have_the_value(self):
        self.start(cups=4)
        for name in ("cups.blg", "cups.perfrec"):
            recorded = self.seen("record", CUPS, "-n", "2", "-i", "0.2", "-o", name)
            self.assertEqual(recorded.code, ALL_WELL, recorded)
            result = self.run_tool("query", "--log", name, CUPS, "-f", "csv")
            self.assertEqual(result.code, ALL_WELL, result)
            self.assertEqual(float(list(csv.reader(result.text.splitlines()))[1][1]), 4, name)

    def test_end_leaves_nothing(self):
        self.start()
        self.program.stdin.close()
        self.assertEqual(self.program.wait(), 0)
        self.assertEqual(self.left(), [])

    def test_killed_is_gone_at_the_next_collection(self):
        self.start(cups=1)
        self.assertEqual(self.query(), 1)
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()
        self.assertNotEqual(self.run_tool("query", CUPS, "-n", "1").code, ALL_WELL)
        self.assertEqual(self.left(), [])

    def test_provider_that_never_answers_does_not_stop_others(self):
        self.start(cups=6)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent:
            silent.bind(str(pathlib.Path(self.offers) / "0-silent"))
            silent.listen(8)
            self.assertEqual(self.query(), 6)

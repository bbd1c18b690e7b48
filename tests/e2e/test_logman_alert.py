"""`logman create alert`: thresholds and rules that watch this machine, and what they do (docs/logman.md).

What a program tells, it tells through a fifo: nothing waits for a time to pass.
"""

import json
import os
import pathlib
import signal
import unittest

from logman_tool import AVAILABLE, CPU, LogmanTest
from screen import until
from tool import SANITIZED


class Alerts(LogmanTest):
    def setUp(self):
        super().setUp()
        self.told = self.fifo("told")

    def fifo(self, name):
        os.mkfifo(self.folder / name)
        return self.folder / name

    def script(self, text, told=None):
        """A program that tells the fifo what fired; reading the fifo waits for it."""
        told = told or self.told
        path = self.folder / ("tell; touch x " + told.name)
        path.write_text('#!/bin/sh\n[ "${OPENPERFLIB_STATE:-fired}" = fired ] || exit 0\n{ %s\n} > \'%s\'\n'
                        % (text, told))
        path.chmod(0o755)
        return path

    def rules(self, *rules):
        path = self.folder / "rules.json"
        path.write_text(json.dumps({"format": "openperflib alerts", "version": 1, "rules": rules}))
        return path

    def create_alert(self, name, *options):
        self.well("create", "alert", name, "-si", "1", *options)

    def test_detail_of_an_alert(self):
        self.create_alert("memory", "-th", r"\Memory\Available MBytes<500", r"\System\Threads>1e6",
                          "-el", "-rdcs", "black box", "-tn", "/bin/true", "-targ", "a b")
        self.assertIn("\r\nName:                 memory\\memory\r\n"
                      "Type:                 Alert\r\n"
                      "Append:               Off\r\n"
                      "Circular:             Off\r\n"
                      "Overwrite:            Off\r\n"
                      "Sample Interval:      1 second(s)\r\n"
                      "Event Log:            On\r\n"
                      "Trigger:              black box\r\n"
                      "Task:                 /bin/true\r\n"
                      "Task Arguments:       a b\r\n"
                      "Thresholds:\r\n"
                      "                      \\Memory\\Available MBytes<500\r\n"
                      "                      \\System\\Threads>1e6\r\n"
                      "Fired:                0 time(s)\r\n"
                      "\r\n", self.well("query", "memory"))
        self.assertIn("memory                                  Alert                         Stopped \r\n",
                      self.well("query"))

    def test_what_is_beyond_runs_the_program_with_its_words_and_values(self):
        script = self.script('printf "%s|" "$@" "$OPENPERFLIB_COLLECTION" "$OPENPERFLIB_ALERT" '
                             '"$OPENPERFLIB_STATE" "$OPENPERFLIB_COUNTER" "$OPENPERFLIB_CONDITION"')
        self.create_alert("memory", "-th", AVAILABLE + ">1000", "-tn", script, "-targ",
                          'one "two  $(touch y) three" `touch z`')
        self.well("start", "memory")
        words = self.told.read_text().split("|")[:-1]
        self.assertEqual(["one", "two  $(touch y) three", "`touch", "z`", "memory", AVAILABLE + ">1000",
                          "fired"], words[:7])
        self.assertRegex(words[7], r"^\\\\[^\\]+\\Memory\\Available Bytes$")
        self.assertEqual("above 1000", words[8])
        self.assertEqual("Running", self.status("memory"))
        self.well("stop", "memory")
        self.assertEqual([], [path for path in ("x", "y", "z") if (self.folder / path).exists()])

    def test_it_starts_a_collection_which_lives_by_itself(self):
        self.create("box", "-si", "1", "-sc", "1", "-rc", self.script('printf %s "$OPENPERFLIB_LOG"'),
                    "-o", self.folder / "box")
        self.create_alert("memory", "-th", AVAILABLE + ">1000", "-rdcs", "box")
        self.well("start", "memory")
        self.assertEqual(str(self.folder / "box_000001.blg"), self.told.read_text())
        os.kill(self.pid("memory"), signal.SIGKILL)
        self.wait_for_end("memory")
        self.assertEqual("Stopped", self.status("memory"))

    @unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
    def test_the_system_log_is_told_what_fired_and_what_could_not_be_done(self):
        script = self.script("true")
        self.create_alert("memory", "-th", AVAILABLE + ">1000", "-el", "-tn", "/nowhere/tool", "-keep", "10")
        self.create_alert("quiet", "-th", AVAILABLE + ">1000", "-tn", script)
        lines = self.folder / "syslog"
        for name in ("memory", "quiet"):
            self.well("start", name, LD_PRELOAD=os.environ["SYSLOG_CATCHER"], SYSLOG_FILE=str(lines))
        self.told.read_bytes()  # the second one has come that far
        until(lambda: "/nowhere/tool" in lines.read_text(), "the end of what the first one does")
        self.well("stop", "memory")
        self.well("stop", "quiet")
        recorded, fired, failed = lines.read_text().splitlines()
        self.assertRegex(recorded, r"^5 memory: recorded: %s/openperflib/logs/memory-[\d-]+\.perfrec$" % self.state)
        self.assertRegex(fired, r"^4 memory: fired: \\\\[^\\]+\\Memory\\Available Bytes is [\d.e+]+ "
                                r"\(\\Memory\\Available Bytes>1000: above 1000\)$")
        self.assertEqual("3 memory: /nowhere/tool: No such file or directory", failed)

    def test_rules_of_a_file_and_their_own_commands(self):
        script = self.script('printf "%s" "$1 $OPENPERFLIB_ALERT $OPENPERFLIB_VALUE"')
        rules = self.rules({"name": "no such process", "counter": r"\Process(nobody;)\ID Process",
                            "missing": True, "samples": 2, "command": [str(script), "$(x)"]},
                           {"name": "never", "counter": AVAILABLE, "below": -1,
                            "command": [str(script), "never"]})
        self.create_alert("rules", "-rules", rules)
        self.run_logman("start", "rules")  # which says that there is no such process
        self.assertEqual("$(x) no such process ", self.told.read_text())
        self.well("stop", "rules")

    def test_a_load_is_in_whole_tasks(self):
        def load():
            return float(pathlib.Path("/proc/loadavg").read_text().split()[2])  # of 15 minutes: it changes slowly

        rules = self.rules({"name": "load", "counter": r"\Linux System\Load Average 15m", "above": -1,
                            "command": [str(self.script('printf "%s" "$OPENPERFLIB_VALUE"'))]})
        self.create_alert("load", "-rules", rules)
        before = load()
        self.well("start", "load")
        value = float(self.told.read_text())
        after = load()
        self.well("stop", "load")
        self.assertLessEqual(min(before, after) - 0.05, value)
        self.assertLessEqual(value, max(before, after) + 0.05)

    def test_the_minutes_before_and_after_are_kept(self):
        # The second sample without the process has the test start it; the first one with it fires.
        fired, closed = self.fifo("fired"), self.fifo("closed")
        self.create("box", "-c", r"\Processor(_Total)\*", "-o", self.folder / "logs" / "box", "-si", "1", "-sc", "1",
                    "-rc", self.script("true", closed))
        rules = self.rules({"name": "gone", "counter": r"\Process(blackbox)\ID Process", "missing": True,
                            "samples": 2, "command": [str(self.script("true"))]},
                           {"name": "here", "counter": r"\Process(blackbox)\ID Process", "above": 0,
                            "keep": 3600, "start": "box",
                            "command": [str(self.script('printf "%s" "$OPENPERFLIB_LOG"', fired))]})
        self.create_alert("watch", "-rules", rules)
        self.run_logman("start", "watch")  # which says that there is no such process
        self.told.read_bytes()
        self.start_process_called("blackbox")
        recording = fired.read_text()
        closed.read_bytes()  # what it starts has its sample too
        self.well("stop", "watch")
        self.assertRegex(recording, r"/logs/watch-\d{8}-\d{6}\.perfrec$")
        self.assertEqual(recording, self.value("Output Location:", "watch"))
        counters = [r"\Process(blackbox)\ID Process", r"\Processor(_Total)\% Processor Time"]
        rows = self.run_well("query", recording, *counters, "--format", "csv").text.splitlines()[1:]
        values = [[value.strip('" ') for value in row.split(",")[1:]] for row in rows]
        self.assertEqual(["", ""], values[0])  # a rate has no value in the first sample
        self.assertGreater(float(values[-1][0]), 1)
        self.assertEqual([], [row for row in values[1:] if not row[1]], "no rate is missing when it fires")
        self.assertEqual([], list((self.folder / "logs").glob("*-ring.perfrec")))

    def test_how_often_it_fired_and_when_last(self):
        create = ("-th", AVAILABLE + ">1000", "-tn", self.script("echo fired"))
        self.create_alert("watch", *create)
        for fired in ("1 time(s)", "2 time(s)"):
            self.well("start", "watch")
            self.told.read_text()
            self.assertEqual(fired, self.value("Fired:", "watch"))
            self.well("stop", "watch")
        self.assertRegex(self.value("Last Fired:", "watch"),
                         r"^[0-9]{1,2}/[0-9]{1,2}/20[0-9]{2} [0-9]{1,2}:[0-9]{2}:[0-9]{2}: "
                         r"\\\\[^\\]+\\Memory\\Available Bytes is [0-9.e+]+$")
        for damaged in ("", "x", "5", "5 x", "99999999999999999999999 1 a", "5 1"):
            (self.collections / "watch.alerts").write_text(damaged)
            self.assertEqual("0 time(s)", self.value("Fired:", "watch"), damaged)
        self.well("delete", "watch")
        self.create_alert("watch", *create)
        self.assertEqual("0 time(s)", self.value("Fired:", "watch"))
        self.assertIsNone(self.value("Last Fired:", "watch"))

    def test_a_threshold_that_can_never_be_met_is_refused(self):
        for path, why in ((r"\Processor(_Total)\% Procesor Time", 'no such counter; did you mean "% Processor '
                           'Time"? (0xC0000BB9 PDH_CSTATUS_NO_COUNTER)'),
                          (r"\Procesor(_Total)\% Processor Time", 'no such object; did you mean "Processor" or '
                           '"Process"? (0xC0000BB8 PDH_CSTATUS_NO_OBJECT)'),
                          (r"\\OTHER\Memory\Available Bytes", "remote computers are not supported "
                           "(0x800007D0 PDH_CSTATUS_NO_MACHINE)"),
                          (r"\Memory\Pool Paged Allocs", "this counter never has a value on Linux: no count of "
                           "allocation calls (0xC0000BB9 PDH_CSTATUS_NO_COUNTER)")):
            with self.subTest(path):
                self.assertRefused("-th %s>1: %s" % (path, why), "create", "alert", "x", "-el", "-th",
                                   AVAILABLE + ">1", path + ">1")
        self.assertFalse(self.collections.exists())
        self.create_alert("x", "-el", "-th", r"\Process(not yet here)\ID Process>1")
        self.assertRefused("-th \\No\\Such>1: no such object (0xC0000BB8 PDH_CSTATUS_NO_OBJECT)",
                           "update", "x", "-th", r"\No\Such>1")

    def test_an_alert_none_of_whose_rules_can_fire_is_refused(self):
        rules = self.rules({"name": "a", "counter": r"\Memory\Nix", "above": 1},
                           {"name": "b", "counter": AVAILABLE, "above": 1})
        created = self.run_logman("create", "alert", "x", "-el", "-rules", rules)
        self.assertEqual((0, "logman: \\Memory\\Nix: no such counter (0xC0000BB9 PDH_CSTATUS_NO_COUNTER)\n"),
                         (created.code, created.err))
        self.rules({"name": "a", "counter": r"\Memory\Nix", "above": 1})
        text = r"The alert can never fire: \Memory\Nix: no such counter (0xC0000BB9 PDH_CSTATUS_NO_COUNTER)"
        self.assertRefused(text, "start", "x")
        self.assertEqual("Stopped", self.status("x"))
        self.assertRefused(text, "create", "alert", "y", "-el", "-rules", rules)
        self.rules({"name": "a", "counter": r"\Memory\Nix", "missing": True})
        self.create_alert("y", "-el", "-rules", rules)

    def test_an_alert_without_an_action_is_remarked_on(self):
        created = self.run_logman("create", "alert", "x", "-th", AVAILABLE + ">1")
        self.assertEqual((0, "logman: x does nothing when it fires; add -el, -tn, -rdcs or -keep\n"),
                         (created.code, created.err))
        self.well("update", "x", "-el")

    def test_what_an_alert_beside_other_collectors_keeps(self):
        script = self.script('printf "%s" "$OPENPERFLIB_LOG"')
        file = self.folder / "both.xml"
        file.write_text(
            "<DataCollectorSet><RootPath>%s</RootPath><PerformanceCounterDataCollector><Name>box</Name>"
            "<Counter>%s</Counter></PerformanceCounterDataCollector><AlertDataCollector><Name>watch</Name>"
            "<AlertThresholds>%s&gt;1000</AlertThresholds><SampleInterval>1</SampleInterval><Task>%s</Task>"
            "<OpenPerflibKeep>60</OpenPerflibKeep></AlertDataCollector></DataCollectorSet>"
            % (self.folder, CPU, AVAILABLE, script))
        self.well("import", "both", "-xml", file)
        self.well("start", "both")
        recording = self.told.read_text()
        self.assertRegex(recording, "^%s/both-watch-[0-9]{8}-[0-9]{6}.perfrec$" % self.folder)
        self.well("stop", "both")
        self.assertIn("Output Location:      " + recording, self.well("query", "both"))
        self.assertIn(r"\Memory", self.run_well("list", recording).text)

    def test_what_cannot_be_kept_does_not_keep_it_from_firing(self):
        ring = self.state / "openperflib" / "logs" / "watch-ring.perfrec"
        ring.parent.mkdir(parents=True)
        ring.write_text("in the way")
        script = self.script('printf "%s" "$OPENPERFLIB_STATE $OPENPERFLIB_LOG"')
        self.create_alert("watch", "-th", AVAILABLE + ">1000", "-keep", "10:00", "-tn", script)
        self.assertEqual("600 second(s)", self.value("Keep:", "watch"))
        started = self.run_logman("start", "watch")
        self.assertEqual((0, "logman: cannot keep the samples before the alert: no such file: %s\n" % ring), (started.code, started.err))
        self.assertEqual("fired ", self.told.read_text())
        self.well("stop", "watch")
        self.assertEqual("in the way", ring.read_text())
        self.well("update", "watch", "--keep")
        self.assertIsNone(self.value("Keep:", "watch"))

    def test_mistakes_are_named_when_it_is_made(self):
        for text, why in (("Available", "is not a threshold; write PATH<VALUE or PATH>VALUE"),
                          (AVAILABLE + ">x", "needs a number after < or >"),
                          ("<1", r"needs a counter path before < or >, such as \Memory\Available MBytes"),
                          ("MemoryAvailable MBytes<1", "the shell removed the backslashes; put the path in "
                           r"single quotes: '\Memory\Available MBytes<1'")):
            self.assertRefused("-th %s: %s (0xC0000BBD PDH_INVALID_ARGUMENT)" % (text, why),
                               "create", "alert", "x", "-th", text)
        rules = self.folder / "rules.json"
        rules.write_text('{"format": "openperflib alerts", "version": 1, "rules": [\n'
                         '{"name": "a", "counter": "\\\\A\\\\b",\n"above": "much"}]}')
        self.assertRefused('%s: line 3: rule a: above: expected a number, not a text '
                           "(0x80070057 E_INVALIDARG)" % rules, "create", "alert", "x", "-rules", rules)
        self.assertRefused("Property value conflict.", "create", "alert", "x")
        self.assertRefused("-max is not an option of a collection of type Alert "
                           "(0x80070057 E_INVALIDARG)", "create", "alert", "x", "-th",
                           AVAILABLE + ">1", "-max", "1")
        self.assertFalse(self.collections.exists())

    def test_what_is_exported_and_imported_is_the_same(self):
        self.create_alert("one", "-th", AVAILABLE + "<5", CPU + ">9.5", "-el", "-rdcs", "b & c", "-tn",
                          "/bin/a", "-targ", '"<x>" y', "-keep", "5:00")
        first, second = self.folder / "1.xml", self.folder / "2.xml"
        self.well("export", "one", "-xml", first)
        self.well("import", "two", "-xml", first)
        self.well("export", "two", "-xml", second)
        self.assertEqual(first.read_bytes(), second.read_bytes().replace(b">two<", b">one<"))
        self.assertIn(b"<AlertThresholds>" + AVAILABLE.encode() + b"&lt;5</AlertThresholds>",
                      first.read_bytes())
        self.assertIn(b"<OpenPerflibKeep>300</OpenPerflibKeep>", first.read_bytes())


if __name__ == "__main__":
    unittest.main()

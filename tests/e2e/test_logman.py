"""`logman`: what scripts written for Windows' tool of that name see (docs/logman.md).

Collections run on this machine, every second; nothing waits but for a lock that a process lets go.
"""

import os
import pwd
import re
import signal
import struct
import unittest
from pathlib import Path

from logman_tool import AVAILABLE, CPU, LogmanTest
from tool import SANITIZED, SOURCE, perflib, repeats, some_of

HEAD = ("\r\nData Collector Set                      Type                          Status\r\n" +
        "-" * 79 + "\r\n")


def user_name():
    """Of who runs the tests; a container may give it none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


class Lists(LogmanTest):
    def test_no_collection_is_an_empty_list(self):
        self.assertEqual(HEAD + "\r\n", self.well())
        self.assertEqual(HEAD + "\r\n", self.well("query"))

    def test_columns_are_those_of_windows_and_long_names_are_not_cut(self):
        long = "EventLog-Microsoft-Windows-Sysmon-Operational"
        self.create("FabricCounters")
        self.create(long)
        self.assertEqual(
            HEAD +
            long + " Counter                       Stopped \r\n"
            "FabricCounters                          Counter                       Stopped \r\n"
            "\r\n", self.well("query"))

    def test_detail_of_a_collection_to_the_byte(self):
        self.create("disks", "-c", CPU, AVAILABLE, "-si", "1:05", "-max", "100", "-cnf", "24:00:00",
                    "-o", "/var/log/disks.blg", "-sc", "7")
        self.assertEqual(
            "\r\nName:                 disks\r\n"
            "Status:               Stopped\r\n"
            "Root Path:            /var/log\r\n"
            "Segment:              On\r\n"
            "Schedules:            Off\r\n"
            "Segment Max Duration: 86400 second(s)\r\n"
            "Segment Max Size:     100 MB\r\n"
            "Run as:               %s\r\n"
            "\r\n"
            "Name:                 disks\\disks\r\n"
            "Type:                 Counter\r\n"
            "Append:               Off\r\n"
            "Circular:             Off\r\n"
            "Overwrite:            Off\r\n"
            "Sample Interval:      65 second(s)\r\n"
            "Maximum Samples:      7\r\n"
            "Counters:\r\n"
            "                      %s\r\n"
            "                      %s\r\n"
            "\r\n" % (user_name(), CPU, AVAILABLE), self.well("query", "DISKS"))

    def test_a_hundred_collections_are_all_there(self):
        names = ["set %02d" % i for i in some_of(range(100), 10)]
        for name in names:
            self.create(name)
        rows = self.well("query").split("\r\n")[3:-2]
        self.assertEqual(names, [row[:40].rstrip() for row in rows])

    def test_a_damaged_file_is_named_and_the_others_work(self):
        self.create("good")
        self.create("bad")
        (self.collections / "bad.xml").write_text("<DataCollectorSet>\n<Name>bad</Nam")
        result = self.run_logman("query")
        self.assertEqual(0, result.code)
        self.assertIn("\r\nbad                                     Undefined                     "
                      "Undefined \r\ngood                                    Counter", result.text)
        self.assertRegex(result.err, r"^logman: .*/bad\.xml:2: .*\n$")
        self.well("query", "good")
        self.well("delete", "bad")
        self.assertNotIn("bad", self.well("query"))

    def test_a_file_whose_properties_do_not_go_together_is_damaged(self):
        self.create("days")
        file = self.collections / "days.xml"
        file.write_text(file.read_text().replace(
            "<DataManager>", "<Schedule><Days>127</Days></Schedule><DataManager>"))
        self.assertRefused("%s:1: -r needs -b (0x80070057 E_INVALIDARG)" % file,
                           "start", "days")
        self.well("delete", "days")

    def test_collections_of_two_users_are_apart(self):
        self.create("mine")
        other = self.folder / "other"
        self.assertRefused("Data Collector Set was not found.", "query", "mine", state=other)
        self.well("create", "counter", "mine", "-c", AVAILABLE, state=other)
        self.well("delete", "mine")
        self.well("query", "mine", state=other)


class Names(LogmanTest):
    def test_blanks_and_letters_of_all_languages(self):
        for name in ("Server Manager Performance Monitor", "Größe", "測定", "a.b", "..x"):
            self.create(name, "-o", self.folder / "log")
            self.assertEqual(name, self.value("Name:", name))
        self.assertEqual("Größe", self.value("Name:", "GRÖSSE".replace("SS", "ß").lower()))

    def test_no_name_leads_out_of_the_folder(self):
        for name in ("../x", "a/b", "/etc/x", "..\\x", "a\nb", "", "x" * 201, " x", "service\\x"):
            result = self.run_logman("create", "counter", "-n", name, "-c", AVAILABLE)
            self.assertEqual(1, result.code, result)
            self.assertIn("(0x80070057 E_INVALIDARG)", result.text)
        self.assertFalse(self.state.exists())


class Errors(LogmanTest):
    def test_what_is_not_there(self):
        for verb in ("query", "start", "stop", "delete", "update"):
            self.assertRefused("Data Collector Set was not found.", verb, "nobody",
                               err="logman: nobody (0x80300002 PLA_E_DCS_NOT_FOUND)\n")

    def test_what_is_there_already(self):
        self.create("one")
        self.assertRefused("Data Collector Set already exists.", "create", "counter", "ONE", "-c",
                           CPU, err="logman: ONE (0x803000B7 PLA_E_DCS_ALREADY_EXISTS)\n")
        self.assertIn(AVAILABLE, self.well("query", "one"))

    def test_what_does_not_run(self):
        self.create("one")
        self.assertRefused("Data Collector Set is not running.", "stop", "one")

    def test_what_runs_is_not_started_changed_or_deleted(self):
        self.create("one", "-si", "1", "-o", self.folder / "log")
        self.well("start", "one")
        in_use = "The Data Collector Set or one of its dependencies is already in use."
        for words in (("start", "one"), ("update", "counter", "one", "-si", "5"), ("delete", "one")):
            self.assertRefused(in_use, *words)
        self.well("stop", "one")
        self.well("delete", "one")
        self.assertEqual([], list(self.collections.iterdir()))

    def test_properties_that_do_not_go_together(self):
        for options, why in ((("-a", "-ow"), "-a and -ow cannot be combined"),
                             (("-cnf",), "-cnf without a time needs -max"),
                             (("-r",), "-r needs -b"),
                             (("-f", "bincirc"), "-f bincirc needs -max"),
                             (("-f", "bincirc", "-max", "1", "-a"),
                              "-f bincirc and -a cannot be combined: each start begins a new log"),
                             (("-f", "bincirc", "-max", "1", "-cnf"), "-cnf needs a time with -f bincirc, "
                              "whose log never exceeds -max"),
                             (("-b", "1/2/2026", "-e", "1/1/2026"), "the time of -e must be "
                              "later than the time of -b")):
            self.assertRefused("Property value conflict.", "create", "counter", "x", "-c", CPU,
                               *options, err="logman: %s (0x80300101 PLA_E_PROPERTY_CONFLICT)\n" % why)

    def test_other_machines_types_and_users_are_refused_by_name(self):
        result = self.run_logman("query", "-s", "far")
        self.assertEqual(1, result.code)
        self.assertRegex(result.text, r"^\r\nError:\r\ncannot read far: remote computers are not supported "
                                      r"\(0x800007D0 PDH_CSTATUS_NO_MACHINE\)\r\n$")
        self.well("query", "-s", "localhost")
        self.well("query", "-s", "\\\\" + os.uname().nodename.upper())
        for kind in ("trace", "cfg", "api"):
            self.assertRefused("%s: collections of this type are not supported "
                               "(0x80070057 E_INVALIDARG)" % kind, "create", kind, "x")
        self.assertRefused("-ets: event trace sessions are not supported (0x80070057 E_INVALIDARG)",
                           "query", "-ets")
        self.assertRefused("-o : must be the name of a file (0xC0000BBD PDH_INVALID_ARGUMENT)", "create", "counter",
                           "x", "-c", CPU, "-o", "")
        for output in (b"one ", b"\n", b"a\rb", b"\xff"):
            self.assertRefused("text must be UTF-8, without blanks or line ends at its beginning or end "
                               "(0x80070057 E_INVALIDARG)", "create", "counter", "x", "-c", CPU, "-o",
                               os.fsencode(self.folder) + b"/" + output)

    def test_a_user_to_run_as_is_ignored_with_a_remark(self):
        result = self.run_logman("create", "counter", "x", "-c", CPU, "-u", "SHOP\\me", "secret")
        self.assertEqual((0, "logman: -u is ignored: a collection runs as the user who starts it\n"),
                         (result.code, result.err))
        self.assertIn("x", self.well("query"))

    def test_no_counter_that_is_valid(self):
        """A slip of the finger is not found when the night is over."""
        for options in ((), ("-b", "1/1/2999", "1:00:00")):
            result = self.run_logman("create", "counter", "none", "-c", r"\Memry\Available Bytes", *options)
            self.assertEqual(1, result.code, result)
            self.assertRegex(result.text, r"^\r\nError:\r\nNo valid counters: \\Memry\\Available Bytes: .*"
                                          r'did you mean "Memory"\?')
            self.assertRefused("Data Collector Set was not found.", "query", "none")

    def test_some_counters_that_are_not_valid_are_named(self):
        result = self.run_logman("create", "counter", "some", "-c", r"\Memry\Available Bytes", AVAILABLE,
                                 r"\Process(none such)\ID Process")
        self.assertEqual(0, result.code, result)
        self.assertRegex(result.err, r'^logman: \\Memry\\Available Bytes: .*did you mean "Memory"\?[^\n]*\n$')

    def test_an_instance_may_appear_later(self):
        self.create("later", "-c", r"\Process(none such)\ID Process")

    def test_a_start_checks_the_counters_also_before_it_waits(self):
        text = self.exported("-b", "1/1/2999", "1:00:00").replace(AVAILABLE, r"\Memry\Available Bytes")
        file = self.folder / "wrong.xml"
        file.write_text(text)
        result = self.run_logman("import", "wrong", "-xml", file)
        self.assertEqual(0, result.code, result)
        self.assertIn('did you mean "Memory"?', result.err)
        result = self.run_logman("start", "wrong")
        self.assertEqual(1, result.code, result)
        self.assertIn("No valid counters: \\Memry\\Available Bytes", result.text)
        self.assertEqual("Stopped", self.status("wrong"))
        self.assertIn("No valid counters: \\Memry\\Available Bytes", self.value("Last Error:", "wrong"))

    def exported(self, *options):
        file = self.folder / "exported.xml"
        self.create("exported", *options)
        self.well("export", "exported", "-xml", file)
        return file.read_text()

    def test_names_of_logs_with_a_pattern_and_the_computer(self):
        text = self.exported("-f", "csv", "-si", "1", "-sc", "1")
        text = text.replace("<FileNameFormat>512</FileNameFormat>", "<FileNameFormat>3</FileNameFormat>")
        text = text.replace(r"\_NNNNNN", r"\_yyyyMMdd\_HHmm")
        file = self.folder / "pattern.xml"
        file.write_text(text)
        self.well("import", "nightly", "-xml", file)
        back = self.folder / "back.xml"
        self.well("export", "nightly", "-xml", back)
        self.assertIn("<FileNameFormat>3</FileNameFormat>", back.read_text())
        self.assertIn(r"<FileNameFormatPattern>\_yyyyMMdd\_HHmm</FileNameFormatPattern>", back.read_text())
        self.well("start", "nightly")
        self.wait_for_end("nightly")
        self.assertRegex(self.value("Output Location:", "nightly"),
                         r"/%s_exported_\d{8}_\d{4}\.csv$" % re.escape(os.uname().nodename))


class Runs(LogmanTest):
    def log(self, name):
        return self.folder / name

    def rows(self, name):
        return self.log(name).read_bytes().split(b"\r\n")[1:-1]

    def samples_of(self, name):
        result = perflib("summary", self.log(name))
        self.assertEqual(0, result.code, result)
        return int(re.search(r"(\d+) samples?", result.text).group(1))

    def test_a_binary_log_of_three_samples(self):
        self.create("cpu", "-c", CPU, AVAILABLE, "-si", "1", "-sc", "3", "-o", self.log("cpu"))
        self.well("start", "cpu")
        self.assertEqual("Running", self.status("cpu"))
        self.wait_for_end("cpu")
        self.assertEqual("Stopped", self.status("cpu"))
        self.assertEqual(str(self.log("cpu_000001.blg")), self.value("Output Location:", "cpu"))
        self.assertEqual(3, self.samples_of("cpu_000001.blg"))

    def test_stopped_before_its_end_the_log_is_complete(self):
        self.create("cpu", "-si", "1", "-o", self.log("cpu.blg"))
        self.well("start", "cpu")
        self.well("stop", "cpu")
        self.assertEqual("Stopped", self.status("cpu"))
        result = perflib("inspect", self.log("cpu_000001.blg"))
        self.assertEqual(0, result.code, result)
        self.assertGreaterEqual(self.samples_of("cpu_000001.blg"), 1)

    def test_csv_and_tsv(self):
        for form, separator in (("csv", b","), ("tsv", b"\t")):
            self.create(form, "-f", form, "-si", "1", "-sc", "2", "-o", self.log(form))
            self.well("start", form)
            self.wait_for_end(form)
            rows = self.rows("%s_000001.%s" % (form, form))
            self.assertEqual(2, len(rows))
            self.assertRegex(rows[0], rb'^"\d\d/\d\d/\d{4} [\d:.]{12}"' + separator + rb'"\d+"$')

    def test_killed_it_is_stopped_its_log_opens_and_it_starts_again(self):
        self.create("cpu", "-si", "1", "-o", self.log("cpu"))
        self.well("start", "cpu")
        os.kill(self.pid("cpu"), signal.SIGKILL)
        self.wait_for_end("cpu")
        self.assertEqual("Stopped", self.status("cpu"))
        self.assertRefused("Data Collector Set is not running.", "stop", "cpu")
        self.assertGreaterEqual(self.samples_of("cpu_000001.blg"), 1)
        self.well("start", "cpu")
        self.assertEqual("Running", self.status("cpu"))
        self.assertEqual(str(self.log("cpu_000002.blg")), self.value("Output Location:", "cpu"))
        self.well("stop", "cpu")

    def test_a_process_that_has_the_number_of_one_that_was_killed_is_left_alone(self):
        self.create("cpu", "-si", "1", "-o", self.log("cpu"))
        self.well("start", "cpu")
        os.kill(self.pid("cpu"), signal.SIGKILL)
        self.wait_for_end("cpu")
        self.lock("cpu").write_text("%d 1\n" % os.getpid())
        self.assertEqual("Stopped", self.status("cpu"))
        self.assertRefused("Data Collector Set is not running.", "stop", "cpu")

    def test_start_keeps_no_stream_of_its_caller(self):
        self.left_open = open(self.folder / "left open", "w")
        self.addCleanup(self.left_open.close)
        # run_logman() reads both streams to their end: it would wait for the collector.
        self.create("cpu", "-si", "1:00:00", "-o", self.log("cpu"))
        self.well("start", "cpu", pass_fds=[self.left_open.fileno()])
        inherited = os.readlink("/proc/self/fd/%d" % self.left_open.fileno())
        for fd in Path("/proc/%d/fd" % self.pid("cpu")).iterdir():
            try:
                self.assertNotEqual(inherited, os.readlink(fd))
            except FileNotFoundError:
                pass  # the collector has closed it meanwhile
        streams = [os.readlink("/proc/%d/fd/%d" % (self.pid("cpu"), fd)) for fd in (0, 1, 2)]
        self.assertEqual(["/dev/null"] * 3, streams)
        self.well("stop", "cpu")

    def test_a_number_behind_the_name_is_the_next_free_one(self):
        self.log("cpu_000041.blg").write_bytes(b"")
        self.create("cpu", "-si", "1", "-sc", "1", "-o", self.log("cpu"))
        self.well("start", "cpu")
        self.wait_for_end("cpu")
        self.assertEqual(1, self.samples_of("cpu_000042.blg"))

    def test_the_time_behind_the_name(self):
        self.create("cpu", "-v", "mmddhhmm", "-si", "1", "-sc", "1", "-o", self.log("cpu"))
        self.well("start", "cpu")
        self.wait_for_end("cpu")
        name = self.value("Output Location:", "cpu")
        self.assertRegex(name, re.escape(str(self.log("cpu"))) + r"_[01]\d[0-3]\d[0-2]\d[0-5]\d\.blg$")

    def test_without_a_version_the_log_is_kept_appended_or_overwritten(self):
        log = self.log("one.csv")
        self.create("one", "--v", "-f", "csv", "-si", "1", "-sc", "1", "-o", log)
        self.well("start", "one")
        self.wait_for_end("one")
        first = log.read_bytes()
        self.assertRefused("%s: File exists; use -ow to overwrite it, or -a to append to it" % log, "start", "one")
        self.assertEqual(first, log.read_bytes())
        self.well("update", "counter", "one", "-a")
        self.well("start", "one")
        self.wait_for_end("one")
        self.assertTrue(log.read_bytes().startswith(first))
        self.assertEqual(2, len(self.rows("one.csv")))
        self.well("update", "one", "--a", "-ow")
        self.well("start", "one")
        self.wait_for_end("one")
        self.assertEqual(1, len(self.rows("one.csv")))

    def test_a_binary_log_is_appended_to(self):
        self.create("one", "-a", "-si", "1", "-sc", "2", "-o", self.log("one"))
        for _ in range(2):
            self.well("start", "one")
            self.wait_for_end("one")
        self.assertEqual(4, self.samples_of("one.blg"))

    def test_appending_other_counters_is_refused_and_the_log_stays(self):
        log = self.log("one.csv")
        self.create("one", "-a", "-f", "csv", "-si", "1", "-sc", "1", "-o", log)
        self.well("start", "one")
        self.wait_for_end("one")
        first = log.read_bytes()
        self.well("update", "counter", "one", "-c", r"\System\Processes")
        result = self.run_logman("start", "one")
        self.assertEqual(1, result.code, result)
        self.assertIn("its counters are not those of the collection", result.text)
        self.assertEqual(first, log.read_bytes())

    def test_a_new_log_after_a_time(self):
        self.create("cpu", "-cnf", "1", "-f", "csv", "-si", "1", "-sc", "3", "-o", self.log("cpu"))
        self.well("start", "cpu")
        self.wait_for_end("cpu")
        self.assertEqual([1, 1, 1], [len(self.rows("cpu_%06d.csv" % n)) for n in (1, 2, 3)])

    def test_a_circular_log_says_so_and_how_large_it_may_be(self):
        self.create("round", "-f", "bincirc", "-max", "7", "-si", "1", "-sc", "2", "-o", self.log("round"))
        self.assertEqual("On", self.value("Circular:", "round"))
        self.well("start", "round")
        self.wait_for_end("round")
        self.assertEqual(2, self.samples_of("round_000001.blg"))
        head = self.log("round_000001.blg").read_bytes()[0x68:]  # docs/formats/blg.md, "File header"
        self.assertEqual((7, 0x30020802), struct.unpack_from("<II", head, 28))
        self.well("update", "round", "-f", "bin")
        self.assertEqual("Off", self.value("Circular:", "round"))

    def test_a_size_that_is_not_reached_makes_no_second_log(self):
        self.create("cpu", "-max", "1", "-cnf", "-si", "1", "-sc", "2", "-o", self.log("cpu"))
        self.well("start", "cpu")
        self.wait_for_end("cpu")
        self.assertEqual(2, self.samples_of("cpu_000001.blg"))
        self.assertFalse(self.log("cpu_000002.blg").exists())

    def test_a_log_that_has_its_size_ends_the_collection_or_begins_the_next(self):
        # For a log that is appended to, the megabyte counts from its start.
        log = self.log("one.csv")
        self.create("one", "-a", "-f", "csv", "-si", "1", "-sc", "1", "-max", "1", "-o", log)
        self.well("start", "one")
        self.wait_for_end("one")
        row = self.rows("one.csv")[0] + b"\r\n"
        with open(log, "ab") as file:
            file.write(row * (1 + (1 << 20) // len(row)))
        before = len(self.rows("one.csv"))
        self.well("update", "one", "-sc", "3")
        self.well("start", "one")
        self.wait_for_end("one")
        self.assertEqual(before + 1, len(self.rows("one.csv")))
        self.well("update", "one", "-cnf")
        self.well("start", "one")
        self.wait_for_end("one")
        self.assertEqual(before + 1, len(self.rows("one.csv")))
        self.assertEqual(3, len(self.rows("one_000001.csv")))

    def test_a_command_runs_when_a_log_was_closed(self):
        told = self.log("told")
        os.mkfifo(told)
        script = self.log("on close")
        script.write_text('#!/bin/sh\nprintf %s "$OPENPERFLIB_LOG" > ' + "'%s'\n" % told)
        script.chmod(0o755)
        self.create("cpu", "-rc", script, "-si", "1", "-sc", "1", "-o", self.log("cpu $(touch x)"))
        # A shell believes the last one of two variables of a name.
        self.well("start", "cpu", OPENPERFLIB_LOG="of the log that was closed before")
        self.assertEqual(str(self.log("cpu $(touch x)_000001.blg")), told.read_text())

    def test_a_time_to_begin_is_waited_for_and_a_stop_ends_the_wait(self):
        self.create("later", "-b", "1/1/2999", "1:00:00", "PM", "-o", self.log("later"))
        self.assertEqual("On", self.value("Schedules:", "later"))
        self.well("start", "later")
        self.assertEqual("Running", self.status("later"))
        self.assertIsNone(self.value("Output Location:", "later"))
        self.assertEqual("1/1/2999 13:00:00", self.value("Next Run:", "later"))
        self.well("stop", "later")
        self.assertIsNone(self.value("Next Run:", "later"))
        self.assertEqual([], list(self.folder.glob("later*")))

    def test_a_run_that_fails_later_is_the_last_error_until_the_next_one(self):
        self.create("night", "-si", "1", "-sc", "1", "-o", "/proc/nowhere")
        self.well("start", "night", "-as")
        self.wait_for_end("night")
        self.assertRegex(self.value("Last Error:", "night"),
                         r"^\d+/\d+/\d{4} \d+:\d\d:\d\d: /proc/nowhere_000001.blg: no such file")
        self.well("update", "night", "-o", self.log("night"))
        self.well("start", "night")
        self.wait_for_end("night")
        self.assertIsNone(self.value("Last Error:", "night"))

    def test_what_is_over_does_not_collect(self):
        self.create("over", "-e", "1/1/2001", "-o", self.log("over"))
        self.assertRefused("The end time of the collection has passed.", "start", "over")
        self.assertEqual([], list(self.folder.glob("over*")))

    def test_nobody_has_to_wait_for_a_start_or_a_stop(self):
        self.create("cpu", "-si", "1", "-sc", "1", "-o", self.log("cpu"))
        self.well("start", "cpu", "-as")
        self.wait_for_end("cpu")
        self.assertEqual(1, self.samples_of("cpu_000001.blg"))
        self.well("update", "cpu", "-sc", "1000000")
        self.well("start", "cpu")
        self.well("stop", "cpu", "-as")
        self.wait_for_end("cpu")
        self.assertRefused("-as is an option of start and stop (0x80070057 E_INVALIDARG)", "query", "-as")

    @unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
    def test_a_start_that_fails_when_nobody_waits_is_told_to_the_system_log(self):
        lines = self.folder / "syslog"
        self.create("cpu", "-si", "1", "-o", "/proc/nowhere")
        self.well("start", "cpu", "-as", LD_PRELOAD=os.environ["SYSLOG_CATCHER"],
                  SYSLOG_FILE=str(lines))
        self.wait_for_end("cpu")
        self.assertEqual("3 cpu: /proc/nowhere_000001.blg: no such file\n", lines.read_text())

    def test_run_for_ends_it(self):
        self.create("short", "-rf", "1", "-si", "1", "-o", self.log("short"))
        self.well("start", "short")
        self.wait_for_end("short")
        self.assertEqual(1, self.samples_of("short_000001.blg"))


class Changes(LogmanTest):
    def test_an_update_changes_what_it_names(self):
        self.create("one", "-c", CPU, AVAILABLE, "-si", "5", "-max", "7")
        self.well("update", "counter", "one", "-si", "1:00")
        self.assertEqual("60 second(s)", self.value("Sample Interval:", "one"))
        self.assertIn(CPU, self.well("query", "one"))
        self.well("update", "one", "-c", AVAILABLE, "--max")
        self.assertNotIn(CPU, self.well("query", "one"))
        self.assertIsNone(self.value("Segment Max Size:", "one"))

    def test_settings_come_from_a_file_too_and_the_command_line_goes_before(self):
        settings = self.folder / "settings.txt"
        settings.write_text("[c]\n%s\n[si]\n5\n[max]\n3\n[cnf]\n" % CPU)
        self.well("create", "counter", "one", "-config", settings, "-si", "7")
        self.assertEqual("7 second(s)", self.value("Sample Interval:", "one"))
        self.assertEqual("3 MB", self.value("Segment Max Size:", "one"))
        settings.write_text("[c]\n%s\n[nix]\n" % CPU)
        self.assertRefused("%s:3: unknown option [nix]; use -? for help (0xC0000BBD "
                           "PDH_INVALID_ARGUMENT)" % settings, "create", "counter", "two", "-config",
                           settings)

    def test_a_log_with_backslashes_is_remarked_on(self):
        result = self.run_logman("create", "counter", "one", "-c", CPU, "-o", "c:\\perflogs\\one",
                                 cwd=self.folder)
        self.assertEqual((0, "logman: c:\\perflogs\\one looks like a Windows path; on Linux it is the name of a "
                          "file in the current folder\n"), (result.code, result.err))

    def test_a_path_without_single_quotes_is_recognised(self):
        self.assertRefused("MemoryAvailable MBytes: the shell removed the backslashes; put the path in single "
                           r"quotes: '\Memory\Available MBytes' (0xC0000BC0 PDH_CSTATUS_BAD_COUNTERNAME)",
                           "create", "counter", "one", "-c", "MemoryAvailable", "MBytes")

    def test_a_list_of_counters_is_checked_line_by_line(self):
        counters = self.folder / "counters.txt"
        counters.write_text('"%s"\n\n\\\\\n' % CPU)
        result = self.run_logman("create", "counter", "one", "-cf", counters)
        self.assertEqual(1, result.code)
        self.assertIn("%s:3: \\\\ is not a counter path; write " % counters, result.text)


class Help(LogmanTest):
    def test_a_misspelt_verb_gets_the_nearest_one(self):
        self.assertRefused("unknown verb strat; did you mean start? (0x80070057 E_INVALIDARG)", "strat", "x")
        self.assertRefused("unknown verb frobnicate; use -? for help (0x80070057 E_INVALIDARG)", "frobnicate")

    def help(self, *words):
        result = self.run_logman(*words)
        self.assertEqual((0, ""), (result.code, result.err), result)
        return result.out.decode()

    def options(self, *words):
        section = self.help(*words).split("Options:\r\n")[1].split("\r\n\r\n")[0]
        return [line[2:].split("  ")[0].split(" <")[0].split(" [")[0] for line in section.split("\r\n")]

    def test_a_verb_has_its_own_options(self):
        general = ["-?", "-s", "-config"]
        self.assertEqual(general, self.options("-?"))
        self.assertEqual(general + ["[-n]", "-as", "-unit"], self.options("start", "-?"))
        self.assertEqual(general + ["[-n]"], self.options("query", "x", "-?"))
        self.assertEqual(general + ["[-n]", "-xml", "-y"], self.options("export", "-?"))
        alert, counter = (self.options("create", kind, "-?") for kind in ("alert", "counter"))
        self.assertIn("-th", alert)
        self.assertNotIn("-th", counter)
        self.assertIn("-c", counter)
        self.assertNotIn("-c", alert)
        self.assertEqual(set(alert) | set(counter), set(self.options("create", "-?")))
        self.assertEqual(alert, self.options("update", "alert", "/?"))
        self.assertIn("\r\n  bincirc needs -max: at that size", self.help("create", "counter", "-?"))
        self.assertNotIn("bincirc", self.help("create", "alert", "-?"))

    def test_examples_are_of_the_verb_that_was_asked_for(self):
        for verb in ("create", "update", "query", "start", "stop", "delete", "import", "export"):
            examples = self.help(verb, "-?").split("Examples:\r\n")[1].splitlines()
            self.assertEqual({"logman %s" % verb}, {" ".join(line.split()[:2]) for line in examples if line})

    def test_help_as_it_is_asked_for_on_linux(self):
        self.assertEqual(self.help("-?"), self.help("--help"))
        self.assertEqual(self.help("stop", "-?"), self.help("stop", "-h"))

    @repeats
    def test_all_options_of_the_man_page_are_in_the_help_of_a_verb(self):
        page = (SOURCE / "apps/logman/man/logman.1").read_text().replace("\\-", "-")
        section = page.split(".SH OPTIONS\n")[1].split("\n.SH ")[0].split("\n")
        tags = {section[i + 1].split(" ")[1] for i, line in enumerate(section) if line == ".TP"}
        shown = {option.strip("[]").replace("[-]", "") for verb in ("create", "start", "export", "query")
                 for option in self.options(verb, "-?")}
        self.assertEqual(shown, tags)

    @repeats
    def test_help_fits_a_terminal_of_80_columns(self):
        for verb in ("-?", "create", "start", "export"):
            lines = self.help(verb, "-?").split("Options:\r\n")[1].split("\r\n")
            self.assertLessEqual(max(map(len, lines)), 80, verb)


class Xml(LogmanTest):
    def test_collections_and_exports_are_for_their_owner_alone(self):
        """A connection string may have a password."""
        exported = self.folder / "public.xml"
        exported.write_text("old")
        exported.chmod(0o644)
        self.well("create", "counter", "one", "-c", AVAILABLE)
        self.well("update", "counter", "one", "-si", "5")
        self.well("export", "one", "-xml", exported, "-y")
        for file in (self.collections / "one.xml", exported):
            self.assertEqual(0o600, file.stat().st_mode & 0o777, file)

    def test_what_is_exported_and_imported_is_the_same(self):
        self.create("one", "-c", CPU, AVAILABLE, "-si", "5", "-max", "7", "-cnf", "-f", "tsv", "-v",
                    "mmddhhmm", "-b", "1/2/2030", "3:04:05", "PM", "-r", "-rf", "10:00", "-rc",
                    "/bin/a <&> b", "-o", self.folder / "l & g")
        first, second = self.folder / "1.xml", self.folder / "2.xml"
        self.well("export", "one", "-xml", first)
        self.well("import", "-n", "two", "-xml", first)
        self.well("export", "two", "-xml", second)
        self.assertEqual(first.read_bytes(), second.read_bytes().replace(b">two<", b">one<"))
        self.assertEqual(self.well("query", "one"), self.well("query", "two").replace("two", "one"))

    def test_utf16_of_either_order_with_and_without_a_mark(self):
        self.create("größe", "-c", r"\Processor(*)\% Processor Time")
        exported = self.folder / "1.xml"
        self.well("export", "größe", "-xml", exported)
        text = exported.read_text().replace('"UTF-8"', '"UTF-16"')
        for number, encoding in enumerate(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-8")):
            copy = self.folder / ("%d.xml" % number)
            copy.write_bytes(text.encode(encoding))
            name = "copy %d" % number
            self.well("import", name, "-xml", copy)
            self.assertIn(r"\Processor(*)\% Processor Time", self.well("query", name))

    def test_mistakes_are_named_by_file_and_line(self):
        cases = (
            ("<DataCollectorSet>\n\n</Data>", "3: "),
            ("<Other/>", "1: the first element must be DataCollectorSet"),
            ("<DataCollectorSet>\n</DataCollectorSet>",
             "1: DataCollectorSet contains neither PerformanceCounterDataCollector nor AlertDataCollector"),
            ("<DataCollectorSet>\n<TraceDataCollector/>\n</DataCollectorSet>",
             "2: TraceDataCollector is not supported"),
            ("<DataCollectorSet>\n<Duration>x</Duration>\n<PerformanceCounterDataCollector/>"
             "</DataCollectorSet>", "2: Duration: x is not a valid value"),
            ("<DataCollectorSet><PerformanceCounterDataCollector>\n\n<LogFileFormat>4</LogFileFormat>"
             "</PerformanceCounterDataCollector></DataCollectorSet>",
             "3: LogFileFormat: 4 is not a valid value"),
            ("<DataCollectorSet><PerformanceCounterDataCollector>\n<SampleInterval>0</SampleInterval>"
             "</PerformanceCounterDataCollector></DataCollectorSet>",
             "1: SampleInterval: 0 must be from 1 to 31622400 seconds"))
        file = self.folder / "bad.xml"
        for text, reason in cases:
            file.write_text(text)
            result = self.run_logman("import", "x", "-xml", file)
            self.assertEqual(1, result.code, result)
            self.assertIn("\r\nError:\r\n%s:%s" % (file, reason), result.text)
        self.assertEqual("", self.run_logman("query").err)

    def test_counters_that_are_no_path_are_left_out_and_told_once(self):
        file = self.folder / "one.xml"
        file.write_text("<DataCollectorSet><PerformanceCounterDataCollector><Counter>no\33path</Counter>"
                        "<Counter>%s</Counter></PerformanceCounterDataCollector></DataCollectorSet>"
                        % AVAILABLE)
        self.well("import", "one", "-xml", file)
        self.assertIn("Counters:\r\n%sno\N{REPLACEMENT CHARACTER}path\r\n" % (22 * " "),
                      self.well("query", "one"))
        result = self.run_logman("start", "one")
        self.assertEqual(0, result.code, result)
        self.assertRegex(result.err, r"^logman: no\N{REPLACEMENT CHARACTER}path is not [^\n]*\n$")
        self.well("stop", "one")

    def test_an_existing_file_is_asked_about(self):
        self.create("one")
        file = self.folder / "one.xml"
        file.write_text("mine")
        result = self.run_logman("export", "one", "-xml", file, data=b"n\n")
        self.assertEqual((1, "mine"), (result.code, file.read_text()))
        self.well("export", "one", "-xml", file, "-y")
        self.assertTrue(file.read_text().startswith("<?xml"))


if __name__ == "__main__":
    unittest.main()

"""`perflib record` and `convert`: files that are whole, round trips, refusals (docs/perflib.md, section 7).

Expected numbers are taken by hand from tests/fixtures/made_machines.py, `pair`: two trees of one
machine, exactly 10 s apart, made-pair-a at 23:36:40.750 and made-pair-b at 23:36:50.750 UTC.
"""

import csv
import io
import os
import re
import resource
import signal
import subprocess
import time
import unittest

from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, PATIENCE, PERFLIB, SOURCE, VM_PAIR,
                  WRONG_USAGE, ToolTest, environment, perflib, some_of)

COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
CPUS = r"\Processor(*)\% Processor Time"
AVAILABLE = r"\Memory\Available Bytes"    # 5,120,000,000, then 4,608,000,000
EVERYTHING = (r"\Processor(*)\*", r"\Memory\*", r"\PhysicalDisk(*)\*", r"\System\*",
              r"\LogicalDisk(*)\*", r"\Network Interface(*)\*", r"\Process(*)\*")
PAIR_CSV = (b'"(PDH-CSV 4.0) (UTC)(0)","\\\\pair\\Processor(0)\\% Processor Time",'
            b'"\\\\pair\\Processor(1)\\% Processor Time","\\\\pair\\Processor(2)\\% Processor Time",'
            b'"\\\\pair\\Processor(_Total)\\% Processor Time","\\\\pair\\Memory\\Available Bytes"\r\n'
            b'"11/14/2023 23:36:40.750"," "," "," "," ","5120000000"\r\n'
            b'"11/14/2023 23:36:50.750","40.100000000000001","10.799999999999999"," ","0",'
            b'"4608000000"\r\n')


class FileTest(ToolTest):
    def path(self, name):
        return self.folder / name

    def convert(self, *arguments):
        return self.run_well("convert", *arguments)

    def record(self, name, *arguments):
        result = perflib("record", "-o", self.path(name), *arguments)
        self.assertExit(result, ALL_WELL)
        return self.path(name)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class Recordings(FileTest):
    """A .perfrec has everything; what is chosen of it later is what a recording of that alone has."""

    def assertTheSameAsText(self, *roots):
        text = self.record("text.csv", *EVERYTHING, *roots).read_bytes()
        recording = self.record("all.perfrec", *roots)
        chosen = [word for path in EVERYTHING for word in ("-c", path)]
        self.convert(recording, self.path("chosen.csv"), *chosen)
        self.convert(recording, self.path("all.blg"))
        self.convert(self.path("all.blg"), self.path("copied.csv"), *chosen)
        self.assertEqual(text, self.path("chosen.csv").read_bytes())
        self.assertEqual(text, self.path("copied.csv").read_bytes())

    def test_recording_to_binary_to_text_is_the_text_of_the_same_samples(self):
        self.assertTheSameAsText(*VM_PAIR)

    def test_without_a_path_every_object_is_recorded(self):
        listed = self.run_well("list", self.record("all.perfrec", *VM_PAIR)).text
        for name in ("Processor", "Memory", "Process", "Collection Status"):
            self.assertIn("\n\\%s" % name, "\n" + listed)

    def test_what_is_read_alone_is_the_same_as_beside_everything(self):
        """Of a log with names of paths no other columns are decoded."""
        def last_row(*words):
            result = perflib("query", recording, *words, "--format", "csv")
            names, *_, row = csv.reader(io.StringIO(result.text))
            return dict(zip(names[1:], row[1:]))

        recording = self.record("all.perfrec", *VM_PAIR)
        everything = last_row()
        objects = {}
        for path in everything:
            objects.setdefault(path.split("\\")[3].split("(")[0], []).append(path)
        for paths in some_of(objects.values(), 6):
            path = paths[len(paths) // 2]
            self.assertEqual({path: everything[path]}, last_row(path))

    def test_with_paths_their_whole_objects_are(self):
        recording = self.record("some.perfrec", AVAILABLE, *VM_PAIR)
        rows = self.run_well("query", recording, r"\Memory\Page Faults/sec", "--format", "csv")
        self.assertEqual(3, rows.text.count("\n"))  # the header, a row without a rate and one with it
        self.assertEqual(DOES_NOT_EXIST,
                         perflib("query", recording, r"\Processor(*)\% Processor Time").code)

    def test_a_ring_is_a_folder_that_is_gone_on_with(self):
        box = self.path("box.perfrec")
        for runs in (1, 2):
            result = perflib("record", "--ring", "24h", "-o", box, *VM_PAIR)
            self.assertEqual((ALL_WELL, "perflib: %s: 2 samples\n" % box), (result.code, result.err))
            self.assertEqual(["%06d.perfrec" % (n + 1) for n in range(runs)],
                             sorted(path.name for path in box.iterdir()))
            text = self.run_well("query", box, AVAILABLE, "--format", "csv").text
            self.assertEqual(1 + 2 * runs, text.count("\n"))

    def test_a_ring_is_a_recording(self):
        for arguments, message in (
                (("-o", "x.blg", AVAILABLE), "perflib: --ring: -o FILE.perfrec is required"),
                (("-o", "x.blg"), "perflib: --ring: -o FILE.perfrec is required"),
                ((), "perflib: --ring: -o FILE.perfrec is required"),
                (("-o", "x.perfrec", "--max-size", "1K"),
                 'perflib: record: --max-size: "1K" is too small; the least is 1M')):
            with self.subTest(arguments):
                result = perflib("record", "--ring", "1h", *arguments)
                self.assertEqual((WRONG_USAGE, message), (result.code, result.err.split("\n")[0]))

    def test_durations_and_sizes_take_the_units_that_people_write(self):
        box = self.path("units.perfrec")
        self.assertExit(perflib("record", "--ring", "24 hours", "--max-size", "1GB", "-i", "500ms", "-o", box,
                                *VM_PAIR), ALL_WELL)
        self.assertExit(perflib("query", AVAILABLE, "-n", "2", "-i", "10ms"), ALL_WELL)

    def test_other_formats_need_a_path(self):
        result = perflib("record", "-o", self.path("x.blg"))
        self.assertEqual((WRONG_USAGE, "perflib: record: no counter path given; name some, or record everything with "
                          "-o FILE.perfrec"),
                         (result.code, result.err.split("\n")[0]))
        self.assertEqual([], self.names())

    def text_of(self, log, *arguments):
        self.convert(log, self.path("text.csv"), "-y", *arguments)
        return self.path("text.csv").read_bytes()

    def test_recordings_can_be_written_as_a_recording(self):
        recording = self.record("all.perfrec", *VM_PAIR)
        chosen = [word for path in EVERYTHING for word in ("-c", path)]
        text = self.text_of(recording, *chosen)
        self.convert(recording, self.path("copy.perfrec"))
        self.assertEqual(text, self.text_of(self.path("copy.perfrec"), *chosen))
        self.assertTrue(self.path("copy.perfrec").read_bytes().startswith(recording.read_bytes()[:4]))
        self.run_well("merge", recording, self.path("copy.perfrec"), self.path("both.perfrec"))
        self.assertEqual([self.run_well("list", recording).text],
                         [self.run_well("list", self.path("both.perfrec")).text])

    def test_slice_of_a_ring_is_a_recording(self):
        box = self.path("box.perfrec")
        for _ in range(2):
            self.assertExit(perflib("record", "--ring", "24h", "-o", box, *VM_PAIR), ALL_WELL)
        self.run_well("cut", box, self.path("part.perfrec"), "--last", "1h")
        self.assertEqual(self.text_of(box, "-c", AVAILABLE),
                         self.text_of(self.path("part.perfrec"), "-c", AVAILABLE))
        self.assertLess(self.path("part.perfrec").stat().st_size,
                        2 * sum(path.stat().st_size for path in box.iterdir()))

    def test_recording_of_chosen_counters_has_their_whole_objects(self):
        self.convert(self.record("all.perfrec", *VM_PAIR), self.path("some.perfrec"), "-c", AVAILABLE)
        self.run_well("query", self.path("some.perfrec"), r"\Memory\Page Faults/sec")
        self.assertEqual(DOES_NOT_EXIST,
                         perflib("query", self.path("some.perfrec"), r"\Processor(*)\% Processor Time").code)

    def test_recording_cannot_be_made_of_another_log(self):
        self.assertFault(perflib("convert", COUNTERS, self.path("x.perfrec")), FAILED,
                         "perflib: %s: is not a recording; only recordings can be written as a .perfrec\n" % COUNTERS)


class Record(FileTest):
    def test_text_has_a_row_a_sample_and_the_first_rates_are_blank(self):
        self.assertEqual(PAIR_CSV, self.record("pair.csv", CPUS, AVAILABLE, *PAIR).read_bytes())

    def test_n_is_the_number_of_samples(self):
        rows = self.record("one.csv", AVAILABLE, "-n", "1", *PAIR).read_bytes().split(b"\r\n")
        self.assertEqual([b'"11/14/2023 23:36:40.750","5120000000"', b""], rows[1:])

    def test_live_samples_come_at_their_pace(self):
        result = perflib("record", "-o", self.path("live.tsv"), AVAILABLE, "-n", "3", "-i", "0.05")
        self.assertEqual((ALL_WELL, "", "perflib: %s: 3 samples\n" % self.path("live.tsv")),
                         (result.code, result.text, result.err))
        self.assertEqual(4, self.path("live.tsv").read_bytes().count(b"\r\n"))

    def test_without_a_name_it_is_a_blg_of_machine_and_time(self):
        result = perflib("record", AVAILABLE, *PAIR, cwd=self.folder)
        self.assertEqual((ALL_WELL, "perflib: pair-20231114-233640.blg: 2 samples\n"),
                         (result.code, result.err))
        self.assertEqual(["pair-20231114-233640.blg"], self.names())

    def test_new_instance_has_no_column_in_text_and_is_named_once(self):
        result = perflib("record", "-o", self.path("ids.csv"), r"\Process(*)\ID Process", *PAIR)
        self.assertEqual("perflib: \\\\pair\\Process(reused)\\ID Process: appeared after the first "
                         "row and gets no column\nperflib: %s: 2 samples\n" % self.path("ids.csv"),
                         result.err)

    def test_file_that_is_there_stays_unless_told(self):
        self.path("old.csv").write_text("old")
        result = perflib("record", "-o", self.path("old.csv"), AVAILABLE, *PAIR)
        self.assertFault(result, FAILED,
                         "perflib: %s: already exists; use -y to overwrite\n" % self.path("old.csv"))
        self.assertEqual("old", self.path("old.csv").read_text())
        self.record("old.csv", CPUS, AVAILABLE, "-y", *PAIR)
        self.assertEqual(PAIR_CSV, self.path("old.csv").read_bytes())

    def test_format_follows_the_extension_or_is_refused(self):
        self.assertFault(perflib("record", "-o", "x.txt", AVAILABLE, *PAIR), WRONG_USAGE,
                         "perflib: x.txt: unknown extension; use .perfrec, .blg, .csv or .tsv\n")

    def test_path_that_is_nowhere_leaves_no_file(self):
        result = perflib("record", "-o", self.path("x.csv"), r"\Memroy\Available Bytes", *PAIR)
        self.assertFault(result, DOES_NOT_EXIST, "perflib: \\Memroy\\Available Bytes: no such object; "
                                                 'did you mean "Memory"?\n')
        self.assertEqual([], self.names())

    def test_full_disk_is_said_and_what_was_written_is_whole(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
        result = perflib("record", "-o", self.path("full.csv"), CPUS, *PAIR, before=small_files)
        self.assertExit(result, FAILED)
        self.assertEqual(["perflib: %s: File too large" % self.path("full.csv"),
                          "perflib: %s: 0 samples were saved before" % self.path("full.csv")],
                         result.err.splitlines())
        self.assertEqual(1, self.path("full.csv").read_bytes().count(b"\r\n"))
        self.assertTrue(self.path("full.csv").read_bytes().endswith(b'_Total)\\% Processor Time"\r\n'))

    def test_full_disk_under_a_recording_of_this_machine_is_said_later(self):
        """A thread of its own writes it: the fault comes with a later sample, or at the end. No sample that was taken
        meanwhile counts as saved."""
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))  # the header, and a part of the first sample
        log = self.path("full.perfrec")
        for words in ((), ("-n", "1")):
            with self.subTest(words):
                result = perflib("record", "-y", "-i", "0.05", "-o", log, AVAILABLE, *words, before=small_files)
                self.assertExit(result, FAILED)
                self.assertEqual(["perflib: %s: File too large" % log,
                                  "perflib: %s: 0 samples were saved before" % log], result.err.splitlines())
                self.assertEqual(128, log.stat().st_size)


class RecordCommand(FileTest):
    def test_exit_code_is_that_of_the_command_and_the_summary_is_printed(self):
        result = perflib("record", "-o", self.path("c.csv"), AVAILABLE, "--", "sh", "-c",
                         "echo said; exit 7")
        self.assertExit(result, 7)
        lines = result.text.splitlines()
        self.assertEqual(["said", str(self.path("c.csv"))], lines[:2])
        self.assertRegex(lines[2], r"^ .* UTC\+00:00  2 samples, one every ")
        self.assertEqual(3, self.path("c.csv").read_bytes().count(b"\r\n"))

    def test_options_of_the_command_are_its_own(self):
        result = perflib("record", "-o", self.path("c.csv"), AVAILABLE, "--", "echo", "-o", "--", "-y")
        self.assertEqual((ALL_WELL, "-o -- -y"), (result.code, result.text.splitlines()[0]))

    def test_last_interval_that_is_far_shorter_is_left_out(self):
        """The command ends as soon as it sees the second sample."""
        log = self.path("c.csv")
        result = perflib("record", "-i", "3", "-o", log, AVAILABLE, "--", "sh", "-c",
                         "until [ $(wc -l <%s) -ge 3 ]; do sleep 0.01; done" % log)
        self.assertExit(result, ALL_WELL)
        self.assertEqual(1 + 2, log.read_bytes().count(b"\r\n"))

    def test_last_interval_is_kept_where_it_is_the_only_one(self):
        log = self.path("c.csv")
        self.assertExit(perflib("record", "-i", "1h", "-o", log, AVAILABLE, "--", "true"), ALL_WELL)
        self.assertEqual(1 + 2, log.read_bytes().count(b"\r\n"))

    def test_signal_that_ends_the_command_is_its_code(self):
        result = perflib("record", "-o", self.path("c.csv"), AVAILABLE, "--", "sh", "-c", "kill -9 $$")
        self.assertExit(result, 128 + signal.SIGKILL)

    def test_command_that_is_not_there_leaves_no_file(self):
        result = perflib("record", "-o", self.path("c.csv"), AVAILABLE, "--", "no-such-command")
        self.assertFault(result, 127, "perflib: no-such-command: No such file or directory\n")
        self.assertEqual([], self.names())

    def test_command_that_cannot_be_run_keeps_the_file_that_was_there(self):
        self.path("c.csv").write_text("old")
        result = perflib("record", "-y", "-o", self.path("c.csv"), AVAILABLE, "--", str(self.folder))
        self.assertFault(result, 126, "perflib: %s: Permission denied\n" % self.folder)
        self.assertEqual("old", self.path("c.csv").read_text())

    def test_no_command_behind_the_dashes(self):
        self.assertFault(perflib("record", AVAILABLE, "--"), WRONG_USAGE,
                         "perflib: record: a COMMAND is required after --\n")

    def test_recorded_machine_runs_no_command(self):
        self.assertFault(perflib("record", AVAILABLE, *PAIR, "--", "true"), WRONG_USAGE,
                         "perflib: --root: a command runs on this machine\n")

    def test_command_gets_signals_and_streams_as_they_were(self):
        result = perflib("record", "-o", self.path("c.csv"), AVAILABLE, "--", "sh", "-c",
                         "cat; grep -E '^Sig(Blk|Ign):' /proc/self/status", data=b"given\n")
        self.assertEqual("given", result.text.splitlines()[0])
        plain = subprocess.run(["sh", "-c", "grep -E '^Sig(Blk|Ign):' /proc/self/status"],
                               capture_output=True, text=True, env=environment())
        self.assertIn(plain.stdout, result.text)


class Interrupted(FileTest):
    """Whatever ends a recording: what was written is a log."""

    def recording(self, name):
        return subprocess.Popen([PERFLIB, "record", "-o", self.path(name), AVAILABLE, "-i", "0.01"],
                                env=environment(), stderr=subprocess.PIPE)

    def wait_for_bytes(self, name, least):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.path(name).exists() and self.path(name).stat().st_size >= least:
                return
            time.sleep(0.005)
        self.fail("%s did not grow" % name)

    def ended(self, name, number, least):
        process = self.recording(name)
        self.wait_for_bytes(name, least)
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)
        return process.returncode, err.decode()

    def test_interrupt_completes_the_file(self):
        code, err = self.ended("i.csv", signal.SIGINT, 300)
        self.assertEqual(0, code)
        rows = self.path("i.csv").read_bytes().count(b"\r\n") - 1
        self.assertEqual("perflib: %s: %d samples\n" % (self.path("i.csv"), rows), err)

    def test_kill_leaves_whole_rows(self):
        self.ended("k.csv", signal.SIGKILL, 300)
        lines = self.path("k.csv").read_bytes().split(b"\r\n")
        self.assertEqual(b"", lines[-1])
        for line in lines[1:-1]:
            self.assertRegex(line, rb'^"[0-9/]{10} [0-9:.]{12}","[0-9]+"$')

    def test_kill_leaves_a_binary_log_that_opens(self):
        self.ended("k.blg", signal.SIGKILL, 65536 + 1)  # after the header: the first sample
        result = perflib("query", self.path("k.blg"), AVAILABLE, "--format", "csv")
        self.assertExit(result, ALL_WELL)
        self.assertGreater(result.out.count(b"\r\n"), 1)

    def test_conversion_that_is_stopped_leaves_nothing(self):
        rows = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\m\\Memory\\Available Bytes"\r\n' + b"".join(
            b'"11/14/2023 %02d:%02d:%02d.%03d","1"\r\n' % (i // 3600000, i // 60000 % 60,
                                                          i // 1000 % 60, i % 1000)
            for i in range(0, 80000000, 200))
        self.path("big.csv").write_bytes(rows)
        process = subprocess.Popen([PERFLIB, "convert", self.path("big.csv"), self.path("out.csv")],
                                   env=environment(), stderr=subprocess.PIPE)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(0, process.returncode)
        self.assertEqual(["big.csv"], self.names())


class RoundTrips(FileTest):
    def test_live_to_blg_to_csv_is_live_to_csv(self):
        """No 4-byte counter wraps here, and no name passes to another instance: of both a log knows
        nothing."""
        for machine, paths in ((PAIR, (CPUS, AVAILABLE, r"\Processor(*)\DPC Rate")),
                               (VM_PAIR, EVERYTHING)):
            live = self.record("live.csv", *paths, "-y", *machine).read_bytes()
            self.record("live.blg", *paths, "-y", *machine)
            self.convert(self.path("live.blg"), self.path("back.csv"), "-y")
            header, first, second, _ = live.split(b"\r\n")
            columns = self.cells(header)
            back = [self.cells(line) for line in self.path("back.csv").read_bytes().split(b"\r\n")[:-1]]
            for line, other in zip((first, second), back[1:]):
                theirs = dict(zip(back[0], other))
                self.assertEqual(
                    [], [(name, value, theirs.get(name)) for name, value in
                         zip(columns, self.cells(line)) if theirs.get(name, b" ") != value])

    @staticmethod
    def cells(line):
        return line[1:-1].split(b'","')

    def test_blg_to_blg_to_csv_is_blg_to_csv(self):
        for log in (COUNTERS, OBJECTS):
            self.convert(log, self.path("direct.csv"), "-y")
            self.convert(log, self.path("again.blg"), "-y")
            self.convert(self.path("again.blg"), self.path("indirect.csv"), "-y")
            self.assertEqual(self.path("direct.csv").read_bytes(),
                             self.path("indirect.csv").read_bytes())

    def test_csv_to_tsv_to_csv_is_the_same_bytes(self):
        self.convert(COUNTERS, self.path("a.csv"))
        self.convert(self.path("a.csv"), self.path("b.tsv"))
        self.convert(self.path("b.tsv"), self.path("c.csv"))
        self.assertEqual(self.path("a.csv").read_bytes(), self.path("c.csv").read_bytes())
        self.assertIn(b'"\t"', self.path("b.tsv").read_bytes())


class Convert(FileTest):
    def test_two_columns_of_one_name_stay_two(self):
        log = (b'"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\A\\b","\\\\H\\A\\b"\r\n'
               b'"01/02/2020 03:04:05.000","2"," "\r\n')
        self.path("in.csv").write_bytes(log)
        perflib("convert", self.path("in.csv"), self.path("out.csv"))
        self.assertEqual(log, self.path("out.csv").read_bytes())

    def test_two_columns_of_one_name_stay_two_of_several_logs_too(self):
        head = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\A\\b","\\\\H\\A\\b"\r\n'
        rows = [b'"01/02/2020 03:04:05.000","2","3"\r\n', b'"01/02/2020 03:04:09.000","4","5"\r\n']
        for name, row in zip(("a.csv", "b.csv"), rows):
            self.path(name).write_bytes(head + row)
        perflib("convert", self.path("a.csv"), self.path("b.csv"), self.path("out.csv"))
        self.assertEqual(head + rows[0] + rows[1], self.path("out.csv").read_bytes())

    def test_counter_that_comes_with_a_later_sample_has_its_column(self):
        self.record("pair.blg", r"\Processor(*)\DPC Rate", AVAILABLE, *PAIR)
        self.convert(self.path("pair.blg"), self.path("x.csv"), "-c", r"\Processor(*)\DPC Rate")
        self.assertEqual([b'"(PDH-CSV 4.0) (UTC)(0)"', b'"\\\\pair\\Processor(0)\\DPC Rate"',
                          b'"\\\\pair\\Processor(1)\\DPC Rate"',
                          b'"\\\\pair\\Processor(_Total)\\DPC Rate"'],
                         self.path("x.csv").read_bytes().split(b"\r\n")[0].split(b","))
        self.assertEqual(b'"11/14/2023 23:36:50.750","18","0","18"',
                         self.path("x.csv").read_bytes().split(b"\r\n")[2])

    def test_known_values_of_a_genuine_log(self):
        self.convert(COUNTERS, self.path("x.csv"), "-c", r"\Processor(_Total)\% Processor Time")
        lines = self.path("x.csv").read_bytes().split(b"\r\n")
        self.assertEqual([b'"(PDH-CSV 4.0) (Pacific Standard Time)(480)",'
                          b'"\\\\GEORGIS3\\Processor(_Total)\\% Processor Time"',
                          b'"02/19/2013 18:50:17.844"," "',
                          b'"02/19/2013 18:50:18.844","9.378262382554226"'], lines[:3])
        self.assertEqual(1 + 601 + 1, len(lines))

    def test_every_nth_sample_has_the_rate_from_the_one_before_it(self):
        self.record("pair.blg", CPUS, AVAILABLE, *PAIR)
        self.convert(COUNTERS, self.path("x.csv"), "--every", "100")
        self.assertEqual(1 + 7, self.path("x.csv").read_bytes().count(b"\r\n"))

    def test_window(self):
        self.convert(COUNTERS, self.path("x.csv"), "-b", "2013-02-19 18:55", "-e", "2013-02-19 18:56")
        times = [line[1:24] for line in self.path("x.csv").read_bytes().split(b"\r\n")[1:-1]]
        self.assertEqual((60, b"02/19/2013 18:55:00.842", b"02/19/2013 18:55:59.845"),
                         (len(times), times[0], times[-1]))

    def test_blg_of_a_window_has_the_record_before_it(self):
        self.convert(COUNTERS, self.path("x.blg"), "-b", "2013-02-19 19:00:17")
        self.convert(self.path("x.blg"), self.path("x.csv"))
        rows = self.path("x.csv").read_bytes().split(b"\r\n")[1:-1]
        self.assertEqual([b"02/19/2013 19:00:16.840", b"02/19/2013 19:00:17.840"],
                         [row[1:24] for row in rows])
        self.assertNotIn(b'" "', rows[1])

    def test_format_may_be_said(self):
        self.convert(COUNTERS, self.path("x.txt"), "--to", "tsv")
        self.assertTrue(self.path("x.txt").read_bytes().startswith(b'"(PDH-TSV 4.0) '))
        self.assertFault(perflib("convert", COUNTERS, self.path("y.txt")), WRONG_USAGE,
                         "perflib: %s: cannot tell the format; name it .csv, .tsv, .blg or .perfrec, or use "
                         "--to\n" % self.path("y.txt"))

    def test_format_that_is_not_written_is_told_what_serves_instead(self):
        for extension, advice in (
                (".xlsx", "workbooks are not written; name it .csv and add --excel, which spreadsheets open"),
                (".parquet", "is not a format that is written; name it .csv and add --long, which data frames read"),
                (".db", "a log in a database is named SQL:FILE!SET, for example 'SQL:%s!server'" % self.path("x.db"))):
            out = self.path("x" + extension)
            self.assertFault(perflib("convert", COUNTERS, out), WRONG_USAGE, "perflib: %s: %s\n" % (out, advice))

    def test_text_is_no_source_of_readings(self):
        self.convert(COUNTERS, self.path("x.csv"))
        self.assertFault(perflib("convert", self.path("x.csv"), self.path("x.blg")), FAILED,
                         "perflib: %s: contains calculated values; a .blg needs raw readings. "
                         "Choose .csv or .tsv\n" % self.path("x.csv"))
        self.assertEqual(["x.csv"], self.names())

    def test_standard_output_is_a_minus(self):
        self.convert(COUNTERS, self.path("x.csv"))
        expected = self.path("x.csv").read_bytes()
        for words in ((COUNTERS, "--to", "csv", "-"), (COUNTERS, "--to", "csv", "-o", "-")):
            result = perflib("convert", *words, cwd=self.folder)
            self.assertEqual((ALL_WELL, "", True),
                             (result.code, result.err, result.out == expected), words)
        self.assertEqual(["x.csv"], self.names())
        self.convert(COUNTERS, "-o", self.path("y.csv"))
        self.assertEqual(expected, self.path("y.csv").read_bytes())

    def test_standard_output_is_of_text_with_its_format(self):
        for words, why in (
                ((COUNTERS, "-"), "--to csv or --to tsv is required for standard output"),
                ((COUNTERS, "-", "--to", "blg"),
                 "only csv and tsv can be written to standard output; give the name of a file")):
            self.assertFault(perflib("convert", *words, cwd=self.folder), WRONG_USAGE,
                             "perflib: -: %s\n" % why)
        self.assertEqual([], self.names())

    def test_nothing_is_overwritten_unasked(self):
        self.path("x.csv").write_text("old")
        self.assertFault(perflib("convert", COUNTERS, self.path("x.csv")), FAILED,
                         "perflib: %s: already exists; use -y to overwrite\n" % self.path("x.csv"))
        self.assertEqual("old", self.path("x.csv").read_text())

    def test_no_log_leaves_no_file(self):
        self.path("text.blg").write_text("hello\n")
        self.assertFault(perflib("convert", self.path("text.blg"), self.path("x.csv")), FAILED,
                         "perflib: %s: is a text file, not a performance log; text logs begin with "
                         "PDH-CSV or PDH-TSV (PDH_UNKNOWN_LOG_FORMAT)\n"
                         % self.path("text.blg"))
        self.assertFault(perflib("convert", self.path("none.blg"), self.path("x.csv")), FAILED,
                         "perflib: %s: no such file\n" % self.path("none.blg"))
        self.assertEqual(["text.blg"], self.names())

    def test_full_disk_leaves_what_was_there(self):
        self.path("x.csv").write_text("old")

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        result = perflib("convert", "-y", COUNTERS, self.path("x.csv"), before=small_files)
        self.assertFault(result, FAILED, "perflib: %s: File too large\n" % self.path("x.csv"))
        self.assertEqual(["x.csv"], self.names())
        self.assertEqual("old", self.path("x.csv").read_text())

    def test_paths_that_are_not_in_the_log(self):
        result = perflib("convert", COUNTERS, self.path("x.csv"), "-c", r"\Procesor(0)\*",
                         "-c", r"\Processor(0)\*")
        self.assertEqual((DOES_NOT_EXIST, b"", "perflib: \\Procesor(0)\\*: is not in the log; did you "
                          'mean "Processor"?\n'), (result.code, result.out, result.err))
        self.assertEqual(2, len(self.path("x.csv").read_bytes().split(b"\r\n")[0].split(b'","')))

    def test_c_takes_several_paths(self):
        cpu0, cpu1 = r"\Processor(0)\% Processor Time", r"\Processor(1)\% Processor Time"
        repeated = self.path("repeated.csv")
        self.convert(COUNTERS, repeated, "-c", cpu0, "-c", cpu1)
        for name, words in (("last.csv", (COUNTERS, self.path("last.csv"), "-c", cpu0, cpu1)),
                            ("first.csv", ("-c", cpu0, cpu1, COUNTERS, self.path("first.csv"))),
                            ("named.csv", (COUNTERS, "-o", self.path("named.csv"), "-c", cpu0, cpu1))):
            self.convert(*words)
            self.assertEqual(repeated.read_bytes(), self.path(name).read_bytes())
        self.run_well("cut", COUNTERS, self.path("cut.csv"), "--first", "1h", "-c", cpu0, cpu1)
        self.assertEqual(repeated.read_bytes(), self.path("cut.csv").read_bytes())

    def test_path_for_shells_after_c_is_told_to_need_its_own(self):
        self.assertFault(perflib("convert", COUNTERS, self.path("x.csv"), "-c", r"\Processor(0)\*",
                                 "Processor/1/*"), WRONG_USAGE,
                         "perflib: Processor/1/*: no such file; if it is a counter path, repeat -c for each path\n")

    def test_name_after_c_is_told_to_need_its_own(self):
        for words in ((COUNTERS, "-c", "cpu", "memory", self.path("x.csv")),
                      (COUNTERS, self.path("x.csv"), "-c", "cpu", "memory")):
            self.assertFault(perflib("convert", *words), WRONG_USAGE,
                             "perflib: memory: no such file; if it names counters, repeat -c for each name\n")

    def test_more_columns_than_programs_read_are_refused_before_anything_is_written(self):
        columns = 50_000  # and that of the time
        wide = self.path("wide.csv")
        names = "".join(',"\\\\ONE\\Process(p%d)\\Thread Count"' % n for n in range(columns))
        wide.write_text('"(PDH-CSV 4.0) (UTC)(0)"%s\n"11/21/2026 10:00:00.000"%s\n' % (names, ',"1"' * columns))
        out = self.path("out.csv")
        self.assertFault(perflib("convert", wide, out), FAILED,
                         "perflib: %s: would have 50001 columns, and few programs read more than 50000; write a row "
                         "for each value with `perflib convert --long`, choose counters with -c, or insist with -y\n"
                         % out)
        self.assertFalse(out.exists())
        self.assertExit(perflib("convert", wide, out, "--long"), ALL_WELL)
        self.assertExit(perflib("convert", wide, out, "-y"), ALL_WELL)

    def test_none_of_the_paths_is_in_the_log(self):
        result = perflib("convert", COUNTERS, self.path("x.csv"), "-c", r"\Nothing\*")
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertEqual([], self.names())

    def test_usage(self):
        self.assertFault(perflib("convert", COUNTERS), WRONG_USAGE, "perflib: convert: no output file given; the "
                         "last argument is the file to write\nRun `perflib convert --help` for its options.\n")


if __name__ == "__main__":
    unittest.main()

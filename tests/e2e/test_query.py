"""`perflib query`: formats, statuses, spellings and exit codes (docs/perflib.md, sections 1, 2, 4).

Expected numbers are taken by hand from tests/fixtures/made_machines.py, `pair`: two trees of one
machine, exactly 10 s apart, made-pair-a at 23:36:40.750 and made-pair-b at 23:36:50.750 UTC.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from screen import Screen
from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, PERFLIB, SOURCE, WRONG_USAGE, VM_PAIR, ToolTest,
                  environment, perflib, roots, some_of)

AVAILABLE = r"\Memory\Available Bytes"   # MemAvailable: 5,000,000 kB, then 4,500,000 kB
CPU0 = r"\Processor(0)\% Processor Time"  # 401 busy ticks of 1,000
CPU1 = r"\Processor(1)\% Processor Time"  # 108 of 1,000, user time held where it fell
IDS = r"\Process(*)\ID Process"
IO = r"\Process(*)\IO Data Bytes/sec"
CPU_OF_PROCESSES = r"\Process(*)\% Processor Time"
NEVER_ON_LINUX = r"\Memory\Pool Paged Allocs"


def by_path(row):
    return {series["path"]: series for series in row["series"]}


class TextFormats(ToolTest):
    def test_csv_is_the_text_of_a_counter_log_to_the_byte(self):
        result = self.run_well("query", CPU0, CPU1, AVAILABLE, "--format", "csv", *PAIR)
        self.assertEqual(
            b'"(PDH-CSV 4.0) (UTC)(0)","\\\\pair\\Processor(0)\\% Processor Time",'
            b'"\\\\pair\\Processor(1)\\% Processor Time","\\\\pair\\Memory\\Available Bytes"\r\n'
            b'"11/14/2023 23:36:50.750","40.100000000000001","10.799999999999999","4608000000"\r\n',
            result.out)

    def test_load_is_shown_in_the_unit_of_its_name(self):
        load = r"\Linux System\Load Average 15m"  # /proc/loadavg: 0.10 0.20 0.30
        for words, expected in ((("--format", "csv"), '"0.29999999999999999"'), ((), "0.30")):
            result = self.run_well("query", load, *words, *roots("made-pair-a"))
            self.assertIn(expected, result.text)

    def test_tsv_differs_in_the_separator_and_the_name_alone(self):
        result = self.run_well("query", CPU0, AVAILABLE, "--format", "tsv", *PAIR)
        self.assertEqual(
            b'"(PDH-TSV 4.0) (UTC)(0)"\t"\\\\pair\\Processor(0)\\% Processor Time"'
            b'\t"\\\\pair\\Memory\\Available Bytes"\r\n'
            b'"11/14/2023 23:36:50.750"\t"40.100000000000001"\t"4608000000"\r\n', result.out)

    def test_csv_prints_a_row_a_root_where_one_sample_is_enough(self):
        result = self.run_well("query", AVAILABLE, "-n", "5", "--format", "csv", *PAIR)
        self.assertEqual(['"11/14/2023 23:36:40.750","5120000000"',
                          '"11/14/2023 23:36:50.750","4608000000"'],
                         result.text.split("\r\n")[1:-1])

    def test_csv_of_a_value_without_data_is_one_blank(self):
        result = self.run_well("query", AVAILABLE, NEVER_ON_LINUX, "--format", "csv", *PAIR)
        self.assertEqual('"11/14/2023 23:36:40.750","5120000000"," "',
                         result.text.split("\r\n")[1])

    def test_csv_keeps_its_columns_and_names_a_new_instance_once_on_stderr(self):
        trees = roots("made-pair-a", "made-pair-b", "made-pair-b")
        result = perflib("query", IDS, "-n", "3", "--format", "csv", *trees)
        self.assertExit(result, ALL_WELL)
        self.assertEqual(['"11/14/2023 23:36:40.750","0","2","1","100","150","200","0"',
                          '"11/14/2023 23:36:50.750","0","2","1"," "," ","200","0"',
                          '"11/14/2023 23:36:50.750","0","2","1"," "," ","200","0"'],
                         result.text.split("\r\n")[1:-1])
        self.assertEqual("perflib: \\\\pair\\Process(reused)\\ID Process: appeared after the first "
                         "row and gets no column\n", result.err)

    def test_table_groups_by_instance_with_units_beside_numbers(self):
        result = self.run_well("query", CPU0, r"\Processor(0)\% Idle Time", AVAILABLE, *PAIR)
        self.assertEqual("2023-11-14T23:36:50.750+00:00\n"
                         " \\Processor(0)\n"
                         "   % Processor Time            40.1   %\n"
                         "   % Idle Time                 59.9   %\n"
                         " \\Memory\n"
                         "   Available Bytes              4.3   GB\n", result.text)

    def test_table_says_why_a_value_is_missing(self):
        result = self.run_well("query", AVAILABLE, NEVER_ON_LINUX, *PAIR)
        self.assertIn("   Pool Paged Allocs             -  no count of allocation calls\n",
                      result.text)

    def test_table_shows_mount_points_and_processes_as_linux_does(self):
        result = self.run_well("query", r"\LogicalDisk(\)\Disk Reads/sec", *PAIR)
        self.assertIn(" \\LogicalDisk(/)\n", result.text)

    def test_table_has_no_blanks_at_the_ends_of_lines(self):
        for line in self.run_well("query", r"\Memory\*", IDS, *PAIR).text.splitlines():
            self.assertEqual(line.rstrip(), line)

    def test_raw_shows_both_readings_and_the_time_base_in_the_table(self):
        result = self.run_well("query", CPU0, "--raw", *PAIR)
        self.assertIn("      PERF_100NSEC_TIMER_INV  older (49401700000, 133444786007500000)  "
                      "newer (49461600000, 133444786107500000)  time base 10000000\n", result.text)

    def test_raw_of_a_counter_without_data_has_its_type_and_no_numbers(self):
        result = self.run_well("query", AVAILABLE, NEVER_ON_LINUX,
                               r"\System\% Registry Quota In Use", "--raw",
                               *PAIR)
        self.assertIn("no count of allocation calls\n      PERF_COUNTER_RAWCOUNT\n", result.text)
        self.assertIn("no registry on Linux\n      PERF_RAW_FRACTION\n", result.text)

    def test_language_of_the_user_changes_no_byte(self):
        arguments = ("query", CPU0, AVAILABLE, "--format", "csv", *PAIR)
        german = environment(LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8")
        self.assertEqual(perflib(*arguments).out, perflib(*arguments, env=german).out)

    def test_recorded_times_are_utc_wherever_the_reader_lives(self):
        arguments = ("query", AVAILABLE, "--format", "csv", *PAIR)
        self.assertEqual(perflib(*arguments).out,
                         perflib(*arguments, env=environment(TZ="America/New_York")).out)


class Json(ToolTest):
    def test_a_series_has_every_field_of_the_contract(self):
        row, = self.rows(CPU0, *PAIR)
        self.assertEqual({"time": "2023-11-14T23:36:50.750+00:00", "series": [{
            "path": "\\\\pair\\Processor(0)\\% Processor Time",
            "type": "PERF_100NSEC_TIMER_INV",
            "value": 40.1,
            "status": "CSTATUS_VALID_DATA",
            "reason": None,
            "raw": {"older": {"first": 49401700000, "second": 133444786007500000, "multi": 0},
                    "newer": {"first": 49461600000, "second": 133444786107500000, "multi": 0},
                    "time_base": 10000000}}]}, row)

    def test_fields_stand_in_the_order_of_the_contract(self):
        row, = self.rows(CPU0, *PAIR)
        self.assertEqual(["time", "series"], list(row))
        self.assertEqual(["path", "type", "value", "status", "reason", "raw"],
                         list(row["series"][0]))

    def test_a_line_a_row_and_each_row_has_the_instances_of_its_own_time(self):
        first, second = self.rows(IDS, "-n", "2", *PAIR)
        name = "\\\\pair\\Process(%s)\\ID Process"
        self.assertEqual([name % n for n in ("Idle", "System", "systemd", "first", "exits",
                                             "shrinks", "_Total")], list(by_path(first)))
        self.assertEqual([name % n for n in ("Idle", "System", "systemd", "reused", "shrinks",
                                             "_Total")], list(by_path(second)))

    def test_one_sample_of_a_rate_is_invalid_data_with_a_reason_and_its_raw_number(self):
        result = perflib("query", CPU0, "--format", "json", *roots("made-pair-a"))
        self.assertExit(result, FAILED)
        series, = json.loads(result.text)["series"]
        self.assertEqual({
            "path": "\\\\pair\\Processor(0)\\% Processor Time", "type": "PERF_100NSEC_TIMER_INV",
            "value": None, "status": "CSTATUS_INVALID_DATA",
            "reason": "first sample: a rate needs two",
            "raw": {"older": None,
                    "newer": {"first": 49401700000, "second": 133444786007500000, "multi": 0},
                    "time_base": 10000000}}, series)

    def test_a_reused_pid_is_a_new_process_and_has_no_rate(self):
        row, = self.rows(IO, *PAIR)
        series = by_path(row)["\\\\pair\\Process(reused)\\IO Data Bytes/sec"]
        self.assertEqual((None, "CSTATUS_INVALID_DATA", "the instance is new"),
                         (series["value"], series["status"], series["reason"]))
        self.assertEqual((None, 10), (series["raw"]["older"], series["raw"]["newer"]["first"]))

    def test_a_process_that_stayed_has_its_own_difference(self):
        row, = self.rows(IO, CPU_OF_PROCESSES, *PAIR)
        found = by_path(row)
        self.assertEqual(1.7, found["\\\\pair\\Process(shrinks)\\IO Data Bytes/sec"]["value"])
        self.assertEqual(11.0, found["\\\\pair\\Process(shrinks)\\% Processor Time"]["value"])

    def test_a_32_bit_number_may_wrap_within_one_identity(self):
        row, = self.rows(r"\System\Context Switches/sec", r"\PhysicalDisk(0 sda)\Disk Reads/sec",
                         *PAIR)
        self.assertEqual([2100.0, 10.0], [series["value"] for series in row["series"]])

    def test_another_disk_under_an_old_name_is_a_new_instance(self):
        row, = self.rows(r"\PhysicalDisk(*)\Disk Reads/sec", *PAIR)
        series = by_path(row)["\\\\pair\\PhysicalDisk(2 sdb)\\Disk Reads/sec"]
        self.assertEqual((None, "the instance is new"), (series["value"], series["reason"]))

    def test_another_interface_under_an_old_name_is_a_new_instance(self):
        row, = self.rows(r"\Network Interface(*)\Bytes Received/sec", *PAIR)
        values = {path.split("\\")[3]: series["value"] for path, series in by_path(row).items()}
        self.assertEqual({"Network Interface(eth0)": 2000.0, "Network Interface(tun0)": None},
                         values)

    def test_a_counter_that_linux_cannot_feed_is_no_counter_with_the_reason_and_no_raw(self):
        row, = self.rows(AVAILABLE, NEVER_ON_LINUX, *PAIR)
        series = by_path(row)["\\\\pair\\Memory\\Pool Paged Allocs"]
        self.assertEqual((None, "CSTATUS_NO_COUNTER", "no count of allocation calls", None),
                         (series["value"], series["status"], series["reason"], series["raw"]))
        self.assertEqual("PERF_COUNTER_RAWCOUNT", series["type"])

    def test_a_file_that_is_gone_is_no_data_with_the_file(self):
        result = perflib("query", IO, "--format", "json", *roots("made-hidepid"))
        series = by_path(json.loads(result.text))[
            "\\\\shared-host\\Process(System)\\IO Data Bytes/sec"]
        self.assertEqual((None, "NO_DATA", "no such file: /proc/2/io", None),
                         (series["value"], series["status"], series["reason"], series["raw"]))

    def test_no_permission_is_no_data_with_the_file(self):
        older, newer = self.copy_of("made-pair-a", "older"), self.copy_of("made-pair-b", "newer")
        for tree in (older, newer):
            (tree / "proc/200/io").chmod(0)
        result = perflib("query", IO, "--format", "json", "--root", older, "--root", newer,
                         before=self.without_privileges())
        self.assertExit(result, ALL_WELL)
        series = by_path(json.loads(result.text))["\\\\pair\\Process(shrinks)\\IO Data Bytes/sec"]
        self.assertEqual((None, "NO_DATA", "no permission: /proc/200/io", None),
                         (series["value"], series["status"], series["reason"], series["raw"]))

    def without_privileges(self):
        """Root reads every file: as root the tool runs as nobody."""
        if os.geteuid() != 0:
            return None
        self.folder.chmod(0o755)
        return lambda: os.setuid(65534)

    def test_an_instance_that_is_not_there_is_no_instance(self):
        result = perflib("query", r"\Processor(7)\% Idle Time", CPU0, "--format", "json", *PAIR)
        self.assertExit(result, DOES_NOT_EXIST)
        series = json.loads(result.text)["series"][0]
        self.assertEqual((None, "CSTATUS_NO_INSTANCE"), (series["value"], series["status"]))

    def test_an_instantaneous_value_has_one_reading_and_it_is_valid_data(self):
        row, = self.rows(AVAILABLE, *roots("made-pair-a"))
        series, = row["series"]
        self.assertEqual((5120000000, "CSTATUS_VALID_DATA", None),
                         (series["value"], series["status"], series["raw"]["older"]))
        self.assertEqual(5120000000, series["raw"]["newer"]["first"])

    def test_a_live_time_has_the_local_offset(self):
        result = perflib("query", AVAILABLE, "--format", "json", env=environment(TZ="XXX-05:30"))
        self.assertRegex(json.loads(result.text)["time"],
                         r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$")

    def test_hostile_names_are_valid_json(self):
        for result in (perflib("query", r"\*(*)\*", "--format", "json", *roots("made-hostile")),
                       perflib("query", r"\Network Interface(*)\*", "--format", "json",
                               *roots("made-hostile"))):
            json.loads(result.out.decode("utf-8", "strict"))


@unittest.skipIf((os.geteuid() or 65534) == os.stat("/proc/1").st_uid, "process 1 is this user's own")
class PlainUser(ToolTest):
    """What is not root's to see, and what is: as root the tool runs as another user."""

    def series(self, *paths):
        before = (lambda: os.setuid(65534)) if os.geteuid() == 0 else None
        result = perflib("query", *paths, "-n", "1", "--format", "json", before=before, cwd="/")
        return {one["path"].split("\\", 3)[3]: (one["value"] is not None, one["status"], one["reason"])
                for one in json.loads(result.text)["series"]}

    def test_io_of_another_users_process_is_missing_and_its_memory_is_not(self):
        found = self.series(r"\Process V2(*:1)\IO Read Bytes/sec", r"\Process V2(*:1)\Working Set")
        by_counter = {path.split("\\")[-1]: what for path, what in found.items()}
        self.assertEqual({
            "IO Read Bytes/sec": (False, "NO_DATA", "no permission: /proc/1/io"),
            "Working Set": (True, "CSTATUS_VALID_DATA", None)}, by_counter)

    def test_top_says_how_many_processes_it_could_not_read_and_why(self):
        before = (lambda: os.setuid(65534)) if os.geteuid() == 0 else None
        for form in ("table", "csv", "json"):
            result = perflib("query", IO, "--top", "2", "--format", form, before=before, cwd="/")
            self.assertRegex(result.err, r"^perflib: \\Process\(\*\)\\IO Data Bytes/sec: \d+ of \d+ instances "
                             r"could not be read: no permission: /proc/PID/io "
                             r"\(needs root or CAP_SYS_PTRACE\)(; \d+ of them for other reasons)?\n$")

    def test_sums_that_lack_one_process_have_no_counter_and_say_which(self):
        refused = (False, "CSTATUS_NO_COUNTER", "no permission: /proc/1/io")
        self.assertEqual({
            "System\\File Read Bytes/sec": refused,
            "System\\Processes": (True, "CSTATUS_VALID_DATA", None),
            "FileSystem Disk Activity(default)\\FileSystem Bytes Read": refused}, self.series(
                r"\System\File Read Bytes/sec", r"\System\Processes",
                r"\FileSystem Disk Activity(default)\FileSystem Bytes Read"))


class Rows(ToolTest):
    def test_n_rows_are_printed_and_the_first_sample_of_a_rate_is_silent(self):
        result = self.run_well("query", r"\System\Context Switches/sec", AVAILABLE, "-n", "3",
                               "-i", "0.05", "--format", "json")
        rows = [json.loads(line) for line in result.text.splitlines()]
        self.assertEqual(3, len(rows))
        for row in rows:
            self.assertEqual(["CSTATUS_VALID_DATA"] * 2, [s["status"] for s in row["series"]])

    def test_rows_stand_an_interval_apart(self):
        rows = [json.loads(line)["series"][0]["raw"]["newer"]["second"] for line in
                self.run_well("query", r"\System\Context Switches/sec", "-n", "3", "-i", "0.2",
                              "--format", "json").text.splitlines()]
        for earlier, later in zip(rows, rows[1:]):
            self.assertGreaterEqual(later - earlier, 1_500_000)  # of 100 ns, less a late row's lag

    def test_what_the_first_of_two_roots_has_not_is_looked_for_in_the_second(self):
        row, = self.rows(r"\Process(reused)\ID Process", *PAIR)
        self.assertEqual(("2023-11-14T23:36:50.750+00:00", 100),
                         (row["time"], row["series"][0]["value"]))

    def test_one_root_is_one_sample_and_ends_after_its_row(self):
        result = self.run_well("query", AVAILABLE, "-n", "1000", *roots("made-pair-a"))
        self.assertEqual(1, result.text.count("Available Bytes"))

    def test_top_shows_the_instances_with_the_largest_value_of_the_first_path(self):
        rows = self.rows(CPU_OF_PROCESSES, IDS, "--top", "1", *PAIR)
        self.assertEqual(["\\\\pair\\Process(shrinks)\\% Processor Time",
                          "\\\\pair\\Process(shrinks)\\ID Process"], list(by_path(rows[0])))

    def test_top_counts_a_process_that_began_in_the_interval_from_its_start(self):
        """reused began 3.75 s before the second tree: 2 ticks and 10 bytes in 10 s."""
        row, = self.rows(CPU_OF_PROCESSES, IO, "--top", "10", *PAIR)
        found = by_path(row)
        self.assertAlmostEqual(0.2, found["\\\\pair\\Process(reused)\\% Processor Time"]["value"])
        self.assertAlmostEqual(1.0, found["\\\\pair\\Process(reused)\\IO Data Bytes/sec"]["value"])
        self.assertEqual(0, found["\\\\pair\\Process(reused)\\IO Data Bytes/sec"]["raw"]["older"]["first"])
        self.assertTrue(all("Process(" in path for path in found), list(found))

    def test_top_says_what_no_process_accounts_for(self):
        row, = self.rows(CPU_OF_PROCESSES, *PAIR)
        self.assertNotIn("not_attributed", row)
        others = sum(one["value"] for path, one in by_path(row).items()
                     if one["value"] is not None and "_Total" not in path and "Idle" not in path)
        row, = self.rows(CPU_OF_PROCESSES, "--top", "1", *PAIR)
        rest = row["not_attributed"]
        self.assertAlmostEqual(40.1 + 10.8, rest["used"])
        self.assertAlmostEqual(others + 0.2, rest["by_processes"])
        self.assertEqual((0.0, True), (rest["forks_per_second"], rest["is_notable"]))
        text = self.run_well("query", CPU_OF_PROCESSES, "--top", "1", *PAIR).text
        self.assertRegex(text, r"\n not attributed: \d+ % \(ended processes\), 0 forks/s\n$")
        text = self.run_well("query", CPU_OF_PROCESSES, "--top", "1", "--format", "csv", *PAIR).text
        self.assertEqual(2, len(text.split("\r\n")[0].split(",")))

    def test_logs_count_from_the_start_as_the_machine_does(self):
        reused = "\\\\pair\\Process(reused)\\% Processor Time"
        for name in ("pair.blg", "pair.perfrec"):
            with self.subTest(name):
                log = self.folder / name
                self.assertExit(perflib("record", "-o", log, *PAIR, r"\Process(*)\*",
                                        r"\Processor(*)\% Processor Time", r"\Linux System\Forks/sec"), ALL_WELL)
                rows = self.rows(log, CPU_OF_PROCESSES, "--top", "10")
                self.assertNotIn("not_attributed", rows[0])
                self.assertAlmostEqual(0.2, by_path(rows[1])[reused]["value"])
                self.assertAlmostEqual(40.1 + 10.8, rows[1]["not_attributed"]["used"])
                rows = self.rows(log, CPU_OF_PROCESSES)
                self.assertIsNone(by_path(rows[1])[reused]["value"])
                summary = json.loads(self.run_well("summary", log, r"\Process(reused)\% Processor Time",
                                                   "--json").text)
                one, = summary["series"]
                self.assertEqual(1, one["count"])
                self.assertAlmostEqual(0.2, one["average"])

    def test_top_leaves_out_totals_and_idle(self):
        rows = self.rows(IDS, "--top", "3", *roots("made-pair-a"))
        self.assertEqual([200, 150, 100], [s["value"] for s in rows[0]["series"]])

    def test_top_keeps_the_instances_of_the_first_row(self):
        rows = self.rows(IDS, "--top", "2", "-n", "2", *PAIR)
        self.assertEqual([[200, 150], [200]], [[s["value"] for s in row["series"]] for row in rows])
        result = self.run_well("query", IDS, "--top", "2", "-n", "2", "--format", "csv", *PAIR)
        self.assertEqual(['"11/14/2023 23:36:40.750","200","150"', '"11/14/2023 23:36:50.750","200"," "'],
                         result.text.split("\r\n")[1:-1])

    def test_kthreads_lists_kernel_threads_in_the_place_of_system(self):
        rows = self.rows(IDS, "--kthreads", *roots("made-pair-a"))
        names = [path.split("(")[1].split(")")[0] for path in by_path(rows[0])]
        self.assertEqual(["Idle", "systemd", "kthreadd", "rcu_sched", "kworker_0:2", "first",
                          "exits", "shrinks", "_Total"], names)

    def test_names_with_ids_leave_no_twins_and_name_the_parents_of_threads(self):
        threads = roots("made-threads-a")
        rows = self.rows(r"\Process(*)\ID Process", r"\Thread(*)\ID Thread", "--names-with-ids", *threads)
        of = {path.split("\\", 3)[3]: one["value"] for path, one in by_path(rows[0]).items()}
        for path, value in of.items():
            with self.subTest(path):
                self.assertNotIn("#", path)
                instance = path[path.index("(") + 1:path.rindex(")")]
                if not instance.endswith("_Total"):
                    self.assertTrue(instance.endswith("_%d" % value), instance)
        self.assertIn(("Process(Idle_0)\\ID Process", 0), of.items())
        parents = {path.split("(")[1].split(")")[0] for path in of if path.startswith("Process")}
        self.assertTrue({path.split("(")[1].split("/")[0] for path in of
                         if path.startswith("Thread") and "/" in path} <= parents)

    def test_names_with_ids_are_found_again(self):
        rows = self.rows(r"\Process(first_100)\ID Process", "--names-with-ids", *roots("made-pair-a"))
        self.assertEqual([100], [one["value"] for one in rows[0]["series"]])
        rows = self.rows(IDS, "--top", "3", "--names-with-ids", *roots("made-pair-a"))
        self.assertEqual([200, 150, 100], [one["value"] for one in rows[0]["series"]])
        self.assertExit(perflib("query", r"\Process(first)\ID Process", "--names-with-ids",
                                *roots("made-pair-a")), DOES_NOT_EXIST)

    def test_page_size_scales_what_the_kernel_counts_in_pages(self):
        path = r"\Memory\Pages Output/sec"
        small, = self.rows(path, *PAIR)
        large, = self.rows(path, *PAIR, "--page-size", "65536")
        self.assertEqual([4.1, 65.6], [small["series"][0]["value"], large["series"][0]["value"]])


class Spellings(ToolTest):
    SAME = {
        "\\\\pair\\Processor(_Total)\\% Idle Time": (
            r"\Processor(_Total)\% Idle Time", r"\\pair\Processor(_Total)\% Idle Time",
            r"\\PAIR\PROCESSOR(_TOTAL)\% IDLE TIME", r"\238(_Total)\1746",
            "Processor/_Total/% Idle Time", "processor/_total/% idle time"),
        "\\\\pair\\Memory\\Available Bytes": (
            AVAILABLE, r"\memory\available bytes", r"\4\24", "Memory/Available Bytes"),
        "\\\\pair\\LogicalDisk(\\)\\Disk Reads/sec": (
            r"\LogicalDisk(\)\Disk Reads/sec", r"\LogicalDisk(/)\Disk Reads/sec",
            "LogicalDisk///Disk Reads/sec", r"\236(/)\214"),
        "\\\\pair\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read": (
            r"\PhysicalDisk(0 sda)\Avg. Disk sec/Read", "PhysicalDisk/0 sda/Avg. Disk sec/Read",
            r"\PhysicalDisk(*sda)\Avg. Disk sec/Read", r"\PhysicalDisk(0 ?da)\Avg. Disk sec/Read"),
    }

    def test_every_spelling_names_the_same_series(self):
        for stored, spellings in self.SAME.items():
            for spelling in some_of(spellings, 3):
                with self.subTest(spelling):
                    row, = self.rows(spelling, *PAIR)
                    self.assertEqual([stored], list(by_path(row)))

    def test_wildcards_stand_for_objects_instances_and_counters(self):
        counted = {r"\Processor(*)\% Idle Time": 3, r"\Processor(?)\% Idle Time": 2,
                   r"\*Disk(_Total)\Disk Reads/sec": 2, r"\Memory\Available *": 3,
                   "Processor/*/% Idle Time": 3, r"\Process(s*)\ID Process": 3}
        for path, count in some_of(counted.items(), 2):
            with self.subTest(path):
                result = perflib("query", path, "--format", "json", *PAIR)
                self.assertEqual(count, len(json.loads(result.text)["series"]), result)

    def test_a_path_that_is_none_is_wrong_usage_with_its_byte_and_prints_nothing(self):
        self.assertFault(
            perflib("query", "\\Memory\\", *PAIR), WRONG_USAGE,
            "perflib: \\Memory\\: not a counter path; did you mean @memory or \\Memory\\*?\n")
        self.assertFault(perflib("query", "\\Process(shrinks)", *PAIR), WRONG_USAGE,
                         "perflib: \\Process(shrinks): not a counter path; did you mean "
                         "\\Process(shrinks)\\*?\n")
        self.assertFault(
            perflib("query", "\\qwertz\\", *PAIR), WRONG_USAGE,
            "perflib: \\qwertz\\: not a counter path (byte 8); write '\\Object(instance)\\Counter' or "
            "'\\Object\\Counter', as `perflib list --paths` prints them\n")

    def test_a_path_that_was_not_in_single_quotes_is_recognised(self):
        self.assertFault(
            perflib("query", AVAILABLE, "MemoryAvailable", "MBytes", *PAIR), WRONG_USAGE,
            "perflib: MemoryAvailable MBytes: the shell removed the backslashes; put the path in single "
            "quotes: '\\Memory\\Available MBytes'\n")


class Words(ToolTest):
    """What is neither a path nor a set is looked for among the names of the machine."""

    def read_as(self, *arguments):
        """The paths of a query that went well, and what it said on stderr."""
        result = perflib("query", *arguments, "--format", "json", "-n", "1", *PAIR)
        self.assertExit(result, ALL_WELL)
        return {path.split("\\", 3)[3] for path in by_path(json.loads(result.text))}, result.err

    def test_the_name_of_an_instance_is_all_counters_of_it(self):
        paths, said = self.read_as("shrinks")
        self.assertEqual("perflib: shrinks: read as \\Process(shrinks)\\*\n", said)
        self.assertIn("Process(shrinks)\\ID Process", paths)
        self.assertEqual({"Process(shrinks)"}, {path.split("\\")[0] for path in paths})

    def test_the_name_of_a_counter_is_that_of_each_instance(self):
        self.assertEqual(({"Memory\\Available Bytes"},
                          "perflib: available bytes: read as \\Memory\\Available Bytes\n"),
                         self.read_as("available bytes"))

    def test_an_object_with_an_instance_is_all_counters_of_it(self):
        paths, said = self.read_as("Process(shrinks)")
        self.assertEqual("perflib: Process(shrinks): read as \\Process(shrinks)\\*\n", said)
        self.assertIn("Process(shrinks)\\ID Process", paths)

    def test_a_set_is_its_paths_with_and_without_its_sign(self):
        paths, said = self.read_as("net")
        self.assertEqual("", said)
        self.assertIn("Network Interface(eth0)\\Bytes Sent/sec", paths)
        self.assertEqual(paths, self.read_as("@network")[0])

    def test_a_word_of_several_meanings_is_not_guessed(self):
        self.assertFault(perflib("query", "% Idle Time", *PAIR), WRONG_USAGE,
                         "perflib: % Idle Time: not a counter path; did you mean "
                         "\\Processor(*)\\% Idle Time, \\Processor Information(*)\\% Idle Time, "
                         "\\PhysicalDisk(*)\\% Idle Time or \\LogicalDisk(*)\\% Idle Time?\n")

    def test_a_word_that_is_nearly_a_name_is_answered_with_it(self):
        self.assertFault(perflib("query", "shrimks", *PAIR), WRONG_USAGE,
                         "perflib: shrimks: not a counter path; did you mean \\Process(shrinks)\\*?\n")
        self.assertFault(perflib("query", "cpy", *PAIR), WRONG_USAGE,
                         "perflib: cpy: not a counter path; did you mean @cpu?\n")

    def test_an_unknown_word_is_answered_with_the_list_of_names(self):
        self.assertFault(perflib("query", "xyzzyqw", *PAIR), WRONG_USAGE,
                         "perflib: no counter, set or process is named \"xyzzyqw\"; perflib list shows all\n")

    def test_explain_takes_words_and_no_sets(self):
        result = perflib("explain", "Available Bytes", *PAIR)
        self.assertEqual("perflib: Available Bytes: read as \\Memory\\Available Bytes\n", result.err)
        self.assertTrue(result.text.startswith("\\Memory\\Available Bytes  4.8 GB\n"), result)
        self.assertExit(perflib("explain", "cpu", *PAIR), WRONG_USAGE)

    def test_an_unknown_subcommand_gets_the_one_that_is_meant(self):
        for word, meant in some_of((("hlep", "help"), ("querry", "query"), ("top", "watch @process"),
                                    ("cpu", "watch @cpu"), ("server.blg", "summary server.blg"),
                                    ("\\Memory\\Pages/sec", "query '\\Memory\\Pages/sec'")), 2):
            self.assertFault(perflib(word), WRONG_USAGE,
                             "perflib: %s: no such subcommand; did you mean `perflib %s`?\n" % (word, meant))
        self.assertFault(perflib("qwertz"), WRONG_USAGE,
                         "perflib: qwertz: no such subcommand; `perflib --help` lists them\n")


class Clock(ToolTest):
    """A recorded machine without proc/uptime does not tell its time."""

    def without_uptime(self):
        tree = self.copy_of("made-pair-a")
        (tree / "proc/uptime").unlink()
        return tree

    def test_an_unknown_time_is_said_to_be(self):
        tree = self.without_uptime()
        self.assertEqual("time unknown", self.run_well("query", AVAILABLE, "--root", tree).text.splitlines()[0])
        row, = self.rows(AVAILABLE, "--root", tree)
        self.assertEqual((None, 5120000000), (row["time"], row["series"][0]["value"]))
        self.assertNotIn("1601", self.run_well("watch", AVAILABLE, "--root", tree).text)

    def test_the_header_of_watch_says_so(self):
        screen = Screen(self, 80, 24)
        screen.run(r"clear; ./perflib watch '\Memory\Available Bytes' --root %s" % shlex.quote(str(self.without_uptime())))
        self.assertRegex(screen.wait_for("? all keys").splitlines()[0], "^ pair · recorded +time unknown$")


class ExitCodes(ToolTest):
    def test_0_where_one_of_several_values_has_data(self):
        self.assertExit(perflib("query", AVAILABLE, CPU0, *roots("made-pair-a")), ALL_WELL)

    def test_1_where_no_value_has_data(self):
        self.assertExit(perflib("query", CPU0, *roots("made-pair-a")), FAILED)

    def test_1_where_the_only_counter_asked_for_cannot_be_fed_here(self):
        self.assertExit(perflib("query", NEVER_ON_LINUX, *PAIR), FAILED)

    def test_0_where_a_counter_that_cannot_be_fed_is_one_of_several(self):
        self.assertExit(perflib("query", NEVER_ON_LINUX, AVAILABLE, *PAIR), ALL_WELL)

    def test_1_where_the_root_is_not_there(self):
        self.assertFault(perflib("query", AVAILABLE, "--root", "/no/such/folder"), FAILED,
                         "perflib: /no/such/folder: no such file\n")

    def test_1_where_the_second_of_two_roots_is_not_there(self):
        for command in ("query", "watch", "explain"):
            with self.subTest(command):
                self.assertFault(perflib(command, AVAILABLE, *roots("made-pair-a"), "--root", "/no/such"),
                                 FAILED, "perflib: /no/such: no such file\n")

    def test_a_word_behind_a_root_is_no_other_root(self):
        self.assertExit(perflib("watch", *roots("made-pair-a"), AVAILABLE), ALL_WELL)
        self.assertExit(perflib("list", *roots("made-pair-a"), "memory"), ALL_WELL)
        self.assertExit(perflib("query", *PAIR, CPU0, AVAILABLE), ALL_WELL)

    def test_2_and_a_message_for_wrong_usage(self):
        cases = {
            (): "perflib: query: no counter path given",
            (AVAILABLE, "-n", "0"): "perflib: query: -n: 0 is not a whole number from 1 on",
            (AVAILABLE, "-n", "x"): "perflib: query: -n: x is not a whole number from 1 on",
            (AVAILABLE, "-n", "-1"): "perflib: query: -n: -1 is not a whole number from 1 on",
            (AVAILABLE, "--top", "0"): "perflib: query: --top: 0 is not a whole number from 1 on",
            (AVAILABLE, "-i", "0"):
                'perflib: query: -i: "0" is not an interval from 0.01 seconds to a day; write 0.5, 5s or 1m',
            (AVAILABLE, "-i", "nan"):
                'perflib: query: -i: "nan" is not an interval from 0.01 seconds to a day; write 0.5, 5s or 1m',
            (AVAILABLE, "--format", "xml"):
                "perflib: query: --format: xml is not one of table, csv, tsv and json",
            (AVAILABLE, "--page-size", "4096"): "perflib: query: --page-size requires --root",
            (AVAILABLE, "--root", "/", "--page-size", "5"):
                "perflib: query: --page-size: 5 is not one of 4096, 16384 and 65536",
            (AVAILABLE, "--nonsense"): "perflib: query: --nonsense is not an option",
            (AVAILABLE, "-n"): "perflib: query: -n needs a value: N",
            (AVAILABLE, "-n", "1", "-n", "2"): "perflib: query: -n can be given only once",
            (AVAILABLE, "--json", "--format", "csv"):
                "perflib: query: --json cannot be combined with another --format",
            (AVAILABLE, "--raw", "--format", "csv"):
                "perflib: --raw: csv and tsv have no place for raw numbers; use table or json",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                result = perflib("query", *arguments)
                self.assertEqual((WRONG_USAGE, b"", message),
                                 (result.code, result.out, result.err.split("\n")[0]))

    def test_3_and_the_rest_is_shown_where_some_do_not_exist(self):
        result = perflib("query", r"\Memory\Availble Bytes", AVAILABLE, *PAIR)
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertIn("Available Bytes             4.8   GB\n", result.text)

    def test_3_and_nothing_on_stdout_where_none_exists(self):
        for form in ("table", "csv", "tsv", "json"):
            with self.subTest(form):
                self.assertFault(perflib("query", r"\Nope\x", "--format", form, *PAIR),
                                 DOES_NOT_EXIST, "perflib: \\Nope\\x: no such object\n")

    def test_3_and_the_name_of_this_machine_where_another_is_asked_for(self):
        for command in ("query", "explain", "watch"):
            with self.subTest(command):
                self.assertFault(
                    perflib(command, r"\\Other\Processor(_Total)\% Idle Time", *PAIR), DOES_NOT_EXIST,
                    "perflib: \\\\Other\\Processor(_Total)\\% Idle Time: machine Other cannot be "
                    "read, only this one (pair)\n")

    def test_3_and_the_rest_is_shown_where_one_path_is_of_another_machine(self):
        result = perflib("query", r"\\other\Memory\Available Bytes", AVAILABLE, *PAIR)
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertIn("Available Bytes             4.8   GB\n", result.text)

    def test_3_where_an_instance_does_not_exist_and_those_that_do_are_named(self):
        result = perflib("query", r"\Processor(7)\% Idle Time", *roots("made-pair-a"))
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertEqual("perflib: \\Processor(7)\\% Idle Time: no such instance; existing instances: "
                         "0, 1, 2, _Total\n", result.err)


class Suggestions(ToolTest):
    def suggestion(self, path):
        return perflib("query", path, *PAIR).err

    def test_a_misspelled_object_gets_the_nearest(self):
        self.assertEqual("perflib: \\Memry\\Available Bytes: no such object; did you mean "
                         "\"Memory\"?\n", self.suggestion(r"\Memry\Available Bytes"))

    def test_a_misspelled_counter_gets_the_nearest(self):
        self.assertEqual("perflib: \\Memory\\Availble Bytes: no such counter; did you mean "
                         "\"Available Bytes\" or \"Available KBytes\" or \"Available MBytes\"?\n",
                         self.suggestion(r"\Memory\Availble Bytes"))

    def test_control_characters_of_a_path_do_not_reach_the_terminal(self):
        self.assertEqual("perflib: \\Mem\ufffd[31mory\\x\ufffd: no such object\n",
                         self.suggestion("\\Mem\x1b[31mory\\x\n"))


class StandardOutput(ToolTest):
    def test_a_full_disk_is_a_failure_with_a_message(self):
        for form in ("table", "csv", "tsv", "json"):
            with self.subTest(form), open("/dev/full", "wb") as full:
                result = perflib("query", AVAILABLE, "--format", form, *PAIR, stdout=full)
                self.assertEqual(
                    (FAILED, "perflib: standard output: No space left on device\n"),
                    (result.code, result.err))

    def test_help_that_cannot_be_written_is_a_failure(self):
        for arguments in (("--help",), ("--version",), ("query", "--help"), ("list", *PAIR)):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = perflib(*arguments, stdout=full)
                self.assertEqual((FAILED, "perflib: standard output: cannot be written\n"),
                                 (result.code, result.err))

    def test_a_reader_that_goes_away_ends_it_without_a_word(self):
        with subprocess.Popen([PERFLIB, "query", AVAILABLE, "-n", "100000", "-i", "0.01",
                               "--format", "csv"], env=environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(b"", process.stderr.read())
            self.assertLess(process.wait(), 0)  # by SIGPIPE

    def test_every_row_reaches_a_pipe_at_once(self):
        with subprocess.Popen([PERFLIB, "query", AVAILABLE, "-n", "2", "-i", "86400", "--format",
                               "csv"], env=environment(), stdout=subprocess.PIPE) as process:
            self.assertIn(b"PDH-CSV", process.stdout.readline())
            self.assertIn(b'","', process.stdout.readline())  # a day before the second row
            process.terminate()
            self.assertEqual(ALL_WELL, process.wait())


class Command(ToolTest):
    def test_no_subcommand_is_wrong_usage_with_the_help_on_stderr(self):
        result = perflib()
        self.assertEqual((WRONG_USAGE, b""), (result.code, result.out))
        self.assertIn("Usage: perflib SUBCOMMAND", result.err)

    def test_an_unknown_subcommand_is_wrong_usage(self):
        self.assertFault(perflib("nope"), WRONG_USAGE,
                         "perflib: nope: no such subcommand; `perflib --help` lists them\n")

    def test_help_is_a_result_with_examples(self):
        for name in some_of(("list", "query", "watch", "explain", "dump", "inspect"), 3):
            with self.subTest(name):
                text = self.run_well(name, "--help").text
                self.assertIn("\nExamples:\n  perflib %s" % name, text)
                self.assertNotIn("Positionals:", text)

    def test_help_lists_arguments_by_their_names(self):
        for name in some_of(("list", "query", "record", "convert", "cut", "merge", "diff", "annotate", "report", "alert"), 4):
            with self.subTest(name):
                text = self.run_well(name, "--help").text
                self.assertNotIn(" TEXT ...", text.split("Options:")[0].replace("LOG TEXT...", ""))
                self.assertNotIn(" TEXT ", text.split("Options:")[1])

    def test_a_real_pair_answers_whole_objects(self):
        result = self.run_well("query", r"\System\*", r"\Memory\*", r"\PhysicalDisk(*)\*",
                               "--format", "json", *VM_PAIR)
        row = json.loads(result.text)
        values = [s for s in row["series"] if s["status"] == "CSTATUS_VALID_DATA"]
        self.assertGreater(len(values), 60)


class HelpAndVersion(ToolTest):
    def test_help_of_a_subcommand_can_come_before_or_after_it(self):
        help_of_query = self.run_well("query", "--help").text
        for words in (("help", "query"), ("--help", "query"), ("query", "/?"), ("query", "-?")):
            with self.subTest(words):
                self.assertEqual(help_of_query, self.run_well(*words).text)
        self.assertEqual(self.run_well("--help").text, self.run_well("/?").text)
        self.assertFault(perflib("help", "querry"), WRONG_USAGE,
                         "perflib: querry: no such subcommand; did you mean `perflib query`?\n")

    def test_every_spelling_of_version_prints_it(self):
        version = self.run_well("--version").text
        self.assertRegex(version, r"^perflib \d+\.\d+\.\d+\n$")
        for word in ("version", "-v", "-V"):
            self.assertEqual(version, self.run_well(word).text)

    def test_an_option_before_the_subcommand_is_answered_with_its_place(self):
        self.assertFault(perflib("--root", "/mnt/db17", "list"), WRONG_USAGE,
                         "perflib: --root: options follow the subcommand: perflib list --root ...\n")
        self.assertFault(perflib("--nonsense"), WRONG_USAGE,
                         "perflib: --nonsense: is not an option of perflib itself; options follow a subcommand\n"
                         "`perflib --help` lists the subcommands.\n")

    def test_help_fits_a_terminal_of_80_columns(self):
        self.assertEqual([], [line for line in self.run_well("--help").text.splitlines() if len(line) > 80])
        for name in re.findall(r"^  ([a-z]+) ", self.run_well("--help").text, re.MULTILINE):
            text = self.run_well(name, "--help").text
            with self.subTest(name):
                self.assertEqual([], [line for line in text.splitlines() if len(line) > 80])
                self.assertNotIn("Excludes:", text)

    def test_help_explains_the_words_of_the_subcommands(self):
        words = re.findall(r"^  (\S+) +[A-Z0-9]", self.run_well("--help").text.split("They use these words:\n\n")[1], re.MULTILINE)
        self.assertEqual(["LOG", "PATH", "@cpu", "TIME", "DURATION"], words)
        self.assertIn("Show this help; `perflib --help` explains", self.run_well("at", "--help").text)

    def test_help_of_provider_has_a_row_for_each_verb(self):
        verbs = re.findall(r"^ {30}([a-z]+) +", self.run_well("provider", "--help").text, re.MULTILINE)
        self.assertEqual({"publish", "statsd", "list", "show", "install", "remove", "new", "test", "set", "disable",
                          "enable"}, set(verbs))

    def test_usage_lines_say_what_may_be_repeated(self):
        for name, usage in (("query", "[LOG...] [PATH...]"), ("watch", "[LOG...] [PATH...]"),
                            ("chart", "[LOG...] [PATH...]"), ("explain", "[LOG...] PATH..."),
                            ("summary", "LOG... [PATH...]"), ("at", "LOG... TIME [PATH...]"),
                            ("diff", "BEFORE [AFTER] [PATH...]"), ("convert", "IN... OUT"),
                            ("annotate", "LOG [TEXT...]"), ("alert", "test [LOG...] RULES.json")):
            with self.subTest(name):
                self.assertIn("Usage: perflib %s [OPTIONS] %s\n" % (name, usage), self.run_well(name, "--help").text)


class JsonEverywhere(ToolTest):
    def test_json_and_format_json_are_the_same(self):
        for words in (("query", AVAILABLE, *PAIR), ("list", "memory", *PAIR), ("explain", AVAILABLE, *PAIR),
                      ("error", "5"), ("watch", AVAILABLE, "-n", "1", *PAIR)):
            with self.subTest(words):
                as_flag, as_format = self.run_well(*words, "--json").text, self.run_well(*words, "-f", "json").text
                self.assertEqual(as_flag, as_format)
                json.loads(as_flag.splitlines()[0] if words[0] in ("query", "watch") else as_flag)

    def test_commands_about_logs_have_both_spellings_too(self):
        log = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
        counter = r"\Processor(_Total)\% Processor Time"
        rules = self.folder / "rules.json"
        rules.write_text(json.dumps({"format": "openperflib alerts", "version": 1,
                                     "rules": [{"name": "busy", "counter": counter, "above": 1}]}))
        for words in (("at", log, "18:55:00", counter), ("summary", log), ("diff", log, log), ("chart", log, counter),
                      ("report", log), ("alert", "test", log, rules), ("inspect", log), ("provider", "list")):
            with self.subTest(words[0]):
                as_flag = self.run_well(*words, "--json").text
                self.assertEqual(as_flag, self.run_well(*words, "-f", "json").text)
                self.assertIn(as_flag[:1], ("{", "["))

    def test_doctor_has_both_spellings_too(self):
        # What the objects cost is measured each time.
        as_flag, as_format = (re.sub(r"[-+.e\d]*\d", "0", self.run_well("doctor", *words, *roots("made-pair-a")).text)
                              for words in (("--json",), ("-f", "json")))
        self.assertEqual(as_flag, as_format)
        self.assertEqual("{", as_flag[:1])

    def test_another_format_is_refused_and_text_is_the_usual_one(self):
        self.assertEqual(self.run_well("error", "5").text, self.run_well("error", "5", "--format", "text").text)
        result = perflib("error", "5", "--format", "xml")
        self.assertEqual((WRONG_USAGE, "perflib: error: --format: xml is not one of text and json"),
                         (result.code, result.err.splitlines()[0]))


class WordsOfWindows(ToolTest):
    def test_a_command_of_windows_is_answered_with_ours(self):
        for word, answer in (("Get-Counter", "no such subcommand; did you mean `perflib query`?"),
                             ("perfmon", "no such subcommand; did you mean `perflib watch`?"),
                             ("Import-Counter", "no such subcommand; did you mean `perflib query LOG`?"),
                             ("Export-Counter", "no such subcommand; did you mean `perflib record -o FILE`?"),
                             ("typeperf", "is a program of its own; run `typeperf` without perflib, or `perflib query`"),
                             ("logman", "is a program of its own; run `logman` without perflib")):
            with self.subTest(word):
                self.assertFault(perflib(word), WRONG_USAGE, "perflib: %s: %s\n" % (word, answer))

    def test_an_option_of_windows_is_answered_with_ours(self):
        for words, answer in ((("query", "-Counter", AVAILABLE),
                               "query: -Counter is not an option; write the paths as arguments: `perflib query PATH...`"),
                              (("query", AVAILABLE, "-MaxSamples", "5"), "query: -MaxSamples is not an option; use -n"),
                              (("query", AVAILABLE, "/sc", "5"), "query: /sc is not an option; use -n"),
                              (("list", "-ListSet", "*"),
                               "list: -ListSet is not an option; use `perflib list WORD`, or `perflib list WORD --paths`"),
                              (("watch", "-SampleInterval", "2"), "watch: -SampleInterval is not an option; use -i"),
                              (("doctor", "--foo"), "doctor: --foo is not an option"),
                              (("doctor", "foo"), "doctor: foo is one argument too many")):
            with self.subTest(words):
                result = perflib(*words)
                self.assertEqual((WRONG_USAGE, b"", "perflib: " + answer),
                                 (result.code, result.out, result.err.splitlines()[0]))


class SlipsOfWords(ToolTest):
    def test_word_that_is_spelt_as_no_name_is_answered_with_how_to_write_it(self):
        for word, advice in (("15:45", "it looks like a time: write a date and a time in one pair of quotes"),
                             ('"\\Memory\\Available Bytes"', "leave out the inner quotes"),
                             ("xyzzyqw,memory", "separate names by blanks, not by commas"),
                             ("xyzzyqw.exe", "write the name of a process without .exe")):
            with self.subTest(word):
                self.assertFault(perflib("query", word, *PAIR), WRONG_USAGE,
                                 'perflib: no counter, set or process is named "%s"; %s\n' % (word, advice))
        self.assertFault(perflib("record", "x.blg", "-n", "1", *PAIR), WRONG_USAGE,
                         'perflib: no counter, set or process is named "x.blg"; use -o x.blg to write a log of that '
                         "name\n")

    def test_path_without_an_instance_is_not_blamed_on_the_shell(self):
        self.assertIn("perflib: \\Process()\\*: not a counter path (byte ", perflib("query", "\\Process()\\*", *PAIR).err)

    def test_empty_word_is_shown(self):
        self.assertFault(perflib(""), WRONG_USAGE, 'perflib: "": no such subcommand; `perflib --help` lists them\n')
        self.assertFault(perflib("summary", ""), FAILED, 'perflib: "": is not a file\n')

    def test_log_before_the_subcommand_is_answered_with_its_place(self):
        self.assertFault(perflib("server.blg", "query"), WRONG_USAGE,
                         "perflib: server.blg: no such subcommand; did you mean `perflib query server.blg`?\n")

    def test_case_of_a_format_does_not_matter(self):
        self.assertEqual(self.run_well("query", AVAILABLE, "-f", "csv", *PAIR).text,
                         self.run_well("query", AVAILABLE, "-f", "CSV", *PAIR).text)
        self.assertEqual(self.run_well("error", "5", "--json").text, self.run_well("error", "5", "-f", "JSON").text)

    def test_unknown_code_is_answered_with_how_to_write_one(self):
        self.assertFault(perflib("error", "0x"), DOES_NOT_EXIST,
                         "perflib: 0x: no such code; write a number such as 0xC0000BB8, or a name such as PDH_NO_DATA\n")


class SlipsOfFiles(ToolTest):
    def setUp(self):
        super().setUp()
        shutil.copy(SOURCE / "tests/data/blg/SampleLog.blg", self.folder / "server.blg")

    def answer(self, code, *words):
        result = perflib(*words, cwd=self.folder)
        self.assertEqual(code, result.code, result)
        return result.err.splitlines()[0]

    def test_missing_file_is_answered_with_the_nearest_name(self):
        for words in (("query", "servr.blg"), ("summary", "servr.blg"), ("report", "servr.blg")):
            self.assertEqual("perflib: servr.blg: no such file; did you mean server.blg?", self.answer(FAILED, *words))
        self.assertEqual("perflib: C:\\PerfLogs\\server.blg: no such file; it looks like a Windows path: copy the file to "
                         "this machine", self.answer(FAILED, "summary", "C:\\PerfLogs\\server.blg"))

    def test_folder_is_answered_with_a_log_in_it(self):
        (self.folder / "logs").mkdir()
        shutil.copy(self.folder / "server.blg", self.folder / "logs/monday.blg")
        for words in (("query", "logs"), ("summary", "logs"), ("report", "logs"), ("diff", "logs", "server.blg"),
                      ("dump", "238", "logs", "-o", "x.bin")):
            self.assertEqual("perflib: logs: is a folder; name the logs in it, such as logs/monday.blg",
                             self.answer(FAILED, *words))

    def test_report_refuses_what_is_not_a_log_with_what_was_meant(self):
        self.assertEqual("perflib: x.html: no such file; use -o x.html to write it",
                         self.answer(FAILED, "report", "server.blg", "x.html"))
        self.assertEqual("perflib: \\Memory\\*: a report is about whole logs, not about some of their counters; use "
                         "`perflib summary LOG PATH...` for these",
                         self.answer(WRONG_USAGE, "report", "server.blg", "\\Memory\\*"))
        self.assertIn("cpus=-1 is not valid", self.answer(WRONG_USAGE, "report", "server.blg", "--fact", "cpus=-1"))

    def test_machine_that_the_log_has_not_is_the_reason(self):
        result = perflib("summary", "server.blg", "\\\\web1\\Memory\\Available MBytes", cwd=self.folder)
        self.assertEqual((DOES_NOT_EXIST, "perflib: \\\\web1\\Memory\\Available MBytes: is not in the log; the machine is "
                          "ZACH-PC\n"), (result.code, result.err))

    def test_set_in_a_range_without_samples_says_so(self):
        self.assertEqual("perflib: server.blg: no samples in that range; the log runs from 2007-08-14 15:40:38 to "
                         "15:50:38 UTC-04:00", self.answer(FAILED, "chart", "server.blg", "-b", "18:00", "-o", "x.svg"))

    def test_verb_of_alert_is_named(self):
        self.assertEqual("perflib: alert: the first word must be test, and is server.blg; usage: perflib alert test "
                         "[LOG...] RULES.json", self.answer(WRONG_USAGE, "alert", "server.blg", "rules.json"))


class MeantOptions(ToolTest):
    def test_option_of_another_program_is_answered_with_ours(self):
        for words, advice in ((("query", AVAILABLE, "-o", "x.csv"),
                               "query: -o is not an option; redirect the output (> FILE), or use `perflib record -o FILE`"),
                              (("report", "x.blg", "--html"), "report: --html is not an option; use -o FILE.html"),
                              (("query", AVAILABLE, "--formt", "csv"),
                               "query: --formt is not an option; did you mean --format?"),
                              (("query", AVAILABLE, "--interval", "2"), "query: --interval is not an option; use -i"),
                              (("query", "x.blg", "--from", "15:45"), "query: --from is not an option; use -b"),
                              (("summary", "x.blg", "-c", AVAILABLE),
                               "summary: -c is not an option; write the paths as arguments: `perflib summary LOG PATH...`")):
            result = perflib(*words)
            self.assertEqual((WRONG_USAGE, "perflib: " + advice), (result.code, result.err.splitlines()[0]))

    def test_f_is_format(self):
        self.assertTrue(self.run_well("query", AVAILABLE, "-f", "csv", *VM_PAIR).text.startswith('"(PDH-CSV 4.0)'))


class Meanings(ToolTest):
    """Numbers of counters that count states, in words."""

    STATE = r"\Linux Process(bash#1)\State"

    def test_the_table_has_the_word_after_the_number(self):
        self.assertRegex(self.run_well("query", self.STATE, *VM_PAIR).text, r"\n   State +4 +stopped\n")

    def test_json_keeps_the_number_and_has_the_word_beside_it(self):
        row = json.loads(self.run_well("query", self.STATE, "-f", "json", *VM_PAIR).text.splitlines()[-1])
        self.assertEqual((4.0, "stopped"), (row["series"][0]["value"], row["series"][0]["meaning"]))

    def test_csv_keeps_the_number(self):
        self.assertTrue(self.run_well("query", self.STATE, "-f", "csv", *VM_PAIR).text.rstrip().endswith('"4"'))

    def test_explain_has_all_words(self):
        text = self.run_well("explain", self.STATE, *VM_PAIR).text
        self.assertIn("  4 stopped\n", text)
        self.assertIn("  states   0 running, 1 sleeping, 2 idle, 3 waiting for disk, 4 stopped, ", text)

    def test_a_word_for_a_process_means_its_instance_of_process(self):
        self.assertIn("python3: read as \\Process(python3#*)\\*", perflib("query", "python3", *VM_PAIR).err)


if __name__ == "__main__":
    unittest.main()

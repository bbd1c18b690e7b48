"""`perflib` on logs: query, watch, explain, list, dump and summary (docs/perflib.md, section 7).

COUNTERS is a genuine log of single counters (601 samples), OBJECTS one of whole objects (tests/data).
Other expected numbers are taken by hand from tests/fixtures/made_machines.py, `pair`: two trees of one
machine, exactly 10 s apart, made-pair-a at 23:36:40.750 and made-pair-b at 23:36:50.750 UTC.
"""

import json
import re
import shlex
import struct
import unittest

from localised_log import GERMAN, localised
from screen import Screen
from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, SOURCE, WRONG_USAGE, ToolTest, environment,
                  each_of, perflib, some_of)

import blg  # of the oracle

COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
RUSSIAN = SOURCE / "tests" / "data" / "text_logs" / "russian_windows10.csv"
TOTAL = r"\Processor(_Total)\% Processor Time"
CPU0 = r"\Processor(0)\% Processor Time"  # 401 busy ticks of 1,000
AVAILABLE = r"\Memory\Available Bytes"    # 5,120,000,000, then 4,608,000,000
HEADER = (b'"(PDH-CSV 4.0) (Pacific Standard Time)(480)",'
          b'"\\\\GEORGIS3\\Processor(_Total)\\% Processor Time"\r\n')


class LogTest(ToolTest):
    def recorded(self, name="pair.blg", paths=(CPU0, AVAILABLE)):
        """The two samples of `pair` as a log in the test's folder."""
        result = perflib("record", "-o", self.folder / name, *PAIR, *paths)
        self.assertEqual((ALL_WELL, "", "perflib: %s: 2 samples\n" % (self.folder / name)),
                         (result.code, result.text, result.err))
        return self.folder / name

    def lines(self, *arguments):
        return self.run_well(*arguments).out.split(b"\r\n")


class At(LogTest):
    """One moment of a log: one sample per minute from 02:10 to 02:19, without those of 02:14 to 02:16."""

    MINUTES = (10, 11, 12, 13, 17, 18, 19)

    def setUp(self):
        super().setUp()
        self.log = self.folder / "night.csv"
        rows = ['"11/21/2026 02:%d:00.000","%d"' % (minute, minute) for minute in self.MINUTES]
        self.log.write_text("\r\n".join([r'"(PDH-CSV 4.0) (UTC)(0)","\\db\Memory\Available Bytes"', *rows, ""]),
                            newline="")

    def sample(self, *words):
        return json.loads(self.run_well("at", self.log, *words, AVAILABLE, "--json").text)

    def test_the_last_sample_at_or_before_the_time_is_shown(self):
        sample = self.sample("02:13:30")
        line, = sample["groups"][0]["lines"]
        self.assertEqual(("2026-11-21T02:13:00.000+00:00", 13.0), (sample["time"], line["value"]))
        self.assertEqual((4, 10.0, 11.5, 13.0), tuple(line[of] for of in ("count", "min", "average", "max")))
        self.assertIsNone(sample["gap"])

    def test_as_text_it_is_a_sample_of_watch(self):
        text = self.run_well("at", self.log, "02:11", AVAILABLE).text
        self.assertEqual(["2026-11-21T02:11:00.000+00:00",
                          "avg, min and max are of 2 samples, from 2026-11-21 02:10:00 on"], text.splitlines()[:2])
        self.assertRegex(text, r"\n \\Memory\n   Available Bytes +11 ")

    def test_without_paths_it_is_the_overview(self):
        self.assertIn(" \\Memory\n   Available Bytes", self.run_well("at", self.log, "02:11").text)

    def test_a_gap_is_said(self):
        text = self.run_well("at", self.log, "02:15", AVAILABLE).text
        self.assertEqual("no samples between 2026-11-21 02:13:00 and 2026-11-21 02:17:00: this is the last one before "
                         "2026-11-21 02:15:00", text.splitlines()[1])
        self.assertEqual({"from": "2026-11-21T02:13:00.000+00:00", "to": "2026-11-21T02:17:00.000+00:00"},
                         self.sample("02:15")["gap"])

    def test_a_date_and_a_time_may_be_two_words(self):
        self.assertEqual("2026-11-21T02:12:00.000+00:00", self.sample("2026-11-21", "02:12")["time"])

    def test_a_time_outside_the_log_is_refused_with_those_of_the_log(self):
        self.assertFault(perflib("at", self.log, "2026-11-20 02:13", AVAILABLE), FAILED,
                         "perflib: %s: no sample at 2026-11-20 02:13:00; the log runs from 2026-11-21 02:10:00 to "
                         "2026-11-21 02:19:00\n" % self.log)

    def test_what_is_not_a_time_or_missing_is_wrong_usage(self):
        for words, why in (((self.log,), "at: name the time: `perflib at LOG 15:45`"),
                           (("02:13",), "at: name a log and a time: `perflib at LOG 15:45`"),
                           ((self.log, "teatime"), "TIME: \"teatime\" is not a time; write 15:45, 2026-11-21 or "
                                                   "'2026-11-21 15:45'")):
            with self.subTest(words):
                result = perflib("at", *words)
                self.assertExit(result, WRONG_USAGE)
                self.assertEqual("perflib: " + why, result.err.splitlines()[0])

    def test_a_recording_is_read_from_the_sample_before(self):
        log = self.recorded("pair.perfrec")
        sample = json.loads(self.run_well("at", log, "2023-11-14T23:36:55Z", CPU0, "--json").text)
        self.assertAlmostEqual(40.1, sample["groups"][0]["lines"][0]["value"])


    def test_processor_time_of_ended_processes_is_said(self):
        path = r"\Process(*)\% Processor Time"
        paths = (path, r"\Processor(*)\% Processor Time", r"\Linux System\Forks/sec")
        for name in ("pair.blg", "pair.perfrec"):
            words = ("at", self.recorded(name, paths), "2023-11-14T23:36:55Z", path)
            sample = json.loads(self.run_well(*words, "--json").text)
            self.assertEqual([path], [group["title"] for group in sample["groups"]])
            self.assertAlmostEqual(40.1 + 10.8, sample["not_attributed"]["used"])
            self.assertIn("\n   ended processes ", self.run_well(*words).text)


class Threads(LogTest):
    """What a command writes does not depend on the number of its threads."""

    def outputs(self, *words):
        outputs = [self.run_well(*words, "--threads", count).out for count in some_of(("1", "2", "7"), 2)]
        self.assertEqual(outputs[:1] * len(outputs), outputs)
        return outputs[0]

    def logs(self):
        """One of counters, one of objects, and one of values."""
        values = self.folder / "values.csv"
        self.run_well("convert", COUNTERS, values)
        return COUNTERS, OBJECTS, values

    def test_a_summary_is_the_same(self):
        for log in self.logs():
            self.assertIn(b'"series"', self.outputs("summary", log, "--json"))

    def test_a_comparison_is_the_same(self):
        self.assertIn(b'"series"', self.outputs("diff", COUNTERS, COUNTERS, "--whole", "--json"))

    def test_a_report_is_the_same(self):
        for log in self.logs():
            self.assertIn(b'"verdict"', self.outputs("report", log, "--json"))

    def test_a_copy_is_the_same(self):
        for log in self.logs():
            self.assertTrue(self.outputs("convert", log, "-", "--to", "csv").startswith(b'"(PDH-CSV 4.0)'))
            self.assertTrue(self.outputs("convert", log, "-", "--to", "tsv", "--excel")
                            .startswith(b'\xef\xbb\xbf"time (UTC'))

    def test_a_number_that_is_not_a_count_is_refused(self):
        for number in ("0", "-1", "many"):
            result = perflib("summary", COUNTERS, "--threads", number)
            self.assertEqual((WRONG_USAGE, ""), (result.code, result.text))
            self.assertIn("--threads", result.err)


class Query(LogTest):
    def test_first_rate_of_a_genuine_log_is_the_known_one_with_its_raw_numbers(self):
        _, row = self.rows(COUNTERS, TOTAL, "-n", "2")
        self.assertEqual({"time": "2013-02-19T18:50:18.844-08:00", "series": [{
            "path": "\\\\GEORGIS3\\Processor(_Total)\\% Processor Time",
            "type": "PERF_100NSEC_TIMER_INV", "value": 9.378262382554226,
            "status": "CSTATUS_VALID_DATA", "reason": None,
            "raw": {"older": {"first": 1170374257812, "second": 130058022178447225, "multi": 0},
                    "newer": {"first": 1170383320312, "second": 130058022188447585, "multi": 0},
                    "time_base": 10000000}}]}, row)

    def test_every_record_is_a_row_and_a_rate_of_the_first_has_no_value_yet(self):
        rows = self.rows(COUNTERS, TOTAL)
        self.assertEqual(601, len(rows))
        first, = rows[0]["series"]
        self.assertEqual(("2013-02-19T18:50:17.844-08:00", None, "CSTATUS_INVALID_DATA",
                          "first sample: a rate needs two"),
                         (rows[0]["time"], first["value"], first["status"], first["reason"]))
        self.assertEqual((None, 1170374257812),
                         (first["raw"]["older"], first["raw"]["newer"]["first"]))

    def test_the_first_record_keeps_the_values_that_need_no_second_one(self):
        log = self.recorded()
        self.assertEqual([b'"11/14/2023 23:36:40.750"," ","5120000000"',
                          b'"11/14/2023 23:36:50.750","40.100000000000001","4608000000"', b""],
                         self.lines("query", log, "--format", "csv")[1:])
        self.run_well("convert", log, self.folder / "pair.csv")
        self.assertEqual((self.folder / "pair.csv").read_bytes().split(b"\r\n")[1:],
                         self.lines("query", log, "--format", "csv")[1:])

    def test_one_row_of_a_log_is_its_first_record(self):
        result = perflib("query", COUNTERS, TOTAL, "-n", "1", "--format", "csv")
        self.assertEqual((FAILED, HEADER + b'"02/19/2013 18:50:17.844"," "\r\n', ""),
                         (result.code, result.out, result.err))

    def test_records_before_an_instance_comes_are_rows_too(self):
        log = self.recorded(paths=(r"\Process(*)\ID Process",))
        rows = self.rows(log, r"\Process(reused)\ID Process")
        self.assertEqual(["2023-11-14T23:36:40.750+00:00", "2023-11-14T23:36:50.750+00:00"],
                         [row["time"] for row in rows])
        self.assertEqual([None, 100], [row["series"][0]["value"] for row in rows])
        rows = self.rows(log, r"\Process(reuse*)\ID Process")
        self.assertEqual([[], [100]], [[s["value"] for s in row["series"]] for row in rows])

    def test_window_begins_with_a_rate_on_the_clock_of_the_log(self):
        result = self.run_well("query", COUNTERS, TOTAL, "-b", "2013-02-19 18:55:00", "-e",
                               "2/19/2013 18:55:02", "--format", "csv",
                               env=environment(TZ="Asia/Tokyo"))
        self.assertEqual(HEADER + b'"02/19/2013 18:55:00.842","5.0816135047843769"\r\n'
                         b'"02/19/2013 18:55:01.843","8.9848705832117908"\r\n', result.out)

    def test_without_a_path_all_of_the_log_is_shown(self):
        row, _ = self.rows(COUNTERS, "-n", "2")
        self.assertEqual(10, len(row["series"]))

    def test_table_of_a_log(self):
        self.assertEqual("2023-11-14T23:36:40.750+00:00\n"
                         " \\Processor(0)\n"
                         "   % Processor Time             -  first sample: a rate needs two\n"
                         " \\Memory\n"
                         "   Available Bytes              4.8   GB\n"
                         "\n"
                         "2023-11-14T23:36:50.750+00:00\n"
                         " \\Processor(0)\n"
                         "   % Processor Time            40.1   %\n"
                         " \\Memory\n"
                         "   Available Bytes              4.3   GB\n",
                         self.run_well("query", self.recorded()).text)

    def test_logs_of_one_machine_bind_as_one_without_a_rate_over_the_gap(self):
        for name, window in (("one.blg", ("-e", "2013-02-19 18:50:20")),
                             ("two.blg", ("-b", "2013-02-19 19:00:16"))):
            self.run_well("convert", COUNTERS, self.folder / name, *window)
        lines = self.lines("query", self.folder / "two.blg", self.folder / "one.blg", TOTAL,
                           "--format", "csv")
        self.assertEqual([b'"02/19/2013 18:50:17.844"," "',
                          b'"02/19/2013 18:50:18.844","9.378262382554226"',
                          b'"02/19/2013 18:50:19.844","5.8654134404571234"',
                          b'"02/19/2013 19:00:15.840"," "'], lines[1:5])
        self.assertEqual(7, len(lines) - 1)
        self.assertNotIn(b'" "', lines[5])

    def test_columns_of_csv_are_those_of_the_whole_log(self):
        log = self.recorded(paths=(r"\Process(*)\ID Process",))
        lines = self.lines("query", log, "--format", "csv")
        self.assertEqual([b'"(PDH-CSV 4.0) (UTC)(0)"'] + [
            b'"\\\\pair\\Process(%s)\\ID Process"' % name for name in
            (b"Idle", b"System", b"systemd", b"first", b"exits", b"shrinks", b"_Total", b"reused")],
            lines[0].split(b","))
        self.assertEqual([b'"11/14/2023 23:36:40.750"', b'"0"', b'"2"', b'"1"', b'"100"', b'"150"',
                          b'"200"', b'"0"', b'" "'], lines[1].split(b","))

    def top(self, path, count, *more):
        """Names of the largest processes of OBJECTS by a sum over all of its records, and their values."""
        rows = self.rows(OBJECTS, path, *more)
        sums, of = {}, {}
        for row in rows:
            for series in row["series"]:
                name = series["path"]
                if not re.search(r"\((_Total|Idle)\)", name):
                    of.setdefault(name, []).append(series["value"])
                    sums[name] = sums.get(name, 0) + (series["value"] or 0)
        largest = sorted(sums, key=lambda name: -sums[name])[:count]
        return {name: of[name] for name in largest}

    def test_top_is_chosen_by_the_first_path_over_the_whole_log_and_has_every_value(self):
        path = r"\Process(*)\% Processor Time"
        expected = self.top(path, 3, "--top", "100")
        rows = self.rows(OBJECTS, path, r"\Process(*)\ID Process", "--top", "3")
        shown = {}
        for row in rows:
            for series in row["series"]:
                shown.setdefault(series["path"], []).append(series["value"])
        self.assertEqual([name.replace("% Processor Time", counter) for name in expected
                          for counter in ("% Processor Time", "ID Process")],
                         [series["path"] for series in rows[1]["series"]])  # the first that has all of them
        self.assertEqual(expected, {name: shown[name] for name in expected})

    def test_top_counts_a_process_that_began_in_an_interval_from_its_start(self):
        """PowerStarter began 49.5 s before the second record: 33.25 s of processor time in 59.954 s."""
        path = r"\Process(*)\% Processor Time"
        names = [re.search(r"\((.*)\)", name).group(1) for name in self.top(path, 3, "--top", "100")]
        self.assertEqual(["mmc", "PowerStarter"], names[:2])
        rows = self.rows(OBJECTS, path, "--top", "3")
        of = {one["path"].split("(")[1].split(")")[0]: one["value"] for one in rows[1]["series"]}
        self.assertAlmostEqual(55.46, of["PowerStarter"], 2)
        self.assertFalse(any("PowerStarter" in name for name in self.top(path, 3)))
        plain = perflib("query", "--json", OBJECTS, r"\Process(PowerStarter)\% Processor Time")
        values = [one["value"] for line in plain.text.splitlines() for one in json.loads(line)["series"]]
        self.assertEqual([None] * len(rows), values)
        self.assertEqual(FAILED, plain.code)  # it never has a value

    def test_top_in_csv_fills_every_cell_that_has_a_value(self):
        path = r"\Process(*)\Working Set"
        expected, rows = self.top(path, 5), self.rows(OBJECTS, path)
        result = self.run_well("query", OBJECTS, path, "--top", "5", "--format", "csv")
        lines = [line.split('","') for line in result.text.strip().split("\r\n")]
        self.assertEqual(list(expected), [cell.strip('"') for cell in lines[0][1:]])
        for column, values in enumerate(expected.values(), 1):
            cells = [line[column].strip('"') for line in lines[1:]]
            self.assertEqual(values, [float(cell) for cell in cells if cell != " "])
            self.assertEqual(len(rows), len(cells))

    def test_top_says_how_many_instances_of_a_log_could_not_be_read(self):
        text = (self.folder / "made.csv")
        text.write_bytes(b'"(PDH-CSV 4.0) (UTC)(0)"' + b"".join(
            b',"\\\\pair\\Process(%s)\\Handle Count"' % name for name in (b"a", b"b", b"c", b"_Total"))
            + b'\r\n"11/14/2023 23:36:50.750","1"," "," "," "'
            + b'\r\n"11/14/2023 23:36:51.750","1","9"," "," "\r\n')
        for form in ("table", "csv", "tsv", "json"):
            result = perflib("query", text, r"\Process(*)\Handle Count", "--top", "2", "--format", form)
            self.assertExit(result, ALL_WELL)
            self.assertIn("perflib: \\Process(*)\\Handle Count: 1 of 3 instances could not be read: ",
                          result.err)
            self.assertEqual(1, result.err.count("\n"), result.err)

    def test_text_log_has_values_and_neither_type_nor_raw_numbers(self):
        self.run_well("convert", self.recorded(), self.folder / "pair.csv")
        rows = self.rows(self.folder / "pair.csv", AVAILABLE)
        self.assertEqual([{"path": "\\\\pair\\Memory\\Available Bytes", "type": None,
                           "value": 5120000000, "status": "CSTATUS_VALID_DATA", "reason": None,
                           "raw": None}], rows[0]["series"])
        self.assertEqual(2, len(rows))

    def test_raw_of_a_text_log_says_that_there_is_nothing_raw_and_invents_no_type(self):
        self.run_well("convert", self.recorded(), self.folder / "pair.csv")
        result = perflib("query", self.folder / "pair.csv", AVAILABLE, "--raw")
        self.assertExit(result, ALL_WELL)
        self.assertNotIn("PERF_", result.text)
        self.assertEqual("perflib: --raw: a text log has calculated values only; "
                         "there are no raw numbers to show\n", result.err)

    def test_a_counter_without_data_is_recorded_with_its_type(self):
        recorded = perflib("record", "-o", self.folder / "lacks.blg", AVAILABLE,
                           r"\Memory\Write Copies/sec", *PAIR)
        self.assertEqual(ALL_WELL, recorded.code, recorded)
        row = self.rows(self.folder / "lacks.blg")[0]["series"]
        self.assertEqual(["PERF_COUNTER_LARGE_RAWCOUNT", "PERF_COUNTER_COUNTER"],
                         [series["type"] for series in row])

    def test_time_of_a_log_that_tells_no_offset_has_none(self):
        result = perflib("query", RUSSIAN, "-n", "1", "--format", "json")
        self.assertExit(result, ALL_WELL)
        self.assertEqual("2021-09-13T10:00:00.125", json.loads(result.text)["time"])
        self.assertIn("line 1: the offset from UTC is missing; times are local times\n", result.err)

    def test_encoding_is_the_readers_choice(self):
        result = perflib("query", RUSSIAN, "-n", "1", "--format", "json", "--encoding", "cp1252")
        self.assertIn("Ïðîöåññîð(_Total)", json.loads(result.text)["series"][0]["path"])

    def test_names_that_are_not_in_the_log_get_the_nearest_that_are(self):
        for path, why in ((r"\Procesor(_Total)\% Processor Time",
                           'no such object; did you mean "Processor"?'),
                          (r"\Processor(_Total)\% Procesor Time",
                           'no such counter; did you mean "% Processor Time"?'),
                          (r"\Processor(9)\% Processor Time",
                           "no such instance; existing instances: 0, 1, 2, 3, _Total"),
                          (r"\\other\Processor(0)\% Processor Time",
                           "machine other is not in the log")):
            self.assertFault(perflib("query", COUNTERS, path), DOES_NOT_EXIST,
                             "perflib: %s: %s\n" % (path, why))

    def test_paths_that_are_there_are_shown_beside_one_that_is_not(self):
        result = perflib("query", COUNTERS, TOTAL, r"\Memory\Pages/sec", "-n", "2", "--format", "csv")
        self.assertEqual((DOES_NOT_EXIST, HEADER + b'"02/19/2013 18:50:17.844"," "\r\n'
                          b'"02/19/2013 18:50:18.844","9.378262382554226"\r\n',
                          "perflib: \\Memory\\Pages/sec: no such object\n"),
                         (result.code, result.out, result.err))


class Columns(LogTest):
    """Few series of a log on a terminal."""

    def test_up_to_six_series_are_columns_with_one_line_per_row(self):
        screen = Screen(self, 80, 24)
        screen.run("clear; ./perflib query %s" % shlex.quote(str(self.recorded())))
        self.assertIn(" 1  \\Processor(0)\\% Processor Time\n"
                      " 2  \\Memory\\Available Bytes\n"
                      "\n"
                      " 2023-11-14 +00:00     1          2\n"
                      " 23:36:40.750          -     4.8 GB  first sample: a rate needs two\n"
                      " 23:36:50.750     40.1 %     4.3 GB\n", screen.wait_for("4.3 GB"))

    def test_more_series_are_groups(self):
        screen = Screen(self, 80, 60)
        log = self.recorded(paths=(r"\Memory\*",))
        screen.run(r"clear; ./perflib query %s -n 1" % shlex.quote(str(log)))
        screen.wait_for("\n \\Memory\n   Page Faults/sec  ")


class Sets(LogTest):
    """Sets on logs: what the log has of them."""

    def test_a_counter_that_is_missing_is_replaced_by_one_that_is_there(self):
        text = self.run_well("watch", OBJECTS, "@cpu", "-n", "2").text
        self.assertIn(" \\Processor(*)\\% Processor Time\n   0    ", text)
        self.assertNotIn("Linux", text)
        self.assertNotIn("no such", text)
        paths = {series["path"].split("\\")[-1] for series in self.rows(OBJECTS, "cpu")[0]["series"]}
        self.assertEqual({"% Processor Time", "% User Time", "% Privileged Time", "% Interrupt Time",
                          "% DPC Time", "Interrupts/sec", "Processor Queue Length", "Context Switches/sec"},
                         paths)

    def test_a_log_with_none_of_its_counters_shows_the_object(self):
        text = self.run_well("watch", COUNTERS, "@disk", "-n", "2").text
        self.assertIn(" \\PhysicalDisk(0 C:)\n   Avg. Disk Queue Length", text)

    def test_a_log_that_has_nothing_of_a_set_says_so_in_one_line(self):
        for command in ("watch", "query"):
            self.assertFault(perflib(command, COUNTERS, "@network"), DOES_NOT_EXIST,
                             "perflib: %s: this log has no counters of @network\n" % COUNTERS)
        result = perflib("query", COUNTERS, "@network", TOTAL, "-n", "2", "--format", "csv")
        self.assertEqual((DOES_NOT_EXIST, 3), (result.code, result.out.count(b"\r\n")))

    def test_a_word_is_looked_for_in_the_log(self):
        result = perflib("query", OBJECTS, "svchost", "-n", "1", "--format", "json")
        self.assertEqual((ALL_WELL, "perflib: svchost: read as \\Process(svchost#*)\\*\n"),
                         (result.code, result.err))
        self.assertEqual(13, len([series for series in json.loads(result.text)["series"]
                                  if series["path"].endswith("\\ID Process")]))

    def test_the_nearest_of_many_instances_is_named(self):
        self.assertFault(perflib("query", OBJECTS, r"\Process(mcm)\Working Set"), DOES_NOT_EXIST,
                         "perflib: \\Process(mcm)\\Working Set: no such instance; did you mean \"mmc\"? "
                         "There are 49 instances.\n")


class Machines(LogTest):
    """Logs of several machines in one view."""

    def two(self):
        logs = []
        for machine, cpu in (("A", 10), ("B", 20)):
            logs.append(self.folder / (machine + ".csv"))
            logs[-1].write_bytes(b'"(PDH-CSV 4.0) (UTC)(0)","\\\\%s\\Processor(_Total)\\%% Processor Time"\r\n'
                                 b'"11/14/2023 23:36:50.750","%d"\r\n' % (machine.encode(), cpu))
        return logs

    def test_the_table_and_watch_name_the_machine_of_each_value(self):
        self.assertEqual("2023-11-14T23:36:50.750+00:00\n"
                         " \\\\A\\Processor(_Total)\n"
                         "   % Processor Time            10.0   %\n"
                         " \\\\B\\Processor(_Total)\n"
                         "   % Processor Time            20.0   %\n", self.run_well("query", *self.two()).text)
        text = self.run_well("watch", *self.two()).text
        self.assertIn(" \\\\A\\Processor(_Total)\n   % Processor Time     10.0 %", text)
        self.assertIn(" \\\\B\\Processor(_Total)\n   % Processor Time     20.0 %", text)


class SingleCounters(LogTest):
    def test_watch_puts_each_under_its_own_object(self):
        text = self.run_well("watch", COUNTERS, "-n", "2").text
        first, second = text.split("2013-02-19T18:50:18.844-08:00\n")
        self.assertEqual(
            [r" \PhysicalDisk(0 C:)", "   Avg. Disk Bytes/Read", "   Avg. Disk Bytes/Write",
             "   Avg. Disk Queue Length", "   Avg. Disk Read Queue Length", "   Avg. Disk Write Queue Length",
             r" \Processor(*)\% Processor Time", "   0", "   1", "   2", "   3", "   _Total"],
            [re.match(" *[^ ]+(?: [^ ]+)*", line).group() for line in second.splitlines()[1:]])


class BriefLastInterval(LogTest):
    """A recording that is stopped just after its last sample: a few ms make no rate."""

    def summary(self, file, *window):
        result = self.run_well("summary", file, "--json", *window)
        return {one["path"]: {name: one[name] for name in ("count", "min", "max", "p50", "p95")}
                for one in json.loads(result.text)["series"]}

    def test_its_rates_are_not_in_the_summary(self):
        log = COUNTERS.read_bytes()
        times = [time for time, _ in blg.samples(log)]
        early = struct.pack("<q", times[-2] + 100_000)  # 10 ms later
        stopped = self.folder / "stopped.blg"
        stopped.write_bytes(log.replace(struct.pack("<q", times[-1]), early))
        whole = self.summary(COUNTERS)
        without_last = self.summary(COUNTERS, "-e", "2013-02-19 19:00:17")
        self.assertEqual({600}, {one["count"] for one in whole.values()})
        self.assertEqual({599}, {one["count"] for one in without_last.values()})
        self.assertEqual(without_last, self.summary(stopped))


class Refusals(LogTest):
    def test_what_is_no_log_is_called_what_it_is(self):
        (self.folder / "text.blg").write_text("hello\n")
        (self.folder / "empty.blg").write_bytes(b"")
        files = (("text.blg", "a text file, not a performance log; text logs begin with PDH-CSV or PDH-TSV"),
                 ("empty.blg", "an empty file, not a performance log; copy it again, or record again"))
        for (name, what), command in each_of(files, ("query", "list", "watch", "summary", "explain")):
            path = self.folder / name
            self.assertFault(perflib(command, path, AVAILABLE), FAILED,
                             "perflib: %s: is %s (PDH_UNKNOWN_LOG_FORMAT)\n" % (path, what))

    def test_file_that_is_not_there(self):
        self.assertFault(perflib("query", "missing.blg"), FAILED,
                         "perflib: missing.blg: no such file\n")
        self.assertFault(perflib("query", "--log", "missing"), FAILED,
                         "perflib: missing: no such file\n")

    def test_a_folder_is_called_one_by_every_command(self):
        (self.folder / "adir").mkdir()
        for command in ("query", "summary", "report", "explain"):
            with self.subTest(command):
                self.assertFault(perflib(command, self.folder / "adir"), FAILED,
                                 "perflib: %s: is a folder without logs\n" % (self.folder / "adir"))
        self.assertFault(perflib("query", "adir", *PAIR, cwd=self.folder), FAILED, "perflib: adir: is a folder without logs\n")

    def test_root_folders_do_not_go_with_a_log(self):
        self.assertFault(perflib("query", COUNTERS, TOTAL, "--root", "/"), WRONG_USAGE,
                         "perflib: --root: cannot be combined with a log\n")

    def test_options_of_logs_need_one(self):
        for option, value in (("-b", "2023-11-14"), ("-e", "2023-11-14"), ("--encoding", "utf-8")):
            self.assertFault(perflib("query", AVAILABLE, option, value, *PAIR), WRONG_USAGE,
                             "perflib: %s: no log given\n" % option)

    def test_time_that_is_none(self):
        self.assertFault(perflib("query", COUNTERS, "-b", "yesterday"), WRONG_USAGE,
                         "perflib: -b: \"yesterday\" is not a time; write 15:45, 2026-11-21 or '2026-11-21 15:45'\n")

    def test_window_without_samples(self):
        for command in ("query", "list", "watch", "explain"):
            self.assertFault(perflib(command, COUNTERS, TOTAL, "-b", "2030-01-01"), FAILED,
                             "perflib: %s: no samples in that range; the log runs from 2013-02-19 18:50:17 to "
                             "19:00:17 UTC-08:00\n" % COUNTERS)

    def test_values_and_readings_do_not_bind(self):
        log = self.recorded()
        self.run_well("convert", log, self.folder / "pair.csv")
        result = perflib("query", log, self.folder / "pair.csv")
        self.assertExit(result, FAILED)
        self.assertIn("one holds raw values, the other calculated values\n", result.err)

    def test_damage_costs_what_is_damaged(self):
        cut = self.folder / "cut.blg"
        cut.write_bytes(COUNTERS.read_bytes()[:200000])
        result = perflib("query", cut, TOTAL, "--format", "csv")
        self.assertExit(result, ALL_WELL)
        self.assertTrue(result.out.startswith(
            HEADER + b'"02/19/2013 18:50:17.844"," "\r\n"02/19/2013 18:50:18.844","9.378262382554226"\r\n'))
        self.assertIn("; 1 record skipped\n", result.err)

    def test_list_of_a_name_reads_a_damaged_log_once(self):
        cut = self.folder / "cut.blg"
        cut.write_bytes(COUNTERS.read_bytes()[:200000])
        for name in ("_Total", "% Processor Time"):
            result = perflib("list", cut, name)
            self.assertExit(result, ALL_WELL)
            self.assertEqual(1, result.err.count(" skipped\n"), result.err)

    def test_list_of_a_counter_tells_the_damage_of_a_recording_once(self):
        log = self.recorded("pair.perfrec")
        damaged = bytearray(log.read_bytes())
        damaged[124] ^= 1  # the checksum of the file header
        log.write_bytes(damaged)
        result = perflib("list", log, "Available Bytes")
        self.assertExit(result, ALL_WELL)
        self.assertIn("\\Memory\n    Available Bytes", result.text)
        self.assertEqual(1, result.err.count("; 128 bytes skipped\n"), result.err)


class BareWords(LogTest):
    """A word without a dot or slash is a name before it is a file in the working folder."""

    def run_here(self, *arguments):
        return perflib(*arguments, cwd=self.folder)

    def test_a_file_with_the_name_of_a_set_does_not_hide_the_set(self):
        (self.folder / "cpu").write_bytes(b"")
        result = self.run_here("query", "cpu", *PAIR)
        self.assertIn("Processor", result.text)
        self.assertNotIn("empty file", result.err)

    def test_a_file_with_the_name_of_an_object_does_not_hide_it(self):
        result = self.run_here("list", "--paths", "memory", *PAIR)
        self.assertIn(r"\Memory\Available Bytes", result.text)
        (self.folder / "memory").write_text("hello\n")
        self.assertEqual(result.text, self.run_here("list", "--paths", "memory", *PAIR).text)

    def test_a_log_with_the_name_of_an_object_is_read_with_a_path(self):
        log = self.recorded("memory.blg")
        log.rename(self.folder / "memory")
        result = self.run_here("list", "memory", *PAIR)
        self.assertEqual((ALL_WELL, "perflib: memory: is read as a name; write ./memory for the log of that name\n"),
                         (result.code, result.err))
        self.assertIn("Processor(*)", self.run_here("list", "./memory").text)

    def test_a_log_whose_name_means_nothing_else_is_read(self):
        self.recorded("monday.blg").rename(self.folder / "monday")
        result = self.run_here("query", "monday", AVAILABLE, "--format", "csv")
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        self.assertIn('"5120000000"', result.text)

    def test_a_word_that_is_neither_is_told_as_both(self):
        (self.folder / "coffee").write_bytes(b"\x7fELF\2\1\1" + bytes(200))
        file = "; the file of that name is not a performance log\n"
        query = self.run_here("query", "coffee", *PAIR)
        self.assertExit(query, WRONG_USAGE)
        self.assertIn(file.rstrip("\n"), query.err)
        listed = self.run_here("list", "coffee", *PAIR)
        self.assertExit(listed, DOES_NOT_EXIST)
        self.assertTrue(listed.err.endswith(file), listed.err)
        self.assertFault(self.run_here("list", "--missing", "coffee", *PAIR), DOES_NOT_EXIST,
                         "perflib: coffee: nothing with this name lacks data here" + file)
        for words in (("summary", "coffee"), ("diff", COUNTERS, "coffee"), ("diff", "coffee", COUNTERS)):
            self.assertFault(self.run_here(*words), FAILED, "perflib: coffee: is not a performance log\n")
        for words, what in ((("list", "memory", "coffee"), "PATTERN"), (("dump", "238", "coffee"), "NAME")):
            result = self.run_here(*words, *PAIR)
            self.assertExit(result, WRONG_USAGE)
            self.assertIn("only one %s can be given, and coffee is not a performance log\n" % what, result.err)

    def test_a_log_with_the_name_of_a_set_or_a_process_does_not_hide_it_from_list(self):
        log = self.recorded()
        for name in ("cpu", "shrinks"):
            (self.folder / name).write_bytes(log.read_bytes())
            result = self.run_here("list", name, *PAIR)
            self.assertExit(result, ALL_WELL)
            self.assertTrue(result.err.startswith("perflib: %s: is read as a name; " % name), result.err)

    def test_a_log_of_a_database_is_never_a_name(self):
        self.assertNotIn("is named", self.run_here("query", "SQL:nowhere!set").err)

    def test_a_set_that_a_log_lacks_is_said_once_by_list(self):
        self.assertFault(perflib("list", COUNTERS, "@network"), DOES_NOT_EXIST,
                         "perflib: %s: this log has no counters of @network\n" % COUNTERS)


class OtherCommands(LogTest):
    def test_explain_puts_in_the_last_two_readings(self):
        self.assertEqual(
            "\\Processor(0)\\% Processor Time  40.1 %\n"
            "  type     PERF_100NSEC_TIMER_INV 0x21510500, 8 bytes\n"
            "  formula  100 * (1 - (N1 - N0) / (T1 - T0))\n"
            "  last     100 * (1 - (49461600000 - 49401700000) / "
            "(133444786107500000 - 133444786007500000)) = 40.1, over the last 10.000 s, "
            "at 2023-11-14T23:36:50.750+00:00\n"
            "  what     share of the interval in which the CPU was not in its idle thread\n",
            self.run_well("explain", CPU0, self.recorded()).text)

    def test_explain_as_json_has_the_number_and_the_words(self):
        document = json.loads(self.run_well("explain", CPU0, self.recorded(), "--json").text)
        self.assertEqual({"time": "2023-11-14T23:36:50.750+00:00", "explanations": [{
            "path": "\\\\pair\\Processor(0)\\% Processor Time", "type": "PERF_100NSEC_TIMER_INV",
            "value": 40.1, "status": "CSTATUS_VALID_DATA", "reason": None, "shown": "40.1 %",
            "explanation": {
                "type": "PERF_100NSEC_TIMER_INV 0x21510500, 8 bytes",
                "formula": "100 * (1 - (N1 - N0) / (T1 - T0))",
                "last": "100 * (1 - (49461600000 - 49401700000) / "
                        "(133444786107500000 - 133444786007500000)) = 40.1, over the last 10.000 s, "
                        "at 2023-11-14T23:36:50.750+00:00",
                "what": "share of the interval in which the CPU was not in its idle thread"}}]}, document)

    def test_explain_of_a_text_log_says_who_calculated(self):
        self.run_well("convert", self.recorded(), self.folder / "pair.csv")
        self.assertEqual(
            "\\Memory\\Available Bytes  4.3 GB\n"
            "  type     unknown: a text log has only calculated values\n"
            "  last     4608000000, at 2023-11-14T23:36:50.750+00:00, as calculated when the log "
            "was written\n"
            "  what     memory usable at once: standby+free+zeroed\n",
            self.run_well("explain", self.folder / "pair.csv", AVAILABLE).text)

    def test_list_has_what_the_whole_log_has(self):
        self.assertEqual("\\Processor(*)  5 instances: 0, 1, 2, 3, _Total\n"
                         "    % Processor Time  share of the interval in which the CPU was not in "
                         "its idle thread\n",
                         self.run_well("list", COUNTERS, "Processor").text)
        self.assertEqual(10, len(self.run_well("list", COUNTERS, "--paths").text.splitlines()))

    def test_list_json_of_a_text_log_has_no_type(self):
        self.run_well("convert", self.recorded(), self.folder / "pair.csv")
        listed = json.loads(self.run_well("list", self.folder / "pair.csv", "memory", "--json").text)
        self.assertEqual({"objects": [{"title_index": 0, "name": "Memory", "instances": None,
                                       "counters": [{"title_index": 0, "name": "Available Bytes",
                                                     "type": None, "status": "CSTATUS_VALID_DATA",
                                                     "reason": None}]}]}, listed)

    def test_list_of_what_is_not_there(self):
        self.assertFault(perflib("list", COUNTERS, "nothing"), DOES_NOT_EXIST,
                         "perflib: no counter, set or process is named \"nothing\"; perflib list %s shows all\n" % COUNTERS)

    def test_watch_without_a_terminal_prints_every_sample_at_once(self):
        self.assertEqual("2023-11-14T23:36:40.750+00:00\n"
                         "                      last        avg        min        max\n"
                         " \\Processor(0)\n"
                         "   % Processor Time   not available: first sample: a rate needs two\n"
                         " \\Memory\n"
                         "   Available Bytes       4.8 GB     4.8 GB     4.8 GB     4.8 GB\n"
                         "2023-11-14T23:36:50.750+00:00\n"
                         "                      last        avg        min        max\n"
                         " \\Processor(0)\n"
                         "   % Processor Time     40.1 %     40.1 %     40.1 %     40.1 %\n"
                         " \\Memory\n"
                         "   Available Bytes       4.3 GB     4.5 GB     4.3 GB     4.8 GB\n",
                         self.run_well("watch", self.recorded(), "-i", "3600").text)

    def test_dump_joins_the_blocks_of_the_first_sample(self):
        out = self.folder / "objects.bin"
        self.run_well("dump", OBJECTS, "-o", out)
        block = json.loads(self.run_well("inspect", "--json", out).text)
        self.assertEqual("ZACH-PC", block["machine"])
        self.assertEqual(8, len(block["objects"]))

    def test_dump_of_one_object_has_that_alone(self):
        out = self.folder / "cpu.bin"
        self.run_well("dump", OBJECTS, "238", "-o", out)
        objects = json.loads(self.run_well("inspect", "--json", out).text)["objects"]
        self.assertEqual([238], [o["title_index"] for o in objects])

    def test_dump_of_a_log_without_blocks_is_refused(self):
        out = self.folder / "none.bin"
        self.assertFault(perflib("dump", COUNTERS, "-o", out), FAILED,
                         "perflib: %s: contains counters, not blocks; use `perflib convert` to get "
                         "text\n" % COUNTERS)
        self.assertFalse(out.exists())

    def test_dump_of_objects_that_the_log_has_not(self):
        self.assertFault(perflib("dump", OBJECTS, "999", "-o", self.folder / "none.bin"),
                         DOES_NOT_EXIST, "perflib: the log has none of these objects\n")


class Localised(LogTest):
    """A log in another language answers English paths, and its own."""

    def german(self):
        log = self.folder / "german.blg"
        log.write_bytes(localised(OBJECTS.read_bytes(), GERMAN))
        return log

    def test_query_answers_both_and_shows_the_original(self):
        log = self.german()
        for path in (TOTAL, r"\Prozessor(_Total)\Prozessorzeit (%)", r"\238(_Total)\6"):
            series, = self.rows(log, path, "-n", "2")[1]["series"]
            self.assertEqual((r"\\ZACH-PC\Processor(_Total)\% Processor Time",
                              r"\\ZACH-PC\Prozessor(_Total)\Prozessorzeit (%)"),
                             (series["path"], series["original_path"]))
            self.assertEqual("82.1481", "%.4f" % series["value"])

    def test_genuine_log_has_no_original(self):
        series, = self.rows(OBJECTS, TOTAL, "-n", "2")[1]["series"]
        self.assertNotIn("original_path", series)

    def test_list_finds_both_and_prints_the_english_path(self):
        log = self.german()
        english = self.run_well("list", log, r"Processor\% Processor Time", "--paths").text
        self.assertEqual("\\Processor(0)\\% Processor Time\n"
                         "\\Processor(_Total)\\% Processor Time\n", english)
        self.assertEqual(english, self.run_well("list", log, r"Prozessor\Prozessorzeit", "--paths").text)

    def test_list_json_has_the_original(self):
        listed, = json.loads(self.run_well("list", self.german(), r"Processor\% Processor Time",
                                           "--json").text)["objects"]
        self.assertEqual(("Processor", "Prozessor"), (listed["name"], listed["original_name"]))
        self.assertEqual([("% Processor Time", "Prozessorzeit (%)")],
                         [(one["name"], one["original_name"]) for one in listed["counters"]])

    def test_explain_says_what_the_log_calls_it(self):
        lines = self.run_well("explain", self.german(), TOTAL).text.splitlines()
        self.assertEqual(r"  in log   \\ZACH-PC\Prozessor(_Total)\Prozessorzeit (%)", lines[1])

    def test_copy_keeps_the_names_of_the_log(self):
        copy = self.folder / "copy.blg"
        self.run_well("convert", self.german(), copy)
        series, = self.rows(copy, TOTAL, "-n", "2")[1]["series"]
        self.assertEqual(r"\\ZACH-PC\Prozessor(_Total)\Prozessorzeit (%)", series["original_path"])

    def test_text_is_in_english(self):
        self.run_well("convert", self.german(), self.folder / "english.csv")
        self.run_well("convert", OBJECTS, self.folder / "genuine.csv")
        self.assertEqual((self.folder / "genuine.csv").read_bytes(),
                         (self.folder / "english.csv").read_bytes())


class Replay(LogTest):
    """watch in a terminal: a log on its own clock, at the reader's pace."""

    def replay(self, *options):
        screen = Screen(self, 100, 20)
        screen.run("clear; ./perflib watch %s '%s' %s" % (shlex.quote(str(COUNTERS)), TOTAL, " ".join(options)))
        screen.wait_for("? all keys", "end of the log")  # which may come first
        return screen

    def test_step_stands_still_at_the_next_sample(self):
        screen = self.replay("-i", "60")
        self.assertIn("GEORGIS3", screen.wait_for("every 60 s · 2013-02-19 18:50:17\n"))
        screen.keys("n")
        self.assertIn("9.4 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:18\n"))
        screen.keys("n")
        self.assertIn("5.9 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:19\n"))
        screen.keys("q")
        screen.wait_for("ready$")

    def test_a_narrow_screen_keeps_the_time_of_a_sample_and_drops_the_pace(self):
        screen = Screen(self, 40, 12)
        screen.run("clear; ./perflib watch %s '%s' -i 60" % (shlex.quote(str(COUNTERS)), TOTAL))
        screen.wait_for("2013-02-19 18:50:17\n")
        screen.keys("n")
        screen.wait_for("FROZEN · 2013-02-19 18:50:18\n")
        screen.keys("q")
        screen.wait_for("ready$")

    def test_faster_and_slower(self):
        screen = self.replay("-i", "30")
        screen.keys("+")
        screen.wait_for("every 15 s · ")
        screen.keys("-", "-")
        screen.wait_for("every 60 s · ")
        screen.keys("q")
        screen.wait_for("ready$")

    def test_end_is_said_and_the_screen_stays(self):
        screen = self.replay("-i", "0.1", "-b", "'2013-02-19 19:00:16'")
        self.assertIn("32.8 %", screen.wait_for("end of the log"))
        screen.keys("e")
        screen.wait_for("PERF_100NSEC_TIMER_INV 0x21510500")
        screen.keys("q")
        screen.wait_for("ready$")

    def test_help_has_the_keys_of_a_log(self):
        screen = self.replay("-i", "60")
        screen.keys("?")
        help_text = screen.wait_for("  n, T, Right    pause, and show the next sample")
        self.assertEqual(1, help_text.count("\n  space "))

    def test_t_goes_back_and_T_forth_and_so_do_the_arrows(self):
        screen = self.replay("-i", "60")
        screen.keys("n")
        screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:18\n")
        screen.keys("T")
        self.assertIn("5.9 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:19\n"))
        screen.keys("t")
        self.assertIn("9.4 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:18\n"))
        screen.keys("Left")
        screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:17\n")
        screen.keys("Left")
        screen.wait_for("the first sample of the log")
        screen.keys("Right")
        self.assertIn("9.4 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:18\n"))
        screen.keys("q")
        screen.wait_for("ready$")

    def test_b_goes_to_a_time_and_past_the_end_it_says_how_long_the_log_is(self):
        screen = self.replay("-i", "60")
        screen.type("b")
        screen.wait_for("go to: _")
        screen.type("18:50:20")  # samples are 0.98 s after a full second
        screen.keys("Enter")
        self.assertIn("5.9 %", screen.wait_for("FROZEN · every 60 s · 2013-02-19 18:50:19\n"))
        screen.type("b2013-02-20 01:00")
        screen.keys("Enter")
        screen.wait_for("no sample at 2013-02-20 01:00:00; the log runs from 2013-02-19 18:50:17")
        screen.type("bteatime")
        screen.keys("Enter")
        screen.wait_for("\"teatime\" is not a time; write 15:45 or 2026-11-21 15:45")
        screen.keys("q")
        screen.wait_for("ready$")

    def test_after_the_end_a_step_back_works(self):
        screen = self.replay("-i", "0.1", "-b", "'2013-02-19 19:00:16'")
        screen.wait_for("end of the log")
        screen.keys("t")
        screen.wait_for("FROZEN · every 0.1 s · 2013-02-19 19:00:16\n", "the first sample of the log")
        screen.keys("q")
        screen.wait_for("ready$")

    def test_the_sets_are_keys_over_a_log_too(self):
        screen = self.replay("-i", "60")
        screen.keys("2")
        self.assertIn("\\Processor", screen.wait_for("@cpu · "))
        screen.keys("q")
        screen.wait_for("ready$")

    def test_without_paths_a_log_of_a_whole_machine_is_an_overview(self):
        text = self.run_well("watch", OBJECTS, "-n", "2").text
        self.assertEqual(self.run_well("watch", OBJECTS, "@overview", "-n", "2").text, text)


class Summary(LogTest):
    def test_table(self):
        log = self.recorded()
        self.assertEqual(
            "%s\n"
            " 2023-11-14 23:36:40 to 2023-11-14 23:36:50 UTC+00:00  2 samples, one every 10.0 s\n"
            "                     count  gaps     min  average     p50     p95     p99     max\n"
            " \\Processor(0)\n"
            "   %% Processor Time      1     0  40.1 %%   40.1 %%  40.1 %%  40.1 %%  40.1 %%  40.1 %%"
            "   █\n"
            " \\Memory\n"
            "   Available Bytes       2     0  4.3 GB   4.5 GB  4.3 GB  4.8 GB  4.8 GB  4.8 GB  █▇\n"
            % log, self.run_well("summary", log).text)

    def test_json_of_a_genuine_log(self):
        document = json.loads(self.run_well("summary", COUNTERS, TOTAL, "--json").text)
        self.assertEqual((601, "2013-02-19T18:50:17.844", "2013-02-19T19:00:17.840", 480),
                         tuple(document[name] for name in ("records", "first", "last", "bias_minutes")))
        series, = document["series"]
        self.assertEqual((600, 0, True),
                         (series["count"], series["gaps"], series["percentiles_exact"]))
        # 1,175,682,578,125 - 1,170,374,257,812 idle of 130,058,028,178,407,102 - ..022,178,447,225
        self.assertEqual(11.527403152332782, series["average"])

    def test_letters_instead_of_blocks_where_the_locale_has_none(self):
        result = self.run_well("summary", self.recorded(), AVAILABLE, env=environment(LC_ALL="C"))
        self.assertTrue(result.out.isascii())

    def test_is_as_wide_as_the_variable_columns_says_where_there_is_no_terminal(self):
        for columns in some_of((66, 80, 120), 2):
            text = self.run_well("summary", OBJECTS, env=environment(COLUMNS=str(columns))).text
            self.assertEqual([], [line for line in text.splitlines() if len(line) > columns])
        without = self.run_well("summary", COUNTERS).text
        for nonsense in some_of(("", "8", "80x24", "99999999999999999999"), 2):
            self.assertEqual(without, self.run_well("summary", COUNTERS, env=environment(COLUMNS=nonsense)).text)

    def test_path_that_the_log_has_not(self):
        result = perflib("summary", COUNTERS, TOTAL, r"\Processor(9)\% Processor Time")
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertEqual("perflib: \\Processor(9)\\% Processor Time: is not in the log; "
                         "existing instances: 0, 1, 2, 3, _Total\n", result.err)

    def test_no_file(self):
        self.assertFault(perflib("summary", AVAILABLE), FAILED,
                         "perflib: \\Memory\\Available Bytes: is not a file\n")


if __name__ == "__main__":
    unittest.main()

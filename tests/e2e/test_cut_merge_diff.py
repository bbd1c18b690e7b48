"""`perflib cut`, `merge` and `diff` (docs/perflib.md, sections 7d and 7e). Expected numbers are taken by hand
from the few lines of each log."""

import json
import unittest

from tool import ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, SOURCE, VM_PAIR, WRONG_USAGE, ToolTest, perflib

GENUINE = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"  # 601 samples, one a second
TOTAL = r"\Processor(_Total)\% Processor Time"
FREE = r"\Memory\Available Bytes"
QUEUE = r"\System\Processor Queue Length"


def text_log(machine, columns, rows, zone="(UTC)(0)", day="11/21/2026"):
    """A CSV: rows are ("HH:MM:SS", value, ...) of one day."""
    lines = ['"(PDH-CSV 4.0) %s"' % zone + "".join(',"\\\\%s%s"' % (machine, path) for path in columns)]
    lines += ['"%s %s.000"' % (day, time) + "".join(',"%s"' % value for value in values)
              for time, *values in rows]
    return "".join(line + "\r\n" for line in lines)


class LogsTest(ToolTest):
    def log(self, name, machine, columns, rows, **clock):
        (self.folder / name).write_bytes(text_log(machine, columns, rows, **clock).encode())
        return self.folder / name

    def before(self):
        return self.log("before.csv", "ONE", (TOTAL, FREE, QUEUE), (
            ("10:00:00", 10, 4294967296, 0), ("10:01:00", 20, 4294967296, 0),
            ("10:02:00", 30, 4294967296, 0), ("10:03:00", 90, 4294967296, 0)))

    def after(self):
        return self.log("after.csv", "TWO", (TOTAL, FREE, r"\System\Threads"), (
            ("22:30:00", 40, 4252017623, 7), ("22:31:00", 80, 4252017623, 7),
            ("22:32:00", 60, 4252017623, 7)))

    def times(self, path):
        return [line.split(b",")[0] for line in path.read_bytes().split(b"\r\n")[1:-1]]


class Words(LogsTest):
    """Names and sets in place of paths, in every command."""

    def header(self, path):
        return path.read_text().splitlines()[0]

    def test_summary_takes_names_and_sets(self):
        result = perflib("summary", self.before(), "processor queue length")
        self.assertEqual((ALL_WELL, "perflib: processor queue length: read as \\System\\Processor Queue Length\n"),
                         (result.code, result.err))
        self.assertIn("Processor Queue Length", result.text)
        self.assertNotIn("Available Bytes", result.text)
        text = self.run_well("summary", self.before(), "mem").text
        self.assertIn("Available Bytes", text)
        self.assertNotIn("Processor Queue Length", text)

    def test_convert_and_cut_take_names_and_sets(self):
        out = self.folder / "out.csv"
        self.run_well("convert", self.before(), out, "-c", "@memory")
        self.assertEqual('"(PDH-CSV 4.0) (UTC)(0)","\\\\ONE\\Memory\\Available Bytes"', self.header(out))
        result = perflib("cut", self.before(), out, "-y", "--last", "1m", "-c", "Processor Queue Length")
        self.assertEqual((ALL_WELL, "perflib: Processor Queue Length: read as \\System\\Processor Queue Length\n"),
                         (result.code, result.err))
        self.assertEqual('"(PDH-CSV 4.0) (UTC)(0)","\\\\ONE\\System\\Processor Queue Length"', self.header(out))

    def test_set_that_the_log_lacks_writes_nothing(self):
        out = self.folder / "out.csv"
        before = self.before()
        self.assertFault(perflib("convert", before, out, "-c", "@disk"), DOES_NOT_EXIST,
                         "perflib: %s: this log has no counters of @disk\n" % before)
        self.assertFalse(out.exists())

    def test_diff_takes_what_either_log_has(self):
        result = perflib("diff", self.before(), self.after(), "threads")
        self.assertEqual((ALL_WELL, "perflib: threads: read as \\System\\Threads\n"), (result.code, result.err))
        result = perflib("diff", self.before(), self.after(), "available bytes")
        self.assertEqual((ALL_WELL, "perflib: available bytes: read as \\Memory\\Available Bytes\n"),
                         (result.code, result.err))

    def test_record_takes_names(self):
        log = self.folder / "x.blg"
        result = perflib("record", "-o", log, "available bytes", *PAIR)
        self.assertEqual((ALL_WELL, "perflib: available bytes: read as \\Memory\\Available Bytes\n"
                                    "perflib: %s: 2 samples\n" % log), (result.code, result.err))
        self.assertEqual("\\Memory\\Available Bytes\n", self.run_well("list", log, "--paths").text)

    def test_name_of_nothing_is_refused_before_anything_is_written(self):
        before, after, out = self.before(), self.after(), self.folder / "out.csv"
        says = "perflib: no counter, set or process is named \"xyzzyqw\"; perflib list %s shows all\n" % before
        for words in (("summary", before, "xyzzyqw"), ("diff", before, after, "xyzzyqw"),
                      ("convert", before, out, "-c", "xyzzyqw"), ("cut", before, out, "--last", "1m", "-c", "xyzzyqw")):
            with self.subTest(words[0]):
                self.assertFault(perflib(*words), WRONG_USAGE, says)
        self.assertFalse(out.exists())


class Zones(LogsTest):
    """Logs of several zones, and one over the end of daylight time (2026-11-01, 06:00 UTC)."""
    END = "11/01/2026"
    EASTERN = dict(zone="(Eastern Daylight Time)(240)", day=END)
    INSTANTS = ["2026-11-01T%s:00.000-04:00" % time for time in ("00:30", "01:30", "02:15", "03:15")]

    def over_the_end(self):
        """A log as Windows writes it: its local clock shows the hour from 01:00 twice."""
        return self.log("fall.csv", "ONE", (TOTAL,), (
            ("00:30:00", 1), ("01:30:00", 2), ("01:15:00", 3), ("02:15:00", 4)), **self.EASTERN)

    def two_files(self):
        return (self.log("edt.csv", "ONE", (TOTAL,), (("00:30:00", 1), ("01:30:00", 2)), **self.EASTERN),
                self.log("est.csv", "ONE", (TOTAL,), (("01:15:00", 3), ("02:15:00", 4)),
                         zone="(Eastern Standard Time)(300)", day=self.END))

    def query_times(self, *logs):
        return [json.loads(line)["time"] for line in
                self.run_well("query", *logs, "--format", "json").text.splitlines()]

    def test_instants_of_a_log_over_the_end_of_daylight_time(self):
        self.assertEqual(self.INSTANTS, self.query_times(self.over_the_end()))

    def test_instants_of_two_logs_on_both_sides_of_it(self):
        self.assertEqual(self.INSTANTS, self.query_times(*self.two_files()))

    def test_text_that_is_written_names_the_offset_and_reads_the_same(self):
        for logs in ([self.over_the_end()], self.two_files()):
            out = self.folder / "out.csv"
            self.run_well("merge" if len(logs) > 1 else "convert", *logs, out, "-y")
            header = out.read_bytes().split(b",")[0]
            self.assertEqual(b'"(PDH-CSV 4.0) (UTC-04:00)(240)"', header)
            self.assertEqual([b'"11/01/2026 00:30:00.000"', b'"11/01/2026 01:30:00.000"',
                              b'"11/01/2026 02:15:00.000"', b'"11/01/2026 03:15:00.000"'],
                             self.times(out))
            self.assertEqual(self.INSTANTS, self.query_times(out))

    def test_summary_has_the_true_interval(self):
        for logs in ([self.over_the_end()], self.two_files()):
            self.assertIn(" 2026-11-01 00:30:00 to 2026-11-01 03:15:00 UTC-04:00  4 samples, one every "
                          "55.0 min\n", self.run_well("summary", *logs).text)

    def test_window_is_on_that_clock(self):
        out = self.folder / "out.csv"
        self.run_well("cut", *self.two_files(), out, "-b", "2026-11-01 02:00", "-e", "2026-11-01 02:30")
        self.assertEqual([b'"11/01/2026 02:15:00.000"'], self.times(out))

    def test_machines_of_two_zones_are_on_the_clock_of_the_first(self):
        west = self.log("west.csv", "WEST", (TOTAL,), (("08:00:00", 1), ("09:00:00", 2)),
                        zone="(Pacific Standard Time)(480)")
        east = self.log("east.csv", "EAST", (TOTAL,), (("11:30:00", 3), ("12:30:00", 4)),
                        zone="(Eastern Standard Time)(300)")
        self.assertEqual(["2026-11-21T%s:00.000-08:00" % time
                          for time in ("08:00", "08:30", "09:00", "09:30")], self.query_times(west, east))
        out = self.folder / "both.csv"
        self.run_well("merge", west, east, out)
        self.assertTrue(out.read_bytes().startswith(b'"(PDH-CSV 4.0) (UTC-08:00)(480)"'))
        self.assertEqual([b'"11/21/2026 %s:00.000"' % time
                          for time in (b"08:00", b"08:30", b"09:00", b"09:30")], self.times(out))

    def test_log_without_a_zone_beside_one_that_has_it(self):
        silent = self.log("silent.csv", "WEST", (TOTAL,), (("08:30:00", 1),), zone="")
        east = self.log("east.csv", "EAST", (TOTAL,), (("08:00:00", 3),),
                        zone="(Eastern Standard Time)(300)")
        result = perflib("query", silent, east, "--format", "json")
        self.assertIn("perflib: %s: does not name its time zone; read as UTC-05:00\n" % silent, result.err)
        self.assertEqual(["2026-11-21T08:00:00.000-05:00", "2026-11-21T08:30:00.000-05:00"],
                         [json.loads(line)["time"] for line in result.text.splitlines()])

    def test_genuine_logs_of_two_zones(self):
        server = GENUINE.parent / "SampleLog.blg"
        alone = self.query_times(server, "\\Memory\\Available Bytes")[0]
        beside = self.query_times(GENUINE, server, "\\Memory\\Available Bytes")[0]
        self.assertEqual(("2007-08-14T15:40:38.659-04:00", "2007-08-14T11:40:38.659-08:00"),
                         (alone, beside))


class Times(LogsTest):
    """-b, -e and --at as people write times."""

    def two_days(self):
        """From the evening of the 21st to the morning of the 22nd of November."""
        path = self.log("days.csv", "ONE", (TOTAL,), (("22:00:00", 1), ("23:00:00", 2)))
        text = text_log("ONE", (TOTAL,), (("01:00:00", 3), ("02:00:00", 4), ("22:30:00", 5)), day="11/22/2026")
        path.write_bytes(path.read_bytes() + text.split("\r\n", 1)[1].encode())
        return path

    def values(self, *window):
        return [row["series"][0]["value"] for row in self.rows(self.two_days(), TOTAL, *window)]

    def test_time_of_day_is_the_last_that_the_log_has(self):
        self.assertEqual([3, 4, 5], self.values("-b", "01:00"))
        self.assertEqual([2, 3, 4, 5], self.values("-b", "23:00"))
        self.assertEqual([5], self.values("-b", "22:30:00"))
        self.assertEqual([1, 2, 3, 4], self.values("-e", "2:00"))

    def test_end_is_the_next_such_time_after_the_beginning(self):
        self.assertEqual([2, 3], self.values("-b", "23:00", "-e", "01:00"))
        self.assertEqual([1, 2], self.values("-b", "2026-11-21 22:00", "-e", "23:00"))

    def test_date_is_the_whole_day(self):
        self.assertEqual([1, 2], self.values("-e", "2026-11-21"))
        self.assertEqual([3, 4, 5], self.values("-b", "22.11.2026", "-e", "11/22/2026"))

    def test_iso_8601_with_an_offset(self):
        self.assertEqual([2, 3, 4, 5], self.values("-b", "2026-11-21T23:00:00Z"))
        self.assertEqual([3, 4, 5], self.values("-b", "2026-11-22T02:00+02:00"))

    def test_half_of_the_day(self):
        self.assertEqual([2, 3, 4, 5], self.values("-b", "11:00 pm"))

    def test_end_before_the_beginning(self):
        self.assertFault(perflib("query", self.two_days(), "-b", "2026-11-22", "-e", "2026-11-21"), WRONG_USAGE,
                         "perflib: -e: 2026-11-21 23:59:59 is before 2026-11-22 00:00:00, which -b gives\n")

    def test_end_before_the_beginning_on_the_only_day_is_a_slip(self):
        fault = ("perflib: -e: 10:01 is before 10:02, which -b gives, so that it would be on the next day, but the log "
                 "runs from 2026-11-21 10:00:00 to 10:03:00; swap the two times, or write them with their dates\n")
        for command in ("query", "summary", "list"):
            self.assertFault(perflib(command, self.before(), "-b", "10:02", "-e", "10:01"), WRONG_USAGE, fault)
        out = self.folder / "out.csv"
        self.assertFault(perflib("cut", self.before(), out, "-b", "10:02", "-e", "10:01"), WRONG_USAGE, fault)
        self.assertFalse(out.exists())

    def test_end_at_the_beginning_on_the_only_day_is_a_slip(self):
        self.assertFault(perflib("query", self.before(), "-b", "10:02", "-e", "10:02"), WRONG_USAGE,
                         "perflib: -e: 10:02 is not after 10:02, which -b gives, so that it would be on the next day, but "
                         "the log runs from 2026-11-21 10:00:00 to 10:03:00; name a later time, or write them with their "
                         "dates\n")

    def test_night_is_the_last_that_the_log_has_as_a_whole(self):
        self.assertEqual([1, 2, 3, 4], self.values("-b", "22:00", "-e", "3:00"))

    def test_time_of_day_of_a_recording(self):
        recording = self.folder / "r.perfrec"
        self.assertEqual(ALL_WELL, perflib("record", "-o", recording, *VM_PAIR).code)
        whole = self.run_well("query", recording, r"\Memory\Available Bytes", "--format", "csv").text
        self.assertEqual(whole, self.run_well("query", recording, r"\Memory\Available Bytes", "--format", "csv",
                                              "-b", "00:00").text)

    def test_every_subcommand_takes_them(self):
        out = self.folder / "out.csv"
        for command in (("query",), ("convert", out), ("cut", out), ("summary",), ("list",), ("explain", TOTAL)):
            name, *words = command
            self.run_well(name, self.two_days(), *words, "-b", "23:00", "-e", "2:00",
                          *(("-y",) if out in words else ()))
        self.assertEqual(3, len(self.times(out)))
        document = json.loads(self.run_well("diff", self.two_days(), self.two_days(), "--at", "23:00", "--at",
                                            "1:00", "--for", "1h", "--json").text)
        self.assertEqual([2, 3.5], [document["series"][0][side]["average"] for side in ("before", "after")])
        self.run_well("annotate", self.two_days(), "late", "--at", "22:30")
        self.assertIn("2026-11-22 22:30:00.000", self.run_well("annotate", self.two_days()).text)


class Diff(LogsTest):
    def test_text_has_what_changed_by_how_much_and_what_one_log_alone_has(self):
        self.before(), self.after()
        result = perflib("diff", "before.csv", "after.csv", cwd=self.folder)
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        self.assertEqual(r""" before.csv  \\ONE
  2026-11-21 10:00:00 to 2026-11-21 10:02:00 UTC+00:00  3 samples, one every 1.0 min
 after.csv  \\TWO
  2026-11-21 22:30:00 to 2026-11-21 22:32:00 UTC+00:00  3 samples, one every 1.0 min

  change  before   after  p95 before  p95 after   counter
  +200 %  20.0 %  60.0 %      30.0 %     80.0 %   \Processor(_Total)\% Processor Time
 1 counter changed by less than 5 %
 only before (before.csv): 1 counter
   \System\Processor Queue Length
 only after (after.csv): 1 counter
   \System\Threads
""", result.text)

    def test_whole_logs_are_compared_however_long_each_is(self):
        document = json.loads(self.run_well("diff", self.before(), self.after(), "--whole", "--json").text)
        self.assertEqual([4, 3], [document["before"]["records"], document["after"]["records"]])
        total = next(series for series in document["series"] if series["path"] == TOTAL)
        self.assertEqual([37.5, 60, 22.5, 0.6, None],
                         [total["before"]["average"], total["after"]["average"], total["difference"],
                          total["part"], total["type"]])
        self.assertEqual([[QUEUE], [r"\System\Threads"], []],
                         [document["only_before"], document["only_after"], document["without_values"]])

    def test_moments_of_both_are_laid_over_each_other(self):
        document = json.loads(self.run_well(
            "diff", self.before(), self.after(), "--at", "2026-11-21 10:02:00", "--at",
            "2026-11-21 22:31", "--json").text)
        self.assertEqual(["2026-11-21T10:01:00.000", "2026-11-21T10:03:00.000"],
                         [document["before"][bound] for bound in ("first", "last")])
        self.assertEqual(["2026-11-21T22:30:00.000", "2026-11-21T22:32:00.000"],
                         [document["after"][bound] for bound in ("first", "last")])

    def test_two_times_of_one_log(self):
        document = json.loads(self.run_well(
            "diff", self.before(), self.before(), "--at", "2026-11-21 10:00", "--at",
            "2026-11-21 10:02", "--for", "1m", "--json", TOTAL).text)
        series, = document["series"]
        self.assertEqual([15, 60], [series["before"]["average"], series["after"]["average"]])

    def test_one_log_with_two_times_is_compared_with_itself(self):
        document = json.loads(self.run_well("diff", self.before(), TOTAL, "--at", "10:00", "--at", "10:02", "--for", "1m",
                                            "--json").text)
        series, = document["series"]
        self.assertEqual([15, 60], [series["before"]["average"], series["after"]["average"]])
        self.assertEqual(document["before"]["file"], document["after"]["file"])

    PROCESSES = tuple(r"\Process(%s)\%s" % (name, counter) for name in ("init", "dash", "sh")
                      for counter in ("% Processor Time", "Thread Count"))

    def test_what_began_and_ended_comes_first_with_its_value(self):
        before = self.log("before.csv", "ONE", self.PROCESSES[:2] + self.PROCESSES[4:],
                          (("10:00:00", 1, 1, 3, 1), ("10:01:00", 1, 1, 3, 1)))
        after = self.log("after.csv", "ONE", self.PROCESSES[:4], (("11:00:00", 1, 1, 80, 1), ("11:01:00", 1, 1, 80, 1)))
        text = perflib("diff", "before.csv", "after.csv", cwd=self.folder).text
        self.assertIn("\n\n began, only after (after.csv): 1 instance\n"
                      "   \\Process(dash)  80.0 %  % Processor Time\n"
                      " ended, only before (before.csv): 1 instance\n"
                      "   \\Process(sh)  3.0 %  % Processor Time\n 2 counters changed by", text)
        document = json.loads(self.run_well("diff", before, after, "--json").text)
        self.assertEqual([{"instance": r"\Process(dash)", "counters": 2, "counter": "% Processor Time", "average": 80,
                           "count": 2, "weight": 1}], document["began"])
        self.assertEqual([r"\Process(sh)"], [one["instance"] for one in document["ended"]])

    def test_same_numbers_in_objects_that_count_the_same_are_one_line(self):
        columns = (r"\Processor(0)\% Idle Time", r"\Processor Information(0,0)\% Idle Time")
        self.log("before.csv", "ONE", columns, (("10:00:00", 90, 90),))
        self.log("after.csv", "ONE", columns, (("11:00:00", 10, 10),))
        text = perflib("diff", "before.csv", "after.csv", cwd=self.folder).text
        self.assertIn("\\Processor(0)\\% Idle Time (and 1 that says the same)\n", text)
        self.assertNotIn("Processor Information", text)

    def test_average_of_fewer_samples_says_so(self):
        columns = (r"\Memory\Pages/sec", r"\Process(memleak)\Thread Count")
        self.log("before.csv", "ONE", columns, [("10:00:%02d" % i, 9, 2 if i > 10 else " ") for i in range(15)])
        self.log("after.csv", "ONE", columns, [("11:00:%02d" % i, 9, 8) for i in range(15)])
        result = perflib("diff", "before.csv", "after.csv", cwd=self.folder)
        self.assertIn("\\Process(memleak)\\Thread Count  before (4 of 15 samples)\n", result.text)

    def test_shares_of_the_machine_come_before_trifles(self):
        columns = (r"\Linux Processor(0)\% Steal Time", r"\Memory\Available Bytes", r"\Process V2(memleak:7)\Private Bytes",
                   r"\Process(memleak)\Private Bytes", r"\Thread(a/0)\Thread Wait Reason")
        self.log("before.csv", "ONE", columns, (("10:00:00", 0, 8 << 30, 75 << 20, 75 << 20, 1),))
        self.log("after.csv", "ONE", columns, (("11:00:00", 0.4, 8 << 30, 1500 << 20, 1500 << 20, 9),))
        text = perflib("diff", "before.csv", "after.csv", cwd=self.folder).text
        rows = [line.split("   ")[-1] for line in text.splitlines() if "from 0" in line or "x 20" in line]
        self.assertEqual(["\\Process(memleak)\\Private Bytes (and 1 that says the same)",
                          "\\Linux Processor(0)\\% Steal Time"], rows)
        self.assertNotIn("Wait Reason", text)

    def test_by_clock_the_same_time_of_day_is_compared(self):
        monday = self.log("monday.csv", "ONE", (TOTAL,), (("08:00:00", 1), ("09:00:00", 2), ("10:00:00", 3)))
        tuesday = self.log("tuesday.csv", "ONE", (TOTAL,), (("09:00:00", 5), ("10:00:00", 6), ("11:00:00", 7)),
                           day="11/22/2026")
        document = json.loads(self.run_well("diff", monday, tuesday, "--by-clock", "--json").text)
        self.assertEqual([2.5, 5.5], [document["series"][0][side]["average"] for side in ("before", "after")])
        self.assertEqual([0, "ONE"], [document["after"][key] for key in ("bias_minutes", "machine")])
        late = self.log("late.csv", "ONE", (TOTAL,), (("20:00:00", 5), ("21:00:00", 6)))
        self.assertFault(perflib("diff", monday, late, "--by-clock"), FAILED,
                         "perflib: --by-clock: no samples to compare at the same time of day; %s runs from 2026-11-21 "
                         "08:00:00 to 10:00:00, %s from 2026-11-21 20:00:00 to 21:00:00\n" % (monday, late))

    def test_small_changes_are_shown_where_asked_for(self):
        text = self.run_well("diff", self.before(), self.after(), "--least", "0").text
        self.assertIn("\n    -1 %  4.0 GB  4.0 GB      4.0 GB     4.0 GB   \\Memory\\Available Bytes\n", text)
        self.assertIn("\n 0 counters changed by less than 0 %\n", text)

    def test_log_beside_itself_has_no_change(self):
        text = self.run_well("diff", GENUINE, GENUINE).text
        self.assertTrue(text.endswith("\n\n 10 counters changed by less than 5 %\n"), text)

    def test_path_that_neither_has(self):
        result = perflib("diff", self.before(), self.after(), TOTAL, r"\No\Such")
        self.assertEqual((DOES_NOT_EXIST, "perflib: \\No\\Such: is not in either log\n"),
                         (result.code, result.err))

    def test_usage(self):
        before = str(self.before())
        for arguments, why in (
                ((before,), "perflib: diff: needs two logs, or one log and two times (--at A --at B); only one log was given\n"),
                ((before, before, "--at", "tomorrow"),
                 "perflib: --at: \"tomorrow\" is not a time; write 15:45, 2026-11-21 or '2026-11-21 15:45'\n"),
                ((before, before, *("--at", "2026-11-21") * 3),
                 "perflib: --at: there are two logs; use it once for both, or twice\n")):
            self.assertFault(perflib("diff", *arguments), WRONG_USAGE, why)

    def test_time_that_the_logs_do_not_share(self):
        before, after = self.before(), self.after()
        self.assertFault(
            perflib("diff", before, after, "--at", "2026-11-21 10:00"), FAILED,
            "perflib: --at: no samples to compare then; %s runs from 2026-11-21 10:00:00 to 10:03:00, "
            "%s from 2026-11-21 22:30:00 to 22:32:00\n" % (before, after))


class Summary(LogsTest):
    def test_machines_are_named_where_there_are_several(self):
        one = self.log("one.csv", "ONE", (TOTAL,), (("10:00:00", 10), ("10:01:00", 10)))
        two = self.log("two.csv", "TWO", (TOTAL,), (("10:00:00", 20), ("10:01:00", 20)))
        text = self.run_well("summary", one, two).text
        self.assertIn("\n \\\\ONE\\Processor(_Total)\n   % Processor Time ", text)
        self.assertIn("\n \\\\TWO\\Processor(_Total)\n   % Processor Time ", text)
        self.assertIn("\n \\Processor(_Total)\n", self.run_well("summary", one).text)

    def top(self, *arguments):
        columns = tuple(r"\Process(%s)\Working Set" % name for name in ("_Total", "even", "peak", "grows"))
        log = self.log("top.csv", "ONE", columns, (("10:00:00", 120, 50, 60, 0), ("10:01:00", 90, 50, 10, 30)))
        return self.run_well("summary", log, *arguments).text

    def test_largest_instances_of_a_counter(self):
        lines = self.top("--top", "2").splitlines()
        self.assertEqual([r" \Process(*)\Working Set", "   even", "   peak"],
                         [lines[3]] + [line[:7] for line in lines[4:]])
        names = [series["path"] for series in json.loads(self.top("--top", "1", "--by", "growth", "--json"))["series"]]
        self.assertEqual([r"\\ONE\Process(grows)\Working Set"], names)
        self.assertIn("\n   peak", self.top("--top", "1", "--by", "max"))

    def test_doubled_line_ends_are_read_as_line_ends(self):
        log = self.log("one.csv", "ONE", (TOTAL,), (("10:00:00", 1), ("10:01:00", 2)))
        doubled = self.folder / "doubled.csv"
        doubled.write_bytes(log.read_bytes().replace(b"\r\n", b"\r\r\n"))
        result = self.run_well("summary", doubled)
        self.assertEqual("", result.err)
        self.assertEqual(self.run_well("summary", log).text.replace("one.csv", "doubled.csv"), result.text)

    def test_log_without_a_value_is_a_failure(self):
        log = self.log("blank.csv", "ONE", (TOTAL,), (("10:00:00", " "), ("10:01:00", " ")))
        result = perflib("summary", log)
        self.assertEqual(FAILED, result.code)
        self.assertTrue(result.err.endswith("contains no value that can be read\n"), result.err)

    def test_log_without_a_counter_is_a_failure(self):
        log = self.folder / "none.csv"
        log.write_bytes(b'"(PDH-CSV 4.0) (GMT Standard Time)(0)"\r\n"11/21/2026 10:00:00.000"\r\n')
        result = perflib("summary", log)
        self.assertEqual(FAILED, result.code)
        self.assertTrue(result.err.endswith("contains no counter that can be read\n"), result.err)

    def test_many_faults_are_counted(self):
        log = self.log("bad.csv", "ONE", (TOTAL,), [("10:00:%02d" % second, "x") for second in range(60)])
        result = perflib("summary", log)
        self.assertEqual(FAILED, result.code)
        self.assertEqual(22, len(result.err.splitlines()), result.err)
        self.assertIn("40 more such messages are not shown\n", result.err)


class Text(LogsTest):
    """What convert writes for programs other than readers of logs."""

    def converted(self, *arguments, name="out.csv"):
        log = self.log("in.csv", "ONE", (TOTAL, FREE), (("10:00:00", 0.5, 7), ("10:01:00", " ", 8)),
                       zone="(W. Europe Standard Time)(-60)")
        out = self.folder / name
        self.run_well("convert", log, "-o", out, "-y", *arguments)
        return out.read_bytes().decode()

    def test_long_has_a_row_for_each_value(self):
        total, free = (r'"\\ONE\Processor(_Total)\% Processor Time"', r'"\\ONE\Memory\Available Bytes"')
        self.assertEqual(['"time","path","value","type","unit","status"',
                          '2026-11-21T10:00:00.000+01:00,%s,0.5,,%%,valid' % total,
                          '2026-11-21T10:00:00.000+01:00,%s,7,,B,valid' % free,
                          '2026-11-21T10:01:00.000+01:00,%s,,,%%,no_data' % total,
                          '2026-11-21T10:01:00.000+01:00,%s,8,,B,valid' % free, ""],
                         self.converted("--long").split("\r\n"))

    def test_long_has_the_type_of_a_reading_and_why_a_value_is_missing(self):
        log = self.folder / "pair.blg"
        perflib("record", "-o", log, r"\Processor(0)\% Processor Time", r"\Memory\Available Bytes", *PAIR)
        cpu, free = r'"\\pair\Processor(0)\% Processor Time"', r'"\\pair\Memory\Available Bytes"'
        self.assertEqual(["2023-11-14T23:36:40.750+00:00,%s,,PERF_100NSEC_TIMER_INV,%%,first_sample" % cpu,
                          "2023-11-14T23:36:40.750+00:00,%s,5120000000,PERF_COUNTER_LARGE_RAWCOUNT,B,valid" % free,
                          "2023-11-14T23:36:50.750+00:00,%s,40.100000000000001,PERF_100NSEC_TIMER_INV,%%,valid" % cpu,
                          "2023-11-14T23:36:50.750+00:00,%s,4608000000,PERF_COUNTER_LARGE_RAWCOUNT,B,valid" % free],
                         self.run_well("convert", log, "-", "--to", "csv", "--long").text.split("\r\n")[1:-1])

    def test_long_shows_a_load_in_the_unit_of_its_name_and_a_log_of_windows_as_its_reading(self):
        log = self.folder / "load.blg"
        perflib("record", "-o", log, r"\Linux System\Load Average 15m", *PAIR)  # /proc/loadavg: 0.30
        long = self.run_well("convert", log, "-", "--to", "csv", "--long").text.split("\r\n")
        self.assertEqual(r'2023-11-14T23:36:40.750+00:00,"\\pair\Linux System\Load Average 15m",0.29999999999999999,'
                         'PERF_COUNTER_RAWCOUNT,,valid', long[1])
        wide = self.run_well("convert", log, "-", "--to", "csv").text.split("\r\n")
        self.assertEqual('"11/14/2023 23:36:40.750","30"', wide[1])

    def test_excel_has_plain_times_and_empty_cells(self):
        self.assertEqual('\ufeff"time (UTC+01:00)","\\\\ONE\\Processor(_Total)\\% Processor Time",'
                         '"\\\\ONE\\Memory\\Available Bytes"\r\n'
                         '2026-11-21 10:00:00,0.5,7\r\n2026-11-21 10:01:00,,8\r\n', self.converted("--excel"))

    def test_excel_of_a_log_that_does_not_tell_its_offset_has_none_and_is_read_again(self):
        log = self.log("in.csv", "ONE", (TOTAL,), (("10:00:00", 1),), zone="")
        out = self.folder / "out.csv"
        perflib("convert", log, out, "--excel")
        self.assertEqual('\ufeff"time","\\\\ONE\\Processor(_Total)\\% Processor Time"\r\n2026-11-21 10:00:00,1\r\n',
                         out.read_bytes().decode())
        lines = perflib("query", out, TOTAL, "--format", "json").text.splitlines()
        self.assertEqual([1], [json.loads(line)["series"][0]["value"] for line in lines])

    def test_excel_is_read_again_with_its_byte_order_mark(self):
        self.converted("--excel", "--decimal-comma")
        result = perflib("query", self.folder / "out.csv", FREE, "--format", "json")
        self.assertEqual([7, 8], [json.loads(line)["series"][0]["value"] for line in result.text.splitlines()])

    def test_decimal_comma(self):
        self.assertEqual('2026-11-21 10:00:00;"\\\\ONE\\Processor(_Total)\\% Processor Time";0,5;;%;valid',
                         self.converted("--excel", "--long", "--decimal-comma").split("\r\n")[1])

    def test_text_alone_can_be_so(self):
        log = self.log("in.csv", "ONE", (TOTAL,), (("10:00:00", 1),))
        for option in ("--long", "--excel"):
            self.assertFault(perflib("convert", log, self.folder / "x.blg", option), WRONG_USAGE,
                             "perflib: %s: can be used only for a .csv or .tsv\n" % option)

    def test_text_that_spreadsheets_cannot_open_is_reported(self):
        columns = tuple(r"\Process(p%d)\Thread Count" % n for n in range(16384))
        log = self.log("wide.csv", "ONE", columns, (("10:00:00", *range(16384)),))
        for command in (("convert", log, self.folder / "wide-out.csv"), ("query", log, "--format", "csv")):
            result = perflib(*command)
            self.assertEqual(ALL_WELL, result.code)
            self.assertIn("has 16385 columns, and spreadsheets open at most 16384; choose counters", result.err)
        result = perflib("convert", log, self.folder / "long.csv", "--long")
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))


class Cut(LogsTest):
    def test_last_minutes(self):
        self.run_well("cut", self.before(), self.folder / "end.csv", "--last", "1m")
        self.assertEqual([b'"11/21/2026 10:02:00.000"', b'"11/21/2026 10:03:00.000"'],
                         self.times(self.folder / "end.csv"))

    def test_first_minutes(self):
        self.run_well("cut", self.before(), self.folder / "begin.csv", "--first", "90s")
        self.assertEqual([b'"11/21/2026 10:00:00.000"', b'"11/21/2026 10:01:00.000"'],
                         self.times(self.folder / "begin.csv"))

    def test_binary_log_keeps_the_sample_before_so_that_its_first_rate_is_there(self):
        self.run_well("cut", GENUINE, self.folder / "end.blg", "--last", "10s")
        rows = self.rows(self.folder / "end.blg", TOTAL)
        self.assertEqual([12, "2013-02-19T19:00:07.840-08:00", [None]],
                         [len(rows), rows[1]["time"],
                          [row["series"][0]["value"] for row in rows if row["series"][0]["value"] is None]])

    def test_window_of_times(self):
        self.run_well("cut", self.before(), self.folder / "middle.csv", "-b", "2026-11-21 10:01", "-e",
                      "2026-11-21 10:02", "-c", TOTAL)
        self.assertEqual(b'"(PDH-CSV 4.0) (UTC)(0)","\\\\ONE\\Processor(_Total)\\% Processor Time"\r\n'
                         b'"11/21/2026 10:01:00.000","20"\r\n"11/21/2026 10:02:00.000","30"\r\n',
                         (self.folder / "middle.csv").read_bytes())

    def test_without_a_time_nothing_is_cut(self):
        self.assertFault(perflib("cut", self.before(), self.folder / "out.csv"), WRONG_USAGE,
                         "perflib: cut: say which part to keep: -b, -e, --first or --last\n")
        self.assertFalse((self.folder / "out.csv").exists())

    def test_nothing_in_that_time(self):
        log = self.before()
        self.assertFault(perflib("cut", log, self.folder / "out.csv", "-b", "2027-01-01"), FAILED,
                         "perflib: %s: no samples in that range; the log runs from 2026-11-21 10:00:00 to 10:03:00 "
                         "UTC+00:00\n" % log)


class Merge(LogsTest):
    def test_logs_follow_each_other_by_time_whatever_their_order(self):
        late = self.log("late.csv", "ONE", (TOTAL,), (("11:00:00", 7), ("11:01:00", 8)))
        early = self.log("early.csv", "ONE", (TOTAL,), (("09:00:00", 5), ("09:01:00", 6)))
        self.run_well("merge", late, early, self.folder / "day.csv")
        self.assertEqual(text_log("ONE", (TOTAL,), (("09:00:00", 5), ("09:01:00", 6), ("11:00:00", 7),
                                                    ("11:01:00", 8))).encode(),
                         (self.folder / "day.csv").read_bytes())

    def test_one_log_is_nothing_to_join(self):
        self.assertFault(perflib("merge", self.before(), self.folder / "out.csv"), WRONG_USAGE,
                         "perflib: merge: needs at least two logs; use `perflib convert` for one\n")


class Annotate(LogsTest):
    def test_notes_stand_beside_the_log_and_are_shown_by_time(self):
        log = self.before()
        content = log.read_bytes()
        self.run_well("annotate", log, "deployed 2.3", "--at", "2026-11-21 10:01:30")
        self.run_well("annotate", log, "load", "test", "begins", "--at", "11/21/2026 10:00:05.250")
        self.assertEqual("2026-11-21 10:01:30.000 deployed 2.3\n2026-11-21 10:00:05.250 load test begins\n",
                         (self.folder / "before.csv.notes.txt").read_text())
        self.assertEqual(" 2026-11-21 10:00:05.250  load test begins\n 2026-11-21 10:01:30.000  deployed 2.3\n",
                         self.run_well("annotate", log).text)
        self.assertEqual(content, log.read_bytes())

    def test_summary_shows_those_of_its_window(self):
        log = self.before()
        (self.folder / "before.csv.notes.txt").write_text("2026-11-21 10:00 early\n2026-11-21 10:02 late")
        self.assertIn("4 samples, one every 1.0 min\n 2026-11-21 10:00:00.000  early\n"
                      " 2026-11-21 10:02:00.000  late\n", self.run_well("summary", log).text)
        document = json.loads(self.run_well("summary", log, "-b", "2026-11-21 10:01", "--json").text)
        self.assertEqual([{"time": "2026-11-21T10:02:00.000", "text": "late"}], document["notes"])

    def test_line_that_an_editor_left_without_end_stays_a_note(self):
        log = self.before()
        (self.folder / "before.csv.notes.txt").write_text("2026-11-21 10:00 early")
        self.run_well("annotate", log, "late", "--at", "2026-11-21 10:02")
        self.assertEqual("2026-11-21 10:00 early\n2026-11-21 10:02:00.000 late\n",
                         (self.folder / "before.csv.notes.txt").read_text())

    def test_cut_takes_its_notes_along(self):
        log = self.before()
        (self.folder / "before.csv.notes.txt").write_text("2026-11-21 10:00 early\n2026-11-21 10:03 late\n")
        self.run_well("cut", log, self.folder / "end.csv", "--last", "1m")
        self.assertEqual("2026-11-21 10:03:00.000 late\n",
                         (self.folder / "end.csv.notes.txt").read_text())

    def test_log_that_is_overwritten_has_the_notes_of_the_new_one(self):
        (self.folder / "end.csv").write_text("old")
        (self.folder / "end.csv.notes.txt").write_text("2026-11-21 10:00 of the old one\n")
        self.run_well("convert", self.before(), self.folder / "end.csv", "-y")
        self.assertFalse((self.folder / "end.csv.notes.txt").exists())

    def test_old_notes_are_as_little_overwritten_unasked_as_a_log(self):
        (self.folder / "end.csv.notes.txt").write_text("2026-11-21 10:00 of the old one\n")
        result = perflib("convert", self.before(), self.folder / "end.csv")
        self.assertEqual((FAILED, "perflib: %s: already exists; use -y to overwrite\n" % (self.folder / "end.csv.notes.txt")),
                         (result.code, result.err))
        self.assertFalse((self.folder / "end.csv").exists())

    def test_set_of_a_database_has_none(self):
        name = "SQL:%s!before" % (self.folder / "logs.db")
        (self.folder / "before.csv.notes.txt").write_text("2026-11-21 10:00 early\n")
        result = perflib("convert", self.before(), name)
        self.assertEqual((ALL_WELL, "perflib: %s: a set in a database cannot have notes\n" % name),
                         (result.code, result.err))
        for arguments in ((), ("late", "--at", "2026-11-21 10:02")):
            self.assertFault(perflib("annotate", name, *arguments), WRONG_USAGE,
                             "perflib: %s: a set in a database cannot have notes\n" % name)
        self.assertEqual(["before.csv", "before.csv.notes.txt", "logs.db"],
                         sorted(path.name for path in self.folder.iterdir() if "before" in path.name or path.name == "logs.db"))

    def test_strange_lines_are_named_and_the_others_shown(self):
        log = self.before()
        path = self.folder / "before.csv.notes.txt"
        path.write_text("2026-11-21 10:00 good\nnonsense\n2026-11-21 10:00 \x1b[2J\n")
        result = perflib("annotate", log)
        self.assertEqual((ALL_WELL, " 2026-11-21 10:00:00.000  good\n", "".join(
            "perflib: %s: line %d: not a note; write YYYY-MM-DD HH:MM:SS TEXT\n" % (path, line) for line in (2, 3))),
                         (result.code, result.text, result.err))

    def test_moment_outside_the_log_is_refused(self):
        for arguments, advice in (((), "; without --at a note has the time now"), (("--at", "2026-11-22 10:00"), "")):
            result = perflib("annotate", self.before(), "typo", *arguments)
            self.assertEqual(FAILED, result.code)
            self.assertTrue(result.err.endswith(
                "is not in the log, which runs from 2026-11-21 10:00:00 to 10:03:00%s\n" % advice))
        self.assertFalse((self.folder / "before.csv.notes.txt").exists())

    def test_usage(self):
        log = self.before()
        for arguments, why in (((log, "two\nlines"), "perflib: annotate: a note is one line of at most 4096 bytes\n"),
                               ((log, "--at", "2026-11-21"),
                                "perflib: annotate: --at is the time of a note; give its TEXT too\n")):
            self.assertFault(perflib("annotate", *arguments), WRONG_USAGE, why)


if __name__ == "__main__":
    unittest.main()

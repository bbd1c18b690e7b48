"""`perflib cut`, `merge` and `diff` (docs/perflib.md, sections 7d and 7e). Expected numbers are taken by hand
from the few lines of each log."""

import json
import unittest

from tool import ALL_WELL, DOES_NOT_EXIST, FAILED, SOURCE, WRONG_USAGE, ToolTest, perflib

GENUINE = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"  # 601 samples, one a second
TOTAL = r"\Processor(_Total)\% Processor Time"
FREE = r"\Memory\Available Bytes"
QUEUE = r"\System\Processor Queue Length"


def text_log(machine, columns, rows):
    """A CSV: rows are ("HH:MM:SS", value, ...) of one day."""
    lines = ['"(PDH-CSV 4.0) (UTC)(0)"' + "".join(',"\\\\%s%s"' % (machine, path) for path in columns)]
    lines += ['"11/21/2026 %s.000"' % time + "".join(',"%s"' % value for value in values)
              for time, *values in rows]
    return "".join(line + "\r\n" for line in lines)


class LogsTest(ToolTest):
    def log(self, name, machine, columns, rows):
        (self.folder / name).write_bytes(text_log(machine, columns, rows).encode())
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


class Diff(LogsTest):
    def test_text_has_what_changed_by_how_much_and_what_one_log_alone_has(self):
        self.before(), self.after()
        result = perflib("diff", "before.csv", "after.csv", cwd=self.folder)
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        self.assertEqual(r""" before.csv
  2026-11-21 10:00:00 to 2026-11-21 10:02:00 UTC+00:00  3 samples, one every 1.0 min
 after.csv
  2026-11-21 22:30:00 to 2026-11-21 22:32:00 UTC+00:00  3 samples, one every 1.0 min

  change  before   after  p95 before  p95 after   counter
  +200 %  20.0 %  60.0 %      30.0 %     80.0 %   \Processor(_Total)\% Processor Time
 1 counter changed by less than 5 %
 only in before.csv: 1 counter
   \System\Processor Queue Length
 only in after.csv: 1 counter
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

    def test_small_changes_are_shown_where_asked_for(self):
        text = self.run_well("diff", self.before(), self.after(), "--least", "0").text
        self.assertIn("\n    -1 %  4294967296  4252017623  4294967296  4252017623   \\Memory\\Available "
                      "Bytes\n", text)
        self.assertIn("\n 0 counters changed by less than 0 %\n", text)

    def test_log_beside_itself_has_no_change(self):
        text = self.run_well("diff", GENUINE, GENUINE).text
        self.assertTrue(text.endswith("\n\n 10 counters changed by less than 5 %\n"), text)

    def test_path_that_neither_has(self):
        result = perflib("diff", self.before(), self.after(), TOTAL, r"\No\Such")
        self.assertEqual((DOES_NOT_EXIST, "perflib: \\No\\Such: is in neither of the logs\n"),
                         (result.code, result.err))

    def test_usage(self):
        before = str(self.before())
        for arguments, why in (
                ((before,), "perflib: diff: two logs are compared, and 1 named here\n"),
                ((before, before, "--at", "tomorrow"),
                 "perflib: --at: tomorrow is no time: YYYY-MM-DD HH:MM:SS\n"),
                ((before, before, *("--at", "2026-11-21") * 3),
                 "perflib: --at: there are two logs: it is given once or twice\n")):
            self.assertFault(perflib("diff", *arguments), WRONG_USAGE, why)

    def test_time_that_the_logs_do_not_share(self):
        self.assertFault(perflib("diff", self.before(), self.after(), "--at", "2026-11-21 10:00"), FAILED,
                         "perflib: --at: the logs have no sample in common then\n")


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
        self.assertEqual([11, "2013-02-19T19:00:07.840-08:00", 11],
                         [len(rows), rows[0]["time"],
                          sum(row["series"][0]["value"] is not None for row in rows)])

    def test_window_of_times(self):
        self.run_well("cut", self.before(), self.folder / "middle.csv", "-b", "2026-11-21 10:01", "-e",
                      "2026-11-21 10:02", "-c", TOTAL)
        self.assertEqual(b'"(PDH-CSV 4.0) (UTC)(0)","\\\\ONE\\Processor(_Total)\\% Processor Time"\r\n'
                         b'"11/21/2026 10:01:00.000","20"\r\n"11/21/2026 10:02:00.000","30"\r\n',
                         (self.folder / "middle.csv").read_bytes())

    def test_without_a_time_nothing_is_cut(self):
        self.assertFault(perflib("cut", self.before(), self.folder / "out.csv"), WRONG_USAGE,
                         "perflib: cut: -b, -e, --first or --last says what is kept\n")
        self.assertFalse((self.folder / "out.csv").exists())

    def test_nothing_in_that_time(self):
        self.assertFault(perflib("cut", self.before(), self.folder / "out.csv", "-b", "2027-01-01"), FAILED,
                         "perflib: no sample of the log is in that time\n")


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
                         "perflib: merge: several logs are joined, and one is named here; "
                         "`perflib convert` takes one\n")


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
        self.assertEqual((FAILED, "perflib: %s: exists; -y overwrites it\n" % (self.folder / "end.csv.notes.txt")),
                         (result.code, result.err))
        self.assertFalse((self.folder / "end.csv").exists())

    def test_set_of_a_database_has_none(self):
        name = "SQL:%s!before" % (self.folder / "logs.db")
        (self.folder / "before.csv.notes.txt").write_text("2026-11-21 10:00 early\n")
        result = perflib("convert", self.before(), name)
        self.assertEqual((ALL_WELL, "perflib: %s: gets no notes: a set of a database has none\n" % name),
                         (result.code, result.err))
        for arguments in ((), ("late", "--at", "2026-11-21 10:02")):
            self.assertFault(perflib("annotate", name, *arguments), WRONG_USAGE,
                             "perflib: %s: a set of a database has no notes\n" % name)
        self.assertEqual(["before.csv", "before.csv.notes.txt", "logs.db"],
                         sorted(path.name for path in self.folder.iterdir() if "before" in path.name or path.name == "logs.db"))

    def test_strange_lines_are_named_and_the_others_shown(self):
        log = self.before()
        path = self.folder / "before.csv.notes.txt"
        path.write_text("2026-11-21 10:00 good\nnonsense\n2026-11-21 10:00 \x1b[2J\n")
        result = perflib("annotate", log)
        self.assertEqual((ALL_WELL, " 2026-11-21 10:00:00.000  good\n", "".join(
            "perflib: %s: line %d: is no note (YYYY-MM-DD HH:MM:SS TEXT)\n" % (path, line) for line in (2, 3))),
                         (result.code, result.text, result.err))

    def test_moment_outside_the_log_is_refused(self):
        for arguments in ((), ("--at", "2026-11-22 10:00")):
            result = perflib("annotate", self.before(), "typo", *arguments)
            self.assertEqual(FAILED, result.code)
            self.assertTrue(result.err.endswith(
                "is not of the log, which is from 2026-11-21 10:00:00.000 to 2026-11-21 10:03:00.000\n"))
        self.assertFalse((self.folder / "before.csv.notes.txt").exists())

    def test_usage(self):
        log = self.before()
        for arguments, why in (((log, "two\nlines"), "perflib: annotate: a note is one line of at most 4096 bytes\n"),
                               ((log, "--at", "2026-11-21"),
                                "perflib: annotate: --at is of a note, and there is no TEXT\n")):
            self.assertFault(perflib("annotate", *arguments), WRONG_USAGE, why)


if __name__ == "__main__":
    unittest.main()

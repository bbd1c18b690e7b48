"""`relog`: what scripts written for Windows' tool of that name see, on logs that Windows wrote.

Expected values are those of the oracle's own reader of binary logs (tests/oracle/blg_csv.py), of
docs/formats/blg.md, and the text that Windows' tool prints.
"""

import functools
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import unittest

from tool import FAILED, PATIENCE, SOURCE, Result, ToolTest, environment, repeats, some_of

import blg_blocks  # of the oracle
import blg_csv  # of the oracle

RELOG = os.environ["RELOG"]
DATA = SOURCE / "tests" / "data" / "blg"
DISKS = DATA / "BasicPerfCounters.blg"  # Windows 8: counters, 601 samples of 10 series
HEALTH = DATA / "SampleLog.blg"         # Windows Vista: whole objects, 11 samples
COMPLETED = "The command completed successfully.\r\n"
TOTAL = r"\Processor(_Total)\% Processor Time"


def relog(*arguments, data=b"", stdout=subprocess.PIPE, env=None, cwd=None, before=None):
    """Runs the tool. `data` is its standard input, `before` runs in the child."""
    done = subprocess.run([RELOG, *map(os.fspath, arguments)], input=data, stdout=stdout,
                          stderr=subprocess.PIPE, env=env or environment(), cwd=cwd,
                          timeout=PATIENCE, preexec_fn=before)
    return Result(done.returncode, done.stdout or b"", done.stderr)


def input_block(*files, begin="2/19/2013 18:50:17", end="2/19/2013 19:00:17", samples=601):
    lines = "".join("     %s\r\n" % file for file in files)
    return ("\r\nInput\r\n----------------\r\nFile(s):\r\n%s\r\nBegin:    %s\r\nEnd:      %s\r\n"
            "Samples:  %d\r\n\r\n" % (lines, begin, end, samples))


def output_block(file, begin="2/19/2013 18:50:17", end="2/19/2013 19:00:17", samples=601):
    return ("100.00%%\r\n\r\nOutput\r\n----------------\r\nFile:     %s\r\n\r\nBegin:    %s\r\n"
            "End:      %s\r\nSamples:  %d\r\n\r\n" % (file, begin, end, samples))


@functools.cache
def text_of(log):
    return blg_csv.Log(log).text().encode()


def oracle(path):
    return text_of(path.read_bytes())


def rows(csv):
    """The cells of each line after the header."""
    return [line[1:-1].split('","') for line in csv.decode().split("\r\n")[1:-1]]


class RelogTest(ToolTest):
    def assertWell(self, result, text, err=""):
        self.assertEqual((0, text, err), (result.code, result.text, result.err))

    def assertError(self, result, text, err=""):
        """The error, and nothing new in the folder."""
        self.assertEqual((FAILED, "\r\nError:\r\n%s\r\n" % text, err),
                         (result.code, result.text, result.err))

    def assertFails(self, result, text):
        """As assertError, behind what was printed before."""
        self.assertEqual(FAILED, result.code, result)
        self.assertTrue(result.text.endswith("\r\nError:\r\n%s\r\n" % text), result.text)

    def converted(self, *arguments, name="out.csv"):
        """The bytes of the output of a run that went well."""
        out = self.folder / name
        result = relog(*arguments, "-o", out, "-y")
        self.assertEqual((0, ""), (result.code, result.err), result)
        return out.read_bytes()

    def csv(self, *arguments):
        return self.converted(*arguments, "-f", "CSV")

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class Report(RelogTest):
    def test_a_log_without_options_is_reported_to_the_byte(self):
        self.assertWell(relog(DISKS), input_block("%s (Binary)" % DISKS) + COMPLETED)

    def test_a_log_of_objects_is_reported_to_the_byte(self):
        self.assertWell(relog(HEALTH), input_block(
            "%s (Binary)" % HEALTH, begin="8/14/2007 15:40:38", end="8/14/2007 15:50:38",
            samples=11) + COMPLETED)

    def test_a_conversion_is_reported_to_the_byte(self):
        result = relog("../" * 30 + str(DISKS)[1:], "-f", "csv", "-o", "a.csv", cwd=self.folder)
        self.assertWell(result, input_block("%s%s (Binary)" % ("../" * 30, str(DISKS)[1:]))
                        + output_block("a.csv") + COMPLETED)

    def test_text_logs_are_called_by_their_format(self):
        self.csv(DISKS)
        self.converted(DISKS, "-f", "TSV", name="out.tsv")
        for name, kind in (("out.csv", "CSV"), ("out.tsv", "TSV")):
            self.assertWell(relog(name, cwd=self.folder),
                            input_block("%s (%s)" % (name, kind)) + COMPLETED)

    def test_the_list_has_a_path_a_line(self):
        disk = r"\\GEORGIS3\PhysicalDisk(0 C:)" "\\"
        paths = [disk + name for name in (
            "Avg. Disk Bytes/Read", "Avg. Disk Bytes/Write", "Avg. Disk Queue Length",
            "Avg. Disk Read Queue Length", "Avg. Disk Write Queue Length")]
        paths += [r"\\GEORGIS3\Processor(%s)\%% Processor Time" % one
                  for one in ("0", "1", "2", "3", "_Total")]
        listing = "".join(path + "\r\n" for path in paths)
        block = input_block("%s (Binary)" % DISKS)
        self.assertWell(relog(DISKS, "-q"), block + listing + "\r\n" + COMPLETED)
        out = self.folder / "list.txt"
        self.assertWell(relog(DISKS, "-q", "-o", out), block + COMPLETED)
        self.assertEqual(listing.encode(), out.read_bytes())

    def test_the_list_of_a_log_of_objects_has_every_instance_that_ever_was(self):
        listing = relog(HEALTH, "-q").text.split("\r\n\r\n")[2].split("\r\n")
        self.assertEqual(blg_csv.Log(HEALTH.read_bytes()).columns, listing)
        self.assertEqual(1832, len(listing))

    def test_help_lists_the_options_in_their_order(self):
        text = relog("-?").text
        options = [line[2:].split(" ")[0] for line in text.split("\r\n") if line[:3] == "  -"]
        self.assertEqual("-? -a -c -cf -f -t -o -b -e -config -q -y".split(), options)

    def test_help_as_it_is_asked_for_on_linux(self):
        for option in ("-h", "--help"):
            self.assertEqual(relog("-?").out, relog("nowhere.blg", option).out)

    @repeats
    def test_the_man_page_has_the_options_and_the_examples_of_help(self):
        page = (SOURCE / "apps/relog/man/relog.1").read_text().replace("\\-", "-")
        page = page.replace("\\(aq", "'").replace("\\e", "\\")
        section = page.split(".SH OPTIONS\n")[1].split("\n.SH ")[0].split("\n")
        tags = [section[i + 1].split(" ")[1] for i, line in enumerate(section) if line == ".TP"]
        text = relog("-?").text
        options = [line[2:].split(" ")[0] for line in text.split("\r\n") if line[:3] == "  -"]
        self.assertEqual(options, tags)
        for example in text.split("Examples:\r\n")[1].split("\r\n")[:-1]:
            self.assertIn("\n.EX\n%s\n.EE\n" % example.strip(), page)
        groff = ["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf8", "-"]
        warned = subprocess.run(groff, input=(SOURCE / "apps/relog/man/relog.1").read_bytes(),
                                capture_output=True, check=True).stderr
        self.assertEqual(b"", warned)

    def test_options_may_have_slashes_and_capitals(self):
        out = self.folder / "a.csv"
        self.assertEqual(0, relog(DISKS, "/F", "CSV", "/T", "300", "/O", out).code)
        self.assertEqual(3, len(rows(out.read_bytes())))


class Conversion(RelogTest):
    def test_csv_of_counters_is_the_oracles_string_by_string(self):
        self.assertEqual(oracle(DISKS), self.csv(DISKS))

    def test_csv_of_objects_is_the_oracles_string_by_string(self):
        self.assertEqual(oracle(HEALTH), self.csv(HEALTH))

    def test_first_rate_is_that_of_the_document(self):
        self.assertEqual([["02/19/2013 18:50:17.844", " "],
                          ["02/19/2013 18:50:18.844", "9.378262382554226"]],
                         rows(self.csv(DISKS, "-c", TOTAL))[:2])

    def test_csv_to_tsv_to_csv_is_equal(self):
        for log in (DISKS, HEALTH):
            first = self.csv(log)
            self.converted(self.folder / "out.csv", "-f", "TSV", name="t.tsv")
            self.assertEqual(first, self.csv(self.folder / "t.tsv"))

    def test_blg_to_blg_to_csv_is_equal(self):
        for log in (DISKS, HEALTH):
            self.converted(log, name="copy.blg")
            self.assertEqual(oracle(log), self.csv(self.folder / "copy.blg"))

    def test_blg_is_the_format_unless_told_otherwise(self):
        self.assertEqual(0, relog(DISKS, "-o", self.folder / "x.csv").code)
        self.assertEqual(struct.pack("<I", 0x10000), (self.folder / "x.csv").read_bytes()[:4])

    def test_a_binary_copy_keeps_wildcards(self):
        copy = self.converted(DISKS, "-c", r"\Processor(*)\% Processor Time", name="p.blg")
        entry, = blg_csv.Log(copy).entries
        self.assertEqual((blg_csv.WILDCARD, "*"), (entry.flags & 1, entry.instance))

    def test_counters_of_objects_become_a_log_of_counters(self):
        self.converted(HEALTH, "-c", r"\TCPv4\*", TOTAL, name="c.blg")
        whole = blg_csv.Log(HEALTH.read_bytes())
        part = blg_csv.Log((self.folder / "c.blg").read_bytes())
        self.assertEqual(10, len(part.columns))
        for (_, expected), (_, row) in zip(whole.rows, part.rows):
            self.assertEqual({path: expected[path] for path in part.columns}, row)

    def test_columns_stand_in_the_order_they_are_asked_for(self):
        header = self.csv(DISKS, "-c", TOTAL, r"\PhysicalDisk(*)\Avg. Disk Queue Length")
        self.assertEqual(b'"(PDH-CSV 4.0) (Pacific Standard Time)(480)",'
                         b'"\\\\GEORGIS3\\Processor(_Total)\\% Processor Time",'
                         b'"\\\\GEORGIS3\\PhysicalDisk(0 C:)\\Avg. Disk Queue Length"',
                         header.split(b"\r\n")[0])

    def test_counters_may_come_from_a_file_of_utf16_with_quotes(self):
        wanted = self.csv(DISKS, "-c", TOTAL)
        for name, text in (("a.txt", TOTAL + "\n"), ("b.txt", '\r\n"%s"\r\n' % TOTAL)):
            self.assertEqual(wanted, self.csv(DISKS, "-cf", self.file(name, text)))
            list_16 = self.file("16" + name, ("\ufeff" + text).encode("utf-16-le"))
            self.assertEqual(wanted, self.csv(DISKS, "-cf", list_16))

    def test_every_tenth_record_is_compared_with_the_tenth_before(self):
        csv = rows(self.csv(HEALTH, "-c", r"\System\System Up Time", r"\Memory\Page Faults/sec",
                            "-t", "10"))
        self.assertEqual(["08/14/2007 15:40:38.659", "08/14/2007 15:50:38.599"],
                         [row[0] for row in csv])
        self.assertEqual([" "], [row[2] for row in csv][:1])
        log = blg_csv.Log(HEALTH.read_bytes())
        up = [row[r"\\ZACH-PC\System\System Up Time"] for _, row in log.rows]
        self.assertEqual([up[0], up[10]], [row[1] for row in csv])

    def test_a_tenth_of_the_records_has_each_tenth_time(self):
        every = [row[0] for row in rows(oracle(DISKS))]
        self.assertEqual(every[::10], [row[0] for row in rows(self.csv(DISKS, "-t", "10"))])

    def test_a_window_has_its_first_rate_from_the_record_before(self):
        window = ("-b", "2/19/2013 18:52:00", "-e", "2/19/2013", "6:53:00", "PM")
        inside = [row for row in rows(oracle(DISKS))
                  if "18:52:00" <= row[0][11:19] <= "18:53:00"]
        self.assertEqual(inside, rows(self.csv(DISKS, *window)))
        self.assertNotIn(" ", inside[0])

    def test_a_binary_window_has_the_record_before_it(self):
        window = ("-b", "2/19/2013 18:52:00", "-e", "2/19/2013 18:53:00")
        self.converted(DISKS, *window, name="w.blg")
        copied = rows(self.csv(self.folder / "w.blg"))
        self.assertEqual("18:51:59", copied[0][0][11:19])
        self.assertEqual(rows(self.csv(DISKS, *window)), copied[1:])

    def test_a_window_of_a_log_of_objects_has_the_record_before_it(self):
        window = ("-b", "8/14/2007 15:43:00", "-e", "8/14/2007 15:45:00")
        self.converted(HEALTH, *window, name="w.blg")
        paths = ("-c", r"\PhysicalDisk(*)\% Disk Time")
        direct = rows(self.csv(HEALTH, *paths, *window))
        copied = rows(self.csv(self.folder / "w.blg", *paths))
        self.assertEqual(direct, copied[1:])
        self.assertEqual([" "] * (len(copied[0]) - 1), copied[0][1:])

    def halves(self):
        """HEALTH in two logs of objects."""
        for name, window in (("one.blg", ("-e", "8/14/2007 15:45:00")),
                             ("two.blg", ("-b", "8/14/2007 15:45:00"))):
            self.converted(HEALTH, *window, name=name)
        return self.folder / "one.blg", self.folder / "two.blg"

    def test_several_logs_of_objects_become_one(self):
        one, two = self.halves()
        self.converted(two, one, name="both.blg")
        both = blg_csv.Log((self.folder / "both.blg").read_bytes())
        self.assertEqual([blg_csv.OBJECT] * 8, [entry.flags & blg_csv.OBJECT for entry in both.entries])
        paths = ("-c", r"\Memory\Available Bytes", r"\Process(*)\ID Process")
        # The second log begins with the record before its window, which is the last of the first.
        times = [row[0] for row in rows(self.csv(self.folder / "both.blg", *paths))]
        self.assertEqual(sorted(times), times)
        self.assertEqual([row[0] for row in rows(oracle(HEALTH))], sorted(set(times)))

    def test_a_log_of_objects_is_gone_on_with(self):
        self.converted(HEALTH, "-e", "8/14/2007 15:45:00", name="one.blg")
        log = self.folder / "one.blg"
        self.assertEqual(0, relog(HEALTH, "-b", "8/14/2007 15:46:30", "-a", "-o", log).code)
        self.assertEqual(oracle(HEALTH), self.csv(log))

    def test_other_objects_are_not_appended(self):
        self.converted(HEALTH, "-e", "8/14/2007 15:45:00", name="one.blg")
        log = self.folder / "one.blg"
        before = log.read_bytes()
        result = relog(DISKS, "-a", "-o", log)
        self.assertEqual(1, result.code)
        self.assertIn("PDH_UNMATCHED_APPEND_COUNTER", result.text)
        result = relog(HEALTH, "-a", "-o", log)
        self.assertEqual(1, result.code)
        self.assertIn("PDH_INCORRECT_APPEND_TIME", result.text)
        self.assertEqual(before, log.read_bytes())

    def test_inputs_may_stand_behind_a_time(self):
        result = relog("-b", "2/19/2013", "18:52:00", DISKS, "-f", "CSV", "-o", self.folder / "a.csv")
        self.assertEqual(0, result.code, result)
        self.assertEqual("18:52:00", rows((self.folder / "a.csv").read_bytes())[0][0][11:19])

    def test_times_of_iso_8601_are_read_too(self):
        window = self.csv(DISKS, "-b", "2/19/2013 18:52:00", "-e", "2/19/2013 18:53:00")
        for begin, end in (("2013-02-19 18:52", "2013-02-19T18:53:00"), ("2013-02-19T18:52", "2013-02-19 18:53")):
            self.assertEqual(window, self.csv(DISKS, "-b", begin, "-e", end))
        result = relog("-b", "2013-02-19", "18:52", DISKS, "-e", "15:45")
        self.assertFails(result, "-e 15:45: must be a date and time: M/D/YYYY [[HH:]MM:]SS [AM|PM], or YYYY-MM-DD "
                         "HH:MM[:SS] (0xC0000BBD PDH_INVALID_ARGUMENT)")

    def test_the_last_of_two_times_counts(self):
        for first, last in (("18:51:00", "18:55:00"), ("18:55:00", "18:51:00")):
            for times in (("-b", "2/19/2013 " + first, "-b", "2/19/2013 " + last),
                          ("-b", "2/19/2013", first, "-b", "2/19/2013", last)):
                self.assertEqual(last[:5], rows(self.csv(DISKS, *times))[0][0][11:16])

    def test_settings_may_come_from_a_file(self):
        out = self.folder / "a.csv"
        config = self.file("c.txt", "[c]\r\n%s\r\n[f]\r\nCSV\r\n[o]\r\n%s\r\n[t]\r\n300\r\n[y]\r\n[i]\r\n%s\r\n"
                           % (TOTAL, out, DISKS))
        self.assertEqual(0, relog("-config", config).code)
        self.assertEqual(3, len(rows(out.read_bytes())))
        self.assertEqual(0, relog("-config", config, "-t", "200").code)
        self.assertEqual(4, len(rows(out.read_bytes())))

    def test_a_pattern_of_names_that_no_shell_expanded_is_expanded(self):
        for name in ("a.blg", "b.blg"):
            self.file(name, HEALTH.read_bytes())
        result = relog("?.blg", cwd=self.folder)
        self.assertIn("     a.blg (Binary)\r\n     b.blg (Binary)\r\n", result.text)


class OddColumns(RelogTest):
    HEADER = b'"(PDH-CSV 4.0) (UTC)(0)","note","\\\\H\\A\\b","\\\\H\\A\\b","\\\\H\\P(C:\\d (e))\\f"\r\n'
    ROW = b'"01/02/2020 03:04:05.000","1","2"," ","0.5"\r\n'

    def test_two_columns_of_one_name_stay_two(self):
        log = self.HEADER.replace(b'"note",', b"") + self.ROW.replace(b'"1",', b"")
        self.assertEqual(log, self.csv(self.file("in.csv", log)))

    def test_a_column_that_is_no_path_is_left_out_and_told(self):
        log = self.file("in.csv", self.HEADER + self.ROW)
        result = relog(log, "-f", "CSV", "-o", self.folder / "out.csv")
        self.assertEqual(0, result.code, result)
        self.assertRegex(result.err, r"^relog: \S*note is not a counter path; it is left out\n$")
        self.assertEqual(self.HEADER.replace(b'"note",', b"") + self.ROW.replace(b'"1",', b""),
                         (self.folder / "out.csv").read_bytes())


class SeveralInputs(RelogTest):
    PARTS = (("-e", "2/19/2013 18:53:00"), ("-b", "2/19/2013 18:53:01", "-e", "2/19/2013 18:55:00"))

    def parts(self):
        """Two text logs without a record in common."""
        names = []
        for number, window in enumerate(self.PARTS):
            name = "part%d.csv" % number
            self.converted(DISKS, "-f", "CSV", *window, name=name)
            names.append(self.folder / name)
        return names

    def test_parts_together_are_the_whole_again(self):
        first, second = self.parts()
        whole = rows(self.csv(DISKS, "-e", "2/19/2013 18:55:00"))
        self.assertEqual(whole, rows(self.csv(second, first)))

    def test_each_input_has_a_line_of_its_own(self):
        first, second = self.parts()
        text = relog(first, second).text
        self.assertIn("File(s):\r\n     %s (CSV)\r\n     %s (CSV)\r\n\r\nBegin:    2/19/2013 18:50:17\r\n"
                      % (first, second), text)

    def test_no_rate_is_made_up_between_two_logs(self):
        self.converted(DISKS, "-e", "2/19/2013 18:51:00", name="a.blg")
        later = ("-b", "2/19/2013 18:59:00")
        self.converted(DISKS, *later, name="b.blg")
        merged = rows(self.csv(self.folder / "a.blg", self.folder / "b.blg", "-c", TOTAL))
        blanks = [row[0][11:19] for row in merged if row[1] == " "]
        self.assertEqual(["18:50:17", "18:58:59"], blanks)

    def test_readings_and_values_cannot_become_one(self):
        self.csv(DISKS)
        result = relog(DISKS, self.folder / "out.csv")
        self.assertError(result, "%s contains raw readings and %s calculated values; they cannot be merged"
                         " (0xC0000BDD PDH_INVALID_DATASOURCE)" % (DISKS, self.folder / "out.csv"))


class Appending(RelogTest):
    def test_a_text_log_goes_on_where_it_ends(self):
        whole = self.csv(DISKS)
        first = self.csv(DISKS, "-e", "2/19/2013 18:55:00")
        result = relog(DISKS, "-a", "-b", "2/19/2013 18:55:01", "-o", self.folder / "out.csv")
        self.assertEqual((0, ""), (result.code, result.err), result)
        self.assertLess(len(first), len(whole))
        self.assertEqual(whole, (self.folder / "out.csv").read_bytes())

    def test_a_binary_log_goes_on_where_it_ends(self):
        self.converted(DISKS, "-e", "2/19/2013 18:55:00", name="a.blg")
        self.converted(DISKS, "-b", "2/19/2013 18:56:00", name="b.blg")
        result = relog(self.folder / "b.blg", "-a", "-o", self.folder / "a.blg")
        self.assertEqual((0, ""), (result.code, result.err), result)
        times = [row[0][11:19] for row in rows(oracle(self.folder / "a.blg"))]
        self.assertEqual(("18:55:00", "18:55:59"), (times[times.index("18:55:59") - 1], "18:55:59"))
        self.assertEqual("19:00:17", times[-1])

    def test_where_there_is_no_log_one_is_made(self):
        out = self.folder / "new.csv"
        self.assertEqual(0, relog(DISKS, "-a", "-f", "CSV", "-o", out).code)
        self.assertEqual(oracle(DISKS), out.read_bytes())

    def test_other_counters_are_refused_and_the_log_stays(self):
        for name, arguments in (("out.csv", ("-f", "CSV")), ("out.blg", ())):
            before = self.converted(DISKS, "-c", TOTAL, "-e", "2/19/2013 18:55:00", *arguments,
                                    name=name)
            result = relog(DISKS, "-a", "-b", "2/19/2013 18:56:00", "-o", self.folder / name)
            self.assertEqual(FAILED, result.code)
            self.assertRegex(result.text, r"\(0xC0000BFC PDH_UNMATCHED_APPEND_COUNTER\)\r\n$")
            self.assertEqual(before, (self.folder / name).read_bytes())

    def test_earlier_times_are_refused_and_the_log_stays(self):
        for name, arguments in (("out.csv", ("-f", "CSV")), ("out.blg", ())):
            before = self.converted(DISKS, *arguments, name=name)
            result = relog(DISKS, "-a", "-o", self.folder / name)
            self.assertEqual(FAILED, result.code)
            self.assertRegex(result.text, r"\(0xC0000BFB PDH_INCORRECT_APPEND_TIME\)\r\n$")
            self.assertEqual(before, (self.folder / name).read_bytes())


class Errors(RelogTest):
    def test_what_is_no_log_is_called_what_it_is_and_nothing_is_written(self):
        text = self.file("text.blg", "hello, this is not a log\n")
        empty = self.file("empty.blg", b"")
        foreign = bytearray(DISKS.read_bytes()[:0x20000])
        place = foreign.find(blg_blocks.PDH_LOG)
        while place >= 0:
            foreign[place] ^= 0xFF
            place = foreign.find(blg_blocks.PDH_LOG)
        etl = self.file("other.etl", bytes(foreign))
        names = self.names()
        for path in (text, empty, etl):
            with self.subTest(path.name):
                result = relog(path, "-f", "CSV", "-o", self.folder / "out.csv")
                self.assertEqual(FAILED, result.code, result)
                self.assertRegex(result.text, r"^\r\nError:\r\n[^\r]*%s[^\r]* "
                                 r"\(0xC0000B[D]6 PDH_UNKNOWN_LOG_FORMAT\)\r\n$" % path.name)
                self.assertEqual(names, self.names())

    def test_a_missing_file_is_told(self):
        self.assertError(relog("none.blg", cwd=self.folder),
                         "no such file: none.blg (0xC0000BD1 PDH_FILE_NOT_FOUND)")

    def test_a_pipe_is_refused_as_a_log_is_read_twice(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        self.assertError(relog(fifo), "%s is not a regular file; relog has to read a log twice "
                         "(0xC0000BCA PDH_LOG_FILE_OPEN_ERROR)" % fifo)

    def test_no_input_is_wrong_usage(self):
        self.assertError(relog("-f", "CSV"), "no log given; use -? for help "
                         "(0xC0000BBD PDH_INVALID_ARGUMENT)")

    def test_wrong_values_of_options_are_told(self):
        for words in (("-f", "XML"), ("-t", "0"), ("-t", "x"), ("-b", "yesterday"), ("-zz",),
                      ("-o",), ("-a",), ("-b", "1/2/2018", "-e", "1/1/2018")):
            with self.subTest(words):
                result = relog(DISKS, *words)
                self.assertEqual(FAILED, result.code, result)
                self.assertRegex(result.text,
                                 r"^\r\nError:\r\n[^\r]* \(0xC0000BBD PDH_INVALID_ARGUMENT\)\r\n$")

    def test_no_matching_counter_is_an_error_and_one_of_several_is_told(self):
        out = self.folder / "a.csv"
        missing = r"\Memory\Available Bytes"
        result = relog(DISKS, "-c", missing, "-f", "CSV", "-o", out)
        remark = ("relog: %s: no such object in the log (0xC0000BB8 PDH_CSTATUS_NO_OBJECT)\n" % missing)
        self.assertFails(result, "none of the requested counters is in the log (0xC0000BDF PDH_NO_COUNTERS)")
        self.assertEqual(remark, result.err)
        self.assertEqual([], self.names())
        result = relog(DISKS, "-c", missing, TOTAL, "-f", "CSV", "-o", out)
        self.assertEqual((0, remark), (result.code, result.err))

    def test_a_misspelt_counter_gets_the_nearest_names(self):
        for path, why in ((r"\PhysicalDisk(*)\Avg. Disk Byte/Read", 'no such counter in the log; did you mean '
                           '"Avg. Disk Bytes/Read" or "Avg. Disk Bytes/Write"? (0xC0000BB9 PDH_CSTATUS_NO_COUNTER)'),
                          (r"\PhysicalDsk(*)\Disk Reads/sec", 'no such object in the log; did you mean '
                           '"PhysicalDisk"? (0xC0000BB8 PDH_CSTATUS_NO_OBJECT)'),
                          (r"\Processor(9)\% Processor Time", "no such instance in the log; existing instances: 0, 1, 2, 3, _Total "
                           "(0x800007D1 PDH_CSTATUS_NO_INSTANCE)"),
                          (r"\\OTHER\Processor(0)\% Processor Time", "the log has no such machine "
                           "(0x800007D0 PDH_CSTATUS_NO_MACHINE)")):
            with self.subTest(path):
                self.assertEqual("relog: %s: %s\n" % (path, why), relog(DISKS, "-q", "-c", path).err)

    def test_an_output_with_backslashes_is_remarked_on(self):
        result = relog(DISKS, "-f", "CSV", "-o", "logs\\x.csv", cwd=self.folder)
        self.assertEqual((0, "relog: logs\\x.csv looks like a Windows path; on Linux it is the name of a file "
                          "in the current folder\n"), (result.code, result.err))
        self.assertEqual(["logs\\x.csv"], self.names())

    def test_a_format_without_an_output_and_a_text_name_without_a_format_are_remarked_on(self):
        result = relog(DISKS, "-f", "CSV")
        self.assertEqual((0, "relog: -f is ignored without -o, which names the log to write\n"),
                         (result.code, result.err))
        result = relog(DISKS, "-o", "x.csv", cwd=self.folder)
        self.assertEqual((0, "relog: x.csv becomes a binary log; use -f CSV for text\n"), (result.code, result.err))
        self.assertEqual("", relog(DISKS, "-o", "x.blg", cwd=self.folder).err)

    def test_a_path_without_single_quotes_is_recognised(self):
        self.assertFails(relog(DISKS, "-c", "MemoryAvailable", "MBytes"),
                         "MemoryAvailable MBytes: the shell removed the backslashes; put the path in single "
                         r"quotes: '\Memory\Available MBytes' (0xC0000BC0 PDH_CSTATUS_BAD_COUNTERNAME)")

    def test_a_bad_line_of_a_list_or_of_settings_is_named_by_its_number(self):
        counters = self.file("c.txt", "%s\n\n\\\\\\\n" % TOTAL)
        self.assertError(relog(DISKS, "-cf", counters),
                         r"%s:3: \\\ is not a counter path; write '\Object(instance)\Counter', in single quotes "
                         "(0xC0000BC4 PDH_INVALID_PATH)" % counters)
        settings = self.file("s.txt", "[f]\nCSV\n[nope]\n")
        self.assertRegex(relog(DISKS, "-config", settings).text,
                         r"\r\n%s:3: .* \(0xC0000BBD PDH_INVALID_ARGUMENT\)\r\n$" % settings)

    def test_an_output_that_exists_is_left_as_it_is(self):
        out = self.file("a.csv", "mine")
        result = relog(DISKS, "-f", "CSV", "-o", out)
        self.assertEqual(FAILED, result.code)
        self.assertRegex(result.text, r"\(0xC0000BD2 PDH_FILE_ALREADY_EXISTS\)\r\n$")
        self.assertEqual(b"mine", out.read_bytes())
        self.assertEqual(0, relog(DISKS, "-f", "CSV", "-o", out, data=b"y\n").code)
        self.assertEqual(oracle(DISKS), out.read_bytes())

    def test_an_empty_window_is_no_data_and_leaves_nothing(self):
        result = relog(DISKS, "-b", "1/1/2020", "-o", self.folder / "a.blg")
        self.assertFails(result, "no samples between -b and -e; the log runs from 2/19/2013 18:50:17 to "
                         "2/19/2013 19:00:17 (0x800007D5 PDH_NO_DATA)")
        self.assertEqual([], self.names())

    def test_values_do_not_become_readings(self):
        self.csv(DISKS)
        result = relog(self.folder / "out.csv", "-o", self.folder / "a.blg")
        self.assertEqual(FAILED, result.code)
        self.assertRegex(result.text, r"\(0xC0000BD3 PDH_NOT_IMPLEMENTED\)\r\n$")
        self.assertEqual(["out.csv"], self.names())

    def test_a_folder_that_is_not_there_cannot_be_written_to(self):
        result = relog(DISKS, "-f", "CSV", "-o", self.folder / "none" / "a.csv")
        self.assertEqual(FAILED, result.code)
        self.assertRegex(result.text, r"no such file \(0xC0000B[CD][19] PDH_\w+\)\r\n$")

    def test_a_full_disk_leaves_nothing_behind(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 70_000))
        for name, arguments in (("a.csv", ("-f", "CSV")), ("a.blg", ())):
            result = relog(DISKS, *arguments, "-o", self.folder / name, before=limit)
            self.assertEqual(FAILED, result.code, result)
            self.assertRegex(result.text, r"a\.\w+: .* \(0xC0000BC9 PDH_LOG_FILE_CREATE_ERROR\)\r\n$")
            self.assertEqual([], self.names())

    def test_a_full_disk_keeps_the_log_that_was_gone_on_with(self):
        before = self.csv(DISKS, "-e", "2/19/2013 18:55:00")
        size = len(before) + 10_000

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        result = relog(DISKS, "-a", "-b", "2/19/2013 18:55:01", "-o", self.folder / "out.csv",
                       before=limit)
        self.assertEqual(FAILED, result.code)
        after = (self.folder / "out.csv").read_bytes()
        self.assertTrue(oracle(DISKS).startswith(after) and after.endswith(b"\r\n"))
        self.assertTrue(after.startswith(before))

    def test_standard_output_that_takes_nothing_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            result = relog(DISKS, stdout=full)
        self.assertEqual(FAILED, result.code)
        self.assertIn("standard output", result.err)


class Damage(RelogTest):
    def test_a_damaged_buffer_costs_its_samples_and_is_told_with_its_byte(self):
        broken = bytearray(DISKS.read_bytes())
        broken[0x20048:0x20048 + 72] = bytes(72)  # the head of the first event of buffer 2
        path = self.file("broken.blg", bytes(broken))
        result = relog(path, "-f", "CSV", "-o", self.folder / "a.csv")
        self.assertEqual(0, result.code, result)
        self.assertRegex(result.err, r"^relog: %s: .* at byte 131\d{3}: .*\n" % path)
        whole = {row[0]: row for row in rows(oracle(DISKS))}
        kept = rows((self.folder / "a.csv").read_bytes())
        self.assertTrue(0 < len(kept) < 601)
        times = list(whole)
        gap = next(i for i, row in enumerate(kept) if row[0] != times[i])
        self.assertEqual(kept[:gap], [whole[row[0]] for row in kept[:gap]])

    def test_a_log_that_was_cut_keeps_what_is_whole(self):
        path = self.file("cut.blg", DISKS.read_bytes()[:0x28000])
        result = relog(path, "-f", "CSV", "-o", self.folder / "a.csv")
        self.assertEqual(0, result.code, result)
        kept = rows((self.folder / "a.csv").read_bytes())
        self.assertEqual(rows(oracle(DISKS))[:len(kept)], kept)
        self.assertGreater(len(kept), 100)

    def test_a_log_without_a_sample_is_a_failure(self):
        path = self.file("none.blg", DISKS.read_bytes()[:0x10000])
        self.assertEqual(FAILED, relog(path, "-f", "CSV", "-o", self.folder / "a.csv").code)
        self.assertEqual(["none.blg"], self.names())


class Stopping(RelogTest):
    def test_progress_is_shown_on_a_terminal_and_written_over(self):
        self.assertRegex(self.on_terminal(DISKS, "-f", "CSV", "-o", self.folder / "a.csv"),
                         rb"Samples:  601\r\r?\n\r\r?\n(\r?\d+\.\d\d%)*\r?100\.00%\r\r?\n")

    def on_terminal(self, *arguments):
        """All that a run prints to a terminal."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([RELOG, *map(os.fspath, arguments)], stdin=theirs, stdout=theirs,
                                   stderr=theirs, env=environment())
        os.close(theirs)
        printed = b""
        while select.select([ours], [], [], PATIENCE)[0]:
            try:
                printed += os.read(ours, 4096)
            except OSError:
                break
        os.close(ours)
        self.assertEqual(0, process.wait(PATIENCE))
        return printed

    def test_an_interrupted_run_leaves_no_file(self):
        out_file = self.folder / "many.csv"
        process = subprocess.Popen(
            [RELOG, *some_of([str(HEALTH)] * 60, 6), "-f", "CSV", "-o", str(out_file)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(), preexec_fn=lambda: signal.pthread_sigmask(
                signal.SIG_BLOCK, [signal.SIGINT]))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(FAILED, process.returncode, out)
        self.assertTrue(out.endswith(b"\r\nError:\r\nstopped before the end; nothing new was written\r\n"))
        self.assertEqual([], self.names())


if __name__ == "__main__":
    unittest.main()

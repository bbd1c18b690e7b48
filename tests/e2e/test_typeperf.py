"""`typeperf`: what scripts written for Windows' tool of that name see (docs/typeperf.md).

Expected numbers are taken by hand from tests/fixtures/made_machines.py, `pair`: two trees of one
machine, exactly 10 s apart, made-pair-a at 23:36:40.750 and made-pair-b at 23:36:50.750 UTC.
"""

import os
import re
import resource
import signal
import subprocess
import time
import unittest

from tool import FAILED, PAIR, PATIENCE, SOURCE, Result, ToolTest, environment, repeats, roots, some_of

TYPEPERF = os.environ["TYPEPERF"]
AVAILABLE = r"\Memory\Available Bytes"   # MemAvailable: 5,000,000 kB, then 4,500,000 kB
CPU0 = r"\Processor(0)\% Processor Time"  # 401 busy ticks of 1,000
IDS = r"\Process(*)\ID Process"

CLOSING = (b"\r\nExiting, please wait...                         \r\n"
           b"The command completed successfully.\r\n\r\r")
COMPLETED = "\r\nThe command completed successfully.\r\n"
NO_VALID = "\r\nError: No valid counters.\r\n"
HEADER = b'\r\n"(PDH-CSV 4.0)","\\\\pair\\Memory\\Available Bytes"'
ROW_A = b'\r\n"11/14/2023 23:36:40.750","5120000000.000000"'
ROW_B = b'\r\n"11/14/2023 23:36:50.750","4608000000.000000"'
FILE_HEADER = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\pair\\Memory\\Available Bytes"\r\n'
FILE_ROW_A = b'"11/14/2023 23:36:40.750","5120000000"\r\n'
FILE_ROW_B = b'"11/14/2023 23:36:50.750","4608000000"\r\n'


def typeperf(*arguments, data=b"", stdout=subprocess.PIPE, env=None, cwd=None, before=None):
    """Runs the tool. `data` is its standard input, `before` runs in the child."""
    done = subprocess.run([TYPEPERF, *map(os.fspath, arguments)], input=data, stdout=stdout,
                          stderr=subprocess.PIPE, env=env or environment(), cwd=cwd,
                          timeout=PATIENCE, preexec_fn=before)
    return Result(done.returncode, done.stdout or b"", done.stderr)


class TypeperfTest(ToolTest):
    def assertWell(self, result, out):
        self.assertEqual((0, out, ""), (result.code, result.out, result.err))

    def assertError(self, result, text, err=""):
        self.assertEqual((FAILED, "\r\nError: %s\r\n" % text, err),
                         (result.code, result.text, result.err))

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


class Console(TypeperfTest):
    def test_a_sample_of_an_instantaneous_counter_to_the_byte(self):
        self.assertWell(typeperf(AVAILABLE, "-sc", "1", *PAIR), HEADER + ROW_A + CLOSING)

    def test_a_root_a_sample_until_there_is_none(self):
        self.assertWell(typeperf(AVAILABLE, *PAIR), HEADER + ROW_A + ROW_B + CLOSING)

    def test_the_first_sample_of_a_rate_is_silent(self):
        self.assertWell(typeperf(CPU0, AVAILABLE, "-sc", "1", *PAIR),
                        b'\r\n"(PDH-CSV 4.0)","\\\\pair\\Processor(0)\\% Processor Time",'
                        b'"\\\\pair\\Memory\\Available Bytes"'
                        b'\r\n"11/14/2023 23:36:50.750","40.100000","4608000000.000000"' + CLOSING)

    def test_tsv_has_its_own_mark_and_tabs(self):
        self.assertWell(typeperf(AVAILABLE, CPU0, "-f", "tsv", "-sc", "1", *PAIR),
                        b'\r\n"(PDH-TSV 4.0)"\t"\\\\pair\\Memory\\Available Bytes"'
                        b'\t"\\\\pair\\Processor(0)\\% Processor Time"'
                        b'\r\n"11/14/2023 23:36:50.750"\t"4608000000.000000"\t"40.100000"' + CLOSING)

    def test_wildcards_are_expanded_once_and_what_is_gone_is_minus_one(self):
        result = typeperf(IDS, *PAIR)
        name = '"\\\\pair\\Process(%s)\\ID Process"'
        header = ",".join(name % n for n in ("Idle", "System", "systemd", "first", "exits",
                                             "shrinks", "_Total"))
        zero, gone = '"0.000000"', '"-1"'
        rows = ['"11/14/2023 23:36:40.750",%s,"2.000000","1.000000","100.000000","150.000000",'
                '"200.000000",%s' % (zero, zero),
                '"11/14/2023 23:36:50.750",%s,"2.000000","1.000000",%s,%s,"200.000000",%s'
                % (zero, gone, gone, zero)]
        self.assertWell(result, ("\r\n\"(PDH-CSV 4.0)\",%s\r\n%s\r\n%s" %
                                 (header, *rows)).encode() + CLOSING)

    def header(self, *paths):
        result = typeperf(*paths, "-sc", "1", *PAIR)
        self.assertEqual(0, result.code, result)
        return re.findall('"([^"]*)"', result.text.split("\r\n")[1])[1:]

    def test_the_header_keeps_the_letters_of_the_caller(self):
        self.assertEqual([r"\\pair\MEMORY\available bytes"], self.header(r"\MEMORY\available bytes"))

    def test_wildcards_in_the_header_are_names_and_the_rest_is_as_written(self):
        self.assertEqual([r"\\pair\PROCESSOR(0)\interrupts/SEC", r"\\pair\PROCESSOR(1)\interrupts/SEC"],
                         self.header(r"\PROCESSOR(?)\interrupts/SEC")[:2])
        self.assertEqual([r"\\pair\process(systemd)\ID Process"],
                         self.header(r"\process(systemd)\ID Proc*"))

    def test_machine_indices_and_shell_spelling_become_the_path_of_windows(self):
        self.assertEqual([r"\\pair\Memory\Available Bytes"] * 3,
                         self.header(r"\\localhost\Memory\Available Bytes", r"\4\24",
                                     "Memory/Available Bytes"))

    def test_a_named_instance_that_is_not_there_waits_as_minus_one(self):
        result = typeperf(r"\Process(nobody)\ID Process", "-sc", "1", *PAIR)
        self.assertEqual((0, b'\r\n"(PDH-CSV 4.0)","\\\\pair\\Process(nobody)\\ID Process"'
                             b'\r\n"11/14/2023 23:36:40.750","-1"' + CLOSING),
                         (result.code, result.out))
        self.assertIn("(0x800007D1 PDH_CSTATUS_NO_INSTANCE)", result.err)

    def test_c_may_stand_before_the_counters(self):
        self.assertWell(typeperf("-c", AVAILABLE, "-sc", "1", *PAIR), HEADER + ROW_A + CLOSING)

    def test_options_may_begin_with_a_slash_and_have_any_case(self):
        self.assertWell(typeperf(AVAILABLE, "/SC", "1", "/F", "CSV", *PAIR),
                        HEADER + ROW_A + CLOSING)

    def test_language_and_zone_of_the_user_change_no_byte_of_a_recording(self):
        self.assertWell(typeperf(AVAILABLE, "-sc", "1", *PAIR, env=environment(
            LC_ALL="de_DE.UTF-8", TZ="America/New_York")), HEADER + ROW_A + CLOSING)

    def test_times_of_this_machine_are_local(self):
        def hour(zone):
            out = typeperf(AVAILABLE, "-sc", "1", env=environment(TZ=zone)).text
            return int(re.search(r'"\d\d/\d\d/\d{4} (\d\d):', out).group(1))
        utc = hour("UTC")
        self.assertIn((hour("XXX-5") - utc) % 24, (5, 6))  # 6: the hour ended in between


class WhatIsNotThere(TypeperfTest):
    def test_one_counter_that_is_not_there_is_left_out_of_header_and_rows(self):
        result = typeperf(r"\Memry\Available Bytes", AVAILABLE, "-sc", "1", *PAIR)
        self.assertEqual((0, HEADER + ROW_A + CLOSING,
                          'typeperf: \\Memry\\Available Bytes: no such object; did you mean "Memory"? '
                          '(0xC0000BB8 PDH_CSTATUS_NO_OBJECT)\n'),
                         (result.code, result.out, result.err))

    def test_nothing_that_is_there_is_no_valid_counters(self):
        for path, code in ((r"\Nix\x", "0xC0000BB8 PDH_CSTATUS_NO_OBJECT"),
                           (r"\Memory\Nix", "0xC0000BB9 PDH_CSTATUS_NO_COUNTER"),
                           (r"\Process(nix*)\ID Process", "0x800007D1 PDH_CSTATUS_NO_INSTANCE"),
                           (r"\\other\Memory\Available Bytes", "0x800007D0 PDH_CSTATUS_NO_MACHINE"),
                           ("Memory", "0xC0000BC0 PDH_CSTATUS_BAD_COUNTERNAME")):
            with self.subTest(path):
                result = typeperf(path, *PAIR)
                self.assertEqual((FAILED, NO_VALID), (result.code, result.text))
                self.assertRegex(result.err, r"^typeperf: [^\n]*\(%s\)\n$" % code)

    def test_an_instance_may_not_write_to_the_terminal(self):
        result = typeperf("\\Mem\x1b[31m\\x", *PAIR)
        self.assertIn("\ufffd[31m", result.err)
        self.assertNotIn("\x1b", result.err)


class Listing(TypeperfTest):
    def test_q_writes_instances_as_a_star(self):
        lines = typeperf("-q", "Processor", *PAIR).text.split("\r\n")
        self.assertEqual(["", r"\Processor(*)\% Processor Time", r"\Processor(*)\% User Time"], lines[:3])
        self.assertEqual(["", "The command completed successfully.", ""], lines[-3:])
        for line in lines[1:-3]:
            self.assertRegex(line, r"^\\Processor\(\*\)\\[^\\]+$")

    def test_q_of_an_object_without_instances_has_no_brackets(self):
        lines = typeperf("-q", r"\memory", *PAIR).text.split("\r\n")
        self.assertIn(r"\Memory\Available Bytes", lines)
        self.assertNotIn("(", "".join(lines))

    def test_qx_has_all_instances_of_a_counter_then_of_the_next(self):
        lines = typeperf("-qx", "Processor", *PAIR).text.split("\r\n")
        instances = [re.search(r"\((.*)\)", line).group(1) for line in lines[1:5]]
        self.assertEqual(["0", "1"], instances[:2])
        self.assertIn("_Total", instances)
        count = instances.index("_Total") + 1
        self.assertEqual(r"\Processor(0)\% User Time", lines[1 + count])

    def test_without_an_object_every_object_is_listed(self):
        text = typeperf("-q", *PAIR).text
        for path in (AVAILABLE, r"\Processor(*)\% Processor Time", IDS):
            self.assertIn("\r\n%s\r\n" % path, text)
        self.assertNotIn("Collection Status", text)

    def test_every_path_that_is_listed_is_a_counter(self):
        list_file = self.folder / "list.txt"
        result = typeperf("-q", "Memory", "-o", list_file, *PAIR)
        self.assertWell(result, COMPLETED.encode())
        lines = list_file.read_bytes().decode().split("\r\n")
        self.assertEqual("", lines.pop())
        again = typeperf("-cf", list_file, "-sc", "1", *PAIR)
        self.assertEqual((0, ""), (again.code, again.err))
        self.assertEqual(len(lines), again.text.split("\r\n")[1].count('","'))

    def test_an_object_that_is_not_there_is_an_error_with_its_code(self):
        self.assertError(typeperf("-q", "Nix", *PAIR),
                         "Nix: no such object (0xC0000BB8 PDH_CSTATUS_NO_OBJECT)")

    def test_an_object_that_the_machine_has_none_of_is_not_called_unknown(self):
        for option in ("-q", "-qx"):
            self.assertError(typeperf(option, r"\GPU Engine(*)", *PAIR),
                             "GPU Engine: this machine has none now; perflib list --missing 'GPU Engine' says why "
                             "(0x800007D1 PDH_CSTATUS_NO_INSTANCE)")

    def test_a_listing_takes_no_counters(self):
        self.assertError(typeperf("-q", "-c", AVAILABLE, *PAIR),
                         "%s: -q and -qx take at most one object, and no counters "
                         "(0xC0000BBD PDH_INVALID_ARGUMENT)" % AVAILABLE)


class CounterFiles(TypeperfTest):
    def test_a_counter_a_line_in_any_encoding_of_windows(self):
        for name, content in (("lf", AVAILABLE.encode() + b"\n\n"),
                              ("crlf", b"\r\n" + AVAILABLE.encode() + b"\r\n"),
                              ("mark", b"\xef\xbb\xbf" + AVAILABLE.encode()),
                              ("little", b"\xff\xfe" + (AVAILABLE + "\r\n").encode("utf-16-le")),
                              ("big", b"\xfe\xff" + (AVAILABLE + "\r\n").encode("utf-16-be")),
                              ("quoted", b'  "' + AVAILABLE.encode() + b'"  ')):
            with self.subTest(name):
                self.assertWell(typeperf("-cf", self.file(name, content), "-sc", "1", *PAIR),
                                HEADER + ROW_A + CLOSING)

    def test_it_may_be_the_standard_input(self):
        self.assertWell(typeperf("-cf", "-", "-sc", "1", *PAIR, data=AVAILABLE.encode()),
                        HEADER + ROW_A + CLOSING)

    def test_bad_lines_are_named_with_their_numbers_and_the_rest_is_read(self):
        path = self.file("list.txt", "%s\n\nnonsense\n\\Nix\\x\n" % AVAILABLE)
        result = typeperf("-cf", path, "-sc", "1", *PAIR)
        self.assertEqual((0, HEADER + ROW_A + CLOSING), (result.code, result.out))
        bad_path, no_object = result.err.splitlines()
        self.assertRegex(bad_path, r"^typeperf: %s:3: nonsense is not .*PDH_CSTATUS_BAD_COUNTERNAME\)$" %
                         re.escape(str(path)))
        self.assertEqual("typeperf: %s:4: \\Nix\\x: no such object "
                         "(0xC0000BB8 PDH_CSTATUS_NO_OBJECT)" % path, no_object)

    def test_a_file_that_is_not_there_is_an_error(self):
        self.assertError(typeperf("-cf", "nowhere.txt", *PAIR),
                         "nowhere.txt: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)")

    def test_a_file_of_other_bytes_is_no_valid_counters(self):
        result = typeperf("-cf", self.file("bytes", bytes(range(256)) * 40), *PAIR)
        self.assertEqual((FAILED, NO_VALID), (result.code, result.text))
        self.assertIn("PDH_CSTATUS_BAD_COUNTERNAME", result.err)


class Settings(TypeperfTest):
    def settings(self, text, *arguments):
        self.path = self.file("settings.txt", text)
        return typeperf("-config", self.path, *arguments, *PAIR)

    def assertBadLine(self, text, line, words):
        self.assertError(self.settings(text), "%s:%d: %s (0xC0000BBD PDH_INVALID_ARGUMENT)" %
                         (self.path, line, words))

    def test_options_and_counters_come_from_lines(self):
        self.assertWell(self.settings("[sc]\r\n1\r\n[f]\r\nCSV\r\n\r\n[c]\r\n%s\r\n" % AVAILABLE),
                        HEADER + ROW_A + CLOSING)

    def test_the_command_line_goes_before_and_counters_add_up(self):
        result = self.settings("[SC]\n5\n[-c]\n%s\n" % AVAILABLE, "-sc", "1", CPU0)
        self.assertEqual(2, result.text.split("\r\n")[1].count("\\\\pair"))
        self.assertEqual(1, result.text.count("11/14/2023"))

    def test_a_switch_stands_alone(self):
        self.assertIn(r"\Memory\Available Bytes", self.settings("[q]\nMemory\n[y]\n").text)
        self.assertIn(r"\Processor(*)\% User Time", self.settings("[q]\n").text)

    def test_bad_lines_are_named_with_their_numbers(self):
        self.assertBadLine("\n[nix]\n", 2, "unknown option [nix]; use -? for help")
        self.assertBadLine("5\n[sc]\n", 1, "5 has no [option] line before it")
        self.assertBadLine("[sc]\n1\n2\n", 3, "too many values for [sc]: 2")
        self.assertBadLine("[y]\nyes\n", 2, "too many values for [y]: yes")
        self.assertBadLine("[y]\n[sc]\n[f]\nCSV\n", 2, "[sc] needs a value")
        self.assertBadLine("[y]\n\n[sc]\n", 3, "[sc] needs a value")
        self.assertBadLine("[sc]\n0\n", 2, "-sc 0: must be a whole number, at least 1")
        self.assertBadLine("[f]\nxml\n", 2, "-f xml: must be CSV, TSV, BIN or SQL")
        self.assertBadLine("[config]\nother.txt\n", 2,
                           "-config other.txt: a settings file cannot name another one")

    def test_a_file_that_is_not_there_is_an_error(self):
        self.assertError(typeperf("-config", "nowhere.txt"),
                         "nowhere.txt: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)")


class Usage(TypeperfTest):
    def test_help_has_the_order_of_windows(self):
        result = typeperf("-?")
        self.assertEqual((0, ""), (result.code, result.err))
        lines = result.text.split("\r\n")
        self.assertNotIn("\n", "".join(lines))
        self.assertEqual("", lines[0])
        self.assertRegex(lines[1], r"^OpenPerflib TypePerf \([0-9.]+\)$")
        self.assertEqual(os.path.realpath(TYPEPERF), lines[lines.index("Usage:") + 1].split(" {")[0])
        titles = [line for line in lines if re.fullmatch(r"[A-Z][a-z]+:", line)]
        self.assertEqual(["Usage:", "Parameters:", "Options:", "Note:", "Examples:"], titles)
        rows = lines[lines.index("Options:") + 1:lines.index("Note:") - 1]
        self.assertEqual("-? -f -cf -si -o -q -qx -sc -config -s -y".split(),
                         [row.split()[0] for row in rows])
        for row in rows:
            self.assertRegex(row, r"^  -.{27} +\S|^  -.* {2}\S")
            self.assertNotEqual(" ", row[32])
            self.assertEqual("  ", row[30:32])

    def test_help_goes_before_everything(self):
        self.assertEqual(typeperf("-?").out, typeperf("/?", "-cf", "nowhere.txt").out)

    def test_help_as_it_is_asked_for_on_linux(self):
        for option in ("-h", "--help", "-H", "--HELP"):
            self.assertEqual(typeperf("-?").out, typeperf("-sc", "x", option).out)

    @repeats
    def test_help_fits_a_terminal_of_80_columns(self):
        text = typeperf("-?").text
        longest = max(len(line) for part in ("Options:", "Note:", "Examples:")
                      for line in text.split(part + "\r\n")[1].split("\r\n\r\n")[0].split("\r\n"))
        self.assertLessEqual(longest, 80)

    def test_wrong_words_are_named(self):
        code = " (0xC0000BBD PDH_INVALID_ARGUMENT)"
        for arguments, words in (
                ((), "no counter given; use -q to list the counters, -? for help"),
                (("-nix",), "unknown option -nix; use -? for help"),
                (("/nix",), "unknown option /nix; use -? for help"),
                ((AVAILABLE, "-sc"), "-sc needs a value"),
                ((AVAILABLE, "-o", "-y"), "-o needs a value"),
                (("-c", "-y"), "-c needs a value"),
                ((AVAILABLE, "-sc", "0"), "-sc 0: must be a whole number, at least 1"),
                ((AVAILABLE, "-sc", "1x"), "-sc 1x: must be a whole number, at least 1"),
                ((AVAILABLE, "-f", "xml"), "-f xml: must be CSV, TSV, BIN or SQL"),
                ((AVAILABLE, "-si", "0"), "-si 0: must be [[hh:]mm:]ss, at least 1 second"),
                ((AVAILABLE, "-si", "1:2:3:4"),
                 "-si 1:2:3:4: must be [[hh:]mm:]ss, at least 1 second")):
            with self.subTest(arguments):
                self.assertError(typeperf(*arguments), words + code)

    def test_paths_without_single_quotes_are_recognised(self):
        code = " (0xC0000BC0 PDH_CSTATUS_BAD_COUNTERNAME)\n"
        removed = "the shell removed the backslashes; put the path in single quotes: "
        for typed, text in ((r"\Memory\Available MBytes",
                             "MemoryAvailable MBytes: " + removed + r"'\Memory\Available MBytes'"),
                            (r'"\\pair\Memory\Available MBytes"', r"\pair\Memory\Available MBytes: " +
                             removed + r"'\\pair\Memory\Available MBytes'"),
                            (r"\Processor'(_Total)'\% Processor Time", "Processor(_Total)% Processor "
                             "Time: " + removed + r"'\Processor(_Total)\% Processor Time'"),
                            (r"\\System\\System Up Time", r"\System\System Up Time: the shell split the "
                             r"path at a space; put it in single quotes: '\System\System Up Time'"),
                            ("nonsense", r"nonsense is not a counter path; write "
                             r"'\Object(instance)\Counter', in single quotes")):
            with self.subTest(typed):
                words = subprocess.run(["bash", "-c", "printf '%s\\n' " + typed], text=True,
                                       capture_output=True, check=True).stdout.splitlines()
                self.assertError(typeperf(*words), "No valid counters.", "typeperf: " + text + code)

    def test_an_output_with_backslashes_is_remarked_on(self):
        name = "c:\\perflogs\\x.csv"
        remark = ("typeperf: %s looks like a Windows path; on Linux it is the name of a file in the current "
                  "folder\n" % name)
        for arguments in ((AVAILABLE, "-sc", "1"), ("-q", "Memory", "-y")):
            result = typeperf(*arguments, "-o", name, *PAIR, cwd=self.folder)
            self.assertEqual((0, remark), (result.code, result.err))
        self.assertEqual([name], os.listdir(self.folder))

    def test_paths_beside_one_without_quotes_are_read(self):
        result = typeperf("MemoryAvailable", "MBytes", AVAILABLE, "-sc", "1", *PAIR)
        self.assertEqual((0, HEADER + ROW_A + CLOSING), (result.code, result.out))
        self.assertRegex(result.err, "^typeperf: MemoryAvailable MBytes: the shell removed .*\n$")

    def test_sql_and_its_name_go_together(self):
        code = " (0xC0000BF5 PDH_INVALID_SQL_LOG_FORMAT)"
        for arguments in (("-f", "SQL"), ("-f", "SQL", "-o", "a.csv"), ("-f", "SQL", "-o", "SQL:a.db")):
            self.assertError(typeperf(AVAILABLE, *arguments),
                             "-f SQL needs -o SQL:DATABASE!SET" + code)
        self.assertError(typeperf(AVAILABLE, "-o", "SQL:a.db!b"),
                         "SQL:a.db!b: use -f SQL to write to a database" + code)

    def test_this_computer_may_be_named(self):
        for name in some_of(("pair", "PAIR", r"\\pair", ".", "localhost"), 2):
            with self.subTest(name):
                self.assertWell(typeperf("-s", name, AVAILABLE, "-sc", "1", *PAIR),
                                HEADER + ROW_A + CLOSING)

    def test_a_listing_names_the_computer_of_s(self):
        for name in some_of(("pair", r"\\PAIR", "localhost"), 2):
            listed = r"\\%s\Processor(*)\%% Processor Time" % name.lstrip("\\")
            with self.subTest(name):
                lines = typeperf("-q", "Processor", "-s", name, *PAIR).text.split("\r\n")
                self.assertEqual(listed, lines[1])
                lines = typeperf("-qx", "Processor", "-s", name, *PAIR).text.split("\r\n")
                self.assertEqual(listed.replace("*", "0"), lines[1])
                self.assertEqual(0, typeperf(lines[1], "-sc", "1", *PAIR).code)

    def test_another_computer_is_an_error_with_its_code(self):
        words = ("cannot read other: remote computers are not supported "
                 "(0x800007D0 PDH_CSTATUS_NO_MACHINE)")
        self.assertError(typeperf("-s", "other", AVAILABLE, *PAIR), words)
        self.assertError(typeperf("-s", "other", "-q", *PAIR), words)

    def test_a_computer_does_not_matter_where_every_path_has_its_own(self):
        self.assertWell(typeperf("-s", "other", r"\\pair\Memory\Available Bytes", "-sc", "1", *PAIR),
                        HEADER + ROW_A + CLOSING)


class Files(TypeperfTest):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log.csv"

    def run_to_file(self, *arguments, **options):
        return typeperf(AVAILABLE, "-o", self.log, *arguments, *PAIR, **options)

    def test_a_file_has_the_text_of_a_counter_log(self):
        self.assertWell(self.run_to_file(), CLOSING)
        self.assertEqual(FILE_HEADER + FILE_ROW_A + FILE_ROW_B, self.log.read_bytes())

    def test_a_missing_value_in_a_file_is_a_blank(self):
        typeperf(r"\Process(first)\ID Process", AVAILABLE, "-f", "TSV", "-o", self.log, *PAIR)
        self.assertEqual(b'"11/14/2023 23:36:50.750"\t" "\t"4608000000"',
                         self.log.read_bytes().split(b"\r\n")[2])

    def test_y_overwrites_unasked(self):
        self.log.write_text("older and longer " * 100)
        self.assertWell(self.run_to_file("-y", "-sc", "1"), CLOSING)
        self.assertEqual(FILE_HEADER + FILE_ROW_A, self.log.read_bytes())

    def question(self):
        return "\r\n%s already exists. Overwrite it? [y/n]" % self.log

    def test_yes_to_the_question_overwrites(self):
        self.log.write_text("older")
        self.assertWell(self.run_to_file("-sc", "1", data=b" Y\r\n"),
                        self.question().encode() + CLOSING)
        self.assertEqual(FILE_HEADER + FILE_ROW_A, self.log.read_bytes())

    def test_every_other_answer_leaves_the_file_as_it_is(self):
        self.log.write_text("older")
        for answer in some_of((b"n\n", b"", b"\n", b"no\ny\n", b"x"), 2):
            with self.subTest(answer):
                result = self.run_to_file(data=answer)
                self.assertEqual((FAILED, "%s\r\nError: %s already exists; use -y to overwrite it "
                                  "(0xC0000BD2 PDH_FILE_ALREADY_EXISTS)\r\n" %
                                  (self.question(), self.log), ""),
                                 (result.code, result.text, result.err))
                self.assertEqual("older", self.log.read_text())

    def test_a_run_without_valid_counters_touches_no_file(self):
        self.log.write_text("older")
        result = typeperf(r"\Nix\x", "-o", self.log, "-y", *PAIR)
        self.assertEqual((FAILED, NO_VALID, "older"),
                         (result.code, result.text, self.log.read_text()))

    def test_a_folder_that_is_not_there_is_an_error(self):
        log = self.folder / "no" / "log.csv"
        self.assertError(typeperf(AVAILABLE, "-o", log, *PAIR),
                         "%s: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)" % log)

    def test_a_folder_is_no_file(self):
        self.assertError(typeperf(AVAILABLE, "-o", self.folder, *PAIR),
                         "%s: Is a directory (0xC0000BC9 PDH_LOG_FILE_CREATE_ERROR)" % self.folder)

    def test_a_full_disk_leaves_whole_rows(self):
        room = len(FILE_HEADER + FILE_ROW_A) + 10
        result = self.run_to_file(before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                    (room, room)))
        self.assertError(result, "%s: File too large" % self.log)
        self.assertEqual(FILE_HEADER + FILE_ROW_A, self.log.read_bytes())

    def test_a_device_without_room_is_an_error(self):
        self.assertError(typeperf(AVAILABLE, "-o", "/dev/full", *PAIR),
                         "/dev/full: No space left on device")


class StandardOutput(TypeperfTest):
    def test_a_full_disk_is_a_failure_with_a_message(self):
        for arguments in ((AVAILABLE,), ("-q",), ("-?",)):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = typeperf(*arguments, *PAIR, stdout=full)
                self.assertEqual((FAILED, "Error: standard output: No space left on device\r\n"),
                                 (result.code, result.err))

    def test_a_reader_that_goes_away_ends_it_without_a_word(self):
        with subprocess.Popen([TYPEPERF, AVAILABLE, "-sc", "2", "-si", "1"], env=environment(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.read(2)
            process.stdout.close()
            self.assertEqual(b"", process.stderr.read())
            self.assertLess(process.wait(), 0)  # by SIGPIPE


class Stopping(TypeperfTest):
    def started(self, *arguments):
        return subprocess.Popen([TYPEPERF, *map(os.fspath, arguments)], env=environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)

    def read_to(self, process, end):
        """What it printed until that matches: each line is there at once."""
        text = b""
        while not re.search(end, text):
            piece = os.read(process.stdout.fileno(), 65536)
            self.assertNotEqual(b"", piece, text)
            text += piece
        return text

    def test_ctrl_c_between_rows_ends_well(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), self.started(AVAILABLE, "-si", "23:00:00") as process:
                self.read_to(process, rb'\d\.\d{6}"$')
                process.send_signal(number)
                self.assertEqual((CLOSING, b""), process.communicate(timeout=PATIENCE))
                self.assertEqual(0, process.returncode)

    def test_ctrl_c_before_the_first_row_of_a_rate_ends_well(self):
        with self.started(r"\Processor(_Total)\% Processor Time", "-si", "3600") as process:
            self.read_to(process, rb'% Processor Time"$')
            process.send_signal(signal.SIGINT)
            self.assertEqual((CLOSING, b""), process.communicate(timeout=PATIENCE))
            self.assertEqual(0, process.returncode)

    def test_ctrl_c_leaves_a_whole_file(self):
        log = self.folder / "log.csv"
        with self.started(AVAILABLE, "-si", "3600", "-o", log) as process:
            while not log.exists() or log.read_bytes().count(b"\r\n") < 2:
                self.assertIsNone(process.poll())
                time.sleep(0.001)  # a pace, not a wait
            process.send_signal(signal.SIGINT)
            self.assertEqual((CLOSING, b""), process.communicate(timeout=PATIENCE))
        self.assertRegex(log.read_bytes(),
                         rb'^"\(PDH-CSV 4\.0\) \(UTC\)\(0\)","[^"]+"\r\n"[^"]+","\d+"\r\n$')

    def test_kill_leaves_every_row_that_was_written(self):
        log = self.folder / "log.csv"
        with self.started(AVAILABLE, "-si", "3600", "-o", log) as process:
            while not log.exists() or log.read_bytes().count(b"\r\n") < 2:
                self.assertIsNone(process.poll())
                time.sleep(0.001)  # a pace, not a wait
            process.kill()
        self.assertEqual(2, log.read_bytes().count(b"\r\n"))


class Binary(TypeperfTest):
    def test_a_binary_log_is_one_of_windows_and_says_so(self):
        log = self.folder / "log.blg"
        self.assertWell(typeperf(AVAILABLE, CPU0, "-f", "BIN", "-o", log, *PAIR), CLOSING)
        content = log.read_bytes()
        self.assertEqual(b"\0\0\1\0", content[:4])  # 64 KiB: the size of a buffer
        self.assertEqual(0, len(content) % 65536)
        self.assertIn("\\\\pair".encode("utf-16-le"), content)

    def test_ctrl_c_leaves_a_whole_binary_log(self):
        log = self.folder / "log.blg"
        process = subprocess.Popen([TYPEPERF, AVAILABLE, "-si", "3600", "-f", "BIN", "-o", log],
                                   env=environment(), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        with process:
            while not log.exists() or AVAILABLE[8:].encode("utf-16-le") not in log.read_bytes():
                self.assertIsNone(process.poll())
                time.sleep(0.001)  # a pace, not a wait
            process.send_signal(signal.SIGINT)
            self.assertEqual((CLOSING, b""), process.communicate(timeout=PATIENCE))
        self.assertEqual(0, process.returncode)
        self.assertEqual(0, log.stat().st_size % 65536)


@repeats
class Manual(TypeperfTest):
    def setUp(self):
        super().setUp()
        self.page = SOURCE / "apps" / "typeperf" / "man" / "typeperf.1"

    def test_the_page_has_the_options_of_the_help_and_those_that_are_ours(self):
        section = self.page.read_text().split(".SH OPTIONS\n")[1].split("\n.SH ")[0]
        tags = re.findall(r"^\.TP\n\.B[IR]? \"?(\S+)", section, re.MULTILINE)
        options = {tag.replace("\\-", "-") for tag in tags}
        rows = typeperf("-?").text.split("Options:\r\n")[1].split("\r\n\r\n")[0]
        self.assertEqual(set(re.findall(r"^  (-\S+)", rows, re.MULTILINE)) | {"-c", "--root"},
                         options)

    def test_the_page_has_the_examples_of_the_help(self):
        page = self.page.read_text().replace("\\(aq", "'").replace("\\e", "\\").replace("\\-", "-")
        examples = typeperf("-?").text.split("Examples:\r\n")[1].split("\r\n")
        for example in filter(None, map(str.strip, examples)):
            self.assertIn(example, page)

    def test_man_has_nothing_to_complain_about(self):
        command = ["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf8", str(self.page)]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        self.assertEqual("", done.stderr)


class Machine(TypeperfTest):
    def test_one_root_is_one_sample_and_a_rate_is_missing(self):
        self.assertWell(typeperf(CPU0, *roots("made-pair-a")),
                        b'\r\n"(PDH-CSV 4.0)","\\\\pair\\Processor(0)\\% Processor Time"'
                        b'\r\n"11/14/2023 23:36:40.750","-1"' + CLOSING)

    def test_a_root_that_is_not_there_is_an_error(self):
        self.assertError(typeperf(AVAILABLE, "--root", "nowhere"),
                         "nowhere: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)")


if __name__ == "__main__":
    unittest.main()

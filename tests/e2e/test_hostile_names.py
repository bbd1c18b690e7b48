"""Names that are hostile to a terminal, of processes that live and of counters in logs: nothing of them that a
terminal obeys reaches one, and no list has a line that is made of a name."""

import json
import os
import pty
import re
import select
import subprocess
import time
import unittest

from tool import ALL_WELL, DOES_NOT_EXIST, PATIENCE, PERFLIB, ToolTest, environment, perflib

TYPEPERF, RELOG = os.environ["TYPEPERF"], os.environ["RELOG"]
# A window title, a colour, a line of another process, C1, and text that reads the other way round. Linux keeps
# 15 bytes of the name of a process.
NAMES = ("e\x1b]0;own\x07\x1b[31mx", "a\nb", "c\r\n\x0b\x0cd", "e\u009b31mf", "g\u202eexe\u2066h",
         "i\u061c\u200fj\x7f", "k\u2028l")
# What may be there but for printable text: the line ends of our own and the tabs of a table.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def on_a_terminal(*command):
    """What a program writes to a terminal that is its standard output and its standard error."""
    control, terminal = pty.openpty()
    process = subprocess.Popen([os.fspath(word) for word in command], stdin=subprocess.DEVNULL,
                               stdout=terminal, stderr=terminal, env=environment())
    os.close(terminal)
    written = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([control], [], [], 1)[0]:
            continue
        try:
            piece = os.read(control, 65536)
        except OSError:  # nobody has the terminal any more
            break
        if not piece:
            break
        written += piece
    os.close(control)
    process.wait(timeout=PATIENCE)
    return process.returncode, written.decode("utf-8", "replace")


class HostileTest(ToolTest):
    def assertHarmless(self, *command, codes=(ALL_WELL,), own=""):
        """`own`: what the tool itself writes for the terminal."""
        code, text = on_a_terminal(*command)
        self.assertIn(code, codes, text)
        rest = re.sub(own, "", text) if own else text
        found = FORBIDDEN.search(rest)
        self.assertIsNone(found, command and repr(rest[max(0, found.start() - 60):found.end() + 20]) if found
                          else None)
        return text


class LiveProcesses(HostileTest):
    def setUp(self):
        super().setUp()
        for name in NAMES:
            self.start_process_called(name)
        self.names = {name.encode()[:15].decode("utf-8", "ignore") for name in NAMES}

    def test_rows_and_lists_of_every_tool(self):
        ids = r"\Process(*)\ID Process"
        for command in ([TYPEPERF, ids, "-sc", "1"], [TYPEPERF, "-qx", "Process"],
                        [TYPEPERF, ids, "-sc", "1", "-f", "TSV"],
                        *[[PERFLIB, "query", "-n", "1", ids, "--format", form]
                          for form in ("table", "csv", "tsv", "json")],
                        [PERFLIB, "list", "Process"], [PERFLIB, "list", "Process", "--paths"],
                        [PERFLIB, "list", "Process", "--json"], [PERFLIB, "explain", ids],
                        [PERFLIB, "watch", ids, "-n", "1", "--plain"]):
            with self.subTest(command):
                text = self.assertHarmless(*command, codes=(ALL_WELL, 2))
                self.assertNotRegex(text, "(?m)^b")

    def test_screen(self):
        sequences = "\x1b\\[[0-9;?]*[A-Za-z]"
        self.assertHarmless(PERFLIB, "watch", r"\Process(*)\ID Process", "-n", "1", own=sequences)

    def test_no_line_of_a_list_is_made_of_a_name(self):
        for command in ([TYPEPERF, "-qx", "Process"], [PERFLIB, "list", "\\Process", "--paths"]):
            with self.subTest(command):
                done = subprocess.run(command, capture_output=True, env=environment(), timeout=PATIENCE)
                lines = re.split("[\n\r\x0b\x0c\x85\u2028]+", done.stdout.decode("utf-8", "replace"))
                paths = [line for line in lines if "\\" in line]
                self.assertTrue(paths)
                for line in paths:
                    self.assertRegex(line, r"^\\[A-Z][A-Za-z0-9 ]*[(\\]")
                self.assertTrue([line for line in paths if line.startswith(r"\Process(a?b)")])

    def test_list_that_is_fed_back_finds_the_process(self):
        done = subprocess.run([TYPEPERF, "-qx", "Process"], capture_output=True, env=environment(),
                              timeout=PATIENCE)
        paths = [line for line in done.stdout.decode("utf-8", "replace").split("\r\n")
                 if line.startswith(r"\Process(a?b)") and line.endswith(r"\ID Process")]
        self.assertEqual(1, len(paths))
        rows = self.rows("-n", "1", paths[0])
        self.assertIn("a\nb", rows[0]["series"][0]["path"])

    def test_json_is_the_name_as_it_is(self):
        rows = self.rows("-n", "1", r"\Process(*)\ID Process")
        paths = [series["path"] for series in rows[0]["series"]]
        for name in self.names:
            self.assertTrue([path for path in paths if name in path], (name, paths))

    def test_data_that_goes_elsewhere_is_the_name_as_it_is(self):
        done = subprocess.run([PERFLIB, "query", "-n", "1", r"\Process(*)\ID Process", "--format", "csv"],
                              capture_output=True, env=environment(), timeout=PATIENCE)
        for name in self.names:
            shown = re.sub("[\r\n]", " ", name)  # a cell of a text log has one line
            self.assertIn(shown.encode(), done.stdout)


class Logs(HostileTest):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log.csv"
        paths = ["\\\\m\x1b[1m\\Object%d\x9b(in%s)\\Counter %s" % (i, name.replace("\\", ""), name.replace("\\", ""))
                 for i, name in enumerate(NAMES) if "\n" not in name]
        rows = [["(PDH-CSV 4.0) (UTC)(0)", *paths]]
        rows += [["11/21/2026 10:00:%02d.000" % i, *[str(i)] * len(paths)] for i in range(3)]
        self.log.write_text("\r\n".join(",".join('"%s"' % cell for cell in row) for row in rows) + "\r\n",
                            encoding="utf-8", newline="")

    def test_what_is_read_of_a_log(self):
        all_of_it = "*"
        for command in (*[[PERFLIB, "query", self.log, "--format", form] for form in ("table", "csv", "json")],
                        [PERFLIB, "summary", self.log], [PERFLIB, "summary", self.log, "--json"],
                        [PERFLIB, "list", "--log", self.log], [PERFLIB, "list", "--log", self.log, "--paths"],
                        [PERFLIB, "inspect", self.log], [PERFLIB, "diff", self.log, self.log],
                        [PERFLIB, "diff", self.log, self.log, "--json", "--whole"],
                        [RELOG, self.log, "-q"], [RELOG, self.log]):
            with self.subTest(command):
                self.assertHarmless(*command, codes=(ALL_WELL, 1, DOES_NOT_EXIST),
                                    own="\x1b\\[(0|1|2|36|31|33)?m|\r\x1b\\[K")

    def test_message_about_a_path_that_is_not_there(self):
        self.assertHarmless(PERFLIB, "query", self.log, "\\Obj\x1b[2J(x)\\y\x07", codes=(2, DOES_NOT_EXIST))
        self.assertHarmless(TYPEPERF, "\\Obj\x1b[2J(x)\\y\x07", "-sc", "1", codes=(1,))


if __name__ == "__main__":
    unittest.main()

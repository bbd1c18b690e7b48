"""`logman start NAME -unit`: collections as units of systemd --user (docs/logman.md, "Units of systemd").

systemctl is a script of the test's own; what it was asked is in a file. systemd's own systemd-analyze reads
the unit, and the test does what systemd.syntax(7) says of its words.
"""

import os
import shutil
import subprocess
import unittest

from logman_tool import LOGMAN, LogmanTest
from tool import PATIENCE, environment

NAME = "Gr\u00f6\u00dfe %h$HOME ${X}'"
UNIT = r"openperflib-gr\xc3\xb6\xc3\x9fe\x20\x25h\x24home\x20\x24\x7bx\x7d\x27.service"
HOSTILE = "st a%h$HOME \"q\"'\\\n\u00e4"


def words_of(line, place):
    """The words of a line, all of them in double quotes but for plain ones."""
    words, at = [], 0
    while at < len(line):
        word, is_quoted = "", line[at] == '"'
        at += is_quoted
        while at < len(line) and line[at] != ('"' if is_quoted else " "):
            if line[at] == "\\":
                if line[at + 1] == "x":
                    word += chr(int(line[at + 2:at + 4], 16))
                    at += 4
                else:
                    word += {"n": "\n", "t": "\t", "\\": "\\", '"': '"'}[line[at + 1]]
                    at += 2
            elif line[at] == "%" or (line[at] == "$" and place == "arguments" and words):
                assert line[at + 1] == line[at], line
                word += line[at]
                at += 2
            else:
                word += line[at]
                at += 1
        words.append(word)
        at += 1 + is_quoted
    return words


class UnitTest(LogmanTest):
    def setUp(self):
        super().setUp()
        self.state = self.folder / HOSTILE
        self.collections = self.state / "openperflib" / "collections"
        self.config = self.folder / "config"
        self.unit = self.config / "systemd" / "user" / UNIT
        self.asked = self.folder / "asked"
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        self.answer("exit 0")

    def answer(self, script):
        file = self.programs / "systemctl"
        file.write_text('#!/bin/sh\necho "$@" >> %s\n%s\n' % (self.asked, script))
        file.chmod(0o755)

    def run_logman(self, *arguments, **options):
        return super().run_logman(*arguments, XDG_CONFIG_HOME=str(self.config),
                                  PATH="%s:%s" % (self.programs, os.environ["PATH"]), **options)

    def start_unit(self):
        self.create(NAME, "-si", "1", "-o", self.folder / "log")
        result = self.run_logman("start", NAME, "-unit")
        self.assertEqual((0, "The command completed successfully.\r\n"), (result.code, result.text), result)

    def line(self, key):
        lines = self.unit.read_bytes().decode().split("\n")
        return next(line for line in lines if line.startswith(key + "=")).removeprefix(key + "=")

    def test_systemd_is_asked_to_enable_and_start_it_and_what_it_starts_collects(self):
        self.start_unit()
        self.assertEqual("--user --quiet daemon-reload\n--user --quiet enable --now %s\n" % UNIT,
                         self.asked.read_text())
        self.assertEqual(str(self.unit), self.value("Unit:", NAME))
        words = words_of(self.line("ExecStart"), "arguments")
        self.assertEqual([os.path.realpath(LOGMAN), "start", "-n", NAME], words)
        (variable,) = words_of(self.line("Environment"), "values")
        self.assertEqual("XDG_STATE_HOME=%s" % self.state, variable)
        done = subprocess.run(words, timeout=PATIENCE, stdout=subprocess.DEVNULL,
                              env=environment(**dict([variable.split("=", 1)])))
        self.assertEqual(0, done.returncode)
        self.assertEqual("Running", self.status(NAME))
        self.well("stop", NAME)
        self.assertTrue(self.unit.exists())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_finds_nothing_wrong_with_it(self):
        self.start_unit()
        done = subprocess.run(["systemd-analyze", "verify", "--user", "--man=no", self.unit],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
                              env=environment(XDG_RUNTIME_DIR=str(self.folder)))
        self.assertEqual((0, b""), (done.returncode, done.stdout))

    def test_a_stop_disables_it_and_removes_its_file(self):
        self.start_unit()
        self.assertRefused("The Data Collector Set or one of its dependencies is already in use.",
                           "delete", NAME)
        self.asked.unlink()
        self.well("stop", NAME, "-unit")
        self.assertEqual("--user --quiet disable --now %s\n--user --quiet daemon-reload\n" % UNIT,
                         self.asked.read_text())
        self.assertFalse(self.unit.exists())
        self.assertIsNone(self.value("Unit:", NAME))
        self.assertRefused("%s: no such file" % self.unit.as_posix(), "stop", NAME, "-unit")
        self.well("delete", NAME)

    def test_where_systemd_does_not_answer_nothing_is_left(self):
        self.create(NAME, "-o", self.folder / "log")
        self.answer("echo Failed to connect to bus: No medium found; exit 1")
        result = self.run_logman("start", NAME, "-unit")
        self.assertEqual((1, "\r\nError:\r\nsystemctl --user --quiet daemon-reload failed: exit code 1\r\n"),
                         (result.code, result.text))
        self.assertIn("Failed to connect to bus: No medium found\n", result.err)
        self.assertFalse(self.unit.exists())
        (self.programs / "systemctl").unlink()
        result = super().run_logman("start", NAME, "-unit", XDG_CONFIG_HOME=str(self.config),
                                    PATH=str(self.programs))
        self.assertEqual((1, "\r\nError:\r\nsystemctl: no such file\r\n"), (result.code, result.text))
        self.assertFalse(self.unit.exists())

    def test_where_it_cannot_be_stopped_the_unit_stays(self):
        self.start_unit()
        self.answer("exit 1")
        self.assertEqual(1, self.run_logman("stop", NAME, "-unit").code)
        self.assertTrue(self.unit.exists())

    def test_what_is_not_there_or_runs_already_becomes_none(self):
        self.assertRefused("Data Collector Set was not found.", "start", "nobody", "-unit")
        self.create(NAME, "-si", "1", "-o", self.folder / "log")
        self.well("start", NAME)
        self.assertRefused("The Data Collector Set or one of its dependencies is already in use.",
                           "start", NAME, "-unit")
        self.well("stop", NAME)
        self.assertFalse(self.config.exists() or self.asked.exists())
        for words, why in ((("query", NAME, "-unit"), "-unit is an option of start and stop"),
                           (("start", NAME, "-unit", "-as"), "-unit and -as cannot be combined")):
            self.assertRefused(why + " (0x80070057 E_INVALIDARG)", *words)


if __name__ == "__main__":
    unittest.main()

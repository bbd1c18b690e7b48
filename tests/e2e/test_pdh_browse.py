"""PdhBrowseCounters and PdhSelectDataSource in a terminal, through a program in C."""

import os
import pathlib
import shutil
import shlex
import socket
import subprocess
import unittest

from screen import Screen
from tool import PATIENCE, ToolTest, environment

PROGRAM = os.environ["PDH_BROWSE"]
CANCELLED = "returned 800007d9"
SUCCESS = "returned 00000000"


class BrowseTest(ToolTest):
    def program(self, words):
        screen = Screen(self, 100, 30)
        screen.run("clear; %s %s" % (shlex.quote(PROGRAM), words))
        return screen

    def browsing(self, words):
        screen = self.program(words)
        screen.wait_for("> _")
        return screen

    def search(self, screen, words):
        screen.type(words)
        screen.wait_for("> %s_" % words)


class Browse(BrowseTest):
    def test_one_choice_ends_the_dialog(self):
        screen = self.browsing("bSingleCounterPerDialog bSingleCounterPerAdd bLocalCountersOnly")
        self.assertIn("Add counters", screen.text())
        self.search(screen, "memory avail mbytes")
        screen.keys("Enter")
        text = screen.wait_for(SUCCESS)
        self.assertIn("path \\Memory\\Available MBytes.\n", text)

    def test_the_machine_is_in_the_path_unless_it_is_local(self):
        screen = self.browsing("bSingleCounterPerDialog bSingleCounterPerAdd")
        self.search(screen, "memory avail mbytes")
        screen.keys("Enter")
        text = screen.wait_for(SUCCESS)
        self.assertIn("path \\\\%s\\Memory\\Available MBytes.\n" % socket.gethostname(), text)

    def test_the_callback_is_called_for_each_choice_until_the_user_leaves(self):
        screen = self.browsing("callback bLocalCountersOnly bWildCardInstances")
        self.search(screen, "memory/avail/mbytes")
        screen.keys("Enter")
        screen.wait_for("> _")
        self.search(screen, "processor/idle/time")
        screen.keys("Tab", "Enter")
        screen.wait_for("> _")
        screen.keys("Escape")
        text = screen.wait_for(SUCCESS)
        self.assertIn("told 17 00000000\npath \\Memory\\Available MBytes.\ntold 17 00000000\n"
                      "path \\Processor(*)\\% Idle Time.\n", text)

    def test_a_callback_that_makes_room_is_called_again(self):
        screen = self.browsing("callback bLocalCountersOnly room=8")
        self.search(screen, "memory/avail/mbytes")
        screen.keys("Enter")
        screen.wait_for("> _")
        screen.keys("Escape")
        text = screen.wait_for(SUCCESS)
        self.assertIn("told 17 800007d2\ntold 17 00000000\npath \\Memory\\Available MBytes.\n", text)

    def test_without_a_callback_too_small_a_buffer_is_told(self):
        screen = self.browsing("bSingleCounterPerDialog room=8")
        screen.keys("Enter")
        screen.wait_for("returned 800007d2, status 800007d2")

    def test_leaving_at_once_is_a_cancelled_dialog(self):
        for words in ("", "callback"):
            with self.subTest(words):
                screen = self.browsing(words)
                screen.keys("Escape")
                screen.wait_for(CANCELLED)

    def test_all_instances_are_each_of_them_unless_wildcards_are_wanted(self):
        screen = self.browsing("bSingleCounterPerDialog bLocalCountersOnly")
        self.search(screen, "processor/idle/time")
        screen.keys("Enter")
        text = screen.wait_for(SUCCESS)
        self.assertIn("path \\Processor(_Total)\\% Idle Time.\n", text)
        self.assertNotIn("(*)\\% Idle", text)

    def test_it_begins_at_the_path_in_the_buffer(self):
        screen = self.browsing("bSingleCounterPerDialog bSingleCounterPerAdd bLocalCountersOnly "
                               "'path=\\Processor(_Total)\\% Idle Time'")
        screen.keys("Enter")
        self.assertIn("path \\Processor(_Total)\\% Idle Time.\n", screen.wait_for(SUCCESS))

    def test_objects_alone(self):
        screen = self.browsing("bSingleCounterPerDialog bLocalCountersOnly bShowObjectBrowser")
        self.search(screen, "memory")
        screen.wait_for("\\Memory\\*")
        screen.keys("Enter")
        self.assertIn("\\*.\n", screen.wait_for(SUCCESS))

    def test_the_level_of_detail_can_be_fixed(self):
        screen = self.browsing("bHideDetailBox")
        self.assertNotIn("Shift+Tab detail", screen.text())
        screen.keys("Escape")
        screen.wait_for(CANCELLED)

    def test_a_log(self):
        log = pathlib.Path(self.folder) / "a.csv"
        log.write_text('"(PDH-CSV 4.0) (UTC)(0)","\\\\DB-16\\Memory\\Available Bytes"\r\n'
                       '"01/02/2026 03:04:05.000","1"\r\n')
        screen = self.browsing("bSingleCounterPerDialog bSingleCounterPerAdd log=%s" % log)
        screen.keys("Enter")
        self.assertIn("path \\\\DB-16\\Memory\\Available Bytes.\n", screen.wait_for(SUCCESS))

    def test_a_log_by_its_handle_with_the_numbers_of_equal_names(self):
        log = pathlib.Path(self.folder) / "a.csv"
        log.write_text('"(PDH-CSV 4.0) (UTC)(0)","\\\\DB-16\\Process(bash)\\ID Process",'
                       '"\\\\DB-16\\Process(bash#1)\\ID Process"\r\n'
                       '"01/02/2026 03:04:05.000","1","2"\r\n')
        screen = self.browsing("handle %s" % log)
        self.search(screen, "bash#1")
        screen.keys("Enter")
        self.assertIn("path \\\\DB-16\\Process(bash#1)\\ID Process.\n", screen.wait_for(SUCCESS))

    def test_the_wide_function(self):
        screen = self.browsing("wide")
        self.search(screen, "memory avail mbytes")
        screen.keys("Enter")
        self.assertIn("path \\Memory\\Available MBytes.\n", screen.wait_for(SUCCESS))


class DataSource(BrowseTest):
    def test_a_log_is_asked_for_until_it_is_one(self):
        log = pathlib.Path(self.folder) / "a.csv"
        log.write_text('"(PDH-CSV 4.0) (UTC)(0)","\\\\DB-16\\Memory\\Available Bytes"\r\n'
                       '"01/02/2026 03:04:05.000","1"\r\n')
        screen = self.program("source")
        screen.wait_for("Performance log")
        screen.run("no-such.blg")
        screen.wait_for("no such file")
        screen.run(str(log))
        self.assertIn("path %s.\n" % log, screen.wait_for(SUCCESS))

    def test_an_empty_line_is_this_machine_unless_a_file_is_wanted(self):
        screen = self.program("source")
        screen.wait_for("Performance log")
        screen.keys("Enter")
        self.assertIn("path .\n", screen.wait_for(SUCCESS))
        screen = self.program("source file")
        screen.wait_for("Performance log")
        screen.keys("Enter")
        screen.wait_for(CANCELLED)


class NobodyToAsk(BrowseTest):
    def test_without_a_terminal_the_dialog_is_cancelled(self):
        for words in ((), ("source",)):
            done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, text=True,
                                  env=environment(), capture_output=True, timeout=PATIENCE)
            self.assertIn(CANCELLED, done.stdout)

    def test_without_perflib_the_dialog_is_cancelled(self):
        elsewhere = pathlib.Path(self.folder) / "lib"
        elsewhere.mkdir()
        library = pathlib.Path(os.environ["COMPAT"]).resolve()
        for name in ("libopenperflib-compat.so.0", "libopenperflib.so.0"):
            shutil.copy(library.parent / name, elsewhere / name)
        screen = Screen(self, 80, 24)
        screen.run("clear; LD_LIBRARY_PATH=%s %s" % (shlex.quote(str(elsewhere)), shlex.quote(PROGRAM)))
        screen.wait_for(CANCELLED)

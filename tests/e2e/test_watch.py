"""`perflib watch` in a terminal: what it shows, its keys, and that every way out gives all back.

The golden screens, golden/*.txt, are of recorded machines. `test_watch.py --update` writes them again:
look at them before they are committed.
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import unicodedata
import unittest

from screen import Screen, until
from tool import (ALL_WELL, DOES_NOT_EXIST, PAIR, PATIENCE, PERFLIB, SOURCE, WRONG_USAGE, VM_PAIR, ToolTest,
                  environment, perflib, repeats, roots, some_of)

GOLDEN = pathlib.Path(__file__).parent / "golden"
UPDATE = "--update" in sys.argv
VM = " --root vm --root later"
MADE = " --root a --root b"
LIVE = r" '\Memory\Available Bytes' -i 0.1"
DISKS = r" '\PhysicalDisk(*)\% Idle Time'" + MADE
LAST_KEY = "? all keys"


class WatchTest(ToolTest):
    def watching(self, arguments, columns=80, rows=24, **variables):
        screen = Screen(self, columns, rows, **variables)
        screen.run("clear; ./perflib watch" + arguments)
        screen.wait_for(LAST_KEY)
        return screen

    def assertGolden(self, name, screen):
        file = GOLDEN / (name + ".txt")
        if UPDATE:
            file.write_text(screen.text())
        golden = file.read_text()
        try:
            until(lambda: screen.text() == golden, "")
        except AssertionError:
            self.assertEqual(golden, screen.text())


class GoldenScreens(WatchTest):
    def test_overview_at_80x24(self):
        self.assertGolden("overview-80x24", self.watching(VM))

    @repeats
    def test_overview_at_200x60(self):
        self.assertGolden("overview-200x60", self.watching(VM, 200, 60))

    def test_overview_at_40x12_has_a_process(self):
        text = self.watching(VM, 40, 12).text()
        self.assertIn("\n bash:24016", text.replace("   bash", " bash"))
        self.assertIn("Available Bytes", text)

    def test_memory_and_disks_at_40x12_have_two_processes(self):
        for name, processes in (("memory", ("bash:24016", "bash:24018")), ("disk", ("python3", "System:2"))):
            text = self.watching(" @%s" % name + VM, 40, 12).text()
            for process in processes:
                self.assertIn("\n " + process, text.replace("   ", " "))

    def test_overview_at_20x5(self):
        self.assertGolden("overview-20x5", self.watching(VM, 20, 5))

    def test_processes_at_80x24(self):
        self.assertGolden("process-80x24", self.watching(" @process" + VM))

    @repeats
    def test_processes_at_200x60(self):
        self.assertGolden("process-200x60", self.watching(" @process" + VM, 200, 60))

    @repeats
    def test_processes_at_20x5(self):
        self.assertGolden("process-20x5", self.watching(" @process" + VM, 20, 5))

    def test_the_other_sets_at_80x24(self):
        for name, machine in (("cpu", VM), ("memory", VM), ("disk", MADE), ("network", MADE)):
            with self.subTest(name):
                self.assertGolden("%s-80x24" % name, self.watching(" @%s" % name + machine))

    def test_hostile_names_at_80x24(self):
        self.assertGolden("hostile-80x24", self.watching(
            r" '\Process(*)\ID Process' '\LogicalDisk(*)\Disk Reads/sec'"
            r" '\Network Interface(*)\Bytes Total/sec' --root hostile"))

    def test_help_at_80x24(self):
        screen = self.watching(VM)
        screen.keys("?")
        screen.wait_for("any key goes back")
        self.assertGolden("help-80x24", screen)

    def test_explanation_at_80x24(self):
        screen = self.watching(r" '\PhysicalDisk(0 sda)\Avg. Disk sec/Read'" + MADE)
        screen.keys("e")
        screen.wait_for("any key goes back")
        self.assertGolden("explain-80x24", screen)

    def test_without_utf_8_every_character_is_ascii(self):
        screen = self.watching(VM, LC_ALL="C")
        screen.text().encode("ascii")
        self.assertGolden("overview-ascii-80x24", screen)


class Header(WatchTest):
    def test_this_machine_has_its_memory_in_all_and_a_recorded_one_has_none(self):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        header = self.watching(LIVE, 200, 24).text().splitlines()[0]
        shown = re.search(r" · \d+ CPUs? · (\d+(?:\.\d)?) ([KMGT])B · up ", header)
        self.assertIsNotNone(shown, header)
        scaled = memory / 1024 ** ("KMGT".index(shown[2]) + 1)
        self.assertAlmostEqual(scaled, float(shown[1]), delta=0.06 if "." in shown[1] else 0.6)
        header = self.watching(VM, 200, 24).text().splitlines()[0]
        self.assertIn(" · recorded · ", header)
        self.assertNotRegex(header, r"\d [KMGT]B")


class Layout(WatchTest):
    def test_at_120x40_the_lists_are_longer_than_at_80x24(self):
        shown = []
        for columns, rows in ((80, 24), (120, 40)):
            lines = self.watching(VM, columns, rows).wait_for("2 samples").splitlines()
            self.assertEqual(rows, len(lines))
            self.assertLessEqual(max(map(len, lines)), columns)
            self.assertTrue(lines[-1].endswith(LAST_KEY), lines[-1])
            shown.append([line for line in lines if line.startswith("   ") and ":" in line])
        self.assertGreater(len(shown[1]), len(shown[0]))

    def test_lines_end_whole_and_nothing_is_wider_than_the_screen(self):
        for columns, rows in some_of(((80, 24), (60, 12), (43, 9), (20, 5), (200, 60)), 3):
            with self.subTest((columns, rows)):
                lines = self.watching(VM, columns, rows).text().splitlines()
                self.assertLessEqual(len(lines), rows)
                self.assertTrue(lines[-1].endswith(LAST_KEY), lines[-1])

    def test_a_resize_draws_what_a_fresh_start_at_that_size_draws(self):
        screen = self.watching(VM)
        for columns, rows in ((100, 30), (20, 5), (80, 24)):
            fresh = self.watching(VM, columns, rows).text()
            screen.tmux("resize-window", "-x", columns, "-y", rows)
            until(lambda: screen.text() == fresh, lambda: "%s\nbut\n%s" % (fresh, screen.text()))

    def test_a_screen_of_one_line_and_one_column_is_survived(self):
        screen = self.watching(VM)
        screen.tmux("resize-window", "-x", 1, "-y", 1)
        screen.tmux("resize-window", "-x", 80, "-y", 24)
        screen.wait_for(LAST_KEY)

    def test_processes_have_their_id_and_never_a_number_of_twins(self):
        text = self.watching(" @process" + VM, 200, 60).text()
        self.assertIn("bash:24016", text)
        self.assertIn("bash:24018", text)
        self.assertNotRegex(text, r"#\d")

    def test_wide_characters_keep_the_columns(self):
        tree = self.copy_of("made-pair-a")
        for pid, name in ((100, "日本語"), (150, "e\u0301te\u0301")):
            (tree / ("proc/%d/exe" % pid)).unlink()
            stat = tree / ("proc/%d/stat" % pid)
            stat.write_text(re.sub(r"\(.*\)", "(%s)" % name, stat.read_text()))
        screen = Screen(self, 80, 24)
        screen.run(r"clear; ./perflib watch '\Process(*)\ID Process' --root %s" % shlex.quote(str(tree)))
        lines = screen.wait_for(LAST_KEY).splitlines()
        starts = {width(line[:re.search(r"\d+ ", line[22:]).end() + 22].rstrip()) for line in lines
                  if re.match(r"   .*:\d", line)}
        self.assertTrue(any("日本語:100" in line for line in lines), lines)
        self.assertEqual(1, len(starts), lines)

    def header(self, columns, os_release):
        tree = self.copy_of("made-pair-a", "root%d" % columns)
        (tree / "etc").mkdir()
        (tree / "etc/os-release").write_text(os_release)
        screen = Screen(self, columns, 24)
        screen.run(r"clear; ./perflib watch '\Memory\Available Bytes' --root %s" % shlex.quote(str(tree)))
        return screen.wait_for(LAST_KEY).splitlines()[0].split("  ")[0]

    def test_the_header_names_the_distribution_of_the_machine(self):
        self.assertEqual(" pair · Debian GNU/Linux 12 · recorded",
                         self.header(80, 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'))

    def test_the_distribution_gives_way_on_a_narrow_screen(self):
        self.assertEqual(" pair · recorded",
                         self.header(60, 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'))

    def test_a_hostile_distribution_sends_no_control_character(self):
        self.assertEqual(" pair · a\ufffd[31mb · recorded",
                         self.header(81, 'PRETTY_NAME="a\x1b[31mb"\n'))

    def test_nothing_of_a_recorded_machines_header_is_of_this_one(self):
        header = self.watching(VM).text().splitlines()[0]
        self.assertEqual(" ROOT · recorded", header[:16])
        self.assertTrue(header.endswith("2026-11-21 10:46:15 UTC"), header)


def width(text):
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def luminance(levels):
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4
              for v in (level / 255 for level in levels)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(number, background):
    """Of a colour of the cube of 256 against a grey, as WCAG reckons it."""
    cube = [0, 95, 135, 175, 215, 255]
    number -= 16
    both = sorted((luminance([cube[number // 36], cube[number // 6 % 6], cube[number % 6]]),
                   luminance([background] * 3)))
    return (both[1] + 0.05) / (both[0] + 0.05)


class Keys(WatchTest):
    def test_slash_filters_while_it_is_typed_enter_keeps_it_and_escape_ends_it(self):
        screen = self.watching(VM)
        screen.keys("/")
        screen.wait_for("filter: _")
        screen.type("disk")
        screen.wait_gone("Processor Queue Length")
        self.assertIn("Disk Bytes/sec", screen.text())
        screen.keys("Enter")
        self.assertIn("filter disk", screen.wait_for(LAST_KEY).splitlines()[0])
        screen.keys("Escape")
        screen.wait_for("Processor Queue Length")

    def test_a_backspace_takes_a_letter_of_the_filter_back(self):
        screen = self.watching(VM)
        screen.type("/zz")
        screen.wait_for("filter: zz_")
        screen.keys("BSpace", "BSpace")
        screen.wait_for("filter: _")
        screen.wait_for("Processor Queue Length")

    def test_s_sorts_by_each_order_and_comes_back(self):
        screen = self.watching(r" '\Memory\*'" + VM)
        for order in ("by last", "by average", "by maximum", "by name"):
            screen.keys("s")
            screen.wait_for(order)
        screen.keys("s")
        screen.wait_gone("by name")

    def test_by_name_sorts_instances(self):
        screen = self.watching(r" '\Process(*)\ID Process'" + VM)
        screen.keys("s", "s", "s", "s")
        lines = screen.wait_for("by name").splitlines()
        names = [line.split(":")[0].strip() for line in lines if re.match(r"   [a-z].*:\d", line)]
        self.assertEqual(sorted(names), names)
        self.assertEqual(5, len(names))

    def test_e_explains_the_selected_line_and_any_key_goes_back(self):
        screen = self.watching(DISKS)
        screen.keys("Down", "Down", "e")
        screen.wait_for("\\PhysicalDisk(_Total)\\% Idle Time")
        screen.wait_for("any key goes back")
        screen.keys("x")
        screen.wait_for(LAST_KEY)

    def test_e_and_d_say_that_the_ended_processes_are_a_sum(self):
        screen = self.watching(" @process" + VM)
        for key in ("e", "d"):
            screen.keys(key)
            text = screen.wait_for("ended processes: a sum of several; choose a process with the arrows")
            self.assertIn("\n   ended processes ", text)
            screen.keys("Up")
            screen.wait_gone("a sum of several")
        screen.keys("Down", "e")
        screen.wait_for("any key goes back")

    def test_arrows_move_the_selection_and_stop_at_both_ends(self):
        screen = self.watching(DISKS)
        def selected():
            found = re.search(r"\x1b\[(?:0;)?7m(?:\x1b\[[34]9m)* +(.*?) *\x1b", screen.text("-e"))
            return found.group(1) if found else ""
        for key, expected in (("Up", "0 sda"), ("Down", "2 sdb"), ("End", "_Total"),
                              ("Down", "_Total"), ("Home", "0 sda"), ("j", "2 sdb"), ("k", "0 sda"),
                              ("NPage", "_Total"), ("PPage", "0 sda")):
            screen.keys(key)
            until(lambda: selected() == expected, lambda: "%s, not %s" % (expected, selected()))

    def test_the_selection_is_brought_onto_the_screen(self):
        screen = self.watching(r" '\Memory\*'" + VM, 80, 10)
        screen.keys("End")
        screen.wait_for("Standby Cache")

    def test_paths_of_recordings_stay_as_they_are(self):
        screen = self.watching(VM)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("\\Memory\\Cache Bytes")
        screen.keys("Enter")
        screen.wait_for("with --root every sample has been read; restart with the new path")

    def test_a_adds_a_live_path_and_d_removes_it(self):
        screen = self.watching(LIVE)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("\\Memory\\Cache Bytes")
        screen.keys("Enter")
        screen.wait_for("   Cache Bytes")
        screen.keys("Down", "d")
        screen.wait_gone("   Cache Bytes")
        screen.keys("d")
        screen.wait_for("the only path cannot be removed")

    def test_d_leaves_every_process_its_own_history(self):
        """Identifiers never change: each row has one value, whatever came and went meanwhile."""
        screen = self.watching(r" '\Memory\Available Bytes' '\Process(*)\ID Process' -i 0.1", 120, 60)
        row = re.compile(r"^   \S*:(\d+) +(.*)$", re.MULTILINE)
        screen.wait_for("\n   perflib:")
        screen.keys("d")
        for program in range(20):  # processes come and go
            subprocess.run(["true"], check=True)
        screen.wait_gone("Available Bytes")
        for _ in range(5):
            time = screen.text().splitlines()[0]
            until(lambda: screen.text().splitlines()[0] != time, screen.text)
            # A screen may be read while it is being drawn; a wrong history stays in the average, the least and the most.
            until(lambda: len(row.findall(screen.text())) > 1 and
                  all([pid] * 4 == cells.split()[:4] for pid, cells in row.findall(screen.text())), screen.text)

    def test_d_works_where_every_sample_was_read(self):
        screen = self.watching(r" '\Memory\Available Bytes' '\Memory\Cache Bytes'" + MADE)
        screen.keys("d")
        screen.wait_gone("Available Bytes")
        self.assertIn("Cache Bytes", screen.text())

    def test_a_of_a_log_shows_the_record_that_is_shown(self):
        log = self.folder / "pair.blg"
        self.assertExit(perflib("record", "-o", log, *PAIR, r"\Memory\*"), ALL_WELL)
        screen = Screen(self, 80, 24)
        screen.run(r"clear; ./perflib watch %s '\Memory\Available Bytes' -i 60" % shlex.quote(str(log)))
        screen.wait_for(LAST_KEY)
        first = screen.text().splitlines()[0]
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("Memory/Cache Bytes")
        screen.keys("Enter")
        screen.wait_for("   Cache Bytes")
        self.assertEqual(first, screen.text().splitlines()[0])
        screen.keys("n", "n")
        screen.wait_for("end of the log")
        screen.type("a")
        screen.type("Memory/Committed Bytes")
        screen.keys("Enter")
        screen.wait_for("   Committed Bytes")

    def test_a_path_that_is_none_is_said_and_changes_nothing(self):
        screen = self.watching(LIVE)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("nonsense")
        screen.keys("Enter")
        screen.wait_for("no counter, set or process is named \"nonsense\"")
        screen.wait_for("Available Bytes")

    def test_an_added_path_is_on_a_small_screen(self):
        screen = self.watching(" @overview -i 0.2", 80, 16)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("\\System\\Threads")
        screen.keys("Enter")
        screen.wait_for("\n   Threads ")

    def test_a_name_and_a_set_can_be_added(self):
        log = self.folder / "pair.blg"
        self.assertExit(perflib("record", "-o", log, *PAIR, r"\Memory\*"), ALL_WELL)
        screen = Screen(self, 80, 24)
        screen.run(r"clear; ./perflib watch %s '\Memory\Available Bytes' -i 60" % shlex.quote(str(log)))
        screen.wait_for(LAST_KEY)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("cache bytes")
        screen.keys("Enter")
        screen.wait_for("cache bytes: read as \\Memory\\Cache Bytes")
        screen.wait_for("   Cache Bytes ")
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("@memory")
        screen.keys("Enter")
        screen.wait_for("   Committed Bytes")

    def test_a_path_that_stands_for_nothing_is_said_and_not_kept(self):
        screen = self.watching(LIVE)
        screen.type("a")
        screen.wait_for("add path: _")
        screen.type("\\Memory\\Cash Bytes")
        screen.keys("Enter")
        screen.wait_for("Cash Bytes: no such counter; did you mean \"Cache Bytes\"?")
        screen.keys("d")
        screen.wait_for("the only path cannot be removed")

    def test_escape_cancels_a_path(self):
        screen = self.watching(LIVE)
        screen.type("ax")
        screen.wait_for("add path: x_")
        screen.keys("Escape")
        screen.wait_for(LAST_KEY)

    def test_space_freezes_the_screen_and_goes_on(self):
        screen = self.watching(r" '\System\System Up Time' '\Process(*)\Elapsed Time' -i 0.1")
        screen.keys("Space")
        frozen = screen.wait_for("FROZEN")
        screen.keys("Down", "e")
        screen.wait_for("any key goes back")
        screen.keys("Escape")
        screen.wait_for(LAST_KEY)
        self.assertEqual(frozen, screen.text())
        screen.keys("Space")
        screen.wait_gone("FROZEN")

    def test_keys_1_to_6_show_the_sets(self):
        screen = self.watching(" @network" + MADE)
        for key, name, title in (("2", "@cpu", "Interrupts/sec"), ("4", "@disk", "\\PhysicalDisk(*)\\% Idle Time"),
                                 ("6", "@process", "\\Process(*)\\% Processor Time"), ("1", "@overview", "Available Bytes")):
            screen.keys(key)
            self.assertIn(name + " · ", screen.wait_for(title).splitlines()[0])

    def test_a_set_that_a_key_shows_has_the_time_of_ended_processes(self):
        screen = self.watching(" @network" + VM)
        for key, name in (("6", "@process"), ("2", "@cpu"), ("1", "@overview")):
            screen.keys(key)
            screen.wait_for(name + " · ")
            if key != "2":
                screen.wait_for("\n   ended processes ")
        log = self.folder / "vm.perfrec"
        self.assertExit(perflib("record", "-o", log, *VM_PAIR), ALL_WELL)
        replayed = Screen(self, 80, 24)
        replayed.run("clear; ./perflib watch %s @network -i 60" % shlex.quote(str(log)))
        replayed.wait_for(LAST_KEY)
        replayed.keys("6")
        replayed.wait_for("@process · ")
        replayed.keys("n")
        replayed.wait_for("\n   ended processes ")

    def test_a_set_in_place_of_a_live_path_is_collected_at_once(self):
        screen = self.watching(LIVE)
        screen.keys("3")
        screen.wait_for("@memory")
        screen.wait_for("Committed Bytes")

    def test_g_shows_growth_and_g_again_averages(self):
        screen = self.watching(r" '\Memory\Available Bytes'" + VM)
        screen.keys("g")
        self.assertIn("growth", screen.wait_for("by growth").splitlines()[1])
        screen.keys("g")
        self.assertIn(" avg ", screen.wait_gone("by growth").splitlines()[1])

    def test_a_live_machine_has_no_past_and_the_line_says_how_to_keep_one(self):
        screen = self.watching(LIVE)
        for key in ("t", "T", "Left", "Right", "b"):
            screen.keys("Down")
            screen.wait_gone("no past here")
            screen.keys(key)
            screen.wait_for("no past here; keep one: perflib record --ring 24h -o box.perfrec")

    def test_the_explanation_of_a_process_has_its_user_and_its_command_line(self):
        name = "idle%d" % os.getpid()
        self.start_process_called(name)
        screen = self.watching(r" '\Process(%s)\ID Process' -i 0.1" % name, 120, 24)
        screen.wait_for("ID Process")
        screen.keys("e")
        text = screen.wait_for("any key goes back")
        self.assertRegex(text, r"\n  user     .*uid \d+")
        self.assertRegex(text, r"\n  command  \S*%s" % name)

    def test_every_key_in_turn_and_at_once_is_survived(self):
        screen = self.watching(" @process -i 0.1")
        screen.type("ssss  jjkkee??/x")
        screen.keys("Escape", "Up", "Down", "Left", "Right", "F1", "F12", "IC", "DC", "M-x", "C-l")
        screen.type("\t\u00e9\u65e5qq")
        screen.keys("Escape", "q")
        until(lambda: not screen.tool(), screen.text)


class WaysOut(WatchTest):
    def leaves_everything_as_it_was(self, leave, arguments=LIVE):
        screen = Screen(self, 80, 24)
        screen.run("clear; echo earlier text; stty -a > before")
        screen.wait_for("earlier text\nready$")
        screen.run("./perflib watch" + arguments)
        screen.wait_for(LAST_KEY)
        self.assertNotIn("earlier text", screen.text())
        self.assertEqual("1", screen.value("alternate_on"))
        self.assertEqual("0", screen.value("cursor_flag"))
        leave(screen)
        screen.wait_for("earlier text")
        screen.run("echo code $?; stty -a > after")
        text = screen.wait_for("code ")
        until(lambda: (screen.folder / "after").exists() and
              (screen.folder / "after").read_text().endswith("\n"), "stty's answer")
        self.assertEqual((screen.folder / "before").read_text(),
                         (screen.folder / "after").read_text())
        self.assertEqual(("0", "1"), (screen.value("alternate_on"), screen.value("cursor_flag")))
        return re.search(r"^code (\d+)$", screen.wait_for("\ncode "), re.MULTILINE).group(1), text

    def test_q(self):
        self.assertEqual("0", self.leaves_everything_as_it_was(lambda s: s.keys("q"))[0])

    def test_control_c(self):
        self.assertEqual("0", self.leaves_everything_as_it_was(lambda s: s.keys("C-c"))[0])

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            with self.subTest(number.name):
                self.leaves_everything_as_it_was(lambda s: os.kill(s.running_tool(), number))

    def test_the_last_of_n_samples(self):
        screen = Screen(self, 80, 24)
        screen.run("clear; echo earlier text")
        screen.run("./perflib watch -n 3 -i 0.1 '\\Memory\\Available Bytes'; echo code $?")
        screen.wait_for("earlier text")
        screen.wait_for("\ncode 0")

    def test_a_path_that_does_not_exist_is_said_on_the_shells_screen(self):
        screen = Screen(self, 80, 24)
        screen.run("clear; ./perflib watch '\\Nope\\x'; echo code $?")
        text = screen.wait_for("\ncode 3")
        self.assertIn("perflib: \\Nope\\x: no such object\n", text)
        self.assertEqual("0", screen.value("alternate_on"))

    def test_some_paths_that_do_not_exist_are_said_after_the_screen_is_left(self):
        code, text = self.leaves_everything_as_it_was(
            lambda s: s.keys("q"), r" '\Nope\x'" + LIVE)
        self.assertIn("perflib: \\Nope\\x: no such object\n", text)
        self.assertEqual("3", code)

    def test_control_z_gives_the_shell_its_terminal_and_fg_comes_back(self):
        screen = Screen(self, 80, 24)
        screen.run("clear; echo earlier text; stty -a > before")
        screen.wait_for("earlier text\nready$")
        screen.run("./perflib watch" + LIVE)
        screen.wait_for(LAST_KEY)
        screen.keys("C-z")
        screen.wait_for("Stopped")
        self.assertIn("earlier text", screen.text())
        screen.run("stty -a > stopped; echo written")
        screen.wait_for("\nwritten")
        self.assertEqual((screen.folder / "before").read_text(),
                         (screen.folder / "stopped").read_text())
        screen.run("fg")
        screen.wait_for(LAST_KEY)
        self.assertNotIn("earlier text", screen.text())
        screen.keys("q")
        screen.wait_for("earlier text")

    def test_it_ends_when_its_terminal_is_gone(self):
        screen = self.watching(LIVE)
        tool = screen.tool()
        self.assertNotEqual(0, tool)
        screen.close()
        until(lambda: not os.path.exists("/proc/%d" % tool), "an end of process %d" % tool)


class Colours(WatchTest):
    COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-7][;m]")

    def test_titles_and_levels_have_colours(self):
        self.assertRegex(self.watching(VM).text("-e"), self.COLOUR)

    def test_no_color_has_none(self):
        self.assertNotRegex(self.watching(" --no-color" + VM).text("-e"), self.COLOUR)

    def test_the_variable_no_color_has_none(self):
        self.assertNotRegex(self.watching(VM, NO_COLOR="1").text("-e"), self.COLOUR)

    def selected(self, screen):
        found = re.search(r"\x1b\[(?:0;)?7m(?:\x1b\[[34]9m)* +(.*?) *\x1b", screen.text("-e"))
        return found.group(1) if found else ""

    def test_without_colours_the_selected_line_is_seen(self):
        for arguments, variables in ((" --no-color", {}), ("", {"NO_COLOR": "1"})):
            with self.subTest(arguments):
                screen = self.watching(arguments + DISKS, **variables)
                self.assertEqual("0 sda", self.selected(screen))
                screen.keys("Down")
                until(lambda: self.selected(screen) == "2 sdb", screen.text)

    def test_old_terminals_get_no_colour_they_do_not_know(self):
        self.assertIn("38;5;", self.watching(VM).text("-e"))
        screen = Screen(self, 80, 24)
        screen.run("clear; TERM=vt100 ./perflib watch" + VM)
        screen.wait_for(LAST_KEY)
        self.assertNotIn("38;5;", screen.text("-e"))

    def test_no_colour_is_hard_to_read_on_white_or_on_black(self):
        """Of the 256 colours those that are used have a contrast of 3.8 to 1 at least on both."""
        source = (SOURCE / "apps/perflib/screen/watch_screen.cc").read_text()
        used = {int(number) for number in re.findall(r"38;5;(\d+)m", source)}
        self.assertEqual({28, 30, 130, 160}, used)
        for number in used:
            self.assertGreater(min(contrast(number, 0), contrast(number, 255)), 3.8, number)

    @repeats
    def test_without_colours_the_text_is_the_same(self):
        golden = (GOLDEN / "overview-80x24.txt").read_text()
        self.assertEqual(golden, self.watching(" --no-color" + VM).text())


class Bytes(ToolTest):
    """What the terminal is sent, byte by byte."""

    def sent(self, *arguments):
        keys, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 40, 120, 0, 0))
        process = subprocess.Popen([PERFLIB, "watch", *arguments], stdin=terminal, stdout=terminal,
                                   stderr=terminal, env=environment(), start_new_session=True)
        os.close(terminal)
        found = b""
        while LAST_KEY.encode() not in found:
            found += os.read(keys, 65536)
        os.write(keys, b"q")
        while True:
            try:
                more = os.read(keys, 65536)
            except OSError:  # nobody has the terminal any more
                more = b""
            if not more:
                break
            found += more
        os.close(keys)
        self.assertEqual(ALL_WELL, process.wait(PATIENCE))
        return found

    def test_hostile_names_send_no_control_character(self):
        found = self.sent(r"\Process(*)\ID Process", r"\LogicalDisk(*)\*",
                          r"\Network Interface(*)\*", r"\Linux Pressure(*)\% cpu some",
                          *roots("made-hostile"))
        ours = re.compile(rb"\x1b\[[0-9;]*[mHJK]|\x1b\[\?[0-9]+[hl]")
        left = ours.sub(b"", found).decode("utf-8", "strict")
        self.assertEqual(set(), {c for c in left if c < " " or "\x7f" <= c < "\xa0"})

    def test_a_screen_that_did_not_change_is_not_sent_again(self):
        self.assertEqual(1, self.sent(*PAIR).count(b"\\Processor(_Total)"))


class Plain(ToolTest):
    def test_as_json_a_sample_is_a_line_with_all_numbers(self):
        line, = self.run_well("watch", r"\Processor(0)\% Processor Time", "--json", *PAIR).text.splitlines()
        sample = json.loads(line)
        shown, = sample["groups"][0].pop("lines")
        self.assertEqual({"time": "2023-11-14T23:36:50.750+00:00",
                          "groups": [{"title": "\\Processor(0)", "is_list": False}]}, sample)
        self.assertAlmostEqual(40.1, shown.pop("average"))
        self.assertEqual({"path": "\\\\pair\\Processor(0)\\% Processor Time", "label": "% Processor Time",
                          "value": 40.1, "status": "CSTATUS_VALID_DATA", "reason": None, "count": 1,
                          "min": 40.1, "max": 40.1,
                          "competes": True, "is_virtual": False, "is_repeat": False}, shown)

    def test_without_a_terminal_a_sample_is_its_time_and_the_lines_of_the_screen(self):
        result = self.run_well("watch", r"\Processor(0)\% Processor Time", *PAIR)
        self.assertEqual("2023-11-14T23:36:50.750+00:00\n"
                         "                      last       avg       min       max\n"
                         " \\Processor(0)\n"
                         "   % Processor Time     40.1 %    40.1 %    40.1 %    40.1 %\n", result.text)

    def test_the_overview_is_the_golden_text(self):
        text = self.run_well("watch", *VM_PAIR).text
        if UPDATE:
            (GOLDEN / "overview-plain.txt").write_text(text)
        self.assertEqual((GOLDEN / "overview-plain.txt").read_text(), text)

    def test_of_many_instances_those_of_the_largest_values_are_shown_and_the_others_counted(self):
        text = self.run_well("watch", "@process", *VM_PAIR).text
        self.assertIn(" \\Process(*)\\% Processor Time, 4 of 8, 50 forks/s\n   ended processes ", text)

    def test_stuck_processes_are_in_words_and_each_process_has_its_state(self):
        text = self.run_well("watch", "@process", *VM_PAIR).text
        self.assertRegex(text, r"\n \\Linux Process\(\*\)\\State\n   python3:24067 +zombie\n   bash:24018 +stopped\n")
        self.assertRegex(text, r"\n   bash:24016 .* running\n")

    def test_the_overview_has_those_that_are_stuck(self):
        self.assertRegex(self.run_well("watch", *VM_PAIR).text, r"\n   bash:24018 +stopped\n")

    def test_an_idle_virtual_interface_is_left_out_of_the_text_of_the_overview(self):
        text = self.run_well("watch", *VM_PAIR).text
        self.assertIn("\\Network Interface(*)\\Bytes Total/sec, 1 of 3\n   eth0 ", text)
        self.assertNotIn("ifb0", text)

    def test_the_disks_are_followed_by_the_processes_with_most_io(self):
        text = self.run_well("watch", "@disk", *VM_PAIR).text
        self.assertRegex(text, r"\n \\Process\(\*\)\\IO Data Bytes/sec, 5 of \d+\n   python3:24012 ")

    def test_a_list_that_is_all_that_was_asked_for_is_whole(self):
        text = self.run_well("watch", r"\Process(*)\% Processor Time", *VM_PAIR).text
        self.assertIn(" \\Process(*)\\% Processor Time, 50 forks/s\n", text)
        self.assertEqual(8 + 1 + 3, len(text.splitlines()))

    def test_a_process_of_the_interval_has_a_value_and_the_rest_is_said(self):
        line, = self.run_well("watch", r"\Process(*)\% Processor Time", "--json", *PAIR).text.splitlines()
        sample = json.loads(line)
        lines = {shown["label"]: shown for shown in sample["groups"][0]["lines"]}
        self.assertAlmostEqual(0.2, lines["reused:100"]["value"])
        self.assertAlmostEqual(0.2, lines["reused:100"]["average"])
        self.assertNotIn("ended processes", lines)
        self.assertEqual(1, len(sample["groups"]))
        rest = sample["not_attributed"]
        self.assertAlmostEqual(40.1 + 10.8, rest["used"])
        self.assertAlmostEqual(rest["used"] - rest["by_processes"], rest["percent"])
        self.assertEqual((0.0, True), (rest["forks_per_second"], rest["is_notable"]))

    def test_names_and_reasons_are_whole_and_no_line_ends_in_blanks(self):
        text = self.run_well("watch", "@cpu", r"\Memory\Standby Cache Normal Priority Bytes",
                             *VM_PAIR).text
        self.assertIn("   Standby Cache Normal Priority Bytes  ", text)
        self.assertNotIn("…", text)
        self.assertNotRegex(text, r" \n")

    def test_a_path_that_stands_for_nothing_is_said_where_it_would_stand(self):
        result = perflib("watch", r"\Nope\x", r"\Memory\Available Bytes", *PAIR)
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertTrue(result.text.endswith("\n \\Nope\\x  not available: no such object\n"), result)

    def test_a_full_disk_is_a_failure_with_a_message(self):
        with open("/dev/full", "wb") as full:
            result = perflib("watch", r"\Memory\Available Bytes", *PAIR, stdout=full)
        self.assertEqual((1, "perflib: standard output: No space left on device\n"),
                         (result.code, result.err))

    def test_averages_are_of_all_samples(self):
        text = self.run_well("watch", r"\System\System Up Time", "-n", "2", "-i", "0.1").text
        first, second = [line.split() for line in text.splitlines() if "System Up Time" in line]
        self.assertEqual(len(first), len(second))

    def test_n_samples_are_printed_one_below_the_other(self):
        text = self.run_well("watch", r"\Memory\Available Bytes", "-n", "3", "-i", "0.1").text
        self.assertEqual(3, text.count("\n   Available Bytes"))

    def test_the_overview_of_a_recording(self):
        text = self.run_well("watch", *VM_PAIR).text
        self.assertIn(" \\Processor(_Total)\n   % Processor Time", text)
        self.assertNotIn("\x1b", text)

    def test_a_dumb_terminal_is_none(self):
        result = self.run_well("watch", *PAIR, env=environment(TERM="dumb"))
        self.assertNotIn("\x1b", result.text)

    def test_unknown_sets_are_wrong_usage(self):
        self.assertFault(perflib("watch", "@nope", *PAIR), WRONG_USAGE,
                         "perflib: @nope: no such set; the sets are @overview, @cpu, @memory, @disk, "
                         "@network and @process\n")

    def test_nothing_that_can_match_does_not_exist(self):
        self.assertFault(perflib("watch", r"\Nope\x", *PAIR), DOES_NOT_EXIST,
                         "perflib: \\Nope\\x: no such object\n")

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            result = perflib("watch", *PAIR, stdout=full)
        self.assertEqual((1, "perflib: standard output: No space left on device\n"),
                         (result.code, result.err))

    def test_a_reader_that_goes_away_ends_it_without_a_word(self):
        done = subprocess.run(["bash", "-c", '"$0" watch -i 0.1 | head -n 1', PERFLIB],
                              env=environment(), capture_output=True, timeout=PATIENCE)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual(1, done.stdout.count(b"\n"))


if __name__ == "__main__":
    sys.argv = [argument for argument in sys.argv if argument != "--update"]
    unittest.main()

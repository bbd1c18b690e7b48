"""`perflib pick` in a terminal: what it shows, its keys, what it prints and how it ends.

The golden screens, golden/pick-*.txt, are of recorded machines. `test_pick.py --update` writes them
again: look at them before they are committed.
"""

import pathlib
import shutil
import subprocess
import sys
import unittest

from screen import Screen, until
from tool import PATIENCE, PERFLIB, WRONG_USAGE, ToolTest, environment, perflib

GOLDEN = pathlib.Path(__file__).parent / "golden"
UPDATE = "--update" in sys.argv
MADE = " --root a"
TAKEN = "taken:"
ALL = "these are all"
LEFT = "ended with 1"


class PickTest(ToolTest):
    def picking(self, arguments, columns=80, rows=24, **variables):
        """The screen of a shell that shows what was chosen, or how pick ended."""
        screen = Screen(self, columns, rows, **variables)
        screen.run("clear; paths=$(./perflib pick%s) && printf '%s\\n%%s\\n%s\\n' \"$paths\" "
                   "|| echo ended with $?" % (arguments, TAKEN, ALL))
        screen.wait_for("> _")
        return screen

    def typing(self, text, arguments=MADE, columns=80, rows=24, **variables):
        screen = self.picking(arguments, columns, rows, **variables)
        screen.type(text)
        screen.wait_for("> %s_" % text)
        return screen

    def taken(self, screen):
        """The paths that were printed, by an 80-column screen."""
        text = screen.wait_for(ALL)
        return text[text.rindex(TAKEN):text.rindex(ALL)].splitlines()[1:]

    def assertGolden(self, name, screen):
        file = GOLDEN / (name + ".txt")
        if UPDATE:
            file.write_text(screen.text())
        golden = file.read_text()
        try:
            until(lambda: screen.text() == golden, "")
        except AssertionError:
            self.assertEqual(golden, screen.text())


class GoldenScreens(PickTest):
    def test_start_at_80x24(self):
        self.assertGolden("pick-80x24", self.picking(MADE))

    def test_start_at_20x5(self):
        self.assertGolden("pick-20x5", self.picking(MADE, 20, 5))

    def test_search_with_instances_at_80x24(self):
        self.assertGolden("pick-search-80x24", self.typing("disk/sda"))

    def test_search_at_20x5(self):
        self.assertGolden("pick-search-20x5", self.typing("idle", MADE, 20, 5))

    def test_objects_at_80x24(self):
        self.assertGolden("pick-objects-80x24", self.picking(MADE + " --objects"))

    def test_hostile_names_at_80x24(self):
        screen = self.picking(r" --root hostile --path '\Process(x)\ID Process'")
        screen.keys("Right", "Down", "Down")
        screen.wait_for("sl_ash")
        self.assertGolden("pick-hostile-80x24", screen)

    def test_without_utf_8_every_character_is_ascii(self):
        self.picking(MADE, LC_ALL="C").text().encode("ascii")


class Keys(PickTest):
    def test_enter_takes_the_selected_row(self):
        screen = self.typing("memory/avail/mbytes")
        screen.keys("Enter")
        self.assertEqual([r"\Memory\Available MBytes"], self.taken(screen))

    def test_tab_and_insert_mark_rows_which_stay_marked_when_they_are_hidden(self):
        screen = self.typing("disk/sda/idle")
        screen.keys("Tab")
        screen.wait_for("1 marked")
        screen.keys(*["BSpace"] * len("disk/sda/idle"))
        screen.type("queue")
        screen.wait_for("queue_")
        screen.keys("Down", "IC")
        screen.wait_for("2 marked")
        screen.keys("Enter")
        paths = self.taken(screen)
        self.assertEqual(2, len(paths), paths)
        self.assertIn(r"\PhysicalDisk(0 sda)\% Idle Time", paths)

    def test_right_shows_the_instances_of_a_counter_and_left_hides_them(self):
        screen = self.typing("disk/read/time/%")
        screen.keys("Right")
        screen.wait_for(r"\PhysicalDisk(0 sda)\% Disk Read Time")
        screen.keys("Left")
        screen.wait_gone(r"\PhysicalDisk(0 sda)\% Disk Read Time")

    def test_backspace_widens_the_list_again(self):
        screen = self.typing("zzz")
        screen.wait_for("nothing has these letters")
        screen.keys("Enter")  # there is nothing to take
        screen.keys("BSpace", "BSpace", "BSpace")
        screen.wait_for("> _")
        screen.wait_gone("nothing has these letters")

    def test_blanks_separate_words(self):
        screen = self.picking(MADE)
        screen.type("memory avail mbytes")
        screen.wait_for("> memory avail mbytes_")
        self.assertNotIn("marked", screen.text())
        screen.keys("Enter")
        self.assertEqual([r"\Memory\Available MBytes"], self.taken(screen))

    def test_shift_tab_changes_the_level_of_detail_which_is_shown_unless_it_is_the_whole(self):
        screen = self.picking(MADE)
        screen.wait_for(" rows\n")
        self.assertNotIn("wizard", screen.text())
        screen.keys("BTab")
        screen.wait_for("novice")

    def test_escape_prints_nothing_and_ends_with_1(self):
        screen = self.typing("memory")
        screen.keys("Escape")
        self.assertNotIn(TAKEN, screen.wait_for(LEFT))

    def test_ctrl_c_gives_the_terminal_back(self):
        screen = self.picking(MADE)
        self.assertEqual("1", screen.value("alternate_on"))
        screen.keys("C-c")
        screen.wait_for("ready$")
        self.assertEqual("0", screen.value("alternate_on"))
        self.assertEqual("1", screen.value("cursor_flag"))

    def test_a_resize_keeps_the_selected_row_on_the_screen(self):
        screen = self.picking(MADE + r" --path '\Memory\Available Bytes'")
        screen.tmux("resize-window", "-x", 40, "-y", 6)
        screen.wait_for(r"\Memory\Available Bytes")
        screen.tmux("resize-window", "-x", 1, "-y", 1)
        screen.tmux("resize-window", "-x", 80, "-y", 24)
        screen.wait_for(r"\Memory\Available Bytes")


class Options(PickTest):
    def test_of_a_single_counter_a_blank_separates_words(self):
        screen = self.picking(MADE + " --single")
        screen.type("memory avail mbytes")
        screen.wait_for("mbytes_")
        screen.keys("Enter")
        self.assertEqual([r"\Memory\Available MBytes"], self.taken(screen))

    def test_path_begins_at_that_counter(self):
        screen = self.picking(MADE + r" --path '\PhysicalDisk(0 sda)\% Idle Time'")
        screen.keys("Enter")
        self.assertEqual([r"\PhysicalDisk(0 sda)\% Idle Time"], self.taken(screen))

    def test_objects_are_all_counters_of_all_instances(self):
        screen = self.typing("physicaldisk", MADE + " --objects")
        screen.keys("Tab")
        screen.keys(*["BSpace"] * len("physicaldisk"))
        screen.type("memory")
        screen.wait_for("memory_")
        screen.keys("Tab", "Enter")
        self.assertEqual([r"\PhysicalDisk(*)\*", r"\Memory\*"], self.taken(screen))

    def test_no_color_leaves_only_reversed_video(self):
        for variables, arguments in (({"NO_COLOR": "1"}, MADE), ({}, MADE + " --no-color")):
            with self.subTest(arguments):
                lines = self.picking(arguments, **variables).text("-e")
                self.assertIn("\x1b[7m", lines)
                self.assertNotIn("\x1b[1m", lines)
                self.assertNotIn("\x1b[2m", lines)
        self.assertIn("\x1b[2m", self.picking(MADE).text("-e"))

    def test_a_log_has_its_own_counters_and_machines(self):
        log = pathlib.Path(self.folder) / "two.csv"
        log.write_text('"(PDH-CSV 4.0) (UTC)(0)","\\\\DB-16\\Memory\\Available Bytes",'
                       '"\\\\DB-17\\Processor(0)\\% Idle Time"\r\n'
                       '"01/02/2026 03:04:05.000","1","2"\r\n')
        screen = self.picking(" --log %s" % log)
        screen.wait_for(r"\\DB-17\Processor(*)\% Idle Time")
        screen.keys("Enter")
        self.assertEqual([r"\\DB-16\Memory\Available Bytes"], self.taken(screen))
        screen = self.picking(" --log %s --machine db-17" % log)
        self.assertNotIn("DB-16", screen.text())

    def test_the_live_machine_can_be_picked_from_and_watched(self):
        screen = Screen(self, 80, 24)
        screen.run('clear; ./perflib watch "$(./perflib pick --single)"')
        screen.wait_for("> _")
        screen.type("memory avail mbytes")
        screen.wait_for("mbytes_")
        screen.keys("Enter")
        screen.wait_for("? all keys")
        screen.wait_for("Available MBytes")


class WithoutATerminal(ToolTest):
    def test_it_says_so_and_ends_with_1(self):
        done = subprocess.run([shutil.which("setsid"), "--wait", PERFLIB, "pick"],
                              env=environment(), stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertEqual("perflib: pick: needs a terminal, and /dev/tty cannot be opened (No such device or address); in "
                         "scripts use `perflib list --paths`\n", done.stderr)

    def test_wrong_usage_is_told_before_the_terminal_is_asked_for(self):
        for arguments in (("--path", "Memory"), ("--detail", "much"), ("word",)):
            with self.subTest(arguments):
                self.assertEqual(WRONG_USAGE, perflib("pick", *arguments).code)


if __name__ == "__main__":
    sys.argv = [argument for argument in sys.argv if argument != "--update"]
    unittest.main()

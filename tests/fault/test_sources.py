"""Files of /proc and /sys that are not what they should be: each costs its own values, with a reason."""

import json
import os
import shutil
import threading
import unittest

from tool import ALL_WELL, FAILED, ToolTest, limited, perflib, some_of

MEMORY = r"\Memory\Available Bytes"
SYSTEM = r"\System\Processes"


class OddFiles(ToolTest):
    def setUp(self):
        super().setUp()
        self.tree = self.copy_of("made-pair-a")

    def replaced(self, path):
        """The path, with nothing there any more."""
        file = self.tree / path
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink()
        return file

    def assertOnlyMemoryIsMissing(self, reason):
        result = perflib("query", MEMORY, SYSTEM, "--format", "json", "--root", self.tree,
                         before=limited(200, 5))
        self.assertEqual((ALL_WELL, ""), (result.code, result.err), result)
        memory, system = json.loads(result.text)["series"]
        self.assertIsNone(memory["value"])
        self.assertRegex(memory["reason"], reason)
        self.assertIsNotNone(system["value"])

    def test_a_folder_in_place_of_a_file(self):
        self.replaced("proc/meminfo").mkdir()
        self.assertOnlyMemoryIsMissing("^Is a directory: /proc/meminfo$")

    def test_a_pipe_that_nobody_writes_to_does_not_hang(self):
        os.mkfifo(self.replaced("proc/meminfo"))
        self.assertOnlyMemoryIsMissing("/proc/meminfo")

    def test_a_file_that_is_empty(self):
        self.replaced("proc/meminfo").write_bytes(b"")
        self.assertOnlyMemoryIsMissing("MemAvailable|/proc/meminfo")

    def test_a_file_that_is_not_there(self):
        self.replaced("proc/meminfo")
        self.assertOnlyMemoryIsMissing("^no such file: /proc/meminfo$")

    def test_a_link_that_leads_to_itself(self):
        self.replaced("proc/meminfo").symlink_to("meminfo")
        self.assertOnlyMemoryIsMissing("/proc/meminfo$")

    def test_a_link_out_of_the_root_is_not_followed_to_this_machine(self):
        self.replaced("proc/meminfo").symlink_to("/proc/meminfo")
        self.assertOnlyMemoryIsMissing("/proc/meminfo$")

    def test_a_device_in_place_of_a_file_is_not_read_for_ever(self):
        self.replaced("proc/meminfo").symlink_to("/dev/zero")
        self.assertOnlyMemoryIsMissing("/proc/meminfo")

    def test_a_file_of_four_gigabytes_of_nothing_costs_no_memory(self):
        with open(self.replaced("proc/meminfo"), "wb") as file:
            file.truncate(4 << 30)
        self.assertOnlyMemoryIsMissing("/proc/meminfo")

    def test_a_line_of_a_megabyte_costs_itself_alone(self):
        file = self.tree / "proc/meminfo"
        file.write_bytes(b"X" * (1 << 20) + b": 1 kB\n" + file.read_bytes())
        result = perflib("query", MEMORY, "--format", "json", "--root", self.tree)
        self.assertEqual(5120000000, json.loads(result.text)["series"][0]["value"])

    def test_words_that_are_no_numbers_name_their_byte(self):
        self.replaced("proc/meminfo").write_bytes(b"MemAvailable:   12x kB\n")
        self.assertOnlyMemoryIsMissing(r"^/proc/meminfo: .*at byte \d+: is not a number$")

    def test_a_tree_without_anything_has_no_value_and_says_why(self):
        empty = self.folder / "empty"
        empty.mkdir()
        result = perflib("query", MEMORY, "--root", empty)
        self.assertEqual((FAILED, "perflib: %s: has neither proc nor sys; name the folder that contains them\n" % empty),
                         (result.code, result.err))
        (empty / "proc").mkdir()
        result = perflib("query", MEMORY, SYSTEM, "--format", "json", "--root", empty)
        self.assertExit(result, FAILED)
        for series in json.loads(result.text)["series"]:
            self.assertEqual(None, series["value"])
            self.assertTrue(series["reason"], series)

    def test_every_file_in_turn_may_be_a_folder(self):
        files = [path for path in (self.tree / "proc").glob("*") if path.is_file()]
        self.assertGreater(len(files), 8)
        for file in some_of(files, 3):
            with self.subTest(file.name):
                content = file.read_bytes()
                file.unlink()
                file.mkdir()
                result = perflib("dump", "-o", "-", "--root", self.tree, before=limited(200, 5))
                self.assertExit(result, ALL_WELL)
                checked = perflib("inspect", "--strict", "-", data=result.out)
                self.assertEqual((ALL_WELL, ""), (checked.code, checked.err))
                file.rmdir()
                file.write_bytes(content)

    def test_every_file_may_end_anywhere(self):
        for path in ("proc/stat", "proc/meminfo", "proc/diskstats", "proc/200/stat", "proc/200/io",
                     "proc/self/mountinfo", "proc/interrupts"):
            file = self.tree / path
            content = file.read_bytes()
            for length in some_of(range(0, len(content), max(1, len(content) // 12)), 6):
                with self.subTest(path, length=length):
                    file.write_bytes(content[:length])
                    self.assertExit(perflib("dump", "-o", "-", "--root", self.tree), ALL_WELL)
            file.write_bytes(content)


class Meanwhile(ToolTest):
    """Somebody changes the tree while it is read."""

    def while_it_changes(self, change, tree, times=40):
        stopped = threading.Event()

        def keep_changing():
            while not stopped.is_set():
                change()
        changer = threading.Thread(target=keep_changing)
        changer.start()
        try:
            for _ in some_of(range(times), 13):
                result = perflib("dump", "-o", "-", "--root", tree, before=limited(400, 10))
                self.assertExit(result, ALL_WELL)
                checked = perflib("inspect", "--strict", "-", data=result.out)
                self.assertEqual((ALL_WELL, ""), (checked.code, checked.err))
        finally:
            stopped.set()
            changer.join()

    def test_processes_that_come_and_go_cost_themselves_alone(self):
        tree = self.copy_of("made-pair-a")

        def change():
            shutil.copytree(tree / "proc/200", tree / "proc/300", symlinks=True)
            shutil.rmtree(tree / "proc/300")
        self.while_it_changes(change, tree)

    def test_a_file_that_grows_is_read_to_an_end(self):
        tree = self.copy_of("made-pair-a")
        file = tree / "proc/vmstat"
        whole = file.read_bytes()

        def change():
            if file.stat().st_size > 1 << 20:
                file.write_bytes(whole)
            with open(file, "ab") as growing:
                growing.write(b"nothing 1\n" * 500)
        self.while_it_changes(change, tree)

    def test_a_file_that_is_replaced_again_and_again(self):
        tree = self.copy_of("made-pair-a")
        file = tree / "proc/meminfo"
        whole = file.read_bytes()

        def change():
            file.unlink()
            file.write_bytes(whole)
        self.while_it_changes(change, tree)


if __name__ == "__main__":
    unittest.main()

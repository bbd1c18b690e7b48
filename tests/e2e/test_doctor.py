"""`perflib doctor`: which objects are available, what is missing, and how to enable it.

Numbers are those of tests/fixtures/made_machines.py.
"""

import ctypes
import json
import os
import unittest

from tool import FAILED, PERFLIB, WRONG_USAGE, ToolTest, become_nobody, copy_for_everyone, perflib, roots

A = roots("made-pair-a")


class Doctor(ToolTest):
    def document(self, *arguments, **options):
        return json.loads(self.run_well("doctor", "--json", *arguments, **options).text)

    def test_each_object_has_its_line(self):
        lines = self.run_well("doctor", *A).text.split("\n")
        self.assertEqual(["object", "instances", "counters", "cost"], lines[2].split())
        self.assertIn("Linux Pressure 1 6 of 6 -".split(), [line.split() for line in lines])

    def test_objects_are_those_of_list_that_are_here(self):
        listed = [one for one in json.loads(self.run_well("list", "--json", *A).text)["objects"]
                  if {counter["status"] for counter in one["counters"]} - {"CSTATUS_NO_OBJECT"}]
        found = self.document(*A)["objects"]
        self.assertEqual([one["title_index"] for one in listed],
                         [one["title_index"] for one in found])
        self.assertEqual([len(one["counters"]) for one in listed],
                         [one["counters"] for one in found])
        self.assertEqual([sum(counter["reason"] in (None, "not asked for") for counter in one["counters"])
                          for one in listed],
                         [one["counters_with_data"] for one in found])

    def test_what_another_user_may_read_is_a_matter_of_rights(self):
        machine = self.copy_of("made-pair-a")
        listing = self.document("--root", str(machine))
        self.assertEqual([], [one for one in listing["missing"] if one["remedy"] == "rights"])
        if os.geteuid() == 0:
            self.skipTest("root may read all files of a folder")
        (machine / "proc/pressure/cpu").chmod(0)
        lacking, = [one for one in self.document("--root", str(machine))["missing"]
                    if one["remedy"] == "rights"]
        self.assertEqual("no permission: /proc/pressure/cpu", lacking["reason"])

    def test_ids_are_left_out_and_instances_counted(self):
        lacking, = [one for one in self.document(*roots("vm-6.18"))["missing"]
                    if one["reason"] == "no such file: /proc/PID/fd"]
        self.assertEqual({"remedy": "machine", "reason": "no such file: /proc/PID/fd",
                          "counters": ["Process\\Handle Count", "Process V2\\Handle Count"], "instances": 7, "needs": None},
                         lacking)

    def test_a_recording_cannot_be_asked(self):
        text = self.run_well("doctor", *roots("vm-6.18")).text
        self.assertIn("Available on the running machine only, not in a recording:\n"
                      "  statvfs: not available for a recorded folder\n"
                      "      LogicalDisk\\% Free Space, LogicalDisk\\Free Megabytes, Linux Filesystem\\Inodes Free %\n", text)

    def test_this_machine_is_timed(self):
        document = self.document()
        self.assertGreater(document["global_milliseconds"], 0)
        for one in document["objects"]:
            self.assertGreater(one["milliseconds"], 0, one)

    def test_a_plain_user_is_told_the_capability(self):
        if os.geteuid() != 0:
            self.skipTest("only root can become somebody else")
        document = self.document(before=become_nobody, cwd="/", tool=copy_for_everyone(PERFLIB))
        lacking, = [one for one in document["missing"]
                    if one["reason"] == "no permission: /proc/PID/io"]
        self.assertEqual(("rights", "requires root or CAP_SYS_PTRACE (setcap cap_sys_ptrace+ep on perflib)"),
                         (lacking["remedy"], lacking["needs"]))
        self.assertIn("Process\\IO Read Bytes/sec", lacking["counters"])

    def test_root_of_a_container_is_told_how_to_start_it(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give up a capability")
        drop, sys_ptrace = 24, 19  # PR_CAPBSET_DROP, CAP_SYS_PTRACE
        document = self.document(before=lambda: ctypes.CDLL(None).prctl(drop, sys_ptrace, 0, 0, 0), cwd="/")
        lacking, = [one for one in document["missing"]
                    if one["reason"] == "no permission: /proc/PID/io"]
        self.assertEqual("requires CAP_SYS_PTRACE, which this container lacks; start it with --cap-add=SYS_PTRACE",
                         lacking["needs"])

    def test_no_such_folder(self):
        result = perflib("doctor", "--root", str(self.folder / "none"))
        self.assertExit(result, FAILED)
        self.assertEqual(b"", result.out)

    def test_wrong_usage(self):
        self.assertExit(perflib("doctor", "nonsense"), WRONG_USAGE)


if __name__ == "__main__":
    unittest.main()

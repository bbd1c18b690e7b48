"""What a plain user, root and a container get of every object: values where they may look, else a reason.

Run as root: the tool then runs as another user and in name spaces of its own too. Elsewhere what needs that
is skipped."""

import json
import os
import shutil
import subprocess
import unittest

from tool import PERFLIB, ToolTest, become_nobody, copy_for_everyone, environment, perflib

CONTAINER = ["unshare", "--pid", "--fork", "--mount", "--mount-proc"]


def container_works():
    return shutil.which("unshare") is not None and subprocess.run(
        [*CONTAINER, "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def diagnosis(**options):
    """What doctor says: the objects, and (remedy, reason) by counter that lacks data."""
    document = json.loads(perflib("doctor", "--json", cwd="/", **options).text)
    missing = {}
    for row in document["missing"]:
        for counter in row["counters"]:
            missing.setdefault(counter, set()).add((row["remedy"], row["reason"]))
    return {row["name"] for row in document["objects"]}, missing


@unittest.skipIf(os.geteuid() != 0, "only root can be another user")
class PlainUser(ToolTest):
    @classmethod
    def setUpClass(cls):
        cls.root_has, cls.root_lacks = diagnosis()
        cls.user_has, cls.user_lacks = diagnosis(before=become_nobody, tool=copy_for_everyone(PERFLIB))

    def test_what_root_has_and_the_user_has_not_is_a_question_of_rights_object_by_object(self):
        for counter, reasons in self.user_lacks.items():
            for remedy, reason in reasons - self.root_lacks.get(counter, set()):
                with self.subTest(counter=counter, reason=reason):
                    self.assertEqual("rights", remedy)
                    self.assertTrue(reason.startswith("no permission: /"), reason)

    def test_the_user_gets_every_object_that_root_gets(self):
        self.assertEqual(self.root_has, self.user_has)

    def test_nothing_but_io_and_descriptors_of_others_costs_the_user_a_counter(self):
        closed = ("/io", "/fd", "/fdinfo", "/smaps_rollup", "/wchan", "/cgroup.procs", "energy_uj")
        for counter, reasons in self.user_lacks.items():
            for remedy, reason in reasons:
                if remedy == "rights":
                    self.assertTrue(any(file in reason for file in closed), (counter, reason))


@unittest.skipUnless(os.geteuid() == 0 and container_works(), "no name spaces can be made here")
class Container(ToolTest):
    def rows(self, *paths):
        inside = subprocess.run([*CONTAINER, PERFLIB, "query", *paths, "-n", "1", "--format", "json"],
                                text=True, capture_output=True, cwd="/", env=environment())
        self.assertEqual((0, ""), (inside.returncode, inside.stderr))
        return {one["path"].split("\\", 3)[3]: one["value"]
                for one in json.loads(inside.stdout)["series"]}

    def test_its_processes_are_its_own_and_the_kernels_threads_are_not_seen(self):
        names = {path.split("(")[1].split(")")[0]
                 for path in self.rows(r"\Process V2(*)\Process ID")}
        self.assertEqual({"Idle:0", "perflib:1", "_Total"}, names)

    def test_count_of_processes_is_that_of_the_container(self):
        self.assertEqual({"System\\Processes": 1}, self.rows(r"\System\Processes"))

    def test_every_counter_has_data_or_a_reason(self):
        inside = subprocess.run([*CONTAINER, PERFLIB, "list", "--missing", "--json"], text=True,
                                capture_output=True, cwd="/", env=environment())
        self.assertEqual((0, ""), (inside.returncode, inside.stderr))
        for one in json.loads(inside.stdout)["objects"]:
            for counter in one["counters"]:
                has_data = counter["status"] == "CSTATUS_VALID_DATA"
                self.assertNotEqual(has_data, counter["reason"] is not None, (one["name"], counter))


if __name__ == "__main__":
    unittest.main()

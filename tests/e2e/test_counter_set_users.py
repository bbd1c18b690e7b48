"""Whose counter sets a user sees: the system's and his own, and never another user's. Runs as root, in mounts of its own."""

import csv
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from tool import ALL_WELL, PERFLIB, ToolTest, answered, copy_for_everyone, environment

CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18
FOLDER = pathlib.Path("/run/openperflib")
SETS = {"sets": [{"guid": "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c19", "name": "Own Set", "counters": [{"name": "Jobs"}]}]}


def as_user(uid, *command, group=None):
    groups = "--clear-groups" if group is None else "--groups=%d" % group
    return ["setpriv", "--reuid=%d" % uid, "--regid=%d" % uid, groups, *command]


def has_mounts_of_its_own():
    """Gives this process a /run that nobody else has."""
    libc = ctypes.CDLL(None, use_errno=True)
    return (libc.unshare(CLONE_NEWNS) == 0 and libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0 and
            libc.mount(b"tmpfs", b"/run", b"tmpfs", 0, b"mode=755") == 0)


class CounterSetUsersTest(ToolTest):
    OWNER, OTHER = 65534, 1
    READERS = 4242  # a group

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if os.geteuid() != 0 or not has_mounts_of_its_own():
            raise unittest.SkipTest("needs root, who may mount")
        cls.perflib = copy_for_everyone(PERFLIB)
        cls.coffee_machine = copy_for_everyone(os.environ["COFFEE_MACHINE"])

    def setUp(self):
        super().setUp()
        FOLDER.mkdir(mode=0o755, exist_ok=True)
        self.runtime = {}
        for uid in (self.OWNER, self.OTHER):
            self.runtime[uid] = pathlib.Path("/run/user-%d" % uid)
            self.runtime[uid].mkdir(mode=0o700, exist_ok=True)
            os.chown(self.runtime[uid], uid, uid)
        self.programs = []

    def tearDown(self):
        for program in self.programs:
            program.kill()
            program.communicate()
        super().tearDown()

    def env(self, uid):
        return environment(XDG_RUNTIME_DIR=str(self.runtime[uid]) if uid else "", HOME="/nonexistent", XDG_STATE_HOME="")

    def start(self, uid, *command, **variables):
        program = subprocess.Popen(as_user(uid, *command), env={**self.env(uid), **variables}, text=True, bufsize=1,
                                   cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.programs.append(program)
        return program

    def start_coffee_machine(self, uid, cups):
        program = self.start(uid, self.coffee_machine)
        self.assertEqual(program.stdout.readline(), "ready\n")
        for _ in range(cups):
            program.stdin.write("\n")
            self.assertEqual(program.stdout.readline(), "counted\n")

    def start_own_set(self, uid, **variables):
        declared = self.runtime.get(uid, pathlib.Path("/run")) / "sets.json"
        declared.write_text(json.dumps(SETS))
        declared.chmod(0o644)
        program = self.start(uid, self.perflib, "provider", "publish", str(declared), **variables)
        program.stdin.write("\\Own Set(a)\\Jobs = 5\n")
        program.stdin.flush()
        while "Own Set" not in self.names(uid):  # it withdraws nothing before its input ends
            self.assertIsNone(program.poll())

    def run_tool(self, uid, *arguments, runtime_of=None, group=None):
        env = dict(self.env(uid))
        if runtime_of is not None:
            env["XDG_RUNTIME_DIR"] = str(self.runtime[runtime_of])
        return subprocess.run(as_user(uid, self.perflib, *arguments, group=group), env=env, cwd="/", text=True,
                              capture_output=True)

    def names(self, uid, **more):
        listed = self.run_tool(uid, "provider", "list", "--json", **more)
        self.assertEqual(listed.returncode, ALL_WELL, listed.stderr)
        return {one["name"] for one in json.loads(listed.stdout)["sets"]}

    def value(self, uid, path):
        result = self.run_tool(uid, "query", path, "-n", "1", "-f", "csv")
        return list(csv.reader(result.stdout.splitlines()))[1][1] if result.returncode == ALL_WELL else None

    def assertNames(self, expected, uid, **more):
        self.assertEqual(answered(lambda: self.names(uid, **more), lambda names: names >= expected), expected)

    def cups(self, uid, seen=frozenset()):
        """Returns the number of cups once it differs from those seen before."""
        return answered(lambda: self.value(uid, r"\Coffee Machine(Hall)\Cups"),
                        lambda text: text is not None and float(text) not in seen)

    def test_user_sees_the_system_s_and_his_own(self):
        self.start_coffee_machine(0, cups=2)
        self.start_own_set(self.OWNER)
        self.assertNames({"Coffee Machine", "Own Set"}, self.OWNER)
        self.assertNames({"Coffee Machine"}, self.OTHER)
        self.assertNames({"Coffee Machine"}, self.OTHER, runtime_of=self.OWNER)
        self.assertEqual(float(answered(lambda: self.value(self.OWNER, r"\Own Set(a)\Jobs"))), 5)
        self.assertIsNone(self.value(self.OTHER, r"\Own Set(a)\Jobs"))
        for uid in (self.OWNER, self.OTHER):
            self.assertEqual(float(self.cups(uid)), 2)

    def test_folder_of_a_group_is_seen_by_its_members_alone(self):
        folder = FOLDER / "coffee"  # as systemd makes it: RuntimeDirectory=openperflib/coffee, Group=, mode 0750
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        os.chown(folder, 0, self.READERS)
        folder.chmod(0o750)
        self.start_own_set(0, RUNTIME_DIRECTORY=str(folder))
        self.assertNames({"Own Set"}, self.OTHER, group=self.READERS)
        self.assertNames(set(), self.OTHER)

    def test_one_guid_of_both_is_the_system_s(self):
        self.start_coffee_machine(self.OWNER, cups=7)
        self.assertEqual(float(self.cups(self.OWNER)), 7)
        self.start_coffee_machine(0, cups=2)
        self.assertEqual(float(self.cups(self.OWNER, seen={7})), 2)

    def test_folder_that_all_may_write_to_is_not_read(self):
        FOLDER.chmod(0o777)
        self.addCleanup(FOLDER.chmod, 0o755)
        program = self.start(self.OTHER, self.coffee_machine)
        self.start_own_set(self.OWNER)
        self.assertNames({"Own Set"}, self.OWNER)
        self.assertIsNone(program.poll())


if __name__ == "__main__":
    unittest.main()

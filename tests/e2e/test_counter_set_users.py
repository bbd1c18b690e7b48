"""Whose counter sets a user sees: the system's and his own, and never another user's. Runs as root, in mounts of its own."""

import csv
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from tool import ALL_WELL, PERFLIB, SANITIZED, ToolTest, answered, as_user, copy_for_everyone, environment

CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18
FOLDER = pathlib.Path("/run/openperflib")
SETS = {"sets": [{"guid": "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c19", "name": "Own Set", "counters": [{"name": "Jobs"}]}]}


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

    def start(self, uid, *command, group=None, **variables):
        program = subprocess.Popen(as_user(uid, *command, group=group), env={**self.env(uid), **variables},
                                   text=True, bufsize=1, cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.programs.append(program)
        return program

    def start_coffee_machine(self, uid, cups):
        program = self.start(uid, self.coffee_machine)
        self.assertEqual(program.stdout.readline(), "ready\n")
        for _ in range(cups):
            program.stdin.write("\n")
            self.assertEqual(program.stdout.readline(), "counted\n")

    def start_own_set(self, uid, tool=None, group=None, **variables):
        declared = self.runtime.get(uid, pathlib.Path("/run")) / "sets.json"
        declared.write_text(json.dumps(SETS))
        declared.chmod(0o644)
        program = self.start(uid, tool or self.perflib, "provider", "publish", str(declared), group=group, **variables)
        program.stdin.write("\\Own Set(a)\\Jobs = 5\n")
        program.stdin.flush()
        while "Own Set" not in self.names(uid, group=group):  # it withdraws nothing before its input ends
            self.assertIsNone(program.poll())
        return program

    def make_folder(self, name, owner, group, mode):
        """A folder of the system as systemd makes it: RuntimeDirectory=openperflib/NAME, Group=, a mode."""
        folder = FOLDER / name
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        os.chown(folder, owner, group)
        folder.chmod(mode)
        return folder

    def with_privileges(self, program):
        """A copy of a program that gets the rights of root from any user, in mounts that only this test has."""
        if SANITIZED:
            self.skipTest("a sanitizer must not have privileges")
        folder = tempfile.mkdtemp(dir="/run")
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        who, copy = (shutil.copy(one, folder) for one in (shutil.which("id"), program))
        for one in (who, copy):
            os.chmod(one, 0o4755)
        if subprocess.run(as_user(self.OTHER, who, "-u"), capture_output=True, text=True).stdout != "0\n":
            self.skipTest("no program gains privileges here")
        return copy

    def run_tool(self, uid, *arguments, runtime_of=None, group=None, tool=None):
        env = dict(self.env(uid))
        if runtime_of is not None:
            env["XDG_RUNTIME_DIR"] = str(self.runtime[runtime_of])
        return subprocess.run(as_user(uid, tool or self.perflib, *arguments, group=group), env=env, cwd="/", text=True,
                              capture_output=True)

    def names(self, uid, **more):
        listed = self.run_tool(uid, "provider", "list", "--json", **more)
        self.assertEqual(listed.returncode, ALL_WELL, listed.stderr)
        return {one["name"] for one in json.loads(listed.stdout)["sets"]}

    def value(self, uid, path):
        result = self.run_tool(uid, "query", path, "-n", "1", "-f", "csv")
        return list(csv.reader(result.stdout.splitlines()))[1][1] if result.returncode == ALL_WELL else None

    def names_in_log(self, uid):
        """The sets of this file in a log of all objects that this user records."""
        log = (self.runtime[uid] if uid else pathlib.Path("/run")) / "log.perfrec"
        recorded = self.run_tool(uid, "record", "-n", "1", "-y", "-o", str(log))
        self.assertEqual(recorded.returncode, ALL_WELL, recorded.stderr)
        listed = self.run_tool(0, "list", "--json", str(log))
        self.assertEqual(listed.returncode, ALL_WELL, listed.stderr)
        return {one["name"] for one in json.loads(listed.stdout)["objects"]} & {"Coffee Machine", "Own Set"}

    def assertNamesInLog(self, expected, uid):
        self.assertEqual(answered(lambda: self.names_in_log(uid), lambda names: names >= expected), expected)

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
        self.start_own_set(0, RUNTIME_DIRECTORY=str(self.make_folder("coffee", 0, self.READERS, 0o750)))
        self.assertNames({"Own Set"}, self.OTHER, group=self.READERS)
        self.assertNames(set(), self.OTHER)

    def test_root_sees_a_user_s_own_only_where_the_variable_says_so(self):
        self.start_coffee_machine(0, cups=1)
        self.start_own_set(self.OWNER)
        self.assertNames({"Coffee Machine", "Own Set"}, 0, runtime_of=self.OWNER)
        self.assertNames({"Coffee Machine"}, 0)

    def test_folder_that_a_group_may_write_to_is_read(self):
        folder = self.make_folder("coffee", 0, self.READERS, 0o770)
        self.start_own_set(self.OWNER, group=self.READERS, XDG_RUNTIME_DIR="", RUNTIME_DIRECTORY=str(folder))
        self.assertNames({"Own Set"}, self.OTHER, group=self.READERS)

    def test_log_has_what_its_user_may_read(self):
        self.start_coffee_machine(0, cups=1)
        self.start_own_set(self.OWNER)
        self.assertNamesInLog({"Coffee Machine", "Own Set"}, self.OWNER)
        for uid in (self.OTHER, 0):
            self.assertNamesInLog({"Coffee Machine"}, uid)

    def test_log_of_root_has_all_folders_of_the_system(self):
        folder = self.make_folder("closed", self.OTHER, self.OTHER, 0o700)
        self.start_coffee_machine(0, cups=1)
        self.start_own_set(self.OTHER, XDG_RUNTIME_DIR="", RUNTIME_DIRECTORY=str(folder))
        self.assertNamesInLog({"Coffee Machine", "Own Set"}, 0)
        self.assertNamesInLog({"Coffee Machine"}, self.OWNER)

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

    def test_program_with_privileges_reads_the_system_s_folders_alone(self):
        tool = self.with_privileges(PERFLIB)
        self.start_coffee_machine(0, cups=1)
        self.start_own_set(self.OTHER)
        self.assertNames({"Coffee Machine", "Own Set"}, self.OTHER)
        self.assertNames({"Coffee Machine"}, self.OTHER, tool=tool)

    def test_program_with_privileges_offers_in_no_folder_of_its_variables(self):
        folder = self.make_folder("coffee", self.OTHER, self.OTHER, 0o755)
        program = self.start_own_set(self.OTHER, tool=self.with_privileges(PERFLIB), RUNTIME_DIRECTORY=str(folder))
        self.assertEqual([FOLDER], [path.parent for path in pathlib.Path("/run").rglob("%d-*" % program.pid)])


if __name__ == "__main__":
    unittest.main()

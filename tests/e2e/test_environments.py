"""Tools and programs in C see the same services and counter sets in each environment: with a home or without one, as a
service with an empty environment, and with rights that their caller lacks."""

import json
import os
import pathlib
import subprocess
import time
import unittest
import uuid

from tool import ALL_WELL, PATIENCE, PERFLIB, SANITIZED, ToolTest, as_user, copy_for_everyone

USER, CALLER = 54321, 54322  # without an entry anywhere but in these tests
OURS = str(uuid.uuid4())  # a set that no service of this machine has
ALPHA, BETA = ("%s_%d" % (name, os.getpid()) for name in ("Alpha", "Beta"))  # services
STATE = pathlib.Path(".local", "state")


class EnvironmentsTest(ToolTest):
    """What both see."""

    where = "/tmp"

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.perflib, self.program = PERFLIB, os.environ["WHAT_IS_SEEN"]

    def service(self, state, name, owner=None):
        folder = self.folder / state / "openperflib"
        folder.mkdir(parents=True)
        subprocess.run([os.environ["MAKE_SERVICE"], folder, "user", name], check=True, timeout=PATIENCE)
        if owner is not None:
            subprocess.run(["chown", "-R", "%d:%d" % (owner, owner), self.folder / state], check=True)

    def run_alone(self, command, env):
        done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=PATIENCE, cwd="/", check=False)
        self.assertEqual(ALL_WELL, done.returncode, done.stderr)
        return done.stdout.decode()

    def seen_by_the_tool(self, env, before):
        listed = json.loads(self.run_alone([*before, self.perflib, "provider", "list", "--json"], env))
        return ({one["name"] for one in listed["services"]},
                {one["guid"].strip("{}").lower() for one in listed["sets"]})

    def seen_by_the_program(self, env, before):
        lines = [line.split(" ", 1) for line in self.run_alone([*before, self.program], env).splitlines()]
        return ({name for kind, name in lines if kind == "service"}, {name for kind, name in lines if kind == "set"})

    def assert_seen(self, services, sets, env, before=()):
        """By both. What else the system has, and the base services of the registry, do not count."""
        (of_tool, sets_of_tool), (of_program, sets_of_program) = (
            seen({name: str(value) for name, value in env.items()}, before)
            for seen in (self.seen_by_the_tool, self.seen_by_the_program))
        for seen in (of_tool, of_program):
            self.assertEqual({ALPHA, BETA} & seen, services)
        for seen in (sets_of_tool, sets_of_program):
            self.assertEqual({OURS} & seen, sets)


class OwnUserTest(EnvironmentsTest):
    def publish(self, runtime):
        runtime.mkdir(mode=0o700)
        sets = self.folder / "sets.json"
        sets.write_text(json.dumps({"sets": [{"guid": OURS, "name": "Ours", "counters": [{"name": "Jobs"}]}]}))
        publisher = subprocess.Popen([PERFLIB, "provider", "publish", sets], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                     env={"XDG_RUNTIME_DIR": str(runtime)})
        self.addCleanup(publisher.communicate)
        self.addCleanup(publisher.kill)
        until = time.monotonic() + PATIENCE
        while not [name for name in (runtime / "openperflib").glob("*") if not name.name.startswith(".")]:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)

    def test_state_folder_is_that_of_the_variables(self):
        self.service("a", ALPHA)
        self.service(pathlib.Path("home", STATE), BETA)
        home = self.folder / "home"
        self.assert_seen({ALPHA}, set(), {"XDG_STATE_HOME": self.folder / "a", "HOME": home})
        of_home = set() if os.geteuid() == 0 else {BETA}  # root's are the system's
        self.assert_seen(of_home, set(), {"HOME": home})
        self.assert_seen(of_home, set(), {"HOME": home, "XDG_STATE_HOME": "a"})  # relative: as if it were not set
        self.assert_seen(set(), set(), {"HOME": self.folder / "nobody"})

    def test_counter_sets_are_those_of_the_runtime_folder(self):
        self.publish(self.folder / "runtime")
        variables = {"XDG_STATE_HOME": self.folder / "none"}
        self.assert_seen(set(), {OURS}, {"XDG_RUNTIME_DIR": self.folder / "runtime", **variables})
        self.assert_seen(set(), set(), {"XDG_RUNTIME_DIR": self.folder / "other", **variables})
        self.assert_seen(set(), set(), {"XDG_RUNTIME_DIR": "runtime", **variables})
        self.assert_seen(set(), set(), variables)


class OtherUsersTest(EnvironmentsTest):
    """As an ordinary user with an entry, whose home has Beta."""

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, who can be another user")
        super().setUp()
        self.perflib, self.program = copy_for_everyone(PERFLIB), copy_for_everyone(self.program)
        if subprocess.run([*as_user(USER), self.program], stdout=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("another user may not enter the folders of this build")
        self.home = self.folder / "home"
        self.service(pathlib.Path("home", STATE), BETA, owner=USER)
        entries = self.folder / "passwd"
        entries.write_text("root:x:0:0::/root:/bin/sh\nbeta:x:%d:%d::%s:/bin/sh\n" % (USER, USER, self.home))
        self.before = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', str(entries)]
        if subprocess.run([*self.before, "true"], check=False).returncode != 0:
            self.skipTest("needs root, who may mount")

    def test_empty_environment_has_the_home_of_the_users_entry(self):
        path = {"PATH": os.environ["PATH"]}
        self.assert_seen({BETA}, set(), path, [*self.before, *as_user(USER)])
        self.assert_seen(set(), set(), path, [*self.before, *as_user(CALLER)])

    @unittest.skipIf(SANITIZED, "sanitizers do not work in programs that gain rights")
    def test_programs_that_gain_rights_believe_no_variable_and_no_home(self):
        self.service("a", ALPHA, owner=CALLER)
        for name in ("perflib", "program"):
            copy = self.folder / name
            copy.write_bytes(pathlib.Path(getattr(self, name)).read_bytes())
            os.chown(copy, USER, USER)
            copy.chmod(0o4755)
            setattr(self, name, str(copy))
        if self.run_alone([*as_user(CALLER), "find", self.perflib, "-perm", "-4000"], os.environ).strip() == "":
            self.skipTest("no program gains rights here")
        env = {"PATH": os.environ["PATH"], "XDG_STATE_HOME": self.folder / "a", "HOME": self.home}
        self.assert_seen(set(), set(), env, [*self.before, *as_user(CALLER)])


if __name__ == "__main__":
    unittest.main()

"""`logman` as tests run it: a state folder of the test's own, collectors that end with the test."""

import fcntl
import os
import pathlib
import signal
import subprocess

from tool import FAILED, PATIENCE, Result, ToolTest, environment

LOGMAN = os.environ["LOGMAN"]
COMPLETED = "The command completed successfully.\r\n"
AVAILABLE = r"\Memory\Available Bytes"
CPU = r"\Processor(_Total)\% Processor Time"


class LogmanTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"
        self.collections = self.state / "openperflib" / "collections"
        self.addCleanup(self.kill_collectors)

    def kill_collectors(self):
        for lock in self.folder.glob("**/collections/*.lock"):
            if self.is_held(lock):
                os.kill(self.pid_in(lock), signal.SIGKILL)

    @staticmethod
    def is_held(lock):
        with open(lock, "rb+") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
            return False

    @staticmethod
    def pid_in(lock):
        return int(pathlib.Path(lock).read_text().split()[0])

    def lock(self, name):
        return self.collections / (name.lower() + ".lock")

    def pid(self, name):
        return self.pid_in(self.lock(name))

    def wait_for_end(self, name):
        """Until the collection's process has let go of its lock."""
        with open(self.lock(name), "rb+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)

    def run_logman(self, *arguments, state=None, data=b"", cwd=None, pass_fds=(), **variables):
        done = subprocess.run([LOGMAN, *map(os.fspath, arguments)], input=data,
                              capture_output=True, timeout=PATIENCE, cwd=cwd, pass_fds=pass_fds,
                              env=environment(XDG_STATE_HOME=str(state or self.state), **variables))
        return Result(done.returncode, done.stdout, done.stderr)

    def well(self, *arguments, **options):
        """A run that has nothing to complain about: what it printed before its last line."""
        result = self.run_logman(*arguments, **options)
        self.assertEqual((0, ""), (result.code, result.err), result)
        text = result.out.decode()
        self.assertTrue(text.endswith(COMPLETED), result)
        return text.removesuffix(COMPLETED)

    def assertRefused(self, text, *arguments, err=None, **options):
        result = self.run_logman(*arguments, **options)
        self.assertEqual((FAILED, "\r\nError:\r\n%s\r\n" % text), (result.code, result.text), result)
        if err is not None:
            self.assertEqual(err, result.err)

    def status(self, name):
        return self.value("Status:", name)

    def value(self, label, name):
        for line in self.well("query", name).split("\r\n"):
            if line.startswith(label):
                return line[22:]
        return None

    def create(self, name, *options):
        self.well("create", "counter", name, *(options if "-c" in options else ("-c", AVAILABLE) + options))

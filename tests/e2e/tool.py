"""`perflib` as tests run it: the built tool, the recorded machines, a folder of the test's own.

CTest says where they are: PERFLIB, MACHINES (the unpacked fixtures) and SOURCE (the repository).
"""

import atexit
import ctypes
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PERFLIB = os.environ["PERFLIB"]
MACHINES = pathlib.Path(os.environ["MACHINES"]).resolve()
SOURCE = pathlib.Path(os.environ.get("SOURCE", pathlib.Path(__file__).parents[2])).resolve()
# Generous, against what hangs: a sanitizer build on a busy machine.
PATIENCE = int(os.environ.get("PATIENCE", "300"))  # s; fewer for who looks for what does not come
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))

from equal_cases import ALL_CASES, SANITIZED, each_of, repeats, some_of  # of the oracle, and for who imports this

ALL_WELL, FAILED, WRONG_USAGE, DOES_NOT_EXIST = 0, 1, 2, 3


class Result:
    """What one run gave: code, out (bytes), and both streams as text."""

    def __init__(self, code, out, err):
        self.code, self.out = code, out
        self.text, self.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")

    def __repr__(self):
        return "exit %d\nstdout: %r\nstderr: %r" % (self.code, self.out[:2000], self.err[:2000])


# What processes inherit beside their environment, whatever the caller has: a shell starts what it leaves in the
# background with signals that are ignored.
os.umask(0o022)
for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD, signal.SIGTSTP):
    if signal.getsignal(ignored) == signal.SIG_IGN:
        signal.signal(ignored, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, ())
# The home of the tools: empty, and every user may look into it.
HOME = tempfile.mkdtemp(prefix="perflib-home-")
os.chmod(HOME, 0o755)
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

# A folder of PATH that this user may not enter makes a program that is nowhere one that is not permitted.
os.environ["PATH"] = os.pathsep.join(folder for folder in os.get_exec_path() if os.access(folder, os.X_OK))
# LD_PRELOAD takes no path with a blank or a colon.
for library in ("FAILING_WRITES", "SYSLOG_CATCHER"):
    if set(" :") & set(os.environ.get(library, "")):
        preloaded = tempfile.mkdtemp(prefix="perflib-e2e-", dir="/tmp")
        atexit.register(shutil.rmtree, preloaded, ignore_errors=True)
        os.environ[library] = shutil.copy(os.environ[library], preloaded)


def environment(**changes):
    """A plain one, whatever the caller's is: UTC, UTF-8, no colours asked for or refused, an empty home and state,
    and no runtime folder."""
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")}
    return {**kept, "HOME": HOME, "XDG_STATE_HOME": HOME + "/state", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "TERM": "xterm-256color", **changes}


# Where services that this machine has offer counter sets, and where modules are registered for all users.
OF_THE_MACHINE = ("/run/openperflib", "/var/lib/openperflib")
CLONE_NEWNS, CLONE_NEWUSER, MS_REC, MS_PRIVATE = 0x20000, 0x10000000, 0x4000, 1 << 18


def is_empty(folder):
    try:
        return not os.listdir(folder)
    except OSError:  # it does not exist, or may not be read
        return True


def stand_alone():
    """For StandAloneTest: hides the counter sets and services of this machine from this process and its children, where
    there are any. Raises SkipTest where that is not permitted."""
    found = [folder for folder in OF_THE_MACHINE if not is_empty(folder)]
    if not found:
        return
    libc, uid, gid = ctypes.CDLL(None), os.geteuid(), os.getegid()
    may = libc.unshare(CLONE_NEWNS if uid == 0 else CLONE_NEWNS | CLONE_NEWUSER) == 0
    if may and uid != 0:
        for name, text in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (uid, uid)), ("gid_map", "%d %d 1" % (gid, gid))):
            pathlib.Path("/proc/self", name).write_text(text)
    may = may and libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0
    for folder in found:
        may = may and libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, b"mode=755") == 0
    if not may:
        raise unittest.SkipTest("this machine has counter sets or modules of its own: %s" % " and ".join(found))


def perflib(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=None, cwd=None,
            before=None, data=None, tool=PERFLIB):
    """Runs the tool. `data` goes to its standard input, `before` runs in the child."""
    done = subprocess.run([tool, *map(os.fspath, arguments)], stdout=stdout, cwd=cwd,
                          stderr=subprocess.PIPE, env=env or environment(), timeout=PATIENCE,
                          preexec_fn=before, **({"input": data} if data is not None
                                                else {"stdin": stdin}))
    return Result(done.returncode, done.stdout or b"", done.stderr)


def roots(*names):
    """--root for each machine of the fixtures, in order."""
    return [word for name in names for word in ("--root", str(MACHINES / name))]


PAIR = roots("made-pair-a", "made-pair-b")
VM_PAIR = roots("vm-6.18", "vm-6.18-later")


def limited(address_space_mb, seconds):
    """For `before`: the memory and processor time that a run may take. A sanitizer maps terabytes of
    shadow, so there only the time is bounded."""
    def apply():
        if not SANITIZED:
            size = address_space_mb << 20
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
        patience = seconds * (10 if SANITIZED else 1)
        resource.setrlimit(resource.RLIMIT_CPU, (patience, patience + 1))
    return apply


def answered(ask, is_answer=bool):
    """What `ask` gives when it is an answer. A reader waits a quarter of a second for programs that it has not seen
    before: on a busy machine it may see their counter sets only when it asks again."""
    end = time.monotonic() + PATIENCE
    while not is_answer(found := ask()) and time.monotonic() < end:
        pass
    return found


def is_well(done):
    """For answered(), of a run."""
    return (done.code if isinstance(done, Result) else done.returncode) == ALL_WELL


NOBODY = 65534  # a user and a group


def become_nobody():
    """For `before`, where root runs the tests."""
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def as_user(uid, *command, group=None):
    """The command line that runs a command as another user."""
    groups = "--clear-groups" if group is None else "--groups=%d" % group
    return ["setpriv", "--reuid=%d" % uid, "--regid=%d" % uid, groups, *command]


def copy_for_everyone(program):
    """A copy that other users may run, who may not enter the folder of the build; it ends with this process."""
    folder = tempfile.mkdtemp(prefix="perflib-e2e-", dir="/tmp")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.chmod(folder, 0o755)
    return shutil.copy(program, folder)


class ToolTest(unittest.TestCase):
    """Has a folder of its own, and words for what a run must give."""

    maxDiff = None
    where = None  # for temporary files; "/tmp": other users may go there, too

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="perflib-e2e-", dir=self.where))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def assertExit(self, result, code):
        self.assertEqual(code, result.code, result)

    def assertFault(self, result, code, err):
        """Nothing on standard output, exactly these lines on standard error."""
        self.assertEqual((code, b"", err), (result.code, result.out, result.err))

    def run_well(self, *arguments, **options):
        """A run that has nothing to complain about."""
        result = perflib(*arguments, **options)
        self.assertEqual((ALL_WELL, ""), (result.code, result.err), result)
        return result

    def rows(self, *arguments):
        """The JSON lines of a query that went well."""
        return [json.loads(line) for line in
                self.run_well("query", "--format", "json", *arguments).text.splitlines()]

    def start_process_called(self, name):
        """A process of a program of that name, which does nothing and ends with the test."""
        program = self.folder / name
        shutil.copy(os.environ["LOG_CHAIN"], program)
        process = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

    def copy_of(self, machine, name="root"):
        """A machine of the fixtures that may be changed."""
        return pathlib.Path(shutil.copytree(MACHINES / machine, self.folder / name, symlinks=True))


class StandAloneTest(ToolTest):
    """Tests that register modules or publish counter sets: without those of this machine."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        stand_alone()

"""`perflib` as tests run it: the built tool, the recorded machines, a folder of the test's own.

CTest says where they are: PERFLIB, MACHINES (the unpacked fixtures) and SOURCE (the repository).
"""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PERFLIB = os.environ["PERFLIB"]
MACHINES = pathlib.Path(os.environ["MACHINES"]).resolve()
SOURCE = pathlib.Path(os.environ.get("SOURCE", pathlib.Path(__file__).parents[2])).resolve()
# Generous: a sanitizer build on a busy machine.
PATIENCE = 60
SANITIZED = os.environ.get("SANITIZED", "") == "1"

sys.path.insert(0, str(SOURCE / "tests" / "oracle"))

ALL_WELL, FAILED, WRONG_USAGE, DOES_NOT_EXIST = 0, 1, 2, 3


class Result:
    """What one run gave: code, out (bytes), and both streams as text."""

    def __init__(self, code, out, err):
        self.code, self.out = code, out
        self.text, self.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")

    def __repr__(self):
        return "exit %d\nstdout: %r\nstderr: %r" % (self.code, self.out[:2000], self.err[:2000])


def environment(**changes):
    """A plain one, whatever the caller's is: UTC, UTF-8, no colours asked for or refused."""
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")}
    return {**kept, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", **changes}


def perflib(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=None, cwd=None,
            before=None, data=None):
    """Runs the tool. `data` goes to its standard input, `before` runs in the child."""
    done = subprocess.run([PERFLIB, *map(os.fspath, arguments)], stdout=stdout, cwd=cwd,
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


class ToolTest(unittest.TestCase):
    """Has a folder of its own, and words for what a run must give."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="perflib-e2e-"))
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

    def copy_of(self, machine, name="root"):
        """A machine of the fixtures that may be changed."""
        return pathlib.Path(shutil.copytree(MACHINES / machine, self.folder / name, symlinks=True))

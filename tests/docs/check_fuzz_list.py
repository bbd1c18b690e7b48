"""script/fuzz notes how many inputs each target ran, and --list prints the sums: on a made-up tree, whose
targets only print what libFuzzer prints at the end."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop()) / "script"
TARGETS = {"a_fuzz": "openperflib/wire/a_fuzz.cc", "b_fuzz": "apps/perflib/b_fuzz.cc"}
NOTHING = "#!/bin/sh\nexit 0\n"


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class FuzzList(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name in ("fuzz", "help"):
            (self.tree / "script").mkdir(exist_ok=True)
            shutil.copy(SCRIPTS / name, self.tree / "script")
        for name in ("script/setup", "script/configure", "bin/ninja"):
            write_program(self.tree / name, NOTHING)
        for target, source in TARGETS.items():
            (self.tree / source).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / source).touch()
            write_program(self.tree / "build/asan-ubsan" / target,
                          "#!/bin/sh\necho 'stat::number_of_executed_units: 1200'\n")

    def fuzz(self, *words):
        path = f"{self.tree / 'bin'}:{os.environ['PATH']}"
        return subprocess.run([self.tree / "script/fuzz", *words], env={**os.environ, "PATH": path}, check=True,
                              capture_output=True, text=True).stdout

    def rows(self):
        lines = self.fuzz("--list").splitlines()
        self.assertEqual("target parser runs seconds".split(), lines[0].split())
        return [line.split()[:3] for line in lines[1:]]

    def test_nothing_ran_yet(self):
        self.assertEqual([["b_fuzz", "apps/perflib/b", "0"], ["a_fuzz", "openperflib/wire/a", "0"]], self.rows())

    def test_runs_add_up(self):
        self.fuzz("1")
        self.fuzz("1", "a_fuzz")
        self.assertEqual([["b_fuzz", "apps/perflib/b", "1200"], ["a_fuzz", "openperflib/wire/a", "2400"]],
                         self.rows())


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""check_scripts.py SOURCE: the scripts explain themselves, and refuse what they do not know, before they do any work.

They run with a PATH that lacks every program that installs, configures or builds.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = ("bench", "bench-web", "build", "configure", "coverage", "format", "fuzz", "run", "setup", "test", "test-slow", "web")
NEEDED = ("bash", "env", "sed", "dirname", "grep", "basename", "find", "cat")


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in NEEDED:
            os.symlink(shutil.which(name), os.path.join(folder.name, name))
        self.path = folder.name

    def run_script(self, *words):
        return subprocess.run([self.source / "script" / words[0], *words[1:]], env={"PATH": self.path}, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=60)

    def test_help_comes_before_all_work(self):
        for name in SCRIPTS:
            for option in ("-h", "--help"):
                with self.subTest(name, option=option):
                    done = self.run_script(name, option)
                    self.assertEqual((0, ""), (done.returncode, done.stderr))
                    self.assertGreater(len(done.stdout), 40)

    def test_help_may_follow_the_kind_of_test(self):
        self.assertEqual(self.run_script("test", "--help").stdout, self.run_script("test", "edit", "--help").stdout)

    def test_words_that_are_not_known_are_refused_before_all_work(self):
        for words, message in ((("setup", "nonsense"),
                                "script/setup: nonsense is not a task; the tasks are tool test web bench slow format\n"),
                               (("test", "nonsense"),
                                "script/test: nonsense is not a kind, layer, tool or folder of tests; "
                                "script/test --help lists the kinds\n")):
            with self.subTest(words):
                done = self.run_script(*words)
                self.assertEqual((2, "", message), (done.returncode, done.stdout, done.stderr))

    def test_wasm_is_another_name_of_the_task_web(self):
        self.assertEqual(self.run_script("setup", "web", "nonsense").stderr,
                         self.run_script("setup", "wasm", "nonsense").stderr)


if __name__ == "__main__":
    Scripts.source = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()

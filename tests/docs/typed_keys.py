"""Keys typed into an interactive shell that has nothing of the user's, and what they made of its line."""

import os
import pty
import re
import select
import tempfile
import time
import unittest

from tool import PATIENCE, Tool

# What makes a shell show its line for this key prints LINE<...> and empties the line.
SHOW_LINE = b"\x07"


class ShellTest(unittest.TestCase):
    """Has the tool in a folder of its own; main() says where that and the completion are."""

    perflib = machines = path_of_completion = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.tool = Tool(self.perflib, self.machines, folder.name)
        self.completion = os.path.join(folder.name, ".completion")  # shells need no quotes for it
        os.symlink(self.path_of_completion, self.completion)

    def line_after(self, keys, command, set_up, **environment):
        """The line after `keys` in the shell that `command` starts. `set_up`: lines for it, of which the
        last prints READY."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.tool.folder)
            os.execvpe(command[0], command,
                       {**self.tool.environment, "PS1": "$ ", "TERM": "dumb", **environment})
        try:
            os.write(terminal, set_up.encode())
            self.read_until(terminal, "READY\r\n")
            os.write(terminal, keys.encode() + SHOW_LINE)
            return re.search(r"LINE<(.*?)>\r", self.read_until(terminal, r"LINE<.*>\r")).group(1)
        finally:
            os.close(terminal)
            os.waitpid(child, 0)

    def read_until(self, terminal, pattern):
        text, end = "", time.monotonic() + PATIENCE
        while not re.search(pattern, text):
            ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
            self.assertTrue(ready, "no %r in %r" % (pattern, text))
            text += os.read(terminal, 65536).decode(errors="replace")
        return text


def main(arguments):
    """Runs the tests of the script that is called PERFLIB MACHINES COMPLETION."""
    ShellTest.perflib, ShellTest.machines, ShellTest.path_of_completion = map(os.path.abspath, arguments[1:4])
    unittest.main(argv=arguments[:1])

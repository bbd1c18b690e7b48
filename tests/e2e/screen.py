"""A terminal to run the tool in: tmux, on a socket of its own, without anybody's configuration."""

import itertools
import os
import pathlib
import subprocess
import time

from tool import MACHINES, PATIENCE, PERFLIB, environment

NUMBERS = itertools.count()
MACHINE_NAMES = {"a": "made-pair-a", "b": "made-pair-b", "vm": "vm-6.18", "later": "vm-6.18-later",
                 "hostile": "made-hostile"}


def until(condition, what):
    """What `condition` gives, once it is true; it is asked again and again, with a generous bound."""
    end = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError("never came: %s" % (what() if callable(what) else what))
        time.sleep(0.02)


class Screen:
    """A shell in a window of `columns` x `rows`; ./perflib and the machines stand in its folder."""

    def __init__(self, test, columns, rows, **variables):
        self.folder = pathlib.Path(test.folder) / ("shell%d" % next(NUMBERS))
        self.folder.mkdir()
        for name, target in {"perflib": PERFLIB, **{short: MACHINES / machine for short, machine
                                                    in MACHINE_NAMES.items()}}.items():
            (self.folder / name).symlink_to(target)
        self.socket = "perflib-e2e-%d-%d" % (os.getpid(), next(NUMBERS))
        self.environment = environment(**variables)
        self.environment["TMUX_TMPDIR"] = str(self.folder)
        test.addCleanup(self.close)
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", self.folder,
                  "exec env PS1='ready$ ' bash --norc --noprofile")  # /bin/sh may start it as its child
        self.pid = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        self.wait_for("ready$")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-u", "-L", self.socket, "-f", "/dev/null",
                               *map(str, arguments)], env=self.environment, capture_output=True,
                              text=True, timeout=PATIENCE)
        return done.stdout

    def close(self):
        self.tmux("kill-server")

    def keys(self, *names):
        """Keys by the names tmux has for them: Down, Escape, C-c."""
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def run(self, command):
        self.type(command)
        self.keys("Enter")

    def text(self, *options):
        """What is on the screen, without blanks at line ends and empty lines at its end."""
        lines = self.tmux("capture-pane", "-p", *options).split("\n")
        return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"

    def wait_for(self, *texts):
        """The screen that has one of them."""
        def found():
            screen = self.text()
            return screen if any(text in screen for text in texts) else None
        return until(found, lambda: "%s on\n%s" % (" or ".join(map(repr, texts)), self.text()))

    def wait_gone(self, text):
        return until(lambda: text not in self.text() and (self.text() or "\n"),
                     lambda: "an end of %r on\n%s" % (text, self.text()))

    def value(self, name):
        """Of the pane, as tmux knows it: alternate_on, cursor_flag, ..."""
        return self.tmux("display-message", "-p", "#{%s}" % name).strip()

    def running_tool(self):
        """The process id of the perflib that runs in the shell, which must be there: 0 would be this process group."""
        return until(self.tool, self.text)

    def tool(self):
        """The process id of the perflib that runs in the shell; 0: there is none."""
        children = pathlib.Path("/proc/%d/task/%d/children" % (self.pid, self.pid))
        for child in children.read_text().split():
            try:
                program = os.readlink("/proc/%s/exe" % child)
            except OSError:  # it has ended since
                continue
            if program == os.path.realpath(PERFLIB):
                return int(child)
        return 0

"""The memory of recorders and readers while processes come and go.

A minute here, an hour in script/test-slow: SECONDS of CHURN (processes a second). What a tool has resident
after a third of the time (75 seconds at most) may grow by GROWTH until the end.
"""

import os
import pty
import signal
import subprocess
import sys
import threading
import time
import unittest

from logman_tool import LogmanTest
from tool import ALL_WELL, FAILED, PATIENCE, PERFLIB, SANITIZED, environment



def see_own_processes_alone():
    """Starts this program again where it sees only the processes that it starts: those of other programs come and go,
    too. Goes on as it is where the kernel does not allow it."""
    apart = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-current-user"]),
             "--pid", "--fork", "--mount-proc", "--kill-child"]
    if "APART" not in os.environ and subprocess.run([*apart, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["APART"] = "1"
        os.execvp("unshare", [*apart, *sys.orig_argv])


see_own_processes_alone()
TYPEPERF = os.environ["TYPEPERF"]
CHURN = os.environ["CHURN_PROGRAM"]
SECONDS = float(os.environ["SECONDS"])
RATE = os.environ["CHURN"]
INTERVAL = os.environ["INTERVAL"]
GROWTH = 16 << 20
SETTLED = min(75.0, SECONDS / 3)  # a recording compresses its first minute after a minute
ALL_PROCESSES = r"\Process(*)\*"
# A process of a new name is a column: where others start some meanwhile, they are not what is measured.
CHURNING = r"\Process(churn*)\*"


def resident(pid):
    """Bytes; 0 where the process has ended."""
    try:
        with open("/proc/%d/status" % pid) as file:
            lines = dict(line.split(":", 1) for line in file if ":" in line)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(lines["VmRSS"].split()[0]) << 10 if "VmRSS" in lines else 0


@unittest.skipIf(SANITIZED, "a sanitizer keeps memory that was freed")
class Memory(LogmanTest):
    def setUp(self):
        super().setUp()
        churn = subprocess.Popen([CHURN, RATE, "300", "50"])
        self.addCleanup(churn.wait)
        self.addCleanup(churn.kill)

    def start(self, *command, **options):
        process = subprocess.Popen(list(map(os.fspath, command)), stdin=subprocess.DEVNULL, env=environment(),
                                   **{"stdout": subprocess.DEVNULL, **options})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_on_a_terminal(self, *command):
        ours, theirs = pty.openpty()
        process = self.start(*command, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)

        def drain():
            try:
                while os.read(ours, 1 << 16):
                    pass
            except OSError:
                pass  # the other side has ended
            os.close(ours)

        threading.Thread(target=drain, daemon=True).start()
        return process

    def recorders(self):
        def record(name, *words):
            return self.start(PERFLIB, "record", "-i", INTERVAL, "-o", self.folder / name, *words, ALL_PROCESSES,
                              stderr=subprocess.DEVNULL)

        record("part.perfrec", "-n", str(int(SETTLED / float(INTERVAL))))
        self.recorder = record("log.perfrec")
        found = {"record .perfrec": self.recorder,
                 "record --ring": record("box.perfrec", "--ring", "1m", "--max-size", "1M"),
                 "record .blg": record("log.blg"), "record .csv": record("log.csv"),
                 "typeperf": self.start(TYPEPERF, "-o", self.folder / "typeperf.csv", ALL_PROCESSES),
                 "watch": self.start_on_a_terminal(PERFLIB, "watch", "-i", INTERVAL)}
        self.create("box", "-c", ALL_PROCESSES, "-si", "1", "-f", "bin", "-o", self.folder / "logman")
        self.well("start", "box")
        return {**{name: process.pid for name, process in found.items()}, "logman": self.pid("box")}

    def assertBounded(self, name, settled, most):
        self.assertLess(0, settled, name)
        print("%-16s %6.1f MiB, then at most %+.1f MiB" % (name, settled / 2**20, (most - settled) / 2**20))
        self.assertLess(most - settled, GROWTH, name)

    def peak(self, *command):
        """The most that a run had resident."""
        process = subprocess.Popen(list(map(os.fspath, command)), stdout=subprocess.DEVNULL, env=environment())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(process.returncode, (ALL_WELL, FAILED) if command[1] == "report" else (ALL_WELL,), command)
        return usage.ru_maxrss << 10

    def commands(self, log):
        """Of the readers, by name."""
        return {"summary": ("summary", log, CHURNING), "summary --json": ("summary", "--json", log, CHURNING),
                "report": ("report", log),
                "convert .csv": ("convert", "-y", "-c", CHURNING, log, self.folder / "copy.csv"),
                "convert .blg": ("convert", "-y", log, self.folder / "copy.blg"),
                "diff": ("diff", log, log, CHURNING)}

    def test_recorders_and_then_readers_stay_as_they_were(self):
        begun = time.monotonic()
        pids = self.recorders()
        settled, most = {}, dict.fromkeys(pids, 0)
        while time.monotonic() < begun + SECONDS:
            time.sleep(0.2)  # how often it is looked at
            now = {name: resident(pid) for name, pid in pids.items()}
            if time.monotonic() < begun + SETTLED:
                settled = {name: max(size, settled.get(name, 0)) for name, size in now.items()}
            most = {name: max(size, most[name]) for name, size in now.items()}
        for name, pid in pids.items():
            with self.subTest(name):
                self.assertLess(0, resident(pid), "has ended")
                self.assertBounded(name, settled[name], most[name])
        log = self.recorder
        log.send_signal(signal.SIGINT)
        self.assertEqual(ALL_WELL, log.wait(PATIENCE))
        self.readers(self.folder / "log.perfrec", self.folder / "part.perfrec")

    def readers(self, log, part):
        """What reading all of it takes, compared with reading its first part."""
        before = self.commands(part)
        for name, command in self.commands(log).items():
            with self.subTest(name):
                self.assertBounded(name, self.peak(PERFLIB, *before[name]), self.peak(PERFLIB, *command))


if __name__ == "__main__":
    unittest.main()

"""Logs of pdh.h on disks that are full, break or may not be written to, and in a process that is killed within
PdhUpdateLog: each call tells, and what was written before stays.

pdh_writer prints the status of each call, and print_pdh (of the oracle) what is in a log. EVERY_CALL: the
system calls from one kill to the next; EVERY_WRITE: the writes to a database from one failure to the next.
"""

import ctypes
import errno
import itertools
import os
import subprocess
import unittest

from tool import ALL_CASES, PATIENCE, SOURCE, ToolTest, each_of, environment, some_of

WRITER, PRINT_PDH, PRELOAD = (os.environ[name] for name in ("PDH_WRITER", "PRINT_PDH", "FAILING_WRITES"))
KILL_AT_CALL = os.environ["KILL_AT_CALL"]
KILLED, ENDED, CANNOT_TRACE = 0, 1, 2
EVERY_CALL, EVERY_WRITE = (int(os.environ.get(name, usual)) for name, usual in
                           (("EVERY_CALL", "23" if ALL_CASES else "61"), ("EVERY_WRITE", "13" if ALL_CASES else "41")))
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"  # 601 records
UPDATES = 5
TEXT = {".csv": 1, ".tsv": 2}
FILES = {**TEXT, ".blg": 8}
SQL = 7
OK, WRITE_FAULT, DISK_FULL = "00000000", "0000001D", "00000070"
CREATE_ERROR, OPEN_ERROR, ACCESS_DENIED, NO_MORE_DATA = "C0000BC9", "C0000BCA", "C0000BDB", "C0000BCC"
SQL_FAILED = "C0000BE2"


def without_privileges():
    """Not even root may write then where its modes say no: CAP_DAC_OVERRIDE is given up."""
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


class PdhTest(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "disk").mkdir()
        self.disk = self.folder / "disk"
        self.env = {"XDG_STATE_HOME": str(self.folder / "state")}

    def log(self, suffix):
        name = self.disk / ("log" + suffix)
        return "SQL:%s!one" % name if suffix == ".db" else os.fspath(name)

    def run_program(self, *words, before=None, **variables):
        return subprocess.run(list(map(os.fspath, words)), env=environment(**self.env, **variables),
                              capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, preexec_fn=before,
                              check=False)

    def statuses(self, done):
        """[(call, status)] of a writer."""
        return [tuple(line.split()) for line in done.stdout.decode().splitlines()]

    def write(self, suffix, **more):
        return self.statuses(self.run_program(WRITER, self.log(suffix), str(FILES.get(suffix, SQL)), str(UPDATES),
                                              **more))

    def failing(self, first, number):
        return {"LD_PRELOAD": PRELOAD, "FAIL_IN": str(self.disk), "FAIL_FROM": str(first),
                "FAIL_WITH": str(number)}

    def records(self, suffix):
        """How many a log has; all of them are read to the end."""
        done = self.run_program(PRINT_PDH, self.log(suffix))
        if done.returncode != 0:
            self.assertIn(b"0x800007D5", done.stderr)  # PDH_NO_DATA: there is none
            return 0
        lines = done.stdout.decode().splitlines()
        self.assertEqual("end\t" + NO_MORE_DATA, lines[-1])
        return sum(line.startswith("record\t") for line in lines)

    def names(self):
        return sorted(path.name for path in self.disk.iterdir())

    def clear(self):
        for path in self.disk.iterdir():
            path.unlink()

    def assertTold(self, calls, why):
        """Every update up to the one that fails, and then none, has its record."""
        updates = [status for call, status in calls if call == "update"]
        self.assertEqual(UPDATES, len(updates), calls)
        good = updates.index(why) if why in updates else UPDATES
        self.assertEqual([OK] * good + [why] * (UPDATES - good), updates)
        return good


class BreakingDisk(PdhTest):
    def test_text_log(self):
        """The first write is the first line; each record is one more."""
        for suffix in TEXT:
            firsts, errors = some_of(range(1, UPDATES + 2), 2), ((errno.EIO, WRITE_FAULT), (errno.ENOSPC, DISK_FULL))
            for first, (number, why) in each_of(firsts, errors):
                with self.subTest((suffix, first, why)):
                    self.clear()
                    calls = self.write(suffix, **self.failing(first, number))
                    if first == 1:
                        refused = CREATE_ERROR if number == errno.EIO else DISK_FULL
                        self.assertEqual(([("open", refused)], []), (calls, self.names()))
                        continue
                    self.assertEqual(("open", OK), calls[0])
                    self.assertEqual(first - 2, self.assertTold(calls, why))
                    self.assertEqual(first - 2, self.records(suffix))

    def assertEveryFailureIsTold(self, suffix, number, refusal, why, step=1):
        """From whichever write on the disk fails; until there is none that does."""
        for first in range(1, 1000, step):
            self.clear()
            calls = self.write(suffix, **self.failing(first, number))
            if calls[0] != ("open", OK):
                self.assertEqual([("open", refusal)], calls)
                continue
            good = self.assertTold(calls, why)
            self.assertEqual(good, self.records(suffix), (first, calls))
            if good == UPDATES and calls[-1] == ("close", OK):
                return
        self.fail("it never ends")

    def test_binary_log(self):
        step = 1 if ALL_CASES else 3
        self.assertEveryFailureIsTold(".blg", errno.EIO, CREATE_ERROR, WRITE_FAULT, step)
        self.assertEveryFailureIsTold(".blg", errno.ENOSPC, DISK_FULL, DISK_FULL, step)

    def test_database(self):
        for number in (errno.EIO, errno.ENOSPC):
            self.assertEveryFailureIsTold(".db", number, SQL_FAILED, SQL_FAILED, EVERY_WRITE)

    def test_reading(self):
        """What is read before the failure is what an intact disk gives."""
        for suffix, source in ((".blg", COUNTERS), (".csv", None)):
            self.clear()
            if source is None:
                self.write(suffix)
            else:
                (self.disk / ("log" + suffix)).write_bytes(source.read_bytes())
            whole = self.run_program(PRINT_PDH, self.log(suffix)).stdout.splitlines()
            outcomes = set()
            for first in (*range(1, 9), *range(9, 1000, 1 if ALL_CASES else 3)):
                done = self.run_program(PRINT_PDH, self.log(suffix), LD_PRELOAD=PRELOAD, FAIL_IN=str(self.disk),
                                        FAIL_READS_FROM=str(first), FAIL_WITH=str(errno.EIO))
                lines = done.stdout.splitlines()
                if lines == whole:
                    break
                if done.returncode == 0:
                    self.assertEqual(b"end\t" + OPEN_ERROR.encode(), lines.pop())
                else:
                    self.assertIn(b": 0x" + OPEN_ERROR.encode(), done.stderr)
                self.assertEqual(whole[:len(lines)], lines)
                outcomes.add(done.returncode)
            self.assertEqual({0, 1}, outcomes, suffix)  # in the middle, and at the beginning


class FullDisk(PdhTest):
    def test_whatever_room_there_is_the_records_that_fit_are_there(self):
        for suffix in FILES:
            self.clear()
            self.write(suffix)
            size = (self.disk / ("log" + suffix)).stat().st_size
            for room in some_of((0, 100, size // 2, size - 1, size), 2):
                with self.subTest((suffix, room)):
                    self.clear()
                    calls = self.write(suffix, LD_PRELOAD=PRELOAD, FAIL_IN=str(self.disk), FAIL_ROOM=str(room))
                    if calls[0] != ("open", OK):
                        self.assertEqual(([("open", DISK_FULL)], []), (calls, self.names()))
                        continue
                    updates = [status for call, status in calls if call == "update"]
                    self.assertLessEqual(set(updates), {OK, DISK_FULL})  # a shorter row may fit after all
                    self.assertEqual(updates.count(OK), self.records(suffix))


class ReadOnly(PdhTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.disk.chmod, 0o755)

    def test_folder(self):
        for suffix in FILES:
            with self.subTest(suffix):
                self.disk.chmod(0o555)
                self.assertEqual([("open", ACCESS_DENIED)], self.write(suffix, before=without_privileges))
                self.assertEqual([], self.names())

    def test_file(self):
        for suffix in FILES:
            with self.subTest(suffix):
                log = self.disk / ("log" + suffix)
                log.write_text("old")
                log.chmod(0o444)
                self.assertEqual([("open", ACCESS_DENIED)], self.write(suffix, before=without_privileges))
                self.assertEqual("old", log.read_text())

    def test_folder_of_a_database(self):
        self.disk.chmod(0o555)
        self.assertEqual([("open", SQL_FAILED)], self.write(".db", before=without_privileges))
        self.assertEqual([], self.names())


class Kills(PdhTest):
    def killed(self, suffix, told, stop):
        """Kills it at a stop after it has reported `told` calls. Returns whether it died, and what it had reported."""
        done = self.run_program(KILL_AT_CALL, str(told), str(stop), WRITER, self.log(suffix),
                                str(FILES.get(suffix, SQL)), str(UPDATES))
        if done.returncode == CANNOT_TRACE:
            self.skipTest("a process cannot be traced here")
        return done.returncode == KILLED, self.statuses(done)

    def test_at_any_system_call_every_record_that_was_told_is_there(self):
        """From one call that was told to the next; before the log is open there is nothing to lose."""
        for suffix in (*FILES, ".db"):
            for told in some_of(range(1, UPDATES + 3), UPDATES):  # open, the updates and close
                for stop in itertools.count(1, EVERY_CALL):
                    self.clear()
                    is_killed, calls = self.killed(suffix, told, stop)
                    if not is_killed or len(calls) > told:
                        break
                    with self.subTest((suffix, told, stop)):
                        updates = calls.count(("update", OK))
                        self.assertEqual(min(told - 1, UPDATES), updates)
                        self.assertIn(self.records(suffix), (updates, updates + 1))  # it died before it told
                self.assertLess(1, stop, (suffix, told))


if __name__ == "__main__":
    unittest.main()

"""Logs on disks that are full, break or may not be written to: a clear error, and what was there
before stays."""

import ctypes
import errno
import json
import os
import shutil
import subprocess
import unittest

from tool import (ALL_WELL, FAILED, PATIENCE, PERFLIB, SOURCE, MACHINES, Result, ToolTest, environment,
                  each_of, perflib, some_of)

TYPEPERF, RELOG, PRELOAD = os.environ["TYPEPERF"], os.environ["RELOG"], os.environ["FAILING_WRITES"]
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"  # 601 samples
OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"           # 11 samples
PATHS = (r"\Process(*)\ID Process", r"\Processor(*)\% Processor Time")
ROOTS = [word for name in ("vm-6.18", "vm-6.18-later") for word in ("--root", str(MACHINES / name))]
SAMPLES = 20
FORMATS = {".csv": "CSV", ".tsv": "TSV", ".blg": "BIN"}
WORDS = {errno.EIO: "Input/output error", errno.ENOSPC: "No space left on device"}


def run(command, env=None, before=None):
    done = subprocess.run([os.fspath(word) for word in command], stdin=subprocess.DEVNULL,
                          capture_output=True, env=env or environment(), timeout=PATIENCE,
                          preexec_fn=before)
    return Result(done.returncode, done.stdout, done.stderr)


def without_privileges():
    """Not even root may write then where its modes say no: CAP_DAC_OVERRIDE is given up."""
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


class DiskTest(ToolTest):
    def path(self, name):
        return self.folder / name

    def failing(self, command, first, number):
        """A run whose writes to the folder fail from the first-th on."""
        return run(command, environment(LD_PRELOAD=PRELOAD, FAIL_IN=str(self.folder),
                                        FAIL_FROM=str(first), FAIL_WITH=str(number)))

    def recorders(self, suffix):
        log, roots = self.path("log" + suffix), ROOTS * (SAMPLES // 2)
        return (([PERFLIB, "record", "-y", "-o", log, *PATHS, *roots], log),
                ([TYPEPERF, "-y", "-f", FORMATS[suffix], "-o", log, *PATHS, *roots], log))

    def converters(self, suffix, log):
        return ([PERFLIB, "convert", "-y", COUNTERS, log],
                [RELOG, COUNTERS, "-y", "-f", FORMATS[suffix], "-o", log],
                [PERFLIB, "convert", "-y", OBJECTS, log],
                [RELOG, OBJECTS, "-y", "-f", FORMATS[suffix], "-o", log])

    def samples(self, log):
        result = perflib("summary", "--json", log)
        self.assertEqual(ALL_WELL, result.code, result)
        return json.loads(result.text)["records"]

    def assertSaid(self, result, words):
        self.assertEqual(FAILED, result.code, result)
        self.assertIn(words, result.text + result.err)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class BreakingDiskUnderARecording(DiskTest):
    """The writes are: the header; then for each two samples, because the clock goes back after them, one part
    per sample, and their block, first after the parts and then over them."""

    def test_it_keeps_the_samples_before_and_says_so(self):
        log = self.path("log.perfrec")
        roots = ROOTS * (SAMPLES // 2)
        firsts = some_of((2, 3, 4, 5, 6, 7, 20, 22, 23, 2 * SAMPLES, 2 * SAMPLES + 1), 3)
        for first, (number, words) in each_of(firsts, WORDS.items()):
            with self.subTest((first, words)):
                command = [PERFLIB, "record", "-y", "-o", log, *roots]
                result = self.failing(command, first, number)
                if number == errno.ENOSPC and first >= 2 * SAMPLES:
                    self.assertEqual(ALL_WELL, result.code)  # the journal has all of the last block
                else:
                    self.assertSaid(result, words)
                if first == 2:
                    continue  # its header is all there is
                samples = self.samples(log)
                pairs, parts = divmod(first - 2, 4)
                self.assertEqual(2 * pairs + min(parts, 2), samples)

    def test_a_ring_too(self):
        box = self.path("box.perfrec")
        command = [PERFLIB, "record", "--ring", "1h", "-o", box, *ROOTS * (SAMPLES // 2)]
        self.assertSaid(self.failing(command, 7, errno.ENOSPC), WORDS[errno.ENOSPC])
        self.assertLess(0, self.samples(box))


    def test_a_ring_on_a_full_disk_removes_its_oldest_segments_and_continues(self):
        box = self.path("box.perfrec")
        command = [PERFLIB, "record", "--ring", "1s", "-o", box, *ROOTS * (SAMPLES // 2)]
        self.assertEqual(ALL_WELL, run(command).code)
        segments = sorted(box.iterdir())
        self.assertEqual(SAMPLES, len(segments))
        size = max(path.stat().st_size for path in segments)
        last = json.loads(perflib("summary", "--json", segments[-1]).text)["last"]
        shutil.rmtree(box)
        result = run(command, environment(LD_PRELOAD=PRELOAD, FAIL_IN=str(self.folder),
                                          FAIL_ROOM=str(6 * size)))
        self.assertEqual(ALL_WELL, result.code, result)
        self.assertEqual(1, result.err.count("the disk is full"), result)
        kept = sorted(path.name for path in box.iterdir())
        self.assertNotIn("000001.perfrec", kept)
        self.assertLessEqual(3, len(kept))
        newest = json.loads(perflib("summary", "--json", box / kept[-1]).text)
        self.assertEqual(last, newest["last"])
        self.assertEqual(len(kept), self.samples(box))


class BreakingDisk(DiskTest):
    def test_a_recording_keeps_the_samples_before(self):
        """The writes are: the header, and one or two a sample."""
        for suffix in FORMATS:
            for command, log in self.recorders(suffix):
                kept = []
                for first, (number, words) in each_of(some_of((2, 3, 7, 20), 3), WORDS.items()):
                    with self.subTest((command[0], suffix, first, words)):
                        self.assertSaid(self.failing(command, first, number), words)
                        content = log.read_bytes()
                        if suffix != ".blg":
                            self.assertTrue(content.endswith(b"\r\n"))
                            self.assertEqual(first - 1, content.count(b"\r\n"))
                        elif first > 7:
                            kept.append(self.samples(log))
                self.assertTrue(all(0 < count < SAMPLES for count in kept), kept)

    def test_a_conversion_leaves_what_was_there(self):
        for suffix in FORMATS:
            log = self.path("log" + suffix)
            for command, first, (number, words) in each_of(self.converters(suffix, log), (1, 2), WORDS.items()):
                with self.subTest((command, first, words)):
                    log.write_text("old")
                    self.assertSaid(self.failing(command, first, number), words)
                    self.assertEqual(([log.name], "old"), (self.names(), log.read_text()))
                    log.unlink()
                    self.assertSaid(self.failing(command, first, number), words)
                    self.assertEqual([], self.names())

    def test_a_log_that_is_gone_on_with_keeps_what_it_had(self):
        for suffix, kind in FORMATS.items():
            log, begin = self.path("log" + suffix), "2/19/2013 18:55:01"
            run([RELOG, COUNTERS, "-y", "-f", kind, "-e", "2/19/2013 18:55:00", "-o", log])
            before, samples = log.read_bytes(), self.samples(log)
            for first in some_of((1, 2, 3), 2):
                with self.subTest((suffix, first)):
                    log.write_bytes(before)
                    result = self.failing([RELOG, COUNTERS, "-a", "-b", begin, "-f", kind, "-o", log],
                                          first, errno.EIO)
                    if suffix != ".blg" and result.code == ALL_WELL:
                        continue  # it was written at once
                    self.assertSaid(result, WORDS[errno.EIO])
                    self.assertGreaterEqual(self.samples(log), samples)
                    if suffix != ".blg":
                        self.assertEqual(before, log.read_bytes()[:len(before)])

    def test_reading_that_fails_is_said(self):
        """/proc/self/mem cannot be read at its beginning: an EIO that needs no privileges."""
        for command in ("query", "summary", "list", "explain", "watch"):
            with self.subTest(command):
                log = [] if command == "summary" else [PATHS[0], "--log"]
                self.assertFault(perflib(command, *log, "/proc/self/mem"), FAILED,
                                 "perflib: /proc/self/mem: Input/output error\n")


class ReadOnly(DiskTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.folder.chmod, 0o755)

    def test_a_folder_that_may_not_be_written_to_gets_nothing(self):
        for suffix in FORMATS:
            log = self.path("log" + suffix)
            for command in [*(command for command, _ in self.recorders(suffix)),
                            *self.converters(suffix, log)]:
                with self.subTest(command):
                    self.folder.chmod(0o555)
                    result = run(command, before=without_privileges)
                    self.assertSaid(result, str(log))
                    self.assertRegex(result.text + result.err, "no permission")
                    self.assertEqual([], self.names())

    def test_a_file_that_may_not_be_written_to_stays(self):
        for suffix in FORMATS:
            log = self.path("log" + suffix)
            log.write_text("old")
            log.chmod(0o444)
            append = [RELOG, COUNTERS, "-a", "-f", FORMATS[suffix], "-o", log]
            for command in [*(command for command, _ in self.recorders(suffix)), append]:
                with self.subTest(command):
                    self.assertEqual(FAILED, run(command, before=without_privileges).code)
                    self.assertEqual("old", log.read_text())


if __name__ == "__main__":
    unittest.main()

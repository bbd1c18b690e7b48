"""A tool that is killed while it writes a log: the log opens, and nothing is missing that was there.

KILLS of each kind: five beside the other tests, two of them under sanitizers, a hundred in script/test-slow.
"""

import json
import os
import pathlib
import random
import signal
import struct
import subprocess
import time
import unittest

from tool import ALL_WELL, MACHINES, PATIENCE, PERFLIB, SOURCE, ToolTest, environment, perflib, some_of

import blg_blocks  # of the oracle

TYPEPERF, RELOG = os.environ["TYPEPERF"], os.environ["RELOG"]
KILLS = len(some_of(range(int(os.environ.get("KILLS", "5"))), 4))
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"  # 601 samples
PATHS = (r"\Process(*)\ID Process", r"\Processor(*)\% Processor Time", r"\Memory\Available Bytes")
# Two recorded machines in turn, a sample each, as fast as they can be read: far more than any kill
# lets pass.
ROOTS = [word for name in ("vm-6.18", "vm-6.18-later") for word in ("--root", str(MACHINES / name))]
MANY_ROOTS = ROOTS * 4000
MOST_BEFORE = 100  # samples to be seen before a kill, at most
BUFFER = 65536


def samples_of_blg(content):
    """The samples in bytes that a writer may be at: only what its buffers say is there."""
    count = 0
    for start in range(BUFFER, len(content), BUFFER):
        if len(content) < start + 0x34:
            break
        end = start + struct.unpack_from("<I", content, start + 0x30)[0]
        at = start + 0x48
        while at + 72 <= min(end, len(content)):
            size, kind, part = (struct.unpack_from("<H", content, at)[0], content[at + 4],
                                struct.unpack_from("<II", content, at + 64))
            if content[at + 24:at + 40] != blg_blocks.PDH_LOG or size < 72 or at + size > end:
                break
            count += kind == 0x22 and part[0] == part[1]
            at += (size + 7) // 8 * 8
    return count


def samples_of_text(content):
    return max(0, content.count(b"\r\n") - 1)


def samples_of_recording(content):
    """Those whose journal part or block is whole; a block has those of its journal."""
    at, blocks = 128, {}
    while at + 72 <= len(content):
        magic, kind, samples, block, part = struct.unpack_from("<QIIII", content, at)
        length, = struct.unpack_from("<Q", content, at + 40)
        if magic != 0xA07F524345529D5E or at + 72 + length > len(content):
            break
        blocks[block] = samples if kind == 2 else blocks.get(block, 0) + samples
        at += 72 + length
    return sum(blocks.values())


COUNT = {".blg": samples_of_blg, ".csv": samples_of_text, ".tsv": samples_of_text,
         ".perfrec": samples_of_recording}


class KillTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(4711)

    def killed(self, command, log, wanted):
        """Kills it when the log has as many samples; what the log held just before."""
        log.unlink(missing_ok=True)
        process = subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        with process:
            try:
                content = b""
                while COUNT[log.suffix](content) < wanted:
                    self.assertIsNone(process.poll(), "it ended before it was killed")
                    self.assertLess(time.monotonic(), end, "%s does not grow" % log)
                    content = log.read_bytes() if log.exists() else b""
            finally:
                process.kill()
        self.assertEqual(-signal.SIGKILL, process.returncode)
        return content

    def summary(self, log):
        result = perflib("summary", "--json", log)
        self.assertEqual(ALL_WELL, result.code, result)
        return json.loads(result.text)["records"]

    def assertWholeRows(self, content, columns):
        lines = content.split(b"\r\n")
        self.assertEqual(b"", lines[-1], "the last row is whole")
        for line in lines[:-1]:
            self.assertEqual((columns, b'""'), (line.count(b'"'), line[:1] + line[-1:]))

    def assertKeepsWhatItHad(self, command, log):
        for _ in range(KILLS):
            before = self.killed(command, log, self.random.randint(1, MOST_BEFORE))
            seen = COUNT[log.suffix](before)
            content = log.read_bytes()
            self.assertGreaterEqual(self.summary(log), seen)
            if log.suffix in (".blg", ".perfrec"):
                continue
            self.assertEqual(before, content[:len(before)])
            self.assertWholeRows(content, content.split(b"\r\n")[0].count(b'"'))


class Recordings(KillTest):
    def test_perflib_record(self):
        for kind in ("csv", "tsv", "blg", "perfrec"):
            log = self.folder / ("log." + kind)
            with self.subTest(kind):
                self.assertKeepsWhatItHad([PERFLIB, "record", "-o", log, *PATHS, *MANY_ROOTS], log)

    def test_typeperf(self):
        for kind, suffix in (("CSV", ".csv"), ("TSV", ".tsv"), ("BIN", ".blg")):
            log = self.folder / ("log" + suffix)
            with self.subTest(kind):
                self.assertKeepsWhatItHad(
                    [TYPEPERF, "-f", kind, "-o", log, *PATHS, *MANY_ROOTS], log)

    def test_a_live_recording(self):
        """Of this machine, whose samples come at their pace."""
        for kind in ("csv", "tsv", "blg", "perfrec"):
            log = self.folder / ("live." + kind)
            with self.subTest(kind):
                before = self.killed([PERFLIB, "record", "-i", "0.01", "-o", log, PATHS[2]], log, 3)
                self.assertGreaterEqual(self.summary(log), COUNT[log.suffix](before))


class Conversions(KillTest):
    """relog and convert write to a file without a name: the target has the old or the new bytes."""

    def tools(self, log):
        return (("relog", [RELOG, COUNTERS, "-f", {".blg": "BIN"}.get(log.suffix, log.suffix[1:]),
                           "-o", log, "-y"]),
                ("convert", [PERFLIB, "convert", COUNTERS, log, "-y"]))

    def is_new(self, log):
        return log.exists() and log.read_bytes() != b"old" and self.summary(log) == 601

    def run_and_kill(self, command, seconds):
        with subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()

    def time_of(self, command):
        begun = time.monotonic()
        subprocess.run(command, env=environment(), capture_output=True, check=True)
        return time.monotonic() - begun

    def test_the_target_is_the_old_file_or_the_new_one(self):
        for suffix in (".csv", ".tsv", ".blg"):
            log = self.folder / ("log" + suffix)
            for name, command in self.tools(log):
                with self.subTest(name + suffix):
                    takes = self.time_of(command)
                    for number in range(KILLS):
                        old = number % 2 == 0
                        log.write_bytes(b"old") if old else log.unlink(missing_ok=True)
                        self.run_and_kill(command, takes * (number + 1) / KILLS)
                        self.assertTrue(self.is_new(log) or (log.read_bytes() == b"old" if old
                                                             else not log.exists()))
                        self.assertNoHalfFile(log)
                log.unlink(missing_ok=True)

    def assertNoHalfFile(self, log):
        """A name beside the target is there only while a whole file takes its place."""
        for path in self.folder.iterdir():
            if path != log:
                whole = pathlib.Path(path).rename(self.folder / ("left" + log.suffix))
                self.assertEqual(601, self.summary(whole))
                whole.unlink()


if __name__ == "__main__":
    unittest.main()

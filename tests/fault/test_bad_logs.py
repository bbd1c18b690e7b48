"""Files that are not logs, and lines that are not counters or options, are identified."""

import gzip
import os
import struct
import subprocess
import unittest

from tool import FAILED, MACHINES, PATIENCE, SOURCE, Result, ToolTest, each_of, environment, perflib, some_of

TYPEPERF, RELOG = os.environ["TYPEPERF"], os.environ["RELOG"]
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
PATH = r"\Processor(_Total)\% Processor Time"
PDH_LOG = bytes.fromhex("b33b3f933e940d499ced3cbb14c14479")
TEXT = ("is a text file, not a performance log; "
        "text logs begin with PDH-CSV or PDH-TSV")
# Files that are not logs: their bytes, and what they are called.
NO_LOGS = {
    "text.blg": (b"hello, this is not a log\n", TEXT),
    "empty.blg": (b"", "is an empty file, not a performance log; copy it again, or record again"),
    "other.etl": (COUNTERS.read_bytes()[:131072].replace(PDH_LOG[:4], b"XXXX"),
                  "is an event trace log (ETL), not a performance log"),
    "begins.blg": (COUNTERS.read_bytes()[:400],
                   "is the beginning of a BLG or ETL, cut off before its first sample; "
                   "copy the whole file again"),
    "nt4.log": (b"\1\0\2\0\7\0\0\0" + "PERF".encode("utf-16-le") + struct.pack("<II", 1, 1),
                "is a log of Performance Monitor of Windows NT 4, which is not supported"),
    "saved.blg": ("PERF".encode("utf-16-le") + bytes(100),
                  "is a performance data block, not a performance log; `perflib inspect` shows its contents"),
    "program.blg": (b"\x7fELF\2\1\1" + bytes(200), "is not a performance log"),
    "sent.blg": (b"PK\3\4" + bytes(200), "is a ZIP archive; unpack it first (unzip)"),
    "sent.csv": (gzip.compress(b'"(PDH-CSV 4.0)"'),
                 "is compressed by gzip; decompress it first (gunzip)"),
}


class BadLogTest(ToolTest):
    def file(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.folder / name

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class NoLogs(BadLogTest):
    def test_perflib_names_them_and_writes_nothing(self):
        out, path = self.folder / "out.csv", self.folder / "no log"
        commands = (("query", path, PATH), ("query", "--log", path), ("summary", path), ("list", path),
                    ("explain", path, PATH), ("watch", path), ("dump", path, "-o", out), ("convert", path, out),
                    ("convert", path, self.folder / "out.blg"), ("convert", COUNTERS, path, out))
        for (name, (content, what)), command in each_of(NO_LOGS.items(), commands):
            there = self.file(name, content)
            arguments = [there if word == path else word for word in command]
            with self.subTest(arguments):
                self.assertFault(perflib(*arguments), FAILED,
                                 "perflib: %s: %s (PDH_UNKNOWN_LOG_FORMAT)\n" % (there, what))
                self.assertEqual([name], self.names())
            there.unlink()

    def test_a_log_without_a_series_becomes_none(self):
        """Each of its six entries has its machine's name outside: its records mean nothing."""
        log = bytearray(COUNTERS.read_bytes())
        at = log.index(bytes.fromhex("ff06000008000200")) + 8
        for _ in range(6):
            struct.pack_into("<I", log, at + 28, 0xFFFFFFFF)
            at += struct.unpack_from("<I", log, at)[0]
        path = self.file("none.blg", bytes(log))
        for name in ("out.csv", "out.blg"):
            result = perflib("convert", path, self.folder / name)
            self.assertEqual(FAILED, result.code, result)
            self.assertTrue(result.err.endswith("perflib: %s: contains no counter that can be read\n" %
                                                path), result.err)
            self.assertEqual(["none.blg"], self.names())

    def test_relog_names_them_with_the_code_and_writes_nothing(self):
        out, path = self.folder / "out", self.folder / "no log"
        commands = ((path,), (path, "-q"), (path, "-q", "-o", out), (path, "-o", out), (path, "-f", "CSV", "-o", out),
                    (path, "-f", "TSV", "-o", out), (COUNTERS, path, "-f", "CSV", "-o", out))
        for (name, (content, what)), command in each_of(NO_LOGS.items(), commands):
            there = self.file(name, content)
            arguments = [there if word == path else word for word in command]
            with self.subTest(arguments):
                self.assertEqual((FAILED, "\r\nError:\r\n%s: %s (0xC0000BD6 PDH_UNKNOWN_LOG_FORMAT)\r\n" % (there, what)),
                                 self.relog(*arguments))
                self.assertEqual([name], self.names())
            there.unlink()

    def test_what_is_no_log_is_not_gone_on_with(self):
        for name, (content, what) in NO_LOGS.items():
            if not content:
                continue  # an empty file is begun
            path = self.file(name, content)
            with self.subTest(name):
                code, text = self.relog(COUNTERS, "-a", "-o", path)
                self.assertEqual(FAILED, code)
                self.assertTrue(text.endswith("\r\nError:\r\n%s: %s (0xC0000BD6 "
                                              "PDH_UNKNOWN_LOG_FORMAT)\r\n" % (path, what)), text)
                self.assertEqual(content, path.read_bytes())

    @staticmethod
    def relog(*arguments):
        done = subprocess.run([RELOG, *map(os.fspath, arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, env=environment(), timeout=PATIENCE)
        return done.returncode, done.stdout.decode()


class BadLines(BadLogTest):
    """Files of -cf and -config: the number of the line, at the beginning and behind a thousand."""

    def test_of_relog(self):
        for before in some_of((0, 1, 1000), 2):
            with self.subTest(before):
                good = self.file("c.txt", (PATH + "\n").encode() * before + b"\\\\\\\n" + PATH.encode())
                self.assertIn("%s:%d: \\\\\\ is not " % (good, before + 1),
                              NoLogs.relog(COUNTERS, "-cf", good)[1])
                settings = self.file("s.txt", b"[y]\r\n" * before + b"[nix]\r\n")
                self.assertIn("%s:%d: " % (settings, before + 1),
                              NoLogs.relog(COUNTERS, "-config", settings)[1])

    def test_of_typeperf(self):
        for before in some_of((0, 1, 1000), 2):
            with self.subTest(before):
                bad = self.file("c.txt", (PATH + "\n").encode() * before + b"nonsense\n")
                self.assertIn("%s:%d: nonsense is not " % (bad, before + 1), self.typeperf("-cf", bad).err)
                settings = self.file("s.txt", b"[y]\r\n" * before + b"[nix]\r\n")
                self.assertIn("%s:%d: " % (settings, before + 1),
                              self.typeperf("-config", settings).text)

    @staticmethod
    def typeperf(*arguments):
        root = ("--root", MACHINES / "made-pair-a")
        done = subprocess.run([TYPEPERF, *map(os.fspath, (*arguments, "-sc", "1", *root))],
                              stdin=subprocess.DEVNULL, capture_output=True, env=environment(),
                              timeout=PATIENCE)
        return Result(done.returncode, done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()

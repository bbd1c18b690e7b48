"""Logs that claim to be far more than they are: no tool takes more than 64 MiB and the catalog."""

import os
import struct
import subprocess
import sys
import unittest

from tool import PATIENCE, PERFLIB, SANITIZED, SOURCE, ToolTest, environment

RELOG = os.environ["RELOG"]
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
PDH_LOG = bytes.fromhex("b33b3f933e940d499ced3cbb14c14479")

PEAK_OF = """
import os, sys
child = os.fork()
if child == 0:
    os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def event(kind, body, part=(1, 1), size=None):
    head = struct.pack("<HBBBBH", size or 72 + len(body), 0x14, 0xC0, kind, 0, 0x3C)
    head += struct.pack("<IIq", 0, 0, 130_000_000_000_000_000) + PDH_LOG + bytes(24)
    head += struct.pack("<II", *part)
    return (head + body).ljust((72 + len(body) + 7) // 8 * 8, b"\0")


def buffer(events, size=65536):
    head = bytearray(72)
    struct.pack_into("<I", head, 0, size)
    struct.pack_into("<I", head, 0x30, 72 + len(events))
    return (bytes(head) + events).ljust(size, b"\xff")


def record(form, payload):
    return b"BL\3" + bytes([form]) + struct.pack("<I", 8 + len(payload)) + payload


def instances(count, items, names):
    head = struct.pack("<IIIIq", 24 + len(items) + len(names), count, 0, 0, 0)
    return record(0, record(2, head + items + names))


def catalog(entries=1, flags=1):
    texts = b"".join((word + "\0").encode("utf-16-le") for word in ("\\\\H", "O", "*", "C"))
    entry = struct.pack("<IIIIqi6I", 52 + len(texts) + 2, flags, 0, 0x10410400, 10_000_000, 0, 0, 8, 12,
                        0xFFFFFFFF, 0, 16) + texts + b"\0\0"
    return struct.pack("<II", 0x6FF, 0x20008) + entry * entries


HEAD = COUNTERS.read_bytes()[:65536]
FULL = 65536 - 72 - 72


def many(events):
    """A log of a buffer an event behind the catalog."""
    return HEAD + buffer(event(0x20, catalog())) + b"".join(buffer(one) for one in events)


class ClaimsTooMuch(ToolTest):
    """Nothing takes more than 64 MiB, whatever a file says it is."""

    MOST_KIB = 64 << 10

    def assertSmall(self, path, catalog_kib=0):
        out = self.folder / "out.csv"
        for command in ([PERFLIB, "summary", path], [PERFLIB, "convert", "-y", path, out],
                        [PERFLIB, "inspect", path], [PERFLIB, "query", "--log", path],
                        [RELOG, path], [RELOG, path, "-y", "-f", "CSV", "-o", out]):
            with self.subTest((path.name, command[1])):
                code, kib = self.peak(command)
                self.assertIn(code, (0, 1))
                if not SANITIZED:  # they have memory of their own
                    self.assertLessEqual(kib, self.MOST_KIB + catalog_kib)

    @staticmethod
    def peak(command):
        """The exit code, and the most memory that it had. A small process starts it: what had the
        pages before exec() counts as well."""
        words = [sys.executable, "-S", "-c", PEAK_OF, *map(os.fspath, command)]
        done = subprocess.run(words, env=environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                              timeout=PATIENCE)
        code, kib = done.stdout.splitlines()[-1].split()
        return int(code), int(kib)

    def file(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.folder / name

    def sparse(self, name, content, size):
        path = self.file(name, content)
        os.truncate(path, size)
        return path

    def test_buffers_of_a_size_that_the_file_has_not(self):
        for size in (0x1000000, 0x40000000, 0x7FFF0000, 0xFFFFFFFF, 0):
            log = bytearray(COUNTERS.read_bytes())
            struct.pack_into("<I", log, 0, size)
            struct.pack_into("<I", log, 0x68, size)
            self.assertSmall(self.file("buffer%d.blg" % size, bytes(log)))

    def test_a_file_of_a_gigabyte_of_nothing(self):
        self.assertSmall(self.sparse("hole.blg", COUNTERS.read_bytes()[:0x20000], 1 << 30))

    def test_a_message_of_four_billion_parts(self):
        part = b"\0" * FULL
        log = many(event(0x22, part, (number, 0xFFFFFFFF)) for number in range(1, 600))
        self.assertSmall(self.file("parts.blg", log))

    def test_instances_by_the_billion(self):
        for count in (0xFFFFFFFF, 0x0AAAAAAA, 2700):
            names = ("n" * 200 + "\0").encode("utf-16-le")
            items = struct.pack("<IIqq", 24 + 2600 * 24, 1, 1, 1) * 2600
            log = many([event(0x22, instances(count, items, names))] * 200)
            self.assertSmall(self.file("instances.blg", log))

    def test_a_closing_index_of_four_billion_entries(self):
        body = struct.pack("<qqIIII", 1, 2, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x5FF)
        body += record(5, struct.pack("<iI", 0x7FFFFFFF, 0xFFFFFFFF) + bytes(4096))
        self.assertSmall(self.file("index.blg", many([event(0x23, body)] * 100)))

    def test_names_without_end(self):
        body = "\\\\H\0".encode("utf-16-le")
        body += b"".join(("%d\0n\0" % (number % 10**9)).encode("utf-16-le")
                         for number in range(100_000, 103_400))
        tables = b"".join(buffer(event(0x24, body)) for _ in range(400))
        self.assertSmall(self.file("names.blg", HEAD + tables + buffer(event(0x20, catalog()))))

    def test_a_line_without_end(self):
        head = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\A\\b"\r\n"01/02/2020 03:04:05.000","1"\r\n"'
        self.assertSmall(self.sparse("line.csv", head, 1 << 28))
        self.assertSmall(self.sparse("line16.csv", b"\xff\xfe" + head.decode().encode("utf-16-le"),
                                     1 << 28))

    def test_a_header_without_end(self):
        head = b'"(PDH-CSV 4.0) (UTC)(0)","'
        self.assertSmall(self.file("header.csv", head + b"x" * (15 << 20)), 15 << 10)
        self.assertSmall(self.file("header16.csv", b"\xff\xfe" + (head.decode() + "\u4e00" * (
            5 << 20)).encode("utf-16-le")), 15 << 10)

    def test_a_row_of_a_million_cells(self):
        head = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\A\\b"\r\n'
        row = b'"01/02/2020 03:04:05.000"' + b',"1"' * 3_000_000 + b"\r\n"
        self.assertSmall(self.file("row.csv", head + row * 2))


if __name__ == "__main__":
    unittest.main()

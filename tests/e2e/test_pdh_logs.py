"""Logs through the functions of pdh.h, called as a program calls them, beside `relog` and the oracle:
every reader finds the values that the query had.

A sanitized library cannot be loaded by Python.
"""

import ctypes
import os
import unittest

import postgres
from test_relog import DISKS, HEALTH, RelogTest, oracle, relog
from tool import SANITIZED, SOURCE

WRITE_NEW, READ = 0x20001, 0x10004
CSV, SQL, BINARY = 1, 7, 8
NO_MORE_DATA = 0xC0000BCC
DOUBLE_UNCAPPED = 0x8200
RECORDS = 4
PATHS = (r"\Memory\Available Bytes", r"\Processor(_Total)\% User Time", r"\System\Context Switches/sec",
         r"\Process(_Total)\Thread Count")
TEXT_LOGS = SOURCE / "tests" / "data" / "text_logs"


class Number(ctypes.Structure):
    _fields_ = [("status", ctypes.c_uint32), ("value", ctypes.c_double)]


class Pdh:
    """A query, and the functions that are called for it; each must succeed."""

    library = None if SANITIZED else ctypes.CDLL(os.environ["COMPAT"])

    @classmethod
    def status(cls, function, *arguments):
        return getattr(cls.library, function)(*arguments) & 0xFFFFFFFF

    @classmethod
    def call(cls, function, *arguments):
        status = cls.status(function, *arguments)
        if status:
            raise AssertionError("%s: 0x%08X" % (function, status))

    def __init__(self, source=None):
        self.query = ctypes.c_void_p()
        name = None if source is None else os.fspath(source).encode()
        self.call("PdhOpenQueryA", name, ctypes.c_void_p(), ctypes.byref(self.query))
        self.counters = []

    def add(self, path):
        counter = ctypes.c_void_p()
        self.call("PdhAddCounterA", self.query, path.encode(), ctypes.c_void_p(), ctypes.byref(counter))
        self.counters.append(counter)

    def collect(self):
        return self.status("PdhCollectQueryData", self.query)

    def values(self):
        """Of the last collection, in the order of add(); None where there is none."""
        numbers = []
        for counter in self.counters:
            number = Number()
            status = self.status("PdhGetFormattedCounterValue", counter, DOUBLE_UNCAPPED, None,
                                 ctypes.byref(number))
            numbers.append(None if status else number.value)
        return numbers

    def open_log(self, name, kind):
        log, kind = ctypes.c_void_p(), ctypes.c_uint32(kind)
        self.call("PdhOpenLogA", os.fspath(name).encode(), WRITE_NEW, ctypes.byref(kind), self.query, 0,
                  None, ctypes.byref(log))
        return log

    def update(self, log):
        return self.status("PdhUpdateLogA", log, None)

    def close_log(self, log):
        self.call("PdhCloseLog", log, 0)

    def copy(self, name, kind):
        log = self.open_log(name, kind)
        status = self.update(log)
        while status == 0:
            status = self.update(log)
        self.close_log(log)
        return status

    def close(self):
        self.call("PdhCloseQuery", self.query)


def header_of(csv):
    """The paths of a text log."""
    return csv.split(b"\r\n")[0].decode()[1:-1].split('","')[1:]


def numbers_of(csv):
    """The numbers of each record of a text log; None for a blank."""
    rows = [line[1:-1].split('","')[1:] for line in csv.decode().split("\r\n")[1:-1]]
    return [[None if cell == " " else float(cell) for cell in row] for row in rows]


@unittest.skipIf(SANITIZED, "Python has no sanitizer")
class GenuineLogs(RelogTest):
    def copied(self, log, paths, name="pdh.csv"):
        pdh = Pdh(log)
        for path in paths:
            pdh.add(path)
        out = self.folder / name
        self.assertEqual(NO_MORE_DATA, pdh.copy(out, CSV))
        pdh.close()
        return out.read_bytes()

    def test_copies_of_binary_logs_are_those_of_the_oracle_letter_by_letter(self):
        for log in (DISKS, HEALTH):
            with self.subTest(log.name):
                expected = oracle(log)
                self.assertEqual(expected, self.copied(log, header_of(expected), log.name + ".csv"))

    def test_values_of_binary_logs_are_those_of_the_oracle(self):
        for log in (DISKS, HEALTH):
            with self.subTest(log.name):
                expected = oracle(log)
                pdh = Pdh(log)
                for path in header_of(expected):
                    pdh.add(path)
                for row in numbers_of(expected):
                    self.assertEqual(0, pdh.collect())
                    self.assertEqual(row, pdh.values())
                self.assertEqual(NO_MORE_DATA, pdh.collect())
                pdh.close()

    def test_copies_of_text_logs_are_those_of_relog(self):
        for log in sorted(TEXT_LOGS.glob("*.?sv")):
            with self.subTest(log.name):
                out = self.folder / ("relog_" + log.name)
                self.assertEqual(0, relog(log, "-f", "CSV", "-o", out).code)
                expected = out.read_bytes()
                self.assertEqual(expected, self.copied(log, header_of(expected), "pdh_" + log.name))


@unittest.skipIf(SANITIZED, "Python has no sanitizer")
class LiveLogs(RelogTest):
    def written(self, name, kind):
        """What the query had for each record that it wrote."""
        pdh = Pdh()
        for path in PATHS:
            pdh.add(path)
        log = pdh.open_log(name, kind)
        records = []
        for _ in range(RECORDS):
            self.assertEqual(0, pdh.update(log))
            records.append(pdh.values())
            sum(range(200000))  # time passes
        pdh.close_log(log)
        pdh.close()
        return records

    def read(self, name):
        """The same, out of a log."""
        pdh = Pdh(name)
        for path in PATHS:
            pdh.add(path)
        records = []
        while pdh.collect() == 0:
            records.append(pdh.values())
        pdh.close()
        return records

    def assertSameEverywhere(self, name, kind):
        records = self.written(name, kind)
        self.assertEqual(RECORDS, len(records))
        self.assertIsNone(records[0][1], "a rate of one sample")
        self.assertNotIn(None, records[-1])
        self.assertEqual(records, self.read(name))
        out = self.folder / "relog.csv"
        result = relog(name, "-f", "CSV", "-o", out, "-y")
        self.assertEqual((0, ""), (result.code, result.err), result)
        self.assertEqual(records, numbers_of(out.read_bytes()))

    def test_text_has_the_values_of_the_query(self):
        self.assertSameEverywhere(self.folder / "log.csv", CSV)

    def test_binary_has_the_values_of_the_query(self):
        self.assertSameEverywhere(self.folder / "log.blg", BINARY)

    def test_database_has_the_values_of_the_query(self):
        self.assertSameEverywhere("SQL:%s!one" % (self.folder / "logs.db"), SQL)

    @unittest.skipIf(postgres.why_not(), postgres.why_not())
    def test_server_has_the_values_of_the_query(self):
        server = postgres.Server()
        self.addCleanup(server.close)
        self.assertSameEverywhere(server.name("one"), SQL)
        names, size = ctypes.create_string_buffer(64), ctypes.c_uint32(64)
        Pdh.call("PdhVerifySQLDBA", server.name("one").encode())
        Pdh.call("PdhEnumLogSetNamesA", server.name("one").encode(), names, ctypes.byref(size))
        self.assertEqual(b"one\0\0", names.raw[:size.value])


if __name__ == "__main__":
    unittest.main()

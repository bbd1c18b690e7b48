"""Binary logs made of binary logs keep the readings, also those of records with an error status.

The log is one that Windows 8 wrote, with error codes put into some of its records. Both logs are
read by the oracle (tests/oracle/blg.py).
"""

import functools
import os
import re
import struct
import subprocess
import unittest

from tool import PATIENCE, SOURCE, ToolTest, environment

import blg  # of the oracle

GENUINE = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
SINGLE, INSTANCES = b"BL\3\1", b"BL\3\2"
STATUS_AT = {SINGLE: 8, INSTANCES: 16}
NO_DATA, INVALID_DATA, NO_INSTANCE = 0x800007D5, 0xC0000BBA, 0x800007D1


def with_errors(raw):
    """The log with a status in every seventh record of one counter and third of all instances."""
    raw = bytearray(raw)
    for form, every, codes in ((SINGLE, 7, (NO_DATA, INVALID_DATA)),
                               (INSTANCES, 3, (INVALID_DATA, NO_DATA, NO_INSTANCE))):
        places = [found.start() for found in re.finditer(re.escape(form), raw)]
        for number, place in enumerate(places[::every]):
            code = codes[number % len(codes)]
            struct.pack_into("<I", raw, place + STATUS_AT[form], code)
    return bytes(raw)


def readings(raw):
    """(time, {path: (status, first, second)}) of each sample."""
    return [(time, {path.lower(): (one["status"], one["first"], one["second"])
                    for path, one in series.items()})
            for time, series in blg.samples(raw)]


@functools.cache
def source():
    """The bytes of the log, and its readings."""
    raw = with_errors(GENUINE.read_bytes())
    return raw, readings(raw)


class Copies(ToolTest):
    def setUp(self):
        super().setUp()
        raw, self.expected = source()
        self.source = self.folder / "source.blg"
        self.source.write_bytes(raw)

    def copied(self, *command):
        copy = self.folder / "copy.blg"
        words = [str(copy) if word == "OUT" else word for word in command]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True,
                              env=environment(), timeout=PATIENCE)
        self.assertEqual(0, done.returncode, done)
        return readings(copy.read_bytes())

    def assertSame(self, expected, copied):
        """The first sample that differs is enough to see."""
        self.assertEqual(len(expected), len(copied))
        for one, other in zip(expected, copied):
            self.assertEqual(one, other)

    def test_the_source_has_numbers_in_records_with_errors(self):
        errors = [one for _, series in self.expected for one in series.values() if one[0] != 0]
        self.assertEqual({NO_DATA, INVALID_DATA, NO_INSTANCE}, {one[0] for one in errors})
        self.assertEqual(1435, len(errors))
        self.assertTrue(all(second != 0 for _, _, second in errors[:5]))

    def test_relog(self):
        self.assertSame(self.expected, self.copied(
            os.environ["RELOG"], str(self.source), "-f", "BIN", "-o", "OUT", "-y"))

    def test_relog_of_every_second_record(self):
        self.assertSame(self.expected[::2], self.copied(
            os.environ["RELOG"], str(self.source), "-t", "2", "-f", "BIN", "-o", "OUT", "-y"))

    def test_perflib_convert(self):
        self.assertSame(self.expected, self.copied(
            os.environ["PERFLIB"], "convert", str(self.source), "OUT"))

    def test_perflib_cut(self):
        self.assertSame(self.expected[59:121], self.copied(
            os.environ["PERFLIB"], "cut", str(self.source), "OUT",
            "-b", "2013-02-19 18:51:17", "-e", "2013-02-19 18:52:17.999"))

    def test_perflib_merge(self):
        first, second = self.folder / "first.blg", self.folder / "second.blg"
        for path, end in ((first, "-e"), (second, "-b")):
            time = "2013-02-19 18:55:00" + (".500" if end == "-e" else ".501")
            done = subprocess.run([os.environ["PERFLIB"], "cut", str(self.source), str(path),
                                   end, time], env=environment(), timeout=PATIENCE)
            self.assertEqual(0, done.returncode)
        merged = self.copied(os.environ["PERFLIB"], "merge", str(first), str(second), "OUT")
        self.assertSame(self.expected, list(dict(merged).items()))  # the cut repeats one sample


if __name__ == "__main__":
    unittest.main()

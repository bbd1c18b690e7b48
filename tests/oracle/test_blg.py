"""The oracle's reader of binary logs, against the figures of docs/blg.md, section 11."""

import os
import unittest

import blg
import formulas

LOGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "blg")


def samples_of(name):
    with open(os.path.join(LOGS, name), "rb") as handle:
        return list(blg.samples(handle.read()))


class BasicPerfCounters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = samples_of("BasicPerfCounters.blg")

    def value(self, number, path):
        older, newer = (self.samples[i][1][path] for i in (number - 1, number))
        return formulas.calculate({"type": newer["type"], "older": older, "newer": newer,
                                   "time_base": newer["time_base"]})[0]

    def test_601_samples_of_ten_values(self):
        self.assertEqual((601, {10}), (len(self.samples), {len(one) for _, one in self.samples}))

    def test_processor_time_to_the_last_digit(self):
        path = "\\\\GEORGIS3\\Processor(_Total)\\% Processor Time"
        self.assertEqual("9.378262382554226", repr(self.value(1, path)))
        mean = sum(self.value(i, path) for i in range(1, 601)) / 600
        self.assertEqual("11.527341636562683", repr(mean))

    def test_first_disk_reading(self):
        path = "\\\\GEORGIS3\\PhysicalDisk(0 C:)\\Avg. Disk Bytes/Read"
        first = self.samples[0][1][path]
        self.assertEqual((16964053504, 852665), (first["first"], first["second"]))


class SampleLog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = samples_of("SampleLog.blg")

    def test_memory_of_the_first_sample(self):
        series = self.samples[0][1]
        self.assertEqual([1613340, 83587072, 1512824832], [
            series["\\\\ZACH-PC\\Memory\\" + name]["first"]
            for name in ("Page Faults/sec", "Available Bytes", "Commit Limit")])

    def test_processes_of_each_sample(self):
        counts = [sum(path.endswith("\\ID Process") for path in series)
                  for _, series in self.samples]
        self.assertEqual([51, 51, 50, 51, 51, 51, 52, 50, 50, 50, 49], counts)


if __name__ == "__main__":
    unittest.main()

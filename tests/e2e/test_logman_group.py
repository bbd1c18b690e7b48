"""Sets of several collectors, as `logman import` makes them (docs/logman.md, "Several collectors")."""

import os
import signal
import unittest

from logman_tool import AVAILABLE, CPU, LogmanTest

FORM = ("<DataCollectorSet><RootPath>%s</RootPath>"
        "<PerformanceCounterDataCollector><Name>fast</Name><FileName>fast</FileName>"
        "<FileNameFormat>0</FileNameFormat><LogFileFormat>0</LogFileFormat>"
        "<SampleInterval>1</SampleInterval><SegmentMaxRecords>%s</SegmentMaxRecords><Counter>%s</Counter>"
        "</PerformanceCounterDataCollector>"
        "<PerformanceCounterDataCollector><Name>slow</Name><FileName>slow</FileName>"
        "<FileNameFormat>0</FileNameFormat><LogFileFormat>%d</LogFileFormat>"
        "<SampleInterval>3600</SampleInterval><SegmentMaxRecords>1</SegmentMaxRecords><Counter>%s</Counter>"
        "</PerformanceCounterDataCollector></DataCollectorSet>")


class Groups(LogmanTest):
    def import_group(self, samples=0, slow=CPU, form=1):
        file = self.folder / "group.xml"
        file.write_text(FORM % (self.folder, samples, AVAILABLE, form, slow))
        self.well("import", "both", "-xml", file)

    def rows(self, name):
        return (self.folder / name).read_bytes().split(b"\r\n")[1:-1]

    def test_each_has_its_log_and_its_part_of_the_query(self):
        self.import_group(samples=2)
        self.well("start", "both")
        self.assertEqual("Running", self.status("both"))
        self.wait_for_end("both")
        self.assertEqual((2, 1), (len(self.rows("fast.csv")), len(self.rows("slow.tsv"))))
        parts = self.well("query", "both").split("\r\n\r\n")
        self.assertEqual(
            "Name:                 both\\slow\r\n"
            "Type:                 Counter\r\n"
            "Output Location:      %s\r\n"
            "Append:               Off\r\n"
            "Circular:             Off\r\n"
            "Overwrite:            Off\r\n"
            "Sample Interval:      3600 second(s)\r\n"
            "Maximum Samples:      1\r\n"
            "Counters:\r\n"
            "                      %s" % (self.folder / "slow.tsv", CPU), parts[2])
        self.assertTrue(parts[1].startswith("Name:                 both\\fast\r\n"))
        self.well("delete", "both")
        self.assertEqual([], os.listdir(self.collections))

    def test_a_stop_ends_all_of_them_with_whole_logs(self):
        self.import_group()
        self.well("start", "both")
        self.well("stop", "both")
        self.assertEqual("Stopped", self.status("both"))
        self.assertGreaterEqual(len(self.rows("fast.csv")), 1)

    def test_none_of_them_outlives_the_process_that_began_them(self):
        self.import_group()
        self.well("start", "both")
        os.kill(self.pid("both"), signal.SIGKILL)
        self.wait_for_end("both")
        self.assertEqual("Stopped", self.status("both"))

    def test_one_that_cannot_begin_is_told_and_none_runs(self):
        self.import_group()
        (self.folder / "slow.tsv").write_text("mine")
        self.assertRefused("%s: File exists; use -ow to overwrite it, or -a to append to it" % (self.folder / "slow.tsv"),
                           "start", "both")
        self.assertEqual("Stopped", self.status("both"))

    def test_it_is_exported_whole_and_not_updated(self):
        self.import_group(samples=3)
        first, second = self.folder / "1.xml", self.folder / "2.xml"
        self.well("export", "both", "-xml", first)
        self.well("import", "again", "-xml", first)
        self.well("export", "again", "-xml", second)
        self.assertEqual(first.read_bytes(), second.read_bytes().replace(b">again<", b">both<"))
        self.assertRefused("Property value conflict.", "update", "both", "-si", "1",
                           err="logman: both has 2 collectors; export it, change the file and import it "
                               "(0x80300101 PLA_E_PROPERTY_CONFLICT)\n")

    def test_two_that_have_one_log_are_refused(self):
        file = self.folder / "group.xml"
        file.write_text((FORM % (self.folder, 0, AVAILABLE, 0, CPU)).replace("slow</File", "fast</File"))
        self.assertRefused("Property value conflict.", "import", "both", "-xml", file,
                           err="logman: collector slow: writes to the log of another collector "
                               "(0x80300101 PLA_E_PROPERTY_CONFLICT)\n")


if __name__ == "__main__":
    unittest.main()

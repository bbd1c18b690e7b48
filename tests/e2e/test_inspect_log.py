"""`perflib inspect LOG` (docs/perflib.md, section 3b)."""

import json
import struct
import unittest

from tool import ALL_WELL, FAILED, SOURCE, ToolTest, perflib

LOGS = SOURCE / "tests/data/blg"
COUNTERS = LOGS / "BasicPerfCounters.blg"
OBJECTS = LOGS / "SampleLog.blg"
REFUSED = "(0xC0000BD6 PDH_UNKNOWN_LOG_FORMAT)"


class InspectLog(ToolTest):
    def facts(self, file, code=ALL_WELL, *more):
        result = perflib("inspect", "--json", file, *more)
        self.assertEqual(code, result.code, result)
        return json.loads(result.out), result.err.splitlines()

    def file(self, name, raw):
        path = self.folder / name
        path.write_bytes(raw)
        return path

    def test_structure_of_a_counter_log(self):
        facts, said = self.facts(COUNTERS)
        self.assertEqual([], said)
        self.assertEqual(("blg", 393216, 65536, False), (
            facts["format"], facts["size"], facts["buffer_size"], facts["is_circular"]))
        self.assertEqual(("6.2.9200", 8, 2725536, 6), tuple(facts["header"][key] for key in (
            "windows", "pointer_size", "perf_freq", "buffers_written")))
        self.assertEqual((6, [0, 65536, 131072, 196608, 262144, 327680]), (
            facts["buffers"]["count"], [one["offset"] for one in facts["buffers"]["shown"]]))
        self.assertEqual({"catalog": 1, "sample": 601}, facts["kinds"])
        self.assertEqual({"form_1": 5, "form_2": 1}, facts["messages"]["shown"][1]["records"])
        self.assertEqual((601, 6010, 480), tuple(facts["samples"][key] for key in (
            "count", "values", "bias_minutes")))

    def test_structure_of_an_object_log(self):
        facts, said = self.facts(OBJECTS)
        self.assertEqual([], said)
        self.assertEqual({"\\\\ZACH-PC": 1839}, facts["names"])
        self.assertEqual({"catalog": 1, "closing index": 1, "name table": 14, "sample": 11},
                         facts["kinds"])
        self.assertEqual((11, 8), tuple(facts["closing_index"][key] for key in
                                        ("samples", "entries")))
        self.assertEqual(3, facts["messages"]["shown"][15]["parts"])
        self.assertEqual("LogicalDisk", facts["entries"]["shown"][0]["object"])

    def test_lists_are_bounded_and_counted(self):
        messages = self.facts(COUNTERS)[0]["messages"]
        self.assertEqual((602, 100), (messages["count"], len(messages["shown"])))
        self.assertIn("  ... 502 more\n", perflib("inspect", COUNTERS).text)

    def test_text_has_every_entry(self):
        text = perflib("inspect", OBJECTS).text
        self.assertIn("\\\\ZACH-PC\\Network Interface(*)\\*  flags 0x10", text)
        self.assertIn("samples: 11, 2007-08-14T15:40:38.659 to 2007-08-14T15:50:38.599", text)

    def test_real_logs_are_strictly_legal(self):
        for log in (COUNTERS, OBJECTS):
            self.assertEqual((ALL_WELL, ""), (perflib("inspect", "--strict", log).code,
                                              perflib("inspect", "--strict", log).err))

    def test_damage_is_told_with_its_byte_and_what_it_cost(self):
        raw = bytearray(COUNTERS.read_bytes())
        struct.pack_into("<I", raw, 66632 + 64, 7)  # the part number of the first sample
        file = self.file("damaged.blg", raw)
        facts, said = self.facts(file)
        self.assertEqual(["%s: skipped: blg event.PartNumber at byte 66696: is out of range (7); "
                          "520 bytes, 1 sample" % file], said)
        self.assertEqual(600, facts["samples"]["count"])
        strict = perflib("inspect", "--strict", file)
        self.assertEqual((FAILED, b""), (strict.code, strict.out))
        self.assertEqual("%s: blg event.PartNumber at byte 66696: is out of range (7)\n" % file,
                         strict.err)

    def test_a_log_of_which_nothing_can_be_read_fails(self):
        result = perflib("inspect", self.file("no.blg", COUNTERS.read_bytes()[:65536 + 72]))
        self.assertEqual(FAILED, result.code, result)

    def test_files_of_other_kinds_are_named(self):
        trace = bytearray(COUNTERS.read_bytes()[:131072]).replace(b"\xb3\x3b\x3f\x93", b"XXXX")
        cases = {
            "an event trace log (ETL), not a performance log": trace,
            "a ZIP archive; unpack it first (unzip)": b"PK\3\4" + bytes(50),
            "a CSV performance log, not a binary log; perflib query and summary read it": b'"(PDH-CSV 4.0) (CET)(-60)","\\\\A\\B\\C"\r\n',
            "a log of Performance Monitor of Windows NT 4, which is not supported":
                b"\1\0\2\0\7\0\0\0" + "PERF".encode("utf-16-le") + struct.pack("<II", 1, 1),
        }
        for name, raw in cases.items():
            with self.subTest(name):
                file = self.file("other.blg", raw)
                result = perflib("inspect", file)
                self.assertEqual((FAILED, b"", "%s: is %s %s\n" % (file, name, REFUSED)),
                                 (result.code, result.out, result.err))

    def test_unknown_bytes_are_judged_as_a_block_unless_the_file_is_named_as_a_log(self):
        file = self.file("any.bin", b"\0" * 100)
        result = perflib("inspect", file)
        self.assertEqual((FAILED, b""), (result.code, result.out))
        self.assertTrue(result.err.startswith("%s: PERF_DATA_BLOCK.Signature at byte 0" % file), result)
        file = self.file("any.blg", b"\0" * 100)
        self.assertEqual("%s: is not a performance log %s\n" % (file, REFUSED), perflib("inspect", file).err)


if __name__ == "__main__":
    unittest.main()

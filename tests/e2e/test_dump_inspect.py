"""`perflib dump` and `perflib inspect` (docs/perflib.md, sections 1, 3, 4, 5)."""

import datetime
import functools
import itertools
import json
import os
import random
import resource
import struct
import unittest

import block_bytes
from tool import (ALL_WELL, FAILED, MACHINES, SANITIZED, SOURCE, VM_PAIR, WRONG_USAGE, ToolTest, each_of, limited, perflib,
                  roots, some_of)

import blg_blocks  # of the oracle, as the next
import block

BLOCKS = SOURCE / "tests/data/blocks"
SAMPLE_LOG = SOURCE / "tests/data/blg/SampleLog.blg"
EVERYTHING = ["System", "Processor", "Processor Information", "PhysicalDisk", "LogicalDisk",
              "Memory", "Network Interface", "Network Adapter", "Linux Pressure", "Paging File", "Cache", "Objects",
              "Linux Processor", "Linux System", "Linux Memory", "Linux Filesystem",
              "TCPv4", "TCPv6", "UDPv4", "UDPv6",
              "IPv4", "IPv6", "ICMP", "ICMPv6", "Linux TCP", "NUMA Node Memory",
              "Thermal Zone Information", "Energy Meter", "Power Meter", "Job Object",
              "FileSystem Disk Activity", "Process", "Thread", "Process V2",
              "Linux Process", "Collection Status"]
VM = roots("vm-6.18")


class Dump(ToolTest):
    def dumped(self, name, *more):
        """The file's bytes and the names of its objects."""
        file = self.folder / "block.bin"
        result = perflib("dump", name, "-y", "-o", file, *more)
        self.assertEqual((ALL_WELL, b"", ""), (result.code, result.out, result.err))
        raw = file.read_bytes()
        return raw, [one["name"] for one in block.decode(raw)["objects"]]

    def test_names_of_registry_queries_give_their_objects_and_the_status_last(self):
        cases = {
            "Global": EVERYTHING, "global": EVERYTHING, "": EVERYTHING,
            "238 2": ["System", "Processor", "Collection Status"],
            "2  238": ["System", "Processor", "Collection Status"],
            "230": ["Process", "Collection Status"],
            "232": ["Process", "Thread", "Collection Status"],
            "100174": ["Collection Status"],
            "999999": ["Collection Status"],
        }
        for name, objects in cases.items():
            with self.subTest(name):
                self.assertEqual(objects, self.dumped(name, *VM)[1])

    def test_costly_is_the_pressure_of_every_control_group(self):
        raw, objects = self.dumped("Costly", *roots("made-container"))
        self.assertEqual(["Linux Pressure", "Objects", "GPU Engine", "GPU Adapter Memory",
                          "GPU Process Memory", "Collection Status"], objects)
        self.assertEqual(["\\sidecar", "_Total"], [
            instance["name"] for instance in block.decode(raw)["objects"][0]["instances"]])

    def test_without_a_name_it_is_global(self):
        named, unnamed = self.folder / "named", self.folder / "unnamed"
        perflib("dump", "Global", "-o", named, *VM)
        perflib("dump", "-o", unnamed, *VM)
        self.assertEqual(named.read_bytes(), unnamed.read_bytes())

    def test_names_that_are_none_are_wrong_usage_and_write_nothing(self):
        for name in some_of(("238 x", "4294967296", "99999999999999999999", "238,2", "Global 2",
                             "Counter 009", "0x2", "2\n4 ?", "\xff", "%s%n", "\x1b[2J"), 3):
            with self.subTest(name):
                result = perflib("dump", name, "-o", self.folder / "block.bin", *VM)
                self.assertEqual((WRONG_USAGE, b""), (result.code, result.out))
                self.assertRegex(result.err, r'^perflib: [^\n\x1b]*: is not Global, Costly or the numbers of objects, '
                                             r'such as "238 2"; [^\n\x1b]+\n$')
                self.assertEqual([], os.listdir(self.folder))

    def test_without_an_output_a_pipe_or_a_file_gets_the_block(self):
        self.run_well("dump", "238", "-o", self.folder / "named.bin", *VM)
        self.assertEqual((self.folder / "named.bin").read_bytes(), self.run_well("dump", "238", *VM).out)

    def test_a_file_that_exists_stays_as_it_is_without_y(self):
        file = self.folder / "block.bin"
        file.write_bytes(b"precious")
        self.assertFault(perflib("dump", "-o", file, *VM), FAILED,
                         "perflib: %s: already exists; use -y to overwrite\n" % file)
        self.assertEqual(b"precious", file.read_bytes())
        self.assertEqual(["block.bin"], os.listdir(self.folder))

    def test_y_replaces_it_whole_and_leaves_no_other_file(self):
        file = self.folder / "block.bin"
        file.write_bytes(b"x" * 1000000)
        self.run_well("dump", "2", "-y", "-o", file, *VM)
        block.decode(file.read_bytes())
        self.assertEqual(["block.bin"], os.listdir(self.folder))

    def test_a_dangling_link_is_not_written_through_without_y(self):
        link = self.folder / "link"
        link.symlink_to("elsewhere")
        self.assertExit(perflib("dump", "-o", link, *VM), FAILED)
        self.assertEqual(["link"], os.listdir(self.folder))

    def test_the_file_has_the_mode_that_the_umask_leaves(self):
        file = self.folder / "block.bin"
        self.run_well("dump", "2", "-o", file, *VM, before=lambda: os.umask(0o027))
        self.assertEqual(0o640, file.stat().st_mode & 0o777)

    def test_the_same_tree_gives_the_same_bytes(self):
        self.assertEqual(self.dumped("Global", *VM)[0], self.dumped("Global", *VM)[0])

    def test_the_same_tree_elsewhere_gives_the_same_bytes(self):
        tree = self.copy_of("made-pair-a")
        self.assertEqual(self.dumped("Global", *roots("made-pair-a"))[0],
                         self.dumped("Global", "--root", tree)[0])

    def test_the_block_comes_out_of_a_pipe_too(self):
        result = self.run_well("dump", "Global", "-o", "-", *VM)
        self.assertEqual(self.dumped("Global", *VM)[0], result.out)

    def test_a_folder_that_is_not_there_is_named(self):
        file = self.folder / "no/such/block.bin"
        self.assertFault(perflib("dump", "-o", file, *VM), FAILED,
                         "perflib: %s: the folder %s does not exist; create it first\n" % (file, file.parent))

    def test_a_full_disk_is_named(self):
        self.assertFault(perflib("dump", "-o", "/dev/full", *VM), FAILED,
                         "perflib: /dev/full: No space left on device\n")
        with open("/dev/full", "wb") as full:
            result = perflib("dump", "-o", "-", *VM, stdout=full)
            self.assertEqual((FAILED, "perflib: standard output: No space left on device\n"),
                             (result.code, result.err))

    def test_a_size_limit_leaves_nothing_behind(self):
        def at_most_a_kilobyte():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
        file = self.folder / "block.bin"
        for overwrite in ([], ["-y"]):
            with self.subTest(overwrite):
                self.assertFault(
                    perflib("dump", *overwrite, "-o", file, *VM, before=at_most_a_kilobyte),
                    FAILED, "perflib: %s: File too large\n" % file)
                self.assertEqual([], os.listdir(self.folder))

    def test_machine_without_a_hostname_is_root(self):
        self.assertEqual("ROOT", block.decode(self.dumped("2", *VM)[0])["machine"])
        self.assertEqual("pair", block.decode(self.dumped("2", *roots("made-pair-a"))[0])["machine"])

    def test_without_a_clock_the_times_of_the_header_are_0(self):
        document = block.decode(self.dumped("Global", *roots("made-hostile-clock"))[0])
        self.assertEqual((0, 0), (document["perf_time"], document["perf_time_100ns"]))

    def test_every_fixture_gives_a_block_that_the_second_decoder_and_strict_accept(self):
        machines = sorted(path.name for path in MACHINES.iterdir() if path.is_dir())
        inspected = some_of(machines, 5)  # kernels differ more than the blocks that are made of them
        for machine in machines:
            with self.subTest(machine):
                raw, _ = self.dumped("Global", *roots(machine))
                block.decode(raw)
                if machine in inspected:
                    self.run_well("inspect", "--strict", self.folder / "block.bin")

    def test_a_live_block_passes_strict(self):
        self.dumped("Global")
        self.run_well("inspect", "--strict", self.folder / "block.bin")


class InspectJson(ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "block.bin"

    def document(self, raw, *options):
        self.file.write_bytes(raw)
        return json.loads(self.run_well("inspect", "--json", *options, self.file).text)

    def test_a_small_block_is_the_contracts_document(self):
        expected = {
            "machine": "HOST", "version": 1, "revision": 1, "perf_time": 1000,
            "perf_freq": 10000000, "perf_time_100ns": 133444736000000000,
            "system_time": "2023-11-14T22:13:20.000", "objects": [
                {"title_index": 4, "name": "Memory", "perf_time": 0, "perf_freq": 10000000,
                 "default_counter": 0, "counters": [
                     {"title_index": 1382, "name": "Available MBytes", "type": 65536, "size": 4,
                      "offset": 4, "scale": 0}],
                 "instances": [
                     {"name": None, "unique_id": -1, "parent": None, "values": [77]}]},
                {"title_index": 238, "name": "Processor", "perf_time": 0, "perf_freq": 10000000,
                 "default_counter": 0, "counters": [
                     {"title_index": 6, "name": "% Processor Time", "type": 65536, "size": 4,
                      "offset": 4, "scale": 0},
                     {"title_index": 142, "name": "% User Time", "type": 65536, "size": 4,
                      "offset": 8, "scale": 0}],
                 "instances": [
                     {"name": "0", "unique_id": -1, "parent": None, "values": [1, 2]},
                     {"name": "_Total", "unique_id": -1, "parent": None, "values": [3, 4]}]}]}
        self.assertEqual(expected, self.document(block_bytes.small_block(), "--strict"))
        self.assertEqual(list(expected), list(self.document(block_bytes.small_block())))

    def test_a_big_endian_block_is_the_same_document(self):
        self.assertEqual(self.document(block_bytes.small_block("<"), "--strict"),
                         self.document(block_bytes.small_block(">"), "--strict"))

    def test_a_system_time_that_is_no_date_is_null(self):
        raw = bytearray(block_bytes.small_block())
        struct.pack_into("<H", raw, 38, 13)
        self.assertIsNone(self.document(bytes(raw))["system_time"])

    def test_values_are_read_by_their_size(self):
        sizes = ((8, 4, 0x10100), (12, 8, 0x10100), (4, 1, 0x10000), (20, 12, 0x10000),
                 (4, 0, 0x10000))
        definitions = b"".join(block_bytes.definition(6, size, at, kind) for at, size, kind in sizes)
        body = struct.pack("<I", 32) + bytes(range(0xF0, 0x100)) + bytes(range(12))
        raw = block_bytes.data_block([block_bytes.object_type(238, definitions, -1, body)])
        instance, = self.document(raw)["objects"][0]["instances"]
        self.assertEqual([0xF7F6F5F4, 0xFFFEFDFCFBFAF9F8, 0xF0, "000102030405060708090a0b", None],
                         instance["values"])

    def test_a_title_that_nobody_knows_has_no_name(self):
        raw = block_bytes.data_block([block_bytes.object_type(
            999998, block_bytes.definition(999996, 4, 4), -1, block_bytes.counter_block([5]))])
        one, = self.document(raw)["objects"]
        self.assertEqual((None, None), (one["name"], one["counters"][0]["name"]))

    def test_names_end_at_their_first_nul_and_no_name_is_null(self):
        instances = block_bytes.instance("a\0b", [1]) + block_bytes.instance("", [2])
        raw = block_bytes.data_block([block_bytes.object_type(
            238, block_bytes.definition(6, 4, 4), 2, instances)])
        self.assertEqual(["a", None],
                         [i["name"] for i in self.document(raw)["objects"][0]["instances"]])

    def test_no_instances_metadata_and_several_unknown_are_empty_lists(self):
        for count in (0, -2, -3):
            with self.subTest(count):
                raw = block_bytes.data_block([block_bytes.object_type(
                    238, block_bytes.definition(6, 4, 4), count, b"")])
                self.assertEqual([], self.document(raw)["objects"][0]["instances"])

    def test_a_value_that_collection_status_marks_is_null(self):
        raw = perflib("dump", "230", "-o", "-", *roots("made-hidepid")).out
        process, status = self.document(raw)["objects"]
        self.assertEqual("Collection Status", status["name"])
        missing = [i["values"] for i in status["instances"]
                   if i["values"][0] == 230 and i["values"][1] != 0xFFFFFFFF]
        self.assertTrue(missing)
        for _, ordinal, first, count, *_ in missing:
            for instance in process["instances"][first:first + count]:
                self.assertIsNone(instance["values"][ordinal])

    def test_it_equals_the_second_decoder_on_every_fixture(self):
        for machine in some_of(sorted(path.name for path in MACHINES.iterdir() if path.is_dir()), 5):
            with self.subTest(machine):
                raw = perflib("dump", "-o", "-", *roots(machine)).out
                self.assertEqual(block.decode(raw), self.document(raw))

    def test_standard_input_is_a_file_too(self):
        raw = block_bytes.small_block()
        result = perflib("inspect", "--json", "-", data=raw)
        self.assertExit(result, ALL_WELL)
        self.assertEqual(self.document(raw), json.loads(result.text))

    def test_a_pipe_as_file_is_read_to_its_end(self):
        reader, writer = os.pipe()
        os.write(writer, block_bytes.small_block())
        os.close(writer)
        with open(reader, "rb") as pipe:
            result = perflib("inspect", "--json", "/dev/stdin", stdin=pipe)
        self.assertExit(result, ALL_WELL)


class InspectRecording(ToolTest):
    HEAD = struct.Struct("<8s4I2qQ2I")  # docs/formats/perfrec.md, "Records", as far as it is shown
    KINDS = {1: "journal part", 2: "block", 3: "index"}

    def setUp(self):
        super().setUp()
        self.file = self.folder / "two.perfrec"
        self.recorded("-o", self.file, *VM_PAIR)

    def recorded(self, *arguments):
        result = perflib("record", *arguments)
        self.assertEqual(ALL_WELL, result.code, result.err)

    def heads(self):
        """The records by the format's document, read without the library."""
        raw, at = self.file.read_bytes(), 128
        while at < len(raw):
            _, kind, samples, block_number, part, first, last, length, directory, _ = self.HEAD.unpack_from(raw, at)
            is_index = kind == 3
            yield {"offset": at, "kind": self.KINDS[kind], "block": block_number, "part": part,
                   "blocks": samples if is_index else 0, "samples": 0 if is_index else samples,
                   "first_time": filetime(first), "last_time": filetime(last), "bytes": 72 + length,
                   "directory_bytes": 0 if is_index else directory}
            at += 72 + length

    def test_its_document_is_what_stands_in_the_file(self):
        document = json.loads(self.run_well("inspect", "--json", self.file).text)
        heads = list(self.heads())
        self.assertEqual({"count": len(heads), "shown": heads}, document["records"])
        for kind, total in (("block", document["blocks"]), ("journal part", document["journal"]),
                            ("index", document["indices"])):
            of_kind = [head for head in heads if head["kind"] == kind]
            self.assertEqual({"count": len(of_kind), "samples": sum(head["samples"] for head in of_kind),
                              "bytes": sum(head["bytes"] for head in of_kind)}, total)
        self.assertEqual(("perfrec", self.file.stat().st_size, heads[0]["first_time"], 1),
                         (document["format"], document["size"], document["header"]["started"],
                          document["header"]["version"]))
        self.assertEqual((2, heads[0]["first_time"], 0),
                         (document["samples"]["count"], document["samples"]["first"], document["oddities"]["count"]))

    def test_text_has_a_line_a_record(self):
        head = next(self.heads())
        self.assertIn("  at byte 128: block 0, 2 samples, %s to %s UTC, %d bytes\n" % (
            head["first_time"], head["last_time"], head["bytes"]), self.run_well("inspect", self.file).text)

    def test_what_is_lost_is_named_and_strict_refuses_it(self):
        raw = bytearray(self.file.read_bytes())
        raw[128 + 16] ^= 1  # the number of its block
        self.file.write_bytes(raw)
        result = perflib("inspect", "--json", self.file)
        self.assertEqual((FAILED, {"count": 0, "shown": []}), (result.code, json.loads(result.text)["records"]))
        self.assertEqual("%s: skipped: record.HeadChecksum at byte 196: has an invalid value (%d); "
                         "%d bytes, 0 samples\n" % (self.file, struct.unpack_from("<I", raw, 196)[0], len(raw) - 128),
                         result.err)
        self.assertEqual((FAILED, ""), (lambda strict: (strict.code, strict.text))(
            perflib("inspect", "--strict", self.file)))

    def test_a_ring_is_looked_into_a_segment_at_a_time(self):
        ring = self.folder / "ring.perfrec"
        self.recorded("-o", ring, "--ring", "1h", *roots("vm-6.18"))
        segment = ring / "000001.perfrec"
        self.assertFault(perflib("inspect", ring), FAILED,
                         "perflib: %s: is a ring of 1 recordings; inspect one of them:  %s\n" % (ring, segment))
        self.run_well("inspect", segment)


def filetime(ticks):
    moment = datetime.datetime(1601, 1, 1) + datetime.timedelta(microseconds=ticks // 10)
    return moment.isoformat(timespec="milliseconds")


class InspectText(ToolTest):
    def test_every_member_stands_at_its_byte(self):
        file = self.folder / "block.bin"
        file.write_bytes(block_bytes.small_block())
        lines = self.run_well("inspect", file).text.splitlines()
        for line in ("       0 PERF_DATA_BLOCK", "      20   TotalByteLength 464",
                     "     104 PERF_OBJECT_TYPE", "     168   PERF_COUNTER_DEFINITION 0",
                     "     208   PERF_COUNTER_BLOCK", "     212     value 0: 77"):
            self.assertIn(line, lines)

    def test_control_characters_of_names_do_not_reach_the_terminal(self):
        file = self.folder / "block.bin"
        file.write_bytes(block_bytes.data_block([block_bytes.object_type(
            238, block_bytes.definition(6, 4, 4), 1, block_bytes.instance("a\x1b[2Jb\x07", [1]))]))
        result = self.run_well("inspect", file)
        self.assertEqual(set(), {c for c in result.text if c < " " and c != "\n"})
        self.assertIn("a\\u001b[2Jb\\u0007", result.text)


class WindowsBlocks(ToolTest):
    def test_all_88_pass_strict_and_equal_the_second_decoder(self):
        cut = list(blg_blocks.blocks(SAMPLE_LOG.read_bytes()))
        self.assertEqual(88, len(cut))
        for number, (_, raw) in some_of(enumerate(cut), 8):
            result = self.run_well("inspect", "--json", "--strict", "-", data=raw)
            self.assertEqual(block.decode(raw), json.loads(result.text), number)


class Tolerances(ToolTest):
    SEEN = {
        "wine8_hkpd_global.bin": (
            "objects-after-header-twice: the objects start 88 bytes after HeaderLength (Wine "
            "counts the header twice), first at byte 24",
            "last-object-cut: the last object extends past the end of the block; its last values "
            "are missing, first at byte 1040"),
        "samba417_global.bin": (
            "total-length-without-header: TotalByteLength does not include the header (Samba), "
            "first at byte 20",),
        "samba417_real_global.bin": (
            "total-length-without-header: TotalByteLength does not include the header (Samba), "
            "first at byte 20",),
        "wine8_hkpd_global_fixed.bin": (),
    }
    STRICT = {
        "wine8_hkpd_global.bin":
            "PERF_OBJECT_TYPE.TotalByteLength at byte 96: is out of range (0)",
        "samba417_global.bin":
            "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (768)",
        "samba417_real_global.bin":
            "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (1128)",
    }

    def test_each_oddity_is_named_once_on_stderr(self):
        for (name, oddities), form in each_of(self.SEEN.items(), ([], ["--json"])):
            with self.subTest(name, form=form):
                file = BLOCKS / name
                result = perflib("inspect", *form, file)
                self.assertExit(result, ALL_WELL)
                self.assertEqual(["%s: tolerated: %s" % (file, oddity) for oddity in oddities],
                                 result.err.splitlines())

    def test_strict_makes_a_fault_of_each_and_prints_nothing(self):
        for (name, fault), form in each_of(self.STRICT.items(), ([], ["--json"])):
            with self.subTest(name, form=form):
                file = BLOCKS / name
                self.assertFault(perflib("inspect", "--strict", *form, file), FAILED, "%s: %s\n" % (file, fault))

    def test_values_that_a_cut_object_lacks_are_null_never_0(self):
        result = perflib("inspect", "--json", BLOCKS / "wine8_hkpd_global.bin")
        values = [instance["values"] for one in json.loads(result.text)["objects"]
                  for instance in one["instances"]]
        self.assertEqual([1007, 2008, 3009, 4010, 250], values[1][:5])
        self.assertEqual([None] * 13, values[-1])

    def test_title_tables_are_no_blocks(self):
        for name in ("samba417_counter009.bin", "wine8_counter009.bin", "wine8_help009.bin",
                     "samba417_real_explain009.bin"):
            with self.subTest(name):
                result = perflib("inspect", BLOCKS / name)
                self.assertEqual((FAILED, b""), (result.code, result.out))
                self.assertRegex(result.err, r": PERF_DATA_BLOCK\.\w+ at byte \d+: ")

    def test_an_oddity_shown_once_where_it_occurs_often(self):
        body = b"".join(block_bytes.instance(name, [1]) for name in ("a", "b", "c"))
        raw = bytearray(block_bytes.data_block([block_bytes.object_type(
            238, block_bytes.definition(6, 4, 4), 3, body)]))
        first = raw.index(body)
        for number in range(3):
            struct.pack_into("<II", raw, first + number * 40 + 4, 230, 7)  # a parent nobody is
        file = self.folder / "block.bin"
        file.write_bytes(raw)
        result = perflib("inspect", "--json", file)
        self.assertExit(result, ALL_WELL)
        self.assertEqual(1, result.err.count("tolerated: parent-out-of-range: "), result)
        self.assertEqual([None] * 3, [i["parent"] for i in
                                      json.loads(result.text)["objects"][0]["instances"]])


class Faults(ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "block.bin"

    def fault_of(self, raw):
        self.file.write_bytes(raw)
        result = perflib("inspect", self.file)
        self.assertEqual((FAILED, b""), (result.code, result.out), result)
        lines = result.err.splitlines()
        self.assertEqual(1, len(lines), result)
        return lines[0].removeprefix("%s: " % self.file)

    def with_number(self, offset, number):
        raw = bytearray(block_bytes.small_block())
        struct.pack_into("<I", raw, offset, number)
        return bytes(raw)

    def test_a_fault_names_structure_field_byte_reason_and_what_is_stored(self):
        cases = {
            (0, 0): "PERF_DATA_BLOCK.Signature at byte 0: has an invalid value (0)",
            (20, 472): "PERF_DATA_BLOCK.TotalByteLength at byte 20: extends past its parent (472)",
            (28, 3): "PERF_DATA_BLOCK.NumObjectTypes at byte 28: extends past its parent (3)",
            (108, 0xFFFFFFFF):
                "PERF_OBJECT_TYPE.DefinitionLength at byte 108: extends past its parent (4294967295)",
            (136, 2): "PERF_OBJECT_TYPE.NumCounters at byte 136: extends past its parent (2)",
            (204, 4096): 
                "PERF_COUNTER_DEFINITION.CounterOffset at byte 204: extends past its parent (4096)",
            (256, 0x7FFFFFFF):
                "PERF_OBJECT_TYPE.NumInstances at byte 256: exceeds the limit (2147483647)",
            (256, 0x80000000):
                "PERF_OBJECT_TYPE.NumInstances at byte 256: has an invalid value "
                "(2147483648)",
        }
        seen = {case: self.fault_of(self.with_number(*case)) for case in cases}
        for case, fault in cases.items():
            with self.subTest(case):
                self.assertRegex(seen[case], r"^PERF_[A-Z_]+\.\w+ at byte \d+: ")
                self.assertEqual(fault, seen[case])

    def test_a_file_of_another_kind_is_called_what_it_is(self):
        code = "(0xC0000BD6 PDH_UNKNOWN_LOG_FORMAT)"
        self.assertEqual("is an empty file, not a performance log; copy it again, or record again " + code,
                         self.fault_of(b""))
        self.assertEqual("is a text file, not a performance log; text logs begin with PDH-CSV or PDH-TSV " + code,
                         self.fault_of(b"hello, this is a text\n"))
        self.assertEqual("is a PNG image, not a performance log " + code, self.fault_of(b"\x89PNG\r\n\x1a\n" + bytes(20)))
        log = self.folder / "x.blg"
        log.write_bytes(b"\x7fELF" + bytes(range(1, 100)))
        self.assertFault(perflib("inspect", log), FAILED, "%s: is not a performance log %s\n" % (log, code))

    def test_a_file_that_cannot_be_read_is_named(self):
        self.assertFault(perflib("inspect", self.folder / "none"), FAILED,
                         "perflib: %s: no such file\n" % (self.folder / "none"))
        self.assertFault(perflib("inspect", self.folder), FAILED,
                         "perflib: %s: is a folder; name a file in it\n" % self.folder)

    def test_a_surplus_argument_is_wrong_usage(self):
        self.assertExit(perflib("inspect", "a", "b"), WRONG_USAGE)
        self.assertExit(perflib("inspect"), WRONG_USAGE)

    def test_output_that_cannot_be_written_is_a_failure(self):
        self.file.write_bytes(block_bytes.small_block())
        for form in ([], ["--json"]):
            with open("/dev/full", "wb") as full:
                result = perflib("inspect", *form, self.file, stdout=full)
                self.assertEqual((FAILED, "perflib: standard output: cannot be written\n"),
                                 (result.code, result.err))


@functools.lru_cache(maxsize=None)
def process_block():
    """A block of Windows' own with many instances."""
    return max((raw for _, raw in blg_blocks.blocks(SAMPLE_LOG.read_bytes())), key=len)


class Hostile(ToolTest):
    """Whatever the bytes: an end with 0 or 1, within 5 s of processor time and 200 MB."""

    def judged(self, raw, *options):
        file = self.folder / "block.bin"
        file.write_bytes(raw)
        with open(os.devnull, "wb") as nowhere:
            result = perflib("inspect", *options, file, before=limited(200, 5), stdout=nowhere)
        self.assertIn(result.code, (ALL_WELL, FAILED), result)
        if result.code == FAILED:
            # No bytes, and noise that happens to be text, are called what they are.
            self.assertRegex(result.err, r"^[^\n]+: (PERF_[A-Z_]+\.\w+ at byte \d+: |is (an empty|a text) file, )[^\n]+\n$")
        return result

    def test_two_thousand_million_instances_are_refused(self):
        raw = bytearray(block_bytes.small_block())
        struct.pack_into("<I", raw, 256, 0x7FFFFFFF)
        self.assertExit(self.judged(bytes(raw)), FAILED)

    def test_every_truncation_ends(self):
        raw = block_bytes.small_block()
        for length in some_of(range(0, len(raw), 3), 16):
            self.assertExit(self.judged(raw[:length]), FAILED)

    def test_truncations_of_a_real_block_end(self):
        raw = process_block()
        for length in some_of(random.Random(11).sample(range(len(raw)), 60), 12):
            self.judged(raw[:length], "--json")

    def test_flipped_bits_end(self):
        dice = random.Random(42)
        for raw, options in ((block_bytes.small_block(), []), (process_block(), ["--json"])):
            for _ in some_of(range(150), 15):
                broken = bytearray(raw)
                for _ in range(dice.choice((1, 1, 2, 8, 64))):
                    broken[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
                self.judged(bytes(broken), *options)

    def test_lengths_of_extremes_end(self):
        raw = block_bytes.small_block()
        extremes = (0, 1, 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF)
        for offset, number in some_of(itertools.product(range(20, 36, 4), extremes), 8):
            broken = bytearray(raw)
            struct.pack_into("<I", broken, offset, number)
            self.judged(bytes(broken))
        for offset, number in some_of(itertools.product(range(216, 280, 4), extremes), 12):
            broken = bytearray(raw)
            struct.pack_into("<I", broken, offset, number)
            self.judged(bytes(broken), "--json")

    def test_definitions_that_share_an_offset_are_no_amplifier(self):
        for size, form in each_of((0, 4), ([], ["--json"])):
            with self.subTest(size=size, form=form):
                raw = block_bytes.amplified_block(24000, 30000, size)
                self.assertLess(len(raw), 2 << 20)
                self.assertExit(self.judged(raw, *form), FAILED)

    def test_definitions_of_one_large_value_are_no_amplifier(self):
        shown_as = (0x00010000, 0x00000B00)  # hexadecimal, and text
        for kind, form in each_of(shown_as, ([], ["--json"])):
            with self.subTest(kind=kind, form=form):
                body = struct.pack("<I", 1000000) + b"A\0" * 499998
                raw = block_bytes.data_block([block_bytes.object_type(
                    238, block_bytes.definition(6, 999990, 4, kind) * 20000, -1, body)])
                self.assertExit(self.judged(raw, *form), FAILED)

    @unittest.skipIf(SANITIZED, "millions of values, which the other build prints in a tenth of the time")
    def test_the_most_values_that_2_mb_may_hold_are_shown_in_time(self):
        raw = block_bytes.amplified_block(250, 30000, 0)
        for form in ([], ["--json"]):
            with self.subTest(form=form):
                self.assertExit(self.judged(raw, *form), ALL_WELL)

    def test_many_objects_and_many_parents_are_not_looked_up_one_by_one(self):
        objects = [block_bytes.object_type(100000 + number, b"", 0, b"") for number in range(12000)]
        body = bytearray(block_bytes.instance("", [1]) * 20000)
        for number in range(20000):
            struct.pack_into("<II", body, number * 32 + 4, 100000 + 11999 - number % 12000, 0)
        objects.append(block_bytes.object_type(238, block_bytes.definition(6, 4, 4), 20000,
                                               bytes(body)))
        raw = block_bytes.data_block(objects)
        self.assertLess(len(raw), 2 << 20)
        for form in ([], ["--json"], ["--strict"]):
            with self.subTest(form=form):
                self.judged(raw, *form)

    def test_many_marks_of_missing_values_are_not_searched_value_by_value(self):
        titles = (100176, 100178, 100180, 100182, 100184)
        definitions = b"".join(block_bytes.definition(title, 4, 4 + 4 * place)
                               for place, title in enumerate(titles))
        marks = b"".join(block_bytes.instance("", [238, number % 50, number, 1, 0x800007D5])
                         for number in range(18000))
        values = block_bytes.instance("", [1]) * 10000
        raw = block_bytes.data_block([
            block_bytes.object_type(238, block_bytes.definition(6, 4, 4) * 100, 10000, values),
            block_bytes.object_type(100174, definitions, 18000, marks)])
        self.assertLess(len(raw), 2 << 20)
        for form in ([], ["--json"]):
            with self.subTest(form=form):
                self.assertExit(self.judged(raw, *form), ALL_WELL)

    def test_noise_is_refused(self):
        dice = random.Random(7)
        for length in (1, 88, 1000, 100000):
            self.assertExit(self.judged(dice.randbytes(length)), FAILED)


if __name__ == "__main__":
    unittest.main()

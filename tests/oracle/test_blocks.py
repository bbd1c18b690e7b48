"""The decoder, on blocks that Windows made and on small ones made here; and the comparison."""

import copy
import functools
import json
import os
import struct
import unittest

import blg_blocks
import block
import compare
import compare_pair
import definitions
import machines

LOG = os.path.join(machines.HERE, "..", "data", "blg", "SampleLog.blg")
COLLECTED = ("System", "Memory", "Process", "PhysicalDisk", "LogicalDisk", "Processor",
             "Network Interface")


@functools.lru_cache(maxsize=None)
def windows_blocks():
    with open(LOG, "rb") as handle:
        return [(sample, block.decode(raw)["objects"][0])
                for sample, raw in blg_blocks.blocks(handle.read())]


class WindowsBlocks(unittest.TestCase):
    def test_88_are_found_in_their_order(self):
        found = [(sample, one["name"]) for sample, one in windows_blocks()]
        order = ("LogicalDisk", "TCPv4", "Memory", "Network Interface", "PhysicalDisk", "Process",
                 "Processor", "System")
        self.assertEqual(found, [(sample, name) for sample in range(11) for name in order])

    def test_every_cell_is_read(self):
        cells = [one for _, one in windows_blocks()]
        self.assertEqual(sum(len(instance["values"]) for one in cells
                             for instance in one["instances"]), 18769)

    def test_process_total_is_the_sum(self):
        for sample, one in windows_blocks():
            if one["name"] == "Process":
                times = [instance["values"][0] for instance in one["instances"]]
                self.assertEqual(one["instances"][-1]["name"], "_Total")
                self.assertEqual(sum(times[:-1]), times[-1], sample)
        first = next(one for _, one in windows_blocks() if one["name"] == "Process")
        self.assertEqual(first["instances"][-1]["values"][0], 17204375000)

    def test_our_definitions_are_windows_own(self):
        """Each measured one equals what Windows wrote: title, type, size, place, scale."""
        theirs = {one["name"]: one["counters"] for _, one in windows_blocks()}
        for name, one in definitions.load(COLLECTED).items():
            ours = [entry for counter in one.counters if counter.offset is not None
                    for entry in machines.collect.assemble.definitions_of(counter)]
            self.assertEqual([strip(entry) for entry in ours],
                             [strip(entry) for entry in theirs[name]], name)


def strip(entry):
    return {key: entry[key] for key in ("title_index", "type", "size", "offset", "scale")}


def definition(title, size, offset, kind=0x10000, scale=-1):
    return struct.pack("<5Ii4I", 40, title, 0, title + 1, 0, scale, 100, kind, size, offset)


def instance(name, values):
    raw = name.encode("utf-16-le") + b"\0\0"
    pad = -len(raw) % 8
    body = struct.pack("<I", 8 + len(values)) + b"\0\0\0\0" + values
    return struct.pack("<IIIiII", 24 + len(raw) + pad, 0, 0, -1, 24, len(raw)) + raw + bytes(
        pad) + body


def an_object(title, counters, instances, count):
    defined = 64 + 40 * len(counters)
    body = b"".join(counters) + b"".join(instances)
    head = struct.pack("<8IiiIIqq", 64 + len(body), defined, 64, title, 0, title + 1, 0, 100, 0, 0,
                       0, 0, 0, 0)
    return head[:32] + struct.pack("<Iii", len(counters), 0, count) + head[44:] + body


def a_block(objects):
    name = "M\0".encode("utf-16-le").ljust(8, b"\0")
    head = "PERF".encode("utf-16-le") + struct.pack(
        "<6Ii8HI3Q2I", 1, 1, 1, 96 + sum(map(len, objects)), 96, len(objects), -1,
        2026, 11, 6, 21, 10, 11, 12, 13, 0, 5, 10000000, 7, 4, 88)
    return head + name + b"".join(objects)


class MadeBlocks(unittest.TestCase):
    def setUp(self):
        counters = [definition(6, 8, 8), definition(142, 4, 16)]
        rows = [instance(name, struct.pack("<QII", number, number + 1, 0))
                for name, number in (("0", 10), ("1", 20), ("_Total", 30))]
        self.processor = an_object(238, counters, rows, 3)

    def status(self, *numbers):
        counters = [definition(100176 + 2 * place, 4, 8 + 4 * place) for place in range(5)]
        row = instance("no permission", struct.pack("<5II", *numbers, 0))
        return an_object(100174, counters, [row], 1)

    def test_fields(self):
        found = block.decode(a_block([self.processor]))
        self.assertEqual((found["machine"], found["system_time"], found["perf_time_100ns"]),
                         ("M", "2026-11-21T10:11:12.013", 7))
        self.assertEqual(found["objects"][0]["counters"][1], {
            "title_index": 142, "name": "% User Time", "type": 0x10000, "size": 4, "offset": 16,
            "scale": -1})
        self.assertEqual([one["values"] for one in found["objects"][0]["instances"]],
                         [[10, 11], [20, 21], [30, 31]])

    def test_collection_status_makes_values_null(self):
        found = block.decode(a_block([self.processor, self.status(238, 1, 1, 2, 0x800007D5)]))
        self.assertEqual([one["values"] for one in found["objects"][0]["instances"]],
                         [[10, 11], [20, None], [30, None]])

    def test_a_counter_left_out_marks_nothing(self):
        found = block.decode(a_block([self.processor, self.status(238, 0xFFFFFFFF, 148, 0, 5)]))
        self.assertEqual(found["objects"][0]["instances"][0]["values"], [10, 11])

    def test_every_damaged_length_is_a_fault_or_read(self):
        raw = a_block([self.processor])
        for place in range(0, len(raw) - 4, 4):
            for number in (0, 7, 0x7FFFFFFF, 0xFFFFFFFF):
                damaged = raw[:place] + struct.pack("<I", number) + raw[place + 4:]
                try:
                    block.decode(damaged)
                except block.Fault:
                    pass

    def test_a_cut_block_is_a_fault(self):
        raw = a_block([self.processor])
        for length in range(0, len(raw), 8):
            with self.assertRaises(block.Fault):
                block.decode(raw[:length])


class Comparison(unittest.TestCase):
    def setUp(self):
        self.ours = machines.document("vm-6.18")
        self.theirs = copy.deepcopy(self.ours)

    def lines(self):
        return list(compare.differences(self.theirs, self.ours))

    def test_equal_documents_have_no_difference(self):
        self.assertEqual(self.lines(), [])

    def test_each_kind_of_difference_is_one_line(self):
        processor = self.theirs["objects"][1]
        processor["instances"][1]["values"][2] += 1
        self.theirs["perf_time"] += 1
        del self.theirs["objects"][0]
        self.assertEqual(len(self.lines()), 3)

    def test_a_missing_definition_and_instance_are_named(self):
        processor = self.theirs["objects"][1]
        del processor["instances"][0]
        gone = processor["counters"].pop()
        self.assertEqual([gone["name"] in line or "instances" in line for line in self.lines()],
                         [True, True])


class PairComparison(unittest.TestCase):
    """What `query --root A --root B` prints, written here from the oracle's own blocks."""

    def setUp(self):
        self.first, self.second = machines.documents("made-pair-a", "made-pair-b")
        older = compare_pair.cells(self.first)
        self.series = [
            {"path": "\\\\PAIR\\" + compare_pair.spelled(key),
             "raw": None if value is None else {
                 "older": None if older.get(key) is None else {"first": older[key]},
                 "newer": {"first": value}}}
            for key, value in compare_pair.cells(self.second).items()]

    def lines(self):
        output = json.dumps({"time": "", "series": self.series})
        return list(compare_pair.differences(output, self.first, self.second))

    def test_equal_numbers_have_no_difference(self):
        self.assertEqual(self.lines(), [])

    def test_a_wrong_number_and_a_lost_series_are_named(self):
        place = next(i for i, one in enumerate(self.series)
                     if one["path"].endswith("System\\Threads"))
        self.series[place]["raw"]["newer"]["first"] += 1
        lost = next(one for one in self.series if one["path"].endswith("System\\Processes"))
        self.series.remove(lost)
        self.assertEqual(self.lines(), [
            "\\\\PAIR\\System\\Threads: newer.first 78, oracle 77",
            "System\\Processes: not printed"])


if __name__ == "__main__":
    unittest.main()

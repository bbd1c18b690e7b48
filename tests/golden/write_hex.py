#!/usr/bin/env python3
"""write_hex.py [DIR]: writes the blocks of the golden tests as annotated hex, member by member.

A row is: offset, bytes in hex, the same as characters, remark. The blocks are written from
docs/formats/perf_data_block.md alone, without the library. tests/golden/*.txt beside them is what the
library's dump makes of each; `golden_tests --update` rewrites those.
"""

import pathlib
import struct
import sys

RAWCOUNT, LARGE_RAWCOUNT = 0x00010000, 0x00010100
COUNTER, BULK_COUNT = 0x10410400, 0x10410500
AVERAGE_TIMER, AVERAGE_BASE = 0x30020400, 0x40030402
TEXT, ASCII_TEXT, NODATA = 0x00000B00, 0x00010B00, 0x40000200
NO_ID = -1


class Block:
    """Rows of one block; lengths are patched when a structure is closed."""

    def __init__(self, little=True):
        self.order = "<" if little else ">"
        self.utf16 = "utf-16-le" if little else "utf-16-be"
        self.rows = []
        self.size = 0

    def put(self, raw, remark):
        self.rows.append([self.size, raw, remark])
        self.size += len(raw)
        return len(self.rows) - 1

    def u32(self, value, remark):
        return self.put(struct.pack(self.order + ("I" if value >= 0 else "i"), value), remark)

    def i64(self, value, remark):
        return self.put(struct.pack(self.order + "q", value), remark)

    def patch(self, row, value):
        self.rows[row][1] = struct.pack(self.order + ("I" if value >= 0 else "i"), value)

    def pad(self, start=0):
        gap = -(self.size - start) % 8
        if gap:
            self.put(bytes(gap), "padding")

    def header(self, objects, name="GOLDEN", default=-1, version=1, revision=1):
        self.put("PERF".encode(self.utf16), "Signature")
        self.u32(1 if self.order == "<" else 0, "LittleEndian")
        self.u32(version, "Version")
        self.u32(revision, "Revision")
        self.total = self.u32(0, "TotalByteLength")
        length = self.u32(0, "HeaderLength")
        self.u32(objects, "NumObjectTypes")
        self.u32(default, "DefaultObject")
        self.put(struct.pack(self.order + "8H", 2026, 11, 5, 20, 21, 14, 55, 647),
                 "SystemTime 2026-11-20 21:14:55.647, a Friday")
        self.put(bytes(4), "padding")
        self.i64(1_234_567, "PerfTime")
        self.i64(10_000_000, "PerfFreq")
        self.i64(134_081_684_956_470_000, "PerfTime100nSec")
        text = (name + "\0").encode(self.utf16) if name else b""
        self.u32(len(text), "SystemNameLength")
        self.u32(88, "SystemNameOffset")
        if text:
            self.put(text, "SystemName")
            self.pad()
        self.patch(length, self.size)

    def begin_object(self, title, counters, instances, default=0, code_page=0, extra=b"", clock=(0, 0),
                     titles=(0, 0)):
        self.start = self.size
        self.object_total = self.u32(0, "PERF_OBJECT_TYPE TotalByteLength")
        definition_length = self.u32(0, "DefinitionLength")
        self.u32(64 + len(extra), "HeaderLength")
        self.u32(title, "ObjectNameTitleIndex")
        self.u32(titles[0], "ObjectNameTitle")
        self.u32(title + 1, "ObjectHelpTitleIndex")
        self.u32(titles[1], "ObjectHelpTitle")
        self.u32(100, "DetailLevel")
        self.u32(len(counters), "NumCounters")
        self.u32(default, "DefaultCounter")
        self.u32(instances, "NumInstances")
        self.u32(code_page, "CodePage")
        self.i64(clock[0], "PerfTime")
        self.i64(clock[1], "PerfFreq")
        if extra:
            self.put(extra, "more of the header than winperf.h knows")
        for counter in counters:
            self.definition(**counter)
        self.patch(definition_length, self.size - self.start)

    def definition(self, title, type, size, offset, scale=0, detail=100, pointers=(0, 0), extra=b"",
                   help=None):
        self.u32(40 + len(extra), "PERF_COUNTER_DEFINITION ByteLength")
        self.u32(title, "CounterNameTitleIndex")
        self.u32(pointers[0], "CounterNameTitle")
        self.u32(title + 1 if help is None else help, "CounterHelpTitleIndex")
        self.u32(pointers[1], "CounterHelpTitle")
        self.u32(scale, "DefaultScale")
        self.u32(detail, "DetailLevel")
        self.u32(type, "CounterType")
        self.u32(size, "CounterSize")
        self.u32(offset, "CounterOffset")
        if extra:
            self.put(extra, "more of the definition than winperf.h knows")

    def instance(self, name, unique=NO_ID, parent=(0, 0), raw=None):
        text = raw if raw is not None else ((name + "\0").encode(self.utf16) if name else b"")
        start = self.size
        length = self.u32(0, "PERF_INSTANCE_DEFINITION ByteLength")
        self.u32(parent[0], "ParentObjectTitleIndex")
        self.u32(parent[1], "ParentObjectInstance")
        self.u32(unique, "UniqueID")
        self.u32(24, "NameOffset")
        self.u32(len(text), "NameLength")
        if text:
            self.put(text, "Name")
        self.pad(start)
        self.patch(length, self.size - start)

    def counters(self, *values):
        """values: (size, number) or (bytes, remark); they follow ByteLength without a gap."""
        start = self.size
        length = self.u32(0, "PERF_COUNTER_BLOCK ByteLength")
        for value, remark in values:
            if isinstance(value, bytes):
                self.put(value, remark)
            else:
                byte_order = "little" if self.order == "<" else "big"
                self.put(remark.to_bytes(value, byte_order), "value %d" % remark)
        self.pad(start)
        self.patch(length, self.size - start)

    def end_object(self):
        self.patch(self.object_total, self.size - self.start)

    def text(self, provenance):
        self.patch(self.total, self.size)
        lines = ["# " + provenance]
        for offset, raw, remark in self.rows:
            for i in range(0, len(raw), 16):
                part = raw[i:i + 16]
                shown = "".join(chr(c) if 32 < c < 127 else "." for c in part)
                lines.append("%06x  %-47s  %-16s  %s" % (
                    offset + i, part.hex(" "), shown, remark if i == 0 else "..."))
        return "\n".join(lines) + "\n"


def counter(title, type, size, offset, **more):
    return dict(title=title, type=type, size=size, offset=offset, **more)


def minimal():
    """The least there is: a header without a name and without objects, as Windows CE 5.0 has it."""
    block = Block()
    block.header(0, name="")
    return block


def no_instances():
    """NumInstances -1: one counter block, and a clock of the object's own."""
    block = Block()
    block.header(1, default=2)
    block.begin_object(2, [counter(10, BULK_COUNT, 8, 8, scale=-3), counter(44, RAWCOUNT, 4, 16)], -1,
                       clock=(128315940386606361, 10_000_000))
    block.counters((bytes(4), "unused"), (8, 0x0102030405060708), (4, 7))
    block.end_object()
    return block


def empty_object():
    """NumInstances 0: an object of instances that has none now."""
    block = Block()
    block.header(1)
    block.begin_object(230, [counter(6, BULK_COUNT, 8, 8)], 0)
    block.end_object()
    return block


def instances():
    """Instances with names, twins among them, and with unique ids; the last has no name."""
    block = Block()
    block.header(1)
    block.begin_object(230, [counter(6, BULK_COUNT, 8, 8), counter(784, RAWCOUNT, 4, 4)], 4)
    for name, unique, process in (("sh", NO_ID, 11), ("sh", NO_ID, 12), ("b\u00e4r \U0001f43b", 7, 13),
                                  ("", 99, 14)):
        block.instance(name, unique)
        block.counters((4, process), (8, process * 1000))
    block.end_object()
    return block


def metadata():
    """NumInstances -2 and -3: objects that only describe themselves."""
    block = Block()
    block.header(2)
    for title, kind in ((230, -2), (4, -3)):
        block.begin_object(title, [counter(6, BULK_COUNT, 8, 8)], kind)
        block.end_object()
    return block


def parents():
    """Threads of processes; the last thread's process is not there."""
    block = Block()
    block.header(2)
    block.begin_object(232, [counter(6, RAWCOUNT, 4, 4)], 3)
    for name, process in (("0", 1), ("1", 0), ("2", 2)):
        block.instance(name, parent=(230, process))
        block.counters((4, process + 40))
    block.end_object()
    block.begin_object(230, [counter(6, RAWCOUNT, 4, 4)], 2)
    for name in ("init", "sh"):
        block.instance(name)
        block.counters((4, len(name)))
    block.end_object()
    return block


def code_page():
    """Names in the code page 65001, and in 1252 of which the library itself knows ASCII alone."""
    block = Block()
    block.header(2)
    for title, page in ((230, 65001), (232, 1252)):
        block.begin_object(title, [counter(6, RAWCOUNT, 4, 4)], 1, code_page=page)
        block.instance("", raw="b\u00e4r\0".encode("utf-8" if page == 65001 else "cp1252"))
        block.counters((4, page))
        block.end_object()
    return block


def shared_offsets():
    """Offsets out of order and shared; CounterSize 8 where the type says 4."""
    block = Block()
    block.header(1)
    block.begin_object(236, [counter(208, AVERAGE_TIMER, 8, 16), counter(208, AVERAGE_BASE, 4, 8),
                             counter(210, AVERAGE_TIMER, 8, 16), counter(210, AVERAGE_BASE, 4, 8)], 1)
    block.instance("/")
    block.counters((bytes(4), "unused"), (4, 3), (bytes(4), "unused"), (8, 0x1_0000_0001))
    block.end_object()
    return block


def texts():
    """Texts in UTF-16 and in ASCII, a value of no size, and sizes of 1, 2, 3 and 12 bytes."""
    block = Block()
    block.header(1)
    block.begin_object(2000, [
        counter(2002, TEXT, 12, 4), counter(2004, ASCII_TEXT, 6, 16), counter(2006, NODATA, 0, 0),
        counter(2008, RAWCOUNT, 1, 22), counter(2010, RAWCOUNT, 2, 23), counter(2012, RAWCOUNT, 3, 25),
        counter(2014, RAWCOUNT, 12, 28)], -1)
    block.counters(("he\"y\0".encode("utf-16-le") + bytes(2), "text"), (b"ascii\0", "text"), (1, 255),
                   (2, 65535), (3, 0xABCDEF), (bytes(range(12)), "twelve bytes"))
    block.end_object()
    return block


def big_endian():
    """LittleEndian 0: numbers and texts of a big-endian machine."""
    block = Block(little=False)
    block.header(1, name="S390")
    block.begin_object(238, [counter(6, BULK_COUNT, 8, 8, scale=-2), counter(700, RAWCOUNT, 4, 4),
                             counter(702, TEXT, 8, 16), counter(704, RAWCOUNT, 3, 24)], 1)
    block.instance("_Total", unique=5)
    block.counters((4, 258), (8, 0x0102030405060708), ("up\0".encode("utf-16-be") + bytes(2), "text"),
                   (3, 0xABCDEF))
    block.end_object()
    return block


def nt_era():
    """What older pages allow: pointers where titles are, Revision 0, a scale of -8, a base of index 0."""
    block = Block()
    block.header(1, version=1, revision=0)
    block.begin_object(236, [
        counter(206, AVERAGE_TIMER, 8, 8, scale=-8, pointers=(0x77654321, 0x77654380)),
        counter(0, AVERAGE_BASE, 4, 16, help=0)], -1, default=206, titles=(0x00401000, 0x00401080))
    block.counters((bytes(4), "unused"), (8, 5), (4, 1))
    block.end_object()
    return block


def longer_structures():
    """Stored lengths rule: a header of 72 bytes and a definition of 48."""
    block = Block()
    block.header(1)
    block.begin_object(4, [counter(24, RAWCOUNT, 4, 4, extra=b"\xEE" * 8), counter(26, RAWCOUNT, 4, 8)],
                       -1, extra=b"\xDD" * 8)
    block.counters((4, 1), (4, 2))
    block.end_object()
    return block


CASES = (minimal, no_instances, empty_object, instances, metadata, parents, code_page, shared_offsets,
         texts, big_endian, nt_era, longer_structures)

if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for case in CASES:
        made_by = " Written by tests/golden/write_hex.py from docs/formats/perf_data_block.md."
        (directory / (case.__name__ + ".hex")).write_text(case().text(case.__doc__ + made_by))

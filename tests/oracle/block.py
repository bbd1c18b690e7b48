#!/usr/bin/env python3
"""block.py FILE: a naive decoder of one PERF_DATA_BLOCK (docs/structs.md, part A), strict.

Prints the document of docs/perflib.md, section 3, on one line. A fault goes to stderr, exit 1.
It shares nothing with the library: it is what the library's decoder is compared with.
"""

import datetime
import json
import struct
import sys

import definitions

COLLECTION_STATUS = 100174
STATUS_COUNTERS = {100176: "object", 100178: "ordinal", 100180: "first", 100182: "count"}
LEFT_OUT = 0xFFFFFFFF  # Counter Ordinal of a counter without a definition
NO_INSTANCES = -1
NAMES = definitions.title_names()


class Fault(ValueError):
    """What is wrong, of which structure, at which byte."""


class Bytes:
    """The block, and its byte order."""

    def __init__(self, raw):
        self.raw = raw
        self.order = "<"

    def need(self, offset, size, end, what):
        if offset < 0 or size < 0 or offset + size > end:
            raise Fault("%s at byte %d: leaves its parent, which ends at %d" % (what, offset, end))

    def u32(self, offset):
        return struct.unpack_from(self.order + "I", self.raw, offset)[0]

    def i32(self, offset):
        return struct.unpack_from(self.order + "i", self.raw, offset)[0]

    def u64(self, offset):
        return struct.unpack_from(self.order + "Q", self.raw, offset)[0]

    def utf16(self, offset, length):
        """Up to the first NUL; invalid characters become U+FFFD."""
        codec = "utf-16-le" if self.order == "<" else "utf-16-be"
        text = self.raw[offset:offset + length // 2 * 2].decode(codec, "replace")
        return text.split("\0", 1)[0]

    def text(self, offset, length, code_page):
        if code_page == 0:
            return self.utf16(offset, length)
        codec = "utf-8" if code_page == 65001 else "cp%d" % code_page
        try:
            return self.raw[offset:offset + length].split(b"\0", 1)[0].decode(codec, "replace")
        except LookupError:
            raise Fault("CodePage %d is none that Python knows" % code_page) from None


def check(condition, what, offset):
    if not condition:
        raise Fault("%s at byte %d" % (what, offset))


def read_header(data):
    data.need(0, 88, len(data.raw), "PERF_DATA_BLOCK")
    little = data.raw[8:12] == b"\1\0\0\0"
    check(little or data.raw[8:12] == b"\0\0\0\0", "LittleEndian", 8)
    data.order = "<" if little else ">"
    codec = "utf-16-le" if little else "utf-16-be"
    check(data.raw[:8] == "PERF".encode(codec), "Signature", 0)
    total, length = data.u32(20), data.u32(24)
    check(total <= len(data.raw), "TotalByteLength", 20)
    check(88 <= length <= total and length % 8 == 0, "HeaderLength", 24)
    data.need(data.u32(84), data.u32(80), length, "SystemName")
    return {"machine": data.utf16(data.u32(84), data.u32(80)), "version": data.u32(12),
            "revision": data.u32(16), "perf_time": data.u64(56), "perf_freq": data.u64(64),
            "perf_time_100ns": data.u64(72), "system_time": system_time(data)}, length, total


def system_time(data):
    year, month, _, day, hour, minute, second, millisecond = struct.unpack_from(
        data.order + "8H", data.raw, 36)
    try:
        date = datetime.datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None
    return None if millisecond > 999 else (
        "%04d" % year + date.strftime("-%m-%dT%H:%M:%S.") + "%03d" % millisecond)


def read_definition(data, at, end):
    data.need(at, 40, end, "PERF_COUNTER_DEFINITION")
    check(40 <= data.u32(at) <= end - at, "PERF_COUNTER_DEFINITION.ByteLength", at)
    title = data.u32(at + 4)
    return {"title_index": title, "name": NAMES.get(title), "type": data.u32(at + 28),
            "size": data.u32(at + 32), "offset": data.u32(at + 36),
            "scale": data.i32(at + 20)}, at + data.u32(at)


def read_value(data, counter, block, length, code_page):
    size = counter["size"]
    at = block + counter["offset"]
    data.need(at, size, block + length, "a value of %r" % counter["name"])
    if size == 0:
        return None
    if counter["type"] & 0xC00 == 0x800:
        ascii_text = counter["type"] & 0xF0000 == 0x10000
        return data.text(at, size, code_page or 65001) if ascii_text else data.utf16(at, size)
    raw = data.raw[at:at + size]
    if size > 8:
        return raw.hex()
    return int.from_bytes(raw, "little" if data.order == "<" else "big")


def read_counter_block(data, at, end, counters, code_page):
    data.need(at, 4, end, "PERF_COUNTER_BLOCK")
    length = data.u32(at)
    check(4 <= length <= end - at, "PERF_COUNTER_BLOCK.ByteLength", at)
    return [read_value(data, counter, at, length, code_page) for counter in counters], at + length


def read_instance(data, at, end, counters, code_page):
    data.need(at, 24, end, "PERF_INSTANCE_DEFINITION")
    length, name_at, name_length = data.u32(at), data.u32(at + 16), data.u32(at + 20)
    check(24 <= length <= end - at, "PERF_INSTANCE_DEFINITION.ByteLength", at)
    data.need(at + name_at, name_length, at + length, "PERF_INSTANCE_DEFINITION.Name")
    name = data.text(at + name_at, name_length, code_page) if name_length else None
    values, after = read_counter_block(data, at + length, end, counters, code_page)
    parent = {"object_title_index": data.u32(at + 4), "instance": data.u32(at + 8)}
    return {"name": name, "unique_id": data.i32(at + 12),
            "parent": parent if parent["object_title_index"] else None, "values": values}, after


def read_object(data, at, end):
    data.need(at, 64, end, "PERF_OBJECT_TYPE")
    total, defined, header = data.u32(at), data.u32(at + 4), data.u32(at + 8)
    check(64 <= header <= defined <= total <= end - at, "PERF_OBJECT_TYPE lengths", at)
    check(total % 8 == 0 and defined % 8 == 0 and header % 8 == 0, "PERF_OBJECT_TYPE lengths", at)
    title, count, code_page = data.u32(at + 12), data.i32(at + 40), data.u32(at + 44)
    counters, place = [], at + header
    for _ in range(data.u32(at + 32)):
        counter, place = read_definition(data, place, at + defined)
        counters.append(counter)
    check(place == at + defined, "PERF_OBJECT_TYPE.DefinitionLength", at + 4)
    instances, place = read_instances(data, place, at + total, counters, count, code_page)
    check(place == at + total, "PERF_OBJECT_TYPE.TotalByteLength", at)
    return {"title_index": title, "name": NAMES.get(title), "perf_time": data.u64(at + 48),
            "perf_freq": data.u64(at + 56), "default_counter": data.i32(at + 36),
            "counters": counters, "instances": instances}, at + total


def read_instances(data, place, end, counters, count, code_page):
    if count == NO_INSTANCES:
        values, place = read_counter_block(data, place, end, counters, code_page)
        return [{"name": None, "unique_id": -1, "parent": None, "values": values}], place
    instances = []
    for _ in range(max(0, count)):
        instance, place = read_instance(data, place, end, counters, code_page)
        instances.append(instance)
    return instances, place


def drop_wrong_parents(document):
    """A parent out of range is none."""
    counts = {one["title_index"]: len(one["instances"]) for one in document["objects"]}
    for one in document["objects"]:
        for instance in one["instances"]:
            parent = instance["parent"]
            if parent and parent["instance"] >= counts.get(parent["object_title_index"], 0):
                instance["parent"] = None


def apply_collection_status(document):
    """What the block's own Collection Status marks as missing becomes null."""
    objects = {one["title_index"]: one for one in document["objects"]}
    status = objects.get(COLLECTION_STATUS)
    if status is None:
        return
    keys = [STATUS_COUNTERS.get(counter["title_index"]) for counter in status["counters"]]
    for instance in status["instances"]:
        row = dict(zip(keys, instance["values"]))
        target = objects.get(row["object"])
        if row["ordinal"] == LEFT_OUT or target is None:
            continue
        for hit in target["instances"][row["first"]:row["first"] + row["count"]]:
            hit["values"][row["ordinal"]] = None


def decode(raw):
    """The document of one block."""
    data = Bytes(raw)
    document, place, total = read_header(data)
    document["objects"] = []
    for _ in range(data.u32(28)):
        one, place = read_object(data, place, total)
        document["objects"].append(one)
    check(place == total, "PERF_DATA_BLOCK.TotalByteLength", 20)
    drop_wrong_parents(document)
    apply_collection_status(document)
    return document


def main(arguments):
    if len(arguments) != 1:
        print("usage: block.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as handle:
            document = decode(handle.read())
    except (Fault, OSError) as fault:
        print("%s: %s" % (arguments[0], fault), file=sys.stderr)
        return 1
    print(json.dumps(document, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""blg.py FILE: the readings of a binary performance log, a JSON line a sample.

docs/blg.md, sections 2 to 7. A line is {"time": local FILETIME, "series": {PATH: {"type", "first",
"second", "multi", "status", "time_base", "identity"}}}. The paths are those of Windows; of equal
names the second is #1. Names of whole objects come from the log's own tables.
"""

import json
import struct
import sys

import blg_blocks
import block

CATALOG, DATA, NAMES = 0x20, 0x22, 0x24
WILDCARD, OBJECT = 0x01, 0x10
NO_TEXT = 0xFFFFFFFF
PROCESS, ID_PROCESS, ELAPSED = 230, 784, 684
VALID = 0


def text_at(raw, place):
    end = place
    while raw[end:end + 2] != b"\0\0":
        end += 2
    return raw[place:end].decode("utf-16-le")


def entries(body):
    """The catalog: (flags, type, time base, machine, object, instance, counter) of each entry."""
    assert struct.unpack_from("<II", body, 0) == (0x6FF, 0x20008)
    place = 8
    while place < len(body):
        size, flags, _, kind = struct.unpack_from("<4I", body, place)
        time_base, = struct.unpack_from("<q", body, place + 16)
        texts = struct.unpack_from("<6I", body, place + 28)
        name = [None if at == NO_TEXT else text_at(body, place + 52 + at)
                for at in (texts[0], texts[1], texts[2], texts[5])]
        yield (flags, kind, time_base, *name)
        place += size


def names(body):
    """(machine, {title index: name}) of one name table event."""
    words = body.decode("utf-16-le").split("\0")[:-1]
    return words[0], dict(zip(map(int, words[1::2]), words[2::2]))


class Numbered:
    """Equal names get #1, #2 ... in their order."""

    def __init__(self):
        self.seen = {}

    def __call__(self, name):
        count = self.seen.get(name.lower(), 0)
        self.seen[name.lower()] = count + 1
        return name if count == 0 else "%s#%d" % (name, count)


def path(machine, object_name, instance, counter):
    where = object_name if instance is None else "%s(%s)" % (object_name, instance)
    return "%s\\%s\\%s" % (machine, where, counter)


def one_reading(entry, payload):
    """Form 1."""
    _, kind, time_base, machine, object_name, instance, counter = entry
    status, _, _, first, second, multi = struct.unpack_from("<IqIqqI", payload, 0)
    yield path(machine, object_name, instance, counter), {
        "type": kind, "first": first, "second": second, "multi": multi, "status": status,
        "time_base": time_base, "identity": None}


def all_instances(entry, payload):
    """Form 2."""
    _, kind, time_base, machine, object_name, _, counter = entry
    length, count, status = struct.unpack_from("<III", payload, 0)
    assert length == len(payload)
    number = Numbered()
    for i in range(count):
        name, multi, first, second = struct.unpack_from("<IIqq", payload, 24 + 24 * i)
        instance = number(text_at(payload, name))
        yield path(machine, object_name, instance, counter), {
            "type": kind, "first": first, "second": second, "multi": multi, "status": status,
            "time_base": time_base, "identity": None}


def is_base(kind):
    return kind & 0x00070C00 == 0x00030400


def has_base(kind):
    """FRACTION and PRECISION types: the next definition is the denominator."""
    return kind & 0xC00 == 0x400 and kind & 0x00070000 in (0x20000, 0x70000)


def clock(document, thing, kind):
    """(second value, time base) that the timer bits name."""
    timer = kind & 0x00300000
    if timer == 0x100000:
        return document["perf_time_100ns"], 10000000
    if timer == 0x200000:
        return thing["perf_time"], thing["perf_freq"]
    return document["perf_time"], document["perf_freq"]


def reading(document, thing, values, position):
    """One counter of one instance, as PDH_RAW_COUNTER would have it."""
    kind = thing["counters"][position]["type"]
    second, time_base = clock(document, thing, kind)
    if has_base(kind):
        second = values[position + 1]
    elif kind & 0xC00 != 0x400 or kind & 0x00070000 == 0:  # a plain number, or a plain difference
        second = 0
    return {"type": kind, "first": values[position], "second": second, "multi": 0,
            "status": VALID, "time_base": time_base}


def identity(thing, instance):
    """A process is its id and its start."""
    if thing["title_index"] != PROCESS:
        return None
    told = dict(zip((one["title_index"] for one in thing["counters"]), instance["values"]))
    return [told[ID_PROCESS], told[ELAPSED]] if told[ID_PROCESS] != 0 else None


def whole_object(entry, payload, titles):
    """Form 5."""
    machine = entry[3]
    document = block.decode(payload)
    thing = document["objects"][0]
    number = Numbered()
    for instance in thing["instances"]:
        name = None if instance["name"] is None else number(instance["name"])
        for position, counter in enumerate(thing["counters"]):
            if is_base(counter["type"]):
                continue
            where = path(machine, titles[thing["title_index"]], name,
                         titles[counter["title_index"]])
            yield where, {**reading(document, thing, instance["values"], position),
                          "identity": identity(thing, instance)}


def readings(entry, payload, titles):
    """(path, reading) of each series of one record."""
    if entry[0] & OBJECT:
        return whole_object(entry, payload, titles)
    if entry[0] & WILDCARD:
        return all_instances(entry, payload)
    return one_reading(entry, payload)


def samples(raw):
    """(local time, {path: reading}) of each sample."""
    catalog, titles = [], {}
    times = [when for kind, when, part, _, _ in blg_blocks.events(raw) if (kind, part) == (DATA, 1)]
    for kind, body in blg_blocks.messages(raw):
        if kind == NAMES:
            titles.update(names(body)[1])
        elif kind == CATALOG:
            catalog = list(entries(body))
        elif kind == DATA:
            series = {}
            for entry, (_, payload) in zip(catalog, blg_blocks.records(body)):
                series.update(readings(entry, payload, titles))
            yield times.pop(0), series


def main(arguments):
    if len(arguments) != 1:
        print("usage: blg.py FILE", file=sys.stderr)
        return 2
    with open(arguments[0], "rb") as handle:
        raw = handle.read()
    for time, series in samples(raw):
        print(json.dumps({"time": time, "series": series}, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

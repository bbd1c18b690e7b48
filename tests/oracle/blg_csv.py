#!/usr/bin/env python3
"""blg_csv.py FILE: the CSV of a binary performance log, from its bytes, naively.

docs/formats/blg.md (containers, catalog, records of forms 1, 2 and 5), docs/formats/text_log.md (the
text) and docs/counter_types.md (the values). All samples are read first: a wildcard has a column for
each instance that any sample has, in the order in which they come, below its entry of the catalog.

The value of a column is that of the instance that has the name then, against the reading before it of
the same instance. Instances of Process are told apart by ID Process and their start, others by name.
"""

import datetime
import struct
import sys

import blg_blocks
import block
import formulas

CATALOG, DATA, NAMES = 0x20, 0x22, 0x24
WILDCARD, OBJECT = 0x01, 0x10
NONE = 0xFFFFFFFF
TEN_MHZ = 10_000_000
BASES = {number for number, name, _ in formulas.TYPES if name.endswith("_BASE")}
# Types whose second number is the base after them.
HAS_BASE = {formulas.NUMBERS[name] for name in (
    "PERF_SAMPLE_FRACTION", "PERF_RAW_FRACTION", "PERF_LARGE_RAW_FRACTION", "PERF_AVERAGE_TIMER",
    "PERF_AVERAGE_BULK", "PERF_PRECISION_SYSTEM_TIMER", "PERF_PRECISION_100NS_TIMER",
    "PERF_PRECISION_OBJECT_TIMER")}
OBJECT_CLOCK, CLOCK_100NS = 0x00200000, 0x00100000
# The public texts of tzres.dll that the logs in tests/data name.
ZONES = {"@tzres.dll,-111": "Eastern Daylight Time", "@tzres.dll,-112": "Eastern Standard Time",
         "@tzres.dll,-211": "Pacific Daylight Time", "@tzres.dll,-212": "Pacific Standard Time"}


def text_at(data, at):
    end = at
    while data[end:end + 2] not in (b"\0\0", b""):
        end += 2
    return data[at:end].decode("utf-16-le")


class Entry:
    """One entry of the catalog."""

    def __init__(self, data):
        (self.flags, _, self.type, self.time_base, _, machine, self.object, instance, _, number,
         counter) = struct.unpack_from("<IIIqiIIIIII", data, 4)
        strings = data[52:]
        self.machine = text_at(strings, machine)
        self.object = text_at(strings, self.object)
        self.instance = None if instance == NONE else text_at(strings, instance)
        if number:
            self.instance += "#%d" % number
        self.counter = text_at(strings, counter)


def entries(body):
    place = 8
    while place < len(body):
        size, = struct.unpack_from("<I", body, place)
        yield Entry(body[place:place + size])
        place += size


def title_table(body, into):
    """Index, name, index, name ... behind the machine."""
    words = body.decode("utf-16-le").split("\0")[1:-1]
    into.update(zip(map(int, words[::2]), words[1::2]))


class Reading:
    """A raw counter: what a formula needs of one sample."""

    def __init__(self, kind, first, second, time_base, multi=1, usable=True):
        self.kind, self.time_base, self.usable = kind, time_base, usable
        self.raw = {"first": first, "second": second, "multi": multi}


def form_1(entry, payload):
    status, _, _, first, second, multi = struct.unpack_from("<IqIqqI", payload)
    yield entry.instance, entry.counter, None, Reading(entry.type, first, second, entry.time_base,
                                                       multi, status in (0, 1))


def form_2(entry, payload):
    _, count, status = struct.unpack_from("<III", payload)
    names = [struct.unpack_from("<IIqq", payload, 24 + 24 * i) for i in range(count)]
    seen = {}
    for name, multi, first, second in names:
        yield (numbered(text_at(payload, name), seen), entry.counter, None,
               Reading(entry.type, first, second, entry.time_base, multi, status in (0, 1)))


def numbered(name, seen):
    count = seen.get(name, 0)
    seen[name] = count + 1
    return name if count == 0 else "%s#%d" % (name, count)


def clock(kind, document, one):
    """(time, ticks per second) that a type's second number is of."""
    if kind & OBJECT_CLOCK:
        return one["perf_time"], one["perf_freq"]
    if kind & CLOCK_100NS:
        return document["perf_time_100ns"], TEN_MHZ
    return document["perf_time"], document["perf_freq"]


def form_5(titles, payload):
    document = block.decode(payload)
    one, = document["objects"]
    names = [titles[counter["title_index"]] for counter in one["counters"]]
    seen = {}
    for instance in one["instances"]:
        name = None if instance["name"] is None else numbered(instance["name"], seen)
        values = instance["values"]
        who = None
        if "ID Process" in names and values[names.index("ID Process")] != 0:  # Idle, _Total: names
            who = (values[names.index("ID Process")], values[names.index("Elapsed Time")])
        for i, counter in enumerate(one["counters"]):
            kind = counter["type"]
            if kind in BASES:
                continue
            second, time_base = clock(kind, document, one)
            if kind in HAS_BASE:
                second = values[i + 1]
            yield name, names[i], who, Reading(kind, values[i], second, time_base)


class Log:
    """columns: paths in their order; rows: (local FILETIME, {path: text})."""

    def __init__(self, raw):
        self.columns, self.rows, self.titles, self.entries = [], [], {}, []
        self.bias, self.before, self.by_entry = None, {}, []
        for kind, time, body in timed_messages(raw):
            if kind == NAMES:
                title_table(body, self.titles)
            elif kind == CATALOG:
                self.entries = list(entries(body))
                self.by_entry = [{} for _ in self.entries]
            elif kind == DATA:
                self.add(time, body)
        self.columns = [path for columns in self.by_entry for path in columns]
        self.zone = zone_name(raw, self.rows[0][0])

    def add(self, time, body):
        row, now = {}, {}
        for number, (form, payload) in enumerate(blg_blocks.records(body)):
            entry = self.entries[number]
            for instance, counter, who, reading in self.readings(entry, form, payload):
                path = path_of(entry, instance, counter)
                self.by_entry[number].setdefault(path)
                # Who has the name; else the name itself.
                identity = (number, counter, who or instance)
                now[identity] = reading
                row[path] = cell(self.before.get(identity), reading)
                self.note_bias(time, reading)
        self.before = now
        self.rows.append((time, row))

    def readings(self, entry, form, payload):
        if form == 1:
            return form_1(entry, payload)
        return form_2(entry, payload) if form == 2 else form_5(self.titles, payload)

    def note_bias(self, time, reading):
        """A second number that is UTC tells the offset of the local time."""
        if self.bias is None and reading.usable and reading.kind & CLOCK_100NS:
            self.bias = round((reading.raw["second"] - time) / TEN_MHZ / 60)

    def text(self):
        cells = ["(PDH-CSV 4.0) (%s)(%d)" % (self.zone, self.bias), *self.columns]
        lines = [cells]
        for time, row in self.rows:
            lines.append([date(time), *(row.get(path, " ") for path in self.columns)])
        return "".join(",".join('"%s"' % one.replace('"', '""') for one in line) + "\r\n"
                       for line in lines)


def timed_messages(raw):
    """(kind, local time, body), parts joined."""
    body = b""
    for kind, time, number, count, part in blg_blocks.events(raw):
        body = part if number == 1 else body + part
        if number == count:
            yield kind, time, body


def path_of(entry, instance, counter):
    where = "" if instance is None else "(%s)" % instance
    return "%s\\%s%s\\%s" % (entry.machine, entry.object, where, counter)


def cell(older, newer):
    """The text of a value; one blank where there is none."""
    question = {"type": newer.kind, "newer": newer.raw, "time_base": newer.time_base,
                "older": older.raw if older is not None and older.usable else None}
    value, _ = formulas.calculate(question) if newer.usable else (None, None)
    return " " if value is None else number_text(float(value))


def number_text(value):
    """%.17g with three digits in the exponent; no minus in front of 0."""
    text = "%.17g" % (value + 0.0)
    mantissa, e, exponent = text.partition("e")
    return text if not e else "%se%s%s" % (mantissa, exponent[0], exponent[1:].rjust(3, "0"))


def date(filetime):
    time = datetime.datetime(1601, 1, 1) + datetime.timedelta(microseconds=filetime // 10)
    return time.strftime("%m/%d/%Y %H:%M:%S.") + "%03d" % (time.microsecond // 1000)


def zone_name(raw, local):
    """The name of the half of the year, of the TIME_ZONE_INFORMATION in the first buffer."""
    header = 0x68
    pointer, = struct.unpack_from("<I", raw, header + 44)
    zone = header + 56 + 2 * pointer
    standard = text_at(raw, zone + 4)
    daylight = text_at(raw, zone + 88)
    month = (datetime.datetime(1601, 1, 1) + datetime.timedelta(microseconds=local // 10)).month
    summer = 4 <= month <= 10  # far from the changes of these logs
    name = daylight if summer else standard
    return ZONES.get(name, name)


def main(arguments):
    with open(arguments[0], "rb") as handle:
        sys.stdout.buffer.write(Log(handle.read()).text().encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""generate_catalogue.py OBJECTS.csv HEADERS.csv OWN_INDEX.csv ROWS.inc

ROWS.inc: the rows of object_catalogue.cc. Offsets that the tables leave open are assigned here, as described in
docs/adr/0004-places-of-unmeasured-counters.md.
"""

import csv
import sys

# Unmeasured objects that have no instances.
SINGLE = {"TCPv6", "Objects", "Cache", "IPv4", "IPv6", "UDPv4", "UDPv6", "ICMP", "ICMPv6",
          "Linux System", "Linux Memory", "Linux TCP"}
OWN_CLOCK = {"Process", "System", "Process V2", "Thread", "Linux Process"}  # PerfTime is a FILETIME
BASES = {  # name in the csv, in some rows with its number -> number, bytes
    "PERF_RAW_BASE": (0x40030403, 4), "PERF_SAMPLE_BASE": (0x40030401, 4),
    "PERF_AVERAGE_BASE": (0x40030402, 4), "PERF_LARGE_RAW_BASE": (0x40030500, 8),
    "PERF_PRECISION_TIMESTAMP": (0x40030500, 8)}
IDLE_TIME_BASE_DETAIL = 100  # measured for the base of % Idle Time; other bases have that of their counter
FIRST_OFFSET = 8  # of an unmeasured object: after ByteLength, aligned


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def flag(value):
    return "true" if value else "false"


def place(end, size):
    """The next multiple of `size` from `end`, and where that ends."""
    offset = -(-end // size) * size
    return offset, offset + size


class Counter:
    def __init__(self, row, order, titles):
        self.row = row
        self.order = int(row["order"]) if row["order"] else order
        own = titles.get((row["object"], row["counter"]), (0, 0))
        self.name_index = int(row["name_index"] or 0) or own[0]
        self.help_index = int(row["help_index"] or 0) or own[1] or self.name_index + 1
        if self.name_index == 0:
            sys.exit("no title index: %s, %s" % (row["object"], row["counter"]))
        self.size = int(row["size"])
        base = row["base"].split()
        self.base_type, self.base_size = BASES[base[0]] if base else (0, 0)
        self.detail = int(row["detail"])
        idle = row["counter"] == "% Idle Time"
        self.base_detail = IDLE_TIME_BASE_DETAIL if idle else self.detail
        self.offset = int(row["offset"]) if row["offset"] else None
        self.base_offset = int(row["base_offset"]) if row["base_offset"] else 0

    def lay_out(self, end):
        """Assigns a place from `end` on to an unmeasured counter; returns where it ends."""
        self.offset, end = place(end, self.size)
        if self.base_type:
            self.base_offset, end = place(end, self.base_size)
        return end

    def text(self):
        row = self.row
        fields = [
            "%d" % self.order, quoted(row["counter"]), str(self.name_index), str(self.help_index),
            row["type_hex"], str(self.size), row["default_scale"], str(self.detail),
            str(self.offset), "0x%08x" % self.base_type, str(self.base_size),
            str(self.base_detail), str(self.base_offset),
            flag(row["evidence"].startswith("measured")), quoted(row["summary"])]
        return "    {%s},\n" % ", ".join(fields)


class Object:
    def __init__(self, name, rows, headers, titles):
        self.name = name
        self.counters = [Counter(row, order, titles) for order, row in enumerate(rows)]
        own = titles.get((name, None), (0, 0))
        self.name_index = int(rows[0]["object_index"] or 0) or own[0]
        header = headers.get(name)
        self.help_index = int(header["help_index"]) if header else own[1] or self.name_index + 1
        self.detail = int(header["detail_level"]) if header else 100
        self.single = header["num_instances"] == "-1" if header else name in SINGLE
        self.default_order = self.order_of(int(header["default_counter"])) if header else 0
        self.length = self.lay_out(int(header["counter_block_length"]) if header else FIRST_OFFSET,
                                   header is not None)

    def order_of(self, position):
        """The row whose definition or base is at that position among all definitions."""
        for counter in self.counters:
            position -= 2 if counter.base_type else 1
            if position < 0:
                return counter.order
        sys.exit("no default counter: " + self.name)

    def lay_out(self, end, measured):
        """Length of the counter block. A measured one has that of Windows until a later counter is present."""
        length = end
        for counter in self.counters:
            if counter.offset is None:
                end = counter.lay_out(end)
        return length if measured else -(-end // 8) * 8

    def text(self, first):
        """`first`: the position of its first counter among those of all objects."""
        fields = [quoted(self.name), str(self.name_index), str(self.help_index), str(self.detail),
                  str(self.default_order), flag(not self.single), flag(self.name in OWN_CLOCK),
                  str(self.length), "counters_from(%d, %d)" % (first, len(self.counters))]
        return "    {%s},\n" % ", ".join(fields)


def with_counters(rows):
    """The rows of counters, by object: a dict of lists, in the order of the table."""
    objects = {}
    for row in rows:
        if row["type_hex"]:
            objects.setdefault(row["object"], []).append(row)
    return objects


def objects_of(rows, headers, titles):
    return [Object(name, of_object, headers, titles) for name, of_object in with_counters(rows).items()]


def main(objects_csv, headers_csv, own_index_csv, output):
    headers = {row["object"]: row for row in read_csv(headers_csv)}
    titles = {(row["object"], None if row["kind"] == "object" else row["name"]):
              (int(row["index"]), int(row["help_index"])) for row in read_csv(own_index_csv)}
    objects = objects_of(read_csv(objects_csv), headers, titles)
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Generated by generate_catalogue.py; do not edit.\n"
                  "constexpr CatalogueCounter kCounters[] = {\n")
        for one in objects:
            out.write("    // %s\n" % one.name)
            out.writelines(counter.text() for counter in one.counters)
        out.write("};\nconstexpr std::span<const CatalogueCounter> counters_from(std::size_t first, std::size_t count) {\n"
                  "  return std::span(kCounters).subspan(first, count);\n}\n"
                  "constexpr CatalogueObject kObjects[] = {\n")
        first = 0
        for one in objects:
            out.write(one.text(first))
            first += len(one.counters)
        out.write("};\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

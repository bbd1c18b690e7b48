#!/usr/bin/env python3
"""generate_objects.py OBJECTS.csv HEADERS.csv PRIVATE.csv SOURCES.csv OWN_INDEX.csv ROWS.inc NUMBERS.h

ROWS.inc: the rows of object_catalogue.cc. NUMBERS.h: for the collectors, the number of each counter's row.

The contents of the tables are copied; offsets that they leave open are assigned here, as described in
docs/adr/0004-places-of-unmeasured-counters.md.
"""

import csv
import re
import sys

# Unmeasured objects that have no instances.
SINGLE = {"TCPv6", "Objects", "Cache", "IPv4", "IPv6", "UDPv4", "UDPv6", "ICMP", "ICMPv6",
          "Linux System", "Linux Memory", "Linux TCP"}
OWN_CLOCK = {"Process", "System", "Process V2", "Thread"}  # PerfTime is a FILETIME
BASES = {  # name in the csv, in some rows with its number -> number, bytes
    "PERF_RAW_BASE": (0x40030403, 4), "PERF_SAMPLE_BASE": (0x40030401, 4),
    "PERF_AVERAGE_BASE": (0x40030402, 4), "PERF_LARGE_RAW_BASE": (0x40030500, 8),
    "PERF_PRECISION_TIMESTAMP": (0x40030500, 8)}
TOTALS = {"no _Total": "no_total", "n/a": "no_total", "avg": "mean", "floor of the mean": "mean",
          "sum": "sum", "sum (sum num., sum base)": "sum", "zero": "zero", "=now (0 s)": "now",
          "source": "source", "or": "flags_or"}
DELTA_FLAG = 0x00400000  # PERF_DELTA_COUNTER
IDLE_TIME_BASE_DETAIL = 100  # measured for the base of % Idle Time; other bases have that of their counter
FIRST_OFFSET = 8  # of an unmeasured object: after ByteLength, aligned
NO_SOURCE = "Linux has no such count"
NEVER = ("none", "omit")  # never has a definition here
# Objects that also have the texts of another one.
SAME_TEXTS = {"Process V2": "Process", "LogicalDisk": "PhysicalDisk",
              "Network Adapter": "Network Interface", "Processor Information": "Processor"}


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def place(end, size):
    """The next multiple of `size` from `end`, and where that ends."""
    offset = -(-end // size) * size
    return offset, offset + size


def left_out_reason(row):
    """Why a counter has no definition, cut from the remark in the csv."""
    if row["linux_status"] not in NEVER + ("optional",):
        return ""
    text = re.sub(r"^omit\b[: ]*| *\([^()]*\)", "", row["linux_source"])
    text = re.split(r"[;:] |\. ", text)[0].strip(" .;:")
    if row["linux_status"] == "optional":
        return "not collected" + (": " + text if text not in ("", "same") else "")
    return NO_SOURCE if text in ("", "no counter", "no equal") else text


def read_sources(path, rows):
    """(object, counter) -> (family, text) of source_texts.csv."""
    statuses = {(row["object"], row["counter"]): row["linux_status"] for row in rows}
    sources = {}
    for row in read_csv(path):
        key = row["object"], row["counter"]
        if key in sources or statuses.get(key, "none") in NEVER:
            sys.exit("%s: twice, or not a counter that Linux has: %s, %s" % ((path,) + key))
        sources[key] = row["family"], row["text"]
    return sources


def find_source(sources, row):
    """The family and the text of a counter, or None."""
    names = row["object"], SAME_TEXTS.get(row["object"])
    return next((sources[name, row["counter"]] for name in names if (name, row["counter"]) in sources), None)


def source_of(sources, row):
    """The same; without one the reason, or the first sentence of the remark."""
    if row["linux_status"] in NEVER:
        return "fixed", "none: " + left_out_reason(row)
    return find_source(sources, row) or ("fixed", row["linux_source"].split(". ")[0])


class Counter:
    def __init__(self, row, order, titles, private, sources):
        self.row = row
        self.family, self.source = source_of(sources, row)
        self.private = private.get((row["object"], row["counter"]), "")
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

    def is_cut(self):
        """A running total of the kernel with 64 bits, of which 32 are stored."""
        return self.size == 4 and int(self.row["type_hex"], 16) & DELTA_FLAG

    def text(self):
        row = self.row
        fields = [
            "%d" % self.order, quoted(row["counter"]), str(self.name_index), str(self.help_index),
            row["type_hex"], str(self.size), row["default_scale"], str(self.detail),
            str(self.offset), "0x%08x" % self.base_type, str(self.base_size),
            str(self.base_detail), str(self.base_offset),
            "TotalRule::" + TOTALS[row["total_rule"]], "LinuxStatus::" + row["linux_status"],
            flag(row["evidence"].startswith("measured")), flag(self.is_cut()),
            quoted(row["linux_source"]), quoted(row["summary"]), quoted(left_out_reason(row)),
            quoted(self.private), "SourceFamily::" + self.family, quoted(self.source)]
        return "    {%s},\n" % ", ".join(fields)


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def flag(value):
    return "true" if value else "false"


class Object:
    def __init__(self, name, rows, headers, titles, private, sources):
        self.name = name
        self.counters = [Counter(row, order, titles, private, sources) for order, row in enumerate(rows)]
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

    def text(self, position):
        fields = [quoted(self.name), str(self.name_index), str(self.help_index), str(self.detail),
                  str(self.default_order), flag(not self.single), flag(self.name in OWN_CLOCK),
                  str(self.length), "kCounters%d" % position]
        return "    {%s},\n" % ", ".join(fields)


def objects_of(rows, headers, titles, private, sources):
    names = dict.fromkeys(row["object"] for row in rows if row["type_hex"])
    return [Object(name, [row for row in rows if row["object"] == name and row["type_hex"]],
                   headers, titles, private, sources) for name in names]


def joined(text):
    """The words of a name, as in title_indices.h."""
    words = re.findall(r"[A-Za-z0-9]+", text)
    return "".join(word.capitalize() if word.isupper() else word[0].upper() + word[1:] for word in words)


def struct_of(name):
    """LogicalDisk: LogicalDiskRow."""
    return joined(name) + "Row"


def constant_of(name):
    """% Disk Time: kPercentDiskTime; Avg. Disk sec/Read: kAvgDiskSecPerRead."""
    return "k" + joined(name.replace("%", "Percent ").replace("/", " Per "))


def row_names(rows):
    """Object -> number of the row -> its constant."""
    names = {}
    for row in rows:
        if not row["type_hex"]:
            continue
        of_object = names.setdefault(row["object"], {})
        constant = constant_of(row["counter"])
        if constant in of_object.values():
            sys.exit("two rows would be %s: %s" % (constant, row["object"]))
        of_object[int(row["order"]) if row["order"] else len(of_object)] = constant
    return names


def write_numbers(rows, output):
    with open(output, "w", encoding="utf-8") as out:
        out.write("// The rows of objects.csv by number. Generated by generate_objects.py; do not edit.\n"
                  "#pragma once\n\n#include <cstdint>\n\nnamespace openperflib::linux_objects {\n\n")
        for name, of_object in row_names(rows).items():
            out.write("struct %s {\n  enum : std::uint8_t {\n" % struct_of(name))
            out.writelines("    %s = %d,\n" % (constant, number) for number, constant in of_object.items())
            out.write("  };\n};\n")
        out.write("\n}  // namespace openperflib::linux_objects\n")


def main(objects_csv, headers_csv, private_csv, sources_csv, own_index_csv, output, numbers):
    headers = {row["object"]: row for row in read_csv(headers_csv)}
    titles = {(row["object"], None if row["kind"] == "object" else row["name"]):
              (int(row["index"]), int(row["help_index"])) for row in read_csv(own_index_csv)}
    private = {(row["object"], row["counter"]): row["kept"] for row in read_csv(private_csv)}
    rows = read_csv(objects_csv)
    write_numbers(rows, numbers)
    objects = objects_of(rows, headers, titles, private, read_sources(sources_csv, rows))
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Generated by generate_objects.py; do not edit.\n")
        for position, one in enumerate(objects):
            out.write("// %s\nconstexpr CatalogueCounter kCounters%d[] = {\n" % (one.name, position))
            out.writelines(counter.text() for counter in one.counters)
            out.write("};\n")
        out.write("constexpr CatalogueObject kObjects[] = {\n")
        out.writelines(one.text(position) for position, one in enumerate(objects))
        out.write("};\nconstexpr OmittedObject kOmitted[] = {\n")
        out.writelines("    {%s, %s},\n" % (quoted(row["object"]), quoted(row["linux_source"]))
                       for row in rows if not row["type_hex"])
        out.write("};\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

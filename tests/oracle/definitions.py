"""The definitions of every object, read from data/objects.csv and its two companions."""

import csv
import os
import re

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
BASE_TYPES = {"PERF_RAW_BASE": (0x40030403, 4), "PERF_SAMPLE_BASE": (0x40030401, 4),
              "PERF_AVERAGE_BASE": (0x40030402, 4),
              "PERF_PRECISION_TIMESTAMP": (0x40030500, 8), "PERF_LARGE_RAW_BASE": (0x40030500, 8)}
NEVER = ("none", "omit", "optional")  # no definition unless a collector brings a value
FIRST_OFFSET = 8  # of an object whose offsets were not measured: ours


class Counter:
    """One row of objects.csv: a counter, and its base where it has one."""

    def __init__(self, row, indices):
        self.name = row["counter"]
        self.title_index = indices[row["object"], row["counter"]]
        self.type = int(row["type_hex"], 16)
        self.size = int(row["size"])
        self.scale = int(row["default_scale"])
        self.total_rule = row["total_rule"]
        self.status = row["linux_status"]
        base = row["base"].split()[:1]
        self.base_type, self.base_size = BASE_TYPES[base[0]] if base else (None, 0)
        self.offset = int(row["offset"]) if row["offset"] else None
        self.base_offset = int(row["base_offset"]) if row["base_offset"] else None


class Object:
    """An object of objects.csv: its rows in order, offsets given to those that have none."""

    def __init__(self, name, rows, indices):
        self.name = name
        self.title_index = indices[name, None]
        self.counters = [Counter(row, indices) for row in rows]
        if all(counter.offset is None for counter in self.counters):
            lay_out(self.counters)
        self.default_counter = DEFAULT_COUNTERS.get(name, self.counters[0].name)


# The counter that DefaultCounter of the measured blocks names; of a base, its counter
# (object_headers.csv; structs.md A.3: write the ordinal of a non-base).
DEFAULT_COUNTERS = {"System": "File Data Operations/sec", "Memory": "Pages/sec",
                    "PhysicalDisk": "% Disk Time", "LogicalDisk": "% Disk Time"}


def lay_out(counters):
    """Row order, each value at the next multiple of its size, a base right after its counter."""
    end = FIRST_OFFSET
    for counter in counters:
        counter.offset, end = place(end, counter.size)
        if counter.base_type is not None:
            counter.base_offset, end = place(end, counter.base_size)


def place(end, size):
    offset = -(-end // size) * size
    return offset, offset + size


def read_csv(name):
    with open(os.path.join(DATA, name), newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def title_indices(rows):
    """(object, counter or None) -> title index, from the fixed tables and our own."""
    indices = {}
    for row in read_csv("own_index.csv"):
        indices[row["object"], None if row["kind"] == "object" else row["name"]] = int(row["index"])
    for row in rows:
        if row["object_index"] not in ("", "0"):
            indices[row["object"], None] = int(row["object_index"])
        if row["name_index"] not in ("", "0"):
            indices[row["object"], row["counter"]] = int(row["name_index"])
    return indices


def load(names):
    """The objects of these names. Rows of counters that only later Windows has stay, unplaced."""
    rows = [row for row in read_csv("objects.csv") if row["type_hex"]]
    indices = title_indices(rows)
    return {name: Object(name, [row for row in rows if row["object"] == name], indices)
            for name in names}


def title_names():
    """index -> name, the base titles and our own; help indices are not names."""
    names = {int(row["name_index"]): row["name"] for row in read_csv("base_index.csv")}
    for row in read_csv("own_index.csv"):
        names.setdefault(int(row["index"]), row["name"])
    return names


def offsets_are_measured(name):
    return any(row["object"] == name and re.fullmatch("[0-9]+", row["offset"])
               for row in read_csv("objects.csv"))

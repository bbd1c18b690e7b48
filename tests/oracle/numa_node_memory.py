"""NUMA Node Memory (1814): data/objects.csv, docs/objects.md, section 6."""

import re

from assemble import Collected
from memory import Keys
from root import natural, unsigned
from values import add, or_missing, subtract, total_of

FOLDER = "sys/devices/system/node"
COUNTERS = ("Total MBytes", "Free & Zero Page List MBytes", "Standby List MBytes",
            "Available MBytes")


def low_watermarks(root):
    """Node -> pages of the low watermarks of its zones; None if one is not a number."""
    found, node, is_open = {}, None, False
    for line in root.lines("proc/zoneinfo") or []:
        match = re.match(rb"Node ([0-9]+), zone +\S+", line)
        if match:
            node, is_open = int(match.group(1)), True
        words = line.split()
        if is_open and words[:1] == [b"low"]:
            is_open = False
            pages = unsigned(words[1]) if len(words) > 1 else None
            if pages is None:
                return None
            found[node] = found.get(node, 0) + pages
    return found


class NodeKeys(Keys):
    """Lines "Node 0 MemTotal:  123 kB" as those of meminfo."""

    def __init__(self, root, file):
        self.numbers = {}
        for line in root.lines(file) or []:
            match = re.match(rb"Node +\S+ +([^:\s]+):(.*)", line)
            if match:
                number = unsigned(re.sub(rb" kB$", b"", match.group(2).strip()))
                self.numbers.setdefault(match.group(1), "garbage" if number is None else number)


def mebibytes(amount_kib):
    return None if amount_kib is None else amount_kib // 1024


def values_of(collection, number, low):
    info = NodeKeys(collection.root, "%s/node%d/meminfo" % (FOLDER, number))
    free = mebibytes(info.sum(b"MemFree"))
    kept = info.sum(b"Active(file)", b"Inactive(file)", b"SReclaimable")
    reserve = None if low is None else low.get(number, 0) * collection.page_size // 1024
    standby = mebibytes(subtract(kept, reserve))
    numbers = (mebibytes(info.sum(b"MemTotal")), free, standby, add(free, standby))
    return {name: or_missing(value) for name, value in zip(COUNTERS, numbers)}


def collect(collection):
    root = collection.root
    nodes = sorted(natural(name) for name in root.names(FOLDER) or []
                   if re.fullmatch("node[0-9]+", name) and root.is_folder(FOLDER + "/" + name))
    low = low_watermarks(root)
    instances = [(str(number), values_of(collection, number, low)) for number in nodes]
    if not instances:
        return Collected(None)
    total = {name: total_of([values[name] for _, values in instances], "sum") for name in COUNTERS}
    return Collected(instances + [("_Total", total)])

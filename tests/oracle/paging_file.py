"""Paging File (700): data/objects.csv. An instance a swap area; without any only `_Total`, 0 of 1."""

import re

from assemble import Collected
from root import unsigned
from values import NO_DATA, Pair, pair, present, total_of

PAGES = 4  # KiB; "pages" have 4 KiB
COUNTERS = ("% Usage", "% Usage Peak")


def decoded(word):
    """\\040 and its like, as the kernel writes bytes that would end a word."""
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match.group(1), 8) & 255]), word)


def areas(root):
    """(path, KiB of the area, KiB used) a line; None without the file."""
    lines = root.lines("proc/swaps")
    if lines is None:
        return None
    found = []
    for line in lines[1:]:
        words = line.split()
        if words:
            numbers = [unsigned(word) for word in words[2:4]] + [None, None]
            found.append((decoded(words[0]), numbers[0], numbers[1]))
    return found


def values_of(collection, path, size, used):
    if size is None or used is None:
        return {name: NO_DATA for name in COUNTERS}
    used, size = used // PAGES, size // PAGES
    peak = collection.held(("Paging File", path), used)
    return {"% Usage": Pair(used, size), "% Usage Peak": Pair(peak, size)}


def collect(collection):
    found = areas(collection.root)
    if found is None:
        return Collected(None)
    paths = [path for path, _, _ in found]
    for key in [key for key in collection.kept if key[0] == "Paging File" and key[1] not in paths]:
        del collection.kept[key]
    instances = [(path.decode("utf-8", "replace").replace("/", "\\"),
                  values_of(collection, path, size, used)) for path, size, used in found]
    if not instances:
        return Collected([("_Total", {name: Pair(0, 1) for name in COUNTERS})])
    total = {name: total_of([values[name] for _, values in instances], "sum") for name in COUNTERS}
    return Collected(instances + [("_Total", total)])

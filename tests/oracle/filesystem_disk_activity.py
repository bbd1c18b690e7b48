"""FileSystem Disk Activity (100074): docs/objects/system.md; data/objects.csv."""

import processes
from assemble import Collected
from values import add, or_missing

KEYS = {"FileSystem Bytes Read": b"read_bytes", "FileSystem Bytes Written": b"write_bytes"}


def collect(collection):
    """The sums over the living processes' io, held; one that lacks its number, or is hidden, makes it unknown."""
    living = collection.once("processes", processes.read)
    if processes.some_are_hidden(collection):
        living = []
    values = {}
    for name, key in KEYS.items():
        numbers = [process.io.get(key) for process in living]
        total = add(*numbers) if numbers else None
        if total is not None and total >= 2**64:
            total = None
        values[name] = or_missing(collection.held(("FileSystem Disk Activity", key), total))
    return Collected([("default", values), ("_Total", dict(values))])

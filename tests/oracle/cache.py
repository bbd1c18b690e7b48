"""Cache (86), what Linux has of it: data/objects.csv, docs/objects.md, section 6."""

from assemble import Collected
from memory import Keys
from values import or_missing, times


def collect(collection):
    stat = Keys(collection.root, "proc/vmstat", b" ", rb"$")
    factor = collection.page_size // 4096
    keys = {"Lazy Write Pages/sec": b"nr_written", "Dirty Pages": b"nr_dirty",
            "Dirty Page Threshold": b"nr_dirty_threshold"}
    return Collected([(None, {name: or_missing(times(stat.sum(key), factor))
                              for name, key in keys.items()})])

"""Linux Memory (100118): data/objects.csv, docs/objects.md, section 6."""

import re

from assemble import Collected
from memory import Keys, kib
from values import or_missing, subtract, times

ZONE = re.compile(rb"pgscan_direct_(dma|dma32|normal|high|highmem|movable)$")
PLAIN = ("Cached", "Buffers", "Shmem", "Slab", "AnonPages", "PageTables", "Dirty", "Writeback", "MemTotal")


def collect(collection):
    info = Keys(collection.root, "proc/meminfo", b":", rb" kB$")
    stat = Keys(collection.root, "proc/vmstat", b" ", rb"$")
    factor = collection.page_size // 4096
    scans = [key for key in stat.numbers if key == b"pgscan_direct" or ZONE.match(key)]
    values = {
        "Swap In Pages/sec": times(stat.sum(b"pswpin"), factor),
        "Swap Out Pages/sec": times(stat.sum(b"pswpout"), factor),
        "Major Faults/sec": stat.sum(b"pgmajfault"),
        "OOM Kills": stat.sum(b"oom_kill"),
        "Direct Reclaim Pages/sec": times(stat.sum(*scans), factor),
        "Block Read KBytes/sec": stat.sum(b"pgpgin"),
        "Block Write KBytes/sec": stat.sum(b"pgpgout"),
        "SwapUsed Bytes": kib(subtract(info.sum(b"SwapTotal"), info.sum(b"SwapFree"))),
        "HugePages_Total Bytes": huge_pages(info)}
    for key in PLAIN:
        values[key + " Bytes"] = kib(info.sum(key.encode()))
    return Collected([(None, {name: or_missing(value) for name, value in values.items()})])


def huge_pages(info):
    count, size = info.sum(b"HugePages_Total"), info.sum(b"Hugepagesize")
    return None if None in (count, size) else count * size * 1024

"""Linux System (100104): data/objects.csv; loads are stored x 100 (docs/objects.md, section 7)."""

import re

from assemble import Collected
from root import unsigned
from values import or_missing

LOADS = ("Load Average 1m", "Load Average 5m", "Load Average 15m")


def stat_number(root, key):
    for line in root.lines("proc/stat") or []:
        words = line.split()
        if words and words[0] == key:
            return unsigned(words[1]) if len(words) > 1 else None
    return None


def hundredths(word):
    match = re.fullmatch(rb"([0-9]+)\.([0-9]{2})", word)
    return int(match.group(1)) * 100 + int(match.group(2)) if match else None


def collect(collection):
    root = collection.root
    loads = (root.read("proc/loadavg") or b"").split(b"\n")[0].split()[:3]
    files = (root.read("proc/sys/fs/file-nr") or b"").split()[:1]
    values = {name: hundredths(word) for name, word in zip(LOADS, loads)}
    values["Blocked Tasks"] = stat_number(root, b"procs_blocked")
    values["Forks/sec"] = stat_number(root, b"processes")
    values["Open Files"] = unsigned(files[0]) if files else None
    return Collected([(None, {name: or_missing(value) for name, value in values.items()})])

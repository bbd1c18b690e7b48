"""System (2): docs/objects.md, section 6; data/objects.csv."""

import re

import processes
from assemble import Collected
from processor import cpu_lines
from root import unsigned
from values import add, or_missing, subtract


def collect(collection):
    values = {"System Up Time": up_time(collection.clock)}
    values.update(stat_values(collection))
    values["Threads"] = threads(collection.root)
    values["Processes"] = process_count(collection)
    values.update(file_values(collection))
    return Collected([(None, {name: or_missing(value) for name, value in values.items()})])


def up_time(clock):
    """REALTIME - BOOTTIME, which below a root is boot itself."""
    return clock.boot_filetime if clock.known else None


def stat_word(root, key):
    """The first number after a key of proc/stat."""
    for line in root.lines("proc/stat") or []:
        words = line.split()
        if len(words) >= 2 and words[0] == key:
            return unsigned(words[1])
    return None


def stat_values(collection):
    running = stat_word(collection.root, b"procs_running")
    return {"Context Switches/sec": stat_word(collection.root, b"ctxt"),
            "Processor Queue Length": subtract(running, len(cpu_lines(collection.root)))}


def threads(root):
    """The fourth word of proc/loadavg, RUNNING/ALL, after its slash."""
    words = (root.read("proc/loadavg") or b"").split()
    match = re.fullmatch(rb"[0-9]+/([0-9]+)", words[3]) if len(words) >= 4 else None
    return unsigned(match.group(1)) if match else None


def process_count(collection):
    """User processes, and one for all kernel threads where there are any."""
    pids = processes.pids(collection.root)
    if not pids or processes.some_are_hidden(collection):
        return None
    if collection.kthreads:
        return len(pids)
    found = collection.once("processes", processes.read)
    kernel = sum(1 for process in found if process.is_kernel_thread)
    return len(pids) - kernel + (1 if kernel else 0)


def file_values(collection):
    """Sums over the living processes' io; one that cannot be read makes them unknown."""
    living = collection.once("processes", processes.read)
    if processes.some_are_hidden(collection):
        living = []
    sums = {}
    for key in (b"syscr", b"syscw", b"rchar", b"wchar"):
        numbers = [process.io.get(key) for process in living]
        sums[key] = collection.held(("System", key), add(*numbers) if numbers else None)
    return {"File Read Operations/sec": sums[b"syscr"], "File Write Operations/sec": sums[b"syscw"],
            "File Read Bytes/sec": sums[b"rchar"], "File Write Bytes/sec": sums[b"wchar"],
            "File Data Operations/sec": add(sums[b"syscr"], sums[b"syscw"])}

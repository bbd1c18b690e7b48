"""Objects (260): data/objects.csv, docs/objects.md, section 6 (Events: only where asked for by name)."""

import processes
import system
from assemble import Collected
from root import unsigned
from values import NOT_ASKED_FOR, or_missing

EVENTS = (b"anon_inode:[eventfd]", b"anon_inode:[timerfd]")


def shared_memory(root):
    """Names in dev/shm: (those of sem_open, the others); None without the folder."""
    names = root.names("dev/shm")
    if names is None:
        return None
    semaphores = sum(1 for name in names if name.startswith("sem."))
    return semaphores, len(names) - semaphores


def below_headings(root, file):
    lines = root.lines(file)
    return None if lines is None else [line.split() for line in lines[1:] if line.split()]


def semaphores(root):
    rows = below_headings(root, "proc/sysvipc/sem")
    if rows is None:
        return None
    sizes = [unsigned(row[3]) if len(row) > 3 else None for row in rows]
    return "bad" if None in sizes else sum(sizes)


def segments(root):
    rows = below_headings(root, "proc/sysvipc/shm")
    return None if rows is None else len(rows)


def together(listed, shared):
    """A kernel without one of the two has none of those; without both nothing is known."""
    if listed == "bad" or (listed is None and shared is None):
        return None
    return (listed or 0) + (shared or 0)


def events(collection):
    """Descriptors of all processes that are events or timers; a walk that Global never makes."""
    if not collection.by_name:
        return NOT_ASKED_FOR
    found = 0
    for pid in processes.pids(collection.root):
        folder = "proc/%d/fd" % pid
        for name in collection.root.names(folder) or []:
            found += collection.root.link(folder + "/" + name) in EVENTS
    return found


def collect(collection):
    root = collection.root
    shared = shared_memory(root)
    values = {"Processes": system.process_count(collection), "Threads": system.threads(root),
              "Events": events(collection),
              "Semaphores": together(semaphores(root), shared and shared[0]),
              "Sections": together(segments(root), shared and shared[1])}
    return Collected([(None, {name: or_missing(value) for name, value in values.items()})])

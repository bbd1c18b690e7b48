"""Job Object (1500): a cgroup v2 folder each; data/objects.csv, docs/objects.md, section 6."""

import os

import linux_pressure
from assemble import Collected
from memory import Keys
from values import add, or_missing, times, total_of

COUNTERS = ("Current % Processor Time", "Current % User Mode Time", "Current % Kernel Mode Time",
            "Pages/Sec", "Process Count - Total", "Process Count - Active",
            "Process Count - Terminated", "Total mSec - Processor", "Total mSec - User Mode",
            "Total mSec - Kernel Mode")


def own_processes(root, folder):
    lines = root.lines(os.path.join(folder, "cgroup.procs"))
    return None if lines is None else {line for line in lines if line.strip()}


def together(path, numbers):
    """Of the folder and all below it; None where one is None."""
    return add(*(number for other, number in numbers.items()
                 if other == path or other.startswith(path + "/")))


def seen(collection, path, processes):
    """Processes that were not in the folder in the collection before, added up to those."""
    before = collection.kept.get(("Job Object", path), {"now": set(), "seen": {}})
    collection.kept["Job Object", path] = {"now": processes or set(), "seen": before["seen"]}
    return (processes or set()) - before["now"]


def values_of(collection, path, active, total):
    root = collection.root
    cpu = Keys(root, os.path.join(path, "cpu.stat"), b" ", rb"$")
    memory = Keys(root, os.path.join(path, "memory.stat"), b" ", rb"$")
    events = Keys(root, os.path.join(path, "memory.events"), b" ", rb"$")
    times_us = [cpu.sum(key) for key in (b"usage_usec", b"user_usec", b"system_usec")]
    numbers = [times(one, 10) for one in times_us]
    numbers += [memory.sum(b"pgfault"), total, active, events.sum(b"oom_kill")]
    numbers += [None if one is None else one // 1000 for one in times_us]
    return {name: or_missing(number) for name, number in zip(COUNTERS, numbers)}


def collect(collection):
    root = collection.root
    mount = linux_pressure.cgroup_mount(root)
    paths = [] if mount is None else list(linux_pressure.below(root, mount))
    processes = {path: own_processes(root, path) for path in paths}
    active = {path: None if found is None else len(found) for path, found in processes.items()}
    totals = collection.kept.setdefault(("Job Object totals",), {})
    for path in [path for path in totals if path not in paths]:
        del totals[path]
        collection.kept.pop(("Job Object", path), None)
    for path in paths:
        totals.setdefault(path, 0)
    for path in paths:
        new = len(seen(collection, path, processes[path]))
        for other in paths:
            if other == path or path.startswith(other + "/"):
                totals[other] += new
    instances = []
    for path in paths:
        now = together(path, active)
        instances.append((linux_pressure.instance_name(mount, path),
                          values_of(collection, path, now, None if now is None else totals[path])))
    if not instances:
        return Collected(None)
    total = {name: total_of([values[name] for _, values in instances], "sum") for name in COUNTERS}
    return Collected(instances + [("_Total", total)])

"""Process (230): docs/objects.md, sections 4 to 6; data/objects.csv."""

import processes
import processor
from assemble import Collected
from processes import (MAJFLT, MINFLT, NICE, POLICY, PPID, START, STIME, THREADS, UTIME, VSIZE,
                       image_name)
from root import TICK
from values import add, or_missing, times, total_of

KERNEL_STACK = 16384
REAL_TIME = (1, 2, 6)  # SCHED_FIFO, SCHED_RR, SCHED_DEADLINE
RUNNING_TOTALS = (
    "% Processor Time", "% User Time", "% Privileged Time", "Page Faults/sec",
    "IO Read Operations/sec", "IO Write Operations/sec", "IO Data Operations/sec",
    "IO Read Bytes/sec", "IO Write Bytes/sec", "IO Data Bytes/sec")
SUMMED = RUNNING_TOTALS + (
    "Virtual Bytes Peak", "Virtual Bytes", "Working Set Peak", "Working Set",
    "Page File Bytes Peak", "Page File Bytes", "Private Bytes", "Thread Count",
    "Pool Nonpaged Bytes", "Handle Count", "Working Set - Private")
OF_PID_2 = ("Priority Base", "Creating Process ID", "Elapsed Time")
COUNTERS = SUMMED + OF_PID_2 + ("ID Process",)
SYSTEM_PID = 2
BOOT_SLIP = 2 * 10 ** 7  # btime of two folders of one boot, in 100 ns


def collect(collection):
    if collection.names_with_ids:
        return collect_named(collection, name_with_id, "Idle_0", "System_%d" % SYSTEM_PID)
    return collect_named(collection, image_name, "Idle", "System")


def name_with_id(process):
    return "%s_%d" % (image_name(process), process.pid)


def collect_named(collection, name_of, idle, system):
    if not collection.root.is_folder("proc"):
        return Collected(None)
    found = collection.once("processes", processes.read)
    fold = not collection.kthreads
    kernel = [process for process in found if process.is_kernel_thread and fold]
    user = [process for process in found if not (process.is_kernel_thread and fold)]
    instances = [(idle, idle_values(collection))]
    if kernel:
        instances.append((system, system_values(collection, kernel)))
    single = [(process, process_values(collection, process)) for process in user]
    instances += [(name_of(process), values) for process, values in single]
    ended = ended_totals(collection, {process.identity: values for process, values in single})
    instances.append(("_Total", total_values(collection, [values for _, values in instances], ended)))
    return Collected([(name, {key: or_missing(value) for key, value in values.items()})
                      for name, values in instances])


def process_values(collection, process):
    values = time_values(collection.clock, process)
    values.update(memory_values(collection, process))
    values.update(io_values(process))
    values["Page Faults/sec"] = add(process.number(MINFLT), process.number(MAJFLT))
    values["Thread Count"] = process.number(THREADS)
    values["Priority Base"] = priority_base(process)
    values["ID Process"] = process.pid
    values["Creating Process ID"] = first_parent(collection, process)
    values["Handle Count"] = process.handles
    return values


def time_values(clock, process):
    user, privileged = (times(process.number(field), TICK) for field in (UTIME, STIME))
    start = times(process.number(START), TICK)
    return {"% Processor Time": add(user, privileged), "% User Time": user,
            "% Privileged Time": privileged,
            "Elapsed Time": add(clock.boot_filetime, start) if clock.known else None}


def memory_values(collection, process):
    private = add(status_bytes(process, b"RssAnon"), status_bytes(process, b"VmSwap", 0))
    peak = collection.held(("peak", process.identity), private)
    return {"Virtual Bytes": process.number(VSIZE),
            "Virtual Bytes Peak": status_bytes(process, b"VmPeak"),
            "Working Set": status_bytes(process, b"VmRSS"),
            "Working Set Peak": status_bytes(process, b"VmHWM"),
            "Working Set - Private": status_bytes(process, b"RssAnon"),
            "Private Bytes": private, "Page File Bytes": private, "Page File Bytes Peak": peak,
            "Pool Nonpaged Bytes": add(status_bytes(process, b"VmPTE", 0),
                                       times(process.number(THREADS), KERNEL_STACK))}


def status_bytes(process, key, lacking=None):
    """A size of status in bytes. Without any Vm line a process has no memory of its own: 0."""
    if process.status is None:
        return None
    if not any(name.startswith(b"Vm") for name in process.status):
        return 0
    if key not in process.status:
        return lacking
    words = process.status[key]
    return times(processes.unsigned(words[0]) if words else None, 1024)


def io_values(process):
    reads, writes, read, written = (process.io.get(key)
                                    for key in (b"syscr", b"syscw", b"rchar", b"wchar"))
    return {"IO Read Operations/sec": reads, "IO Write Operations/sec": writes,
            "IO Data Operations/sec": add(reads, writes), "IO Read Bytes/sec": read,
            "IO Write Bytes/sec": written, "IO Data Bytes/sec": add(read, written)}


def priority_base(process):
    nice, policy = process.signed(NICE), process.number(POLICY)
    if policy in REAL_TIME:
        return 24
    if nice is None or policy is None:
        return None
    for least, base in ((15, 4), (5, 6), (-4, 8), (-14, 10)):
        if nice >= least:
            return base
    return 13


def first_parent(collection, process):
    """The parent this process was first seen with: Windows never changes it."""
    parent = process.number(PPID)
    if parent is None:
        return None
    return collection.kept.setdefault(("parent", process.identity), parent)


def idle_values(collection):
    cpus = collection.once("cpus", processor.read)
    clock = collection.clock
    values = dict.fromkeys(COUNTERS, 0)
    values["% Processor Time"] = add(*(cpu.idle for cpu in cpus.values())) if cpus else None
    values["Thread Count"] = len(cpus) if cpus else None
    values["Elapsed Time"] = clock.boot_filetime if clock.known else None
    return values


def system_values(collection, kernel):
    """The kernel's threads as one process; its running totals never fall."""
    single = {process.pid: process_values(collection, process) for process in kernel}
    values = {name: add(*(one[name] for one in single.values())) for name in SUMMED}
    for name in RUNNING_TOTALS:
        values[name] = collection.held(("System process", name), values[name])
    for name in OF_PID_2:
        values[name] = single[SYSTEM_PID][name] if SYSTEM_PID in single else None
    values["ID Process"] = SYSTEM_PID
    return values


def ended_totals(collection, living):
    """The running totals that processes had when they were last seen, of all that have ended since
    this process began to collect; another boot starts again."""
    boot = collection.clock.boot_filetime
    before, kept = collection.kept.get("boot"), collection.kept.setdefault("processes", {})
    collection.kept["boot"] = boot
    if not before or not boot or abs(boot - before) > BOOT_SLIP:  # 0: not known
        kept.clear()
    for identity, values in living.items():
        known = kept.setdefault(identity, dict.fromkeys(RUNNING_TOTALS, 0))
        known.update({name: values[name] for name in RUNNING_TOTALS if values[name] is not None})
    return {name: sum(known[name] for identity, known in kept.items() if identity not in living)
            for name in RUNNING_TOTALS}


def total_values(collection, instances, ended):
    values = {name: total_of([or_missing(one[name]) for one in instances], "sum")
              for name in SUMMED}
    values.update({name: values[name] + ended[name] for name in RUNNING_TOTALS
                   if isinstance(values[name], int)})
    values.update({"Priority Base": 0, "ID Process": 0, "Creating Process ID": 0})
    values["Elapsed Time"] = collection.clock.filetime if collection.clock.known else None
    return values

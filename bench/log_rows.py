"""The rows of logs: made by make_log, read from the page cache, and removed again.

Logs of 1 GB, then of 4 GiB, lie in BUILD_DIR/logs. Where there is no room the rows are left out, and
the reason is printed.
"""
import dataclasses
import filecmp
import os
import sys
import tempfile

import programs
from programs import Failed
from row import LeftOut, Row, Task, result
from workspace import GB

GIB = 2 ** 30
MEMORY_NEEDED = 3 * GB  # a log of 1 GB in the page cache, and what the reference of CSV holds
BIG_DISK_NEEDED = 6 * GB  # a log of 4 GiB and what is made of it


@dataclasses.dataclass(frozen=True)
class Speed:
    """A row that compares the rates of two benchmarks that read a log."""
    id: str
    title: str
    log: str  # see log()
    ours: str
    reference: str
    what: str  # is counted
    unit: str
    goal: float
    better = "higher"


SPEEDS = [
    Speed("log.form-1", "BLG to raw values, form 1, 1 GB", "1.blg", "read_values/form_1",
          "read_pieces/form_1", "bytes_per_second", "GB/s", 0.45),
    Speed("log.form-2", "BLG to raw values, form 2, 1 GB", "2.blg", "read_values/form_2",
          "read_pieces/form_2", "bytes_per_second", "GB/s", 0.40),
    Speed("log.form-5", "BLG to raw values, form 5, 1 GB", "5.blg", "read_values/form_5",
          "read_pieces/form_5", "bytes_per_second", "GB/s", 0.25),
    Speed("log.pdh", "100 counters of a BLG through PdhCollectQueryData, form 1, 1 GB", "1.blg",
          "pdh_collect_log/form_1", "read_and_take/form_1", "bytes_per_second", "GB/s", 1 / 1.2),
    Speed("log.csv", "CSV to values, 1 GB", "log.csv", "csv_to_values", "from_chars_of_every_number",
          "items_per_second", "G/s", 0.5),
]

TO_CSV = Row("log.to-csv", "BLG to CSV on disk, 1 GB: relog", 2.5, "higher")
LENGTH = Row("log.digits", "mean length of the rates in that CSV", 17.0, "higher")
CONVERSION_RUNS = 3  # each takes ten seconds, most of them the reference

# `perflib report` of a log, and the time that `perflib summary` takes.
REPORTS = {
    "5.blg": Row("log.report-5", "report of a log, form 5, 1 GB", 1.5),
    "log.csv": Row("log.report-csv", "report of a log, CSV, 1 GB", 1.5),
}
REPORT_RUNS = 3  # each takes ten seconds

# `perflib summary` of a log of objects, and the time that `perflib report` takes.
WIDE = Row("log.summary-wide", "summary of a log of objects, 20,000 series, 100 MB", 2.0)
# Commands that show only times or names of a log in which processes come and go, and the time of reading it once.
SHOWN = {"relog": Row("log.relog-busy", "relog LOG, objects of 765 processes that come and go, 1 GB", 2.0),
         "list": Row("log.list-busy", "list of a log of 765 processes that come and go, 1 GB", 2.0)}
SHOWN_RUNS = 5
# A command on all CPUs, and the time that it takes with one thread.
THREADS = {command: Row("log.threads-" + command, "%s on all CPUs, form 5, 100 MB" % command, 1.7, "higher")
           for command in ("convert", "summary", "report")}
SHORT_RUNS = 5  # each takes a second or two

MEMORY = Row("log.memory", "memory of any tool on 4 GiB", 64.0)
ROWS = [*SPEEDS, TO_CSV, LENGTH, *REPORTS.values(), WIDE, *SHOWN.values(), *THREADS.values(), MEMORY]

# What is not called like its kind, or not 1 GB: its kind, of make_log, and its size.
SMALLER = {"wide.blg": ("wide", GB // 10), "busy.blg": ("busy", GB), "threads.blg": ("5", GB // 10)}

# What reads a log of 4 GiB, by the form of its records: LOG is the log, OUT.x a new file. All of the
# log is read; a tenth of it is written, because the disk would take most of the time.
READERS = {
    "1": [
        ["relog", "LOG", "-t", "10", "-f", "CSV", "-o", "OUT.csv"],
        ["relog", "LOG", "-t", "10", "-o", "OUT.blg"],
        ["perflib", "summary", "LOG"],
        ["perflib", "report", "LOG"],
        ["perflib", "convert", "LOG", "OUT.csv", "--every", "10"],
        ["perflib", "query", "LOG", r"\Network Interface(*)\Bytes Total/sec"],
        ["perflib", "inspect", "LOG"],
    ],
    "5": [
        ["relog", "LOG", "-t", "10", "-o", "OUT.blg"],
        ["relog", "LOG", "-t", "100", "-f", "CSV", "-o", "OUT.csv"],
        ["perflib", "summary", "LOG", r"\Process(*)\IO Read Bytes/sec"],
        ["perflib", "report", "LOG"],
        ["perflib", "convert", "LOG", "OUT.csv", "--every", "100"],
        ["perflib", "query", "LOG", r"\Process(*)\IO Read Bytes/sec"],
        ["perflib", "inspect", "LOG"],
    ],
}


def need_room(space, disk):
    why_not = space.why_no_room(disk, MEMORY_NEEDED)
    if why_not is not None:
        raise LeftOut(why_not)


def make(space, kind, size, path):
    programs.run(space.bench_program("make_log"), kind, str(size), path)


def log(space, name):
    """A log of 1 GB (1.blg, 2.blg, 5.blg or log.csv) or one of SMALLER."""
    stem, _, end = name.rpartition(".")
    return log_of_kind(space, name, *SMALLER.get(name, (stem if end == "blg" else "csv", GB)))


def log_of_kind(space, name, kind, size):
    """A log of a kind of make_log. The first row that reads it makes it."""
    path = space.logs / name
    if not path.exists():
        need_room(space, 2 * size)
        new = space.logs / "new.log"
        make(space, kind, size, new)
        new.rename(path)
        os.sync()  # nothing is measured while the disk writes
    return path


def speed_results(space, row):
    log(space, row.log)
    medians, allocations, _ = programs.run_benchmarks(space.bench_program("log_bench"),
                                                      {row.ours, row.reference}, row.what)
    rate, floor = medians[row.ours] / GB, medians[row.reference] / GB
    return [result(row, rate, row.unit, row.reference, floor, rate / floor, allocations[row.ours])]


def mean_number_length(path):
    """Characters of a number of a CSV log: all but the header, the times and what stands between."""
    time_cell, line_end, around = 25, 2, 3
    with open(path, "rb") as file:
        header = len(file.readline())
        lines = cells = 0
        while piece := file.read(1 << 24):
            lines += piece.count(b"\n")
            cells += piece.count(b",")
        size = file.tell() - header
    return (size - lines * (time_cell + line_end) - cells * around) / cells


def conversion_results(space):
    log(space, "1.blg")
    need_room(space, 3 * GB)  # for two texts
    ours, reference = ("relog_to_csv/%s/iterations:1/real_time" % name for name in ("ours", "with_snprintf"))
    medians, _, _ = programs.run_benchmarks(space.bench_program("log_bench"), {ours, reference},
                                            repetitions=CONVERSION_RUNS)
    text, reference_text = space.logs / "ours.csv", space.logs / "snprintf.csv"
    if not filecmp.cmp(text, reference_text, shallow=False):
        raise Failed("relog writes another text than snprintf")
    length = mean_number_length(text)
    text.unlink()
    reference_text.unlink()
    seconds, floor = medians[ours] / 1e9, medians[reference] / 1e9
    return [result(TO_CSV, seconds, "s", "the same program with snprintf", floor, floor / seconds),
            result(LENGTH, length, "")]


def report_results(space, name):
    """`perflib report` beside `perflib summary`."""
    path = log(space, name)
    perflib = space.tool("perflib")
    seconds = programs.medians_in_turn({command: (perflib, command, path) for command in ("report", "summary")},
                                       REPORT_RUNS)
    ours, floor = seconds["report"], seconds["summary"]
    return [result(REPORTS[name], ours, "s", "perflib summary of it", floor, ours / floor)]


def wide_results(space):
    """`perflib summary` beside `perflib report`."""
    path = log(space, "wide.blg")
    perflib = space.tool("perflib")
    seconds = programs.medians_in_turn({command: (perflib, command, path) for command in ("summary", "report")},
                                       SHORT_RUNS)
    ours, floor = seconds["summary"], seconds["report"]
    return [result(WIDE, ours, "s", "perflib report of it", floor, ours / floor)]


def shown_results(space):
    """The commands beside `cat`, which reads the log once."""
    path = log(space, "busy.blg")
    commands = {"relog": (space.tool("relog"), path), "list": (space.tool("perflib"), "list", path),
                "floor": ("sh", "-c", 'exec cat "$0" >/dev/null', path)}
    seconds = programs.medians_in_turn(commands, SHOWN_RUNS)
    floor = seconds["floor"]
    return [result(row, seconds[command], "s", "cat LOG >/dev/null", floor, seconds[command] / floor)
            for command, row in SHOWN.items()]


def usable_cpus():
    return len(os.sched_getaffinity(0))


def threads_results(space, command):
    """A command as it is run by default beside the same with one thread."""
    if usable_cpus() < 2:
        raise LeftOut("it needs two CPUs")
    path, text = log(space, "threads.blg"), space.logs / "threads.csv"
    words = [space.tool("perflib"), command, path, *([text, "-y"] if command == "convert" else [])]
    seconds = programs.medians_in_turn({"all": words, "one": [*words, "--threads", "1"]}, SHORT_RUNS)
    text.unlink(missing_ok=True)
    ours, floor = seconds["all"], seconds["one"]
    return [result(THREADS[command], ours, "s", "the same with --threads 1", floor, floor / ours)]


def peaks_of_memory(space, commands, path):
    """VmHWM of each command in MiB. As many run at once as there are CPUs: their time does not matter."""
    at_once = os.cpu_count() or 1
    for first in range(0, len(commands), at_once):
        some = commands[first:first + at_once]
        with tempfile.TemporaryDirectory(dir=space.logs) as folder:
            ended = programs.run_together([
                [space.bench_program("peak_memory"), space.tool(command[0]),
                 *(path if word == "LOG" else word.replace("OUT", "%s/%d" % (folder, number))
                   for word in command[1:])] for number, command in enumerate(some)])
        for command, (status, output) in zip(some, ended):
            # A report of a log that no rule can judge ends with 1.
            if status != 0 and command[1] != "report":
                raise Failed("%s of a log of 4 GiB failed" % " ".join(command))
            print("%5.1f MiB: %s" % (float(output), " ".join(command)), file=sys.stderr, flush=True)
            yield float(output), command


def memory_results(space):
    """The most that any tool takes."""
    space.clear()  # of logs of 1 GB
    need_room(space, BIG_DISK_NEEDED)
    path = space.logs / "big.blg"
    peaks = []
    for form, commands in READERS.items():
        print("form %s:" % form, file=sys.stderr)
        make(space, form, 4 * GIB, path)
        peaks += [(peak, form, command) for peak, command in peaks_of_memory(space, commands, path)]
        path.unlink()  # the disk has room for one
    peak, form, command = max(peaks)
    made = result(MEMORY, peak, "MiB")
    made["name"] += " (%s, form %s)" % (" ".join(command[:2]), form)
    return [made]


def tasks(chosen):
    for row in SPEEDS:
        if row in chosen:
            yield Task((row,), ("make_log", "log_bench"), lambda space, row=row: speed_results(space, row))
    conversion = tuple(row for row in (TO_CSV, LENGTH) if row in chosen)
    if conversion:
        yield Task(conversion, ("make_log", "log_bench"), conversion_results)
    for name, row in REPORTS.items():
        if row in chosen:
            yield Task((row,), ("make_log", "perflib"), lambda space, name=name: report_results(space, name))
    if WIDE in chosen:
        yield Task((WIDE,), ("make_log", "perflib"), wide_results)
    shown = tuple(row for row in SHOWN.values() if row in chosen)
    if shown:
        yield Task(shown, ("make_log", "perflib", "relog"), shown_results)
    for command, row in THREADS.items():
        if row in chosen:
            yield Task((row,), ("make_log", "perflib"), lambda space, command=command: threads_results(space, command))
    if MEMORY in chosen:
        yield Task((MEMORY,), ("make_log", "peak_memory", "perflib", "relog"), memory_results)

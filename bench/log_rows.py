"""The rows of logs: made by make_log, read from the page cache, and removed again.

Logs of 1 GB, then of 4 GiB, lie in BUILD_DIR/logs. Where there is no room the rows are left out, and
the reason is printed.
"""
import filecmp
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

GB = 10 ** 9
GIB = 2 ** 30
DISK_NEEDED = 6 * GB    # a log of 4 GiB and what is made of it; before that four of 1 GB and two texts
MEMORY_NEEDED = 3 * GB  # a log of 1 GB in the page cache, and what the reference of CSV holds

# name, benchmark, reference benchmark, what is counted, unit, goal: ratio of the two rates
SPEEDS = [
    ("BLG to raw values, form 1, 1 GB", "read_values/form_1", "read_pieces/form_1",
     "bytes_per_second", "GB/s", 0.45),
    ("BLG to raw values, form 2, 1 GB", "read_values/form_2", "read_pieces/form_2",
     "bytes_per_second", "GB/s", 0.40),
    ("BLG to raw values, form 5, 1 GB", "read_values/form_5", "read_pieces/form_5",
     "bytes_per_second", "GB/s", 0.25),
    ("100 counters of a BLG through PdhCollectQueryData, form 1, 1 GB", "pdh_collect_log/form_1",
     "read_and_take/form_1", "bytes_per_second", "GB/s", 1 / 1.2),
    ("CSV to values, 1 GB", "csv_to_values", "from_chars_of_every_number",
     "items_per_second", "G/s", 0.5),
]
TO_CSV = ("relog_to_csv/ours/iterations:1/real_time", "relog_to_csv/with_snprintf/iterations:1/real_time")
SPEEDUP_GOAL = 2.5
LEAST_LENGTH = 17.0

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
MEMORY_GOAL = 64.0
REPORT_GOAL = 1.5  # of the time that a summary takes
REPORT_RUNS = 5


def tell(text):
    print("logs: " + text, file=sys.stderr, flush=True)


def available_memory():
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 0


def has_room(folder):
    free, memory = shutil.disk_usage(folder).free, available_memory()
    tell("%.0f GB of disk are free in %s, %.0f are needed" % (free / GB, folder, DISK_NEEDED / GB))
    if free < DISK_NEEDED:
        tell("no room on the disk: the rows of logs are left out")
    elif memory < MEMORY_NEEDED:
        tell("%.1f GB of memory are free, %.0f are needed: the rows of logs are left out"
             % (memory / GB, MEMORY_NEEDED / GB))
    return free >= DISK_NEEDED and memory >= MEMORY_NEEDED


def row(name, value, unit, goal, better, reference=None, reference_value=None, ratio=None,
        allocations=None):
    return {"name": name, "value": value, "unit": unit, "reference": reference,
            "reference_value": reference_value, "ratio": ratio, "goal": goal, "better": better,
            "allocations": allocations}


def make(build, kind, size, path):
    subprocess.run([str(build / "bench/make_log"), kind, str(size), str(path)], check=True)


def speed_rows(build, run):
    """`run` runs benchmarks of log_bench interleaved and gives the median of what is asked for."""
    for name, ours, reference, what, unit, goal in SPEEDS:
        medians, allocations, _ = run(build / "bench/log_bench", [ours, reference], what)
        rate, floor = medians[ours] / GB, medians[reference] / GB
        yield row(name, rate, unit, goal, "higher", reference, floor, rate / floor, allocations[ours])


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


def conversion_rows(build, logs, run):
    ours, reference = TO_CSV
    medians, _, _ = run(build / "bench/log_bench", [ours, reference], "real_time")
    if not filecmp.cmp(logs / "ours.csv", logs / "snprintf.csv", shallow=False):
        sys.exit("relog writes another text than snprintf")
    seconds, floor = medians[ours] / 1e9, medians[reference] / 1e9
    yield row("BLG to CSV on disk, 1 GB: relog", seconds, "s", SPEEDUP_GOAL, "higher",
              "the same program with snprintf", floor, floor / seconds)
    yield row("mean length of the rates in that CSV", mean_number_length(logs / "ours.csv"),
              "", LEAST_LENGTH, "higher")


def report_rows(build, logs):
    """`perflib report` beside `perflib summary`, in turn; the medians."""
    program = str(build.parent / "bin" / "perflib")
    for form, name in (("form 5", "5.blg"), ("CSV", "log.csv")):
        taken = {"report": [], "summary": []}
        for _ in range(REPORT_RUNS):
            for command, seconds in taken.items():
                begin = time.monotonic()
                subprocess.run([program, command, str(logs / name)], stdout=subprocess.DEVNULL, check=True)
                seconds.append(time.monotonic() - begin)
        ours, floor = (statistics.median(taken[command]) for command in ("report", "summary"))
        yield row("report of a log, %s, 1 GB" % form, ours, "s", REPORT_GOAL, "lower",
                  "perflib summary of it", floor, ours / floor)


def peak_memory(build, command, log, folder):
    """VmHWM in MiB."""
    program = build.parent / "bin" / command[0]
    with tempfile.TemporaryDirectory(dir=folder) as out:
        words = [str(log) if word == "LOG" else word.replace("OUT", out + "/out")
                 for word in command[1:]]
        done = subprocess.run([str(build / "bench/peak_memory"), str(program), *words],
                              stdout=subprocess.PIPE, text=True)
    # A report of a log that no rule can judge ends with 1.
    if done.returncode != 0 and command[1] != "report":
        sys.exit("%s failed" % " ".join(words))
    return float(done.stdout)


def memory_row(build, logs):
    """The most that any tool takes."""
    peaks = []
    for form, commands in READERS.items():
        log = logs / "big.blg"
        make(build, form, 4 * GIB, log)
        for command in commands:
            peaks.append((peak_memory(build, command, log, logs), form, command))
            tell("%5.1f MiB: form %s, %s" % (peaks[-1][0], form, " ".join(command)))
        log.unlink()
    peak, form, command = max(peaks)
    return row("memory of any tool on 4 GiB (%s, form %s)" % (" ".join(command[:2]), form), peak,
               "MiB", MEMORY_GOAL, "lower")


def log_rows(build, run):
    logs = build / "logs"
    logs.mkdir(exist_ok=True)
    try:
        if not has_room(logs):
            return []
        for kind, name in (("1", "1.blg"), ("2", "2.blg"), ("5", "5.blg"), ("csv", "log.csv")):
            make(build, kind, GB, logs / name)
        subprocess.run(["sync"], check=True)  # nobody measures beside the disk's writing
        rows = [*speed_rows(build, run), *conversion_rows(build, logs, run), *report_rows(build, logs)]
        for path in logs.iterdir():
            path.unlink()
        return [*rows, memory_row(build, logs)]
    finally:
        shutil.rmtree(logs)

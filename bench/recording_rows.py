"""The rows of recordings: ten minutes of a machine with 200 processes of the bench's own, once a second.

The samples are collected every 0.1 s and written as if a second lay between them, which takes a minute; as
less happens in 0.1 s their values change less. BENCH_RECORDING_PACE=1 collects them once a second. The large
recording has 1 GB, or BENCH_RECORDING_GB: its last hour is made of the samples, what stands before it is
one block with other times, again and again. Where there is no room the rows are left out with a word.
"""
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys

GB = 10 ** 9
SAMPLES = 600
PACE = float(os.environ.get("BENCH_RECORDING_PACE", "0.1"))
SIZE = int(float(os.environ.get("BENCH_RECORDING_GB", "1")) * GB)
DISK_NEEDED = 2 * GB + SIZE  # the samples, a log of whole objects, the large recording

# One counter of an hour, beside a copy of the directories and chunks that have it, uncompressed: CPU time.
READING = ("one counter of the last hour of a recording of %g GB, CPU time", "one_counter/cached",
           "copy_what_is_read")
READING_GOAL = 8.0


def row(name, value, unit, goal, reference=None, reference_value=None, ratio=None):
    return {"name": name, "value": value, "unit": unit, "reference": reference,
            "reference_value": reference_value, "ratio": ratio, "goal": goal, "better": "lower",
            "allocations": None}


# All counters to CSV, beside the same samples as a log of whole objects.
CONVERSION_GOAL = 1.5
CONVERSION_RUNS = 3


def cpu_seconds(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def conversion_row(build, logs, make):
    """CPU time of `perflib convert`, in turn; the medians. Both texts have the same values."""
    program = str(build.parent / "bin" / "perflib")
    names = json.loads(make("both", logs / "samples", logs))
    taken = {name: [] for name in ("recording", "objects")}
    for _ in range(CONVERSION_RUNS):
        for name, seconds in taken.items():
            seconds.append(cpu_seconds(program, "convert", "-y", names[name], str(logs / (name + ".csv"))))
    ours, floor = (statistics.median(taken[name]) * 1e9 / names["readings"] for name in taken)
    return row("recording to CSV, all counters, CPU time of a reading", ours, "ns", CONVERSION_GOAL,
               "BLG of the same objects to CSV", floor, ours / floor)


def size_rows(sizes):
    """Bytes a reading, and beside the same samples as a log of whole objects behind `zstd -3`."""
    reference = "form 5, zstd -3"
    closed, closed_reference = sizes["closed"], sizes["closed_reference"]
    yield row("recording, closed blocks, 10 minutes", closed, "B", 0.15)
    yield row("recording, closed blocks, beside form 5", closed, "B", 0.5, reference,
              closed_reference, closed / closed_reference)
    journal, journal_reference = sizes["journal"] / 1e3, sizes["journal_reference"] / 1e3
    yield row("recording, the journal of a minute, beside form 5", journal, "kB", 0.7, reference,
              journal_reference, journal / journal_reference)


def reading_row(build, run):
    name, ours, reference = READING
    medians, _, _ = run(build / "bench/log_bench", [ours, reference], "cpu_time")
    value, floor = medians[ours] / 1e6, medians[reference] / 1e6
    return row(name % (SIZE / GB), value, "ms", READING_GOAL, "copying its directories and chunks", floor,
               value / floor)


def recording_rows(build, run):
    """`run` runs benchmarks of log_bench interleaved and gives the median of what is asked for."""
    logs = build / "logs"
    logs.mkdir(exist_ok=True)
    try:
        if shutil.disk_usage(logs).free < DISK_NEEDED:
            print("recordings: %.1f GB of disk are needed in %s: their rows are left out"
                  % (DISK_NEEDED / GB, logs), file=sys.stderr)
            return []

        def make(*words):
            return subprocess.run([str(build / "bench/make_recording"), *map(str, words)],
                                  stdout=subprocess.PIPE, check=True, text=True).stdout

        samples = logs / "samples"
        make("samples", PACE, SAMPLES, samples)
        rows = [*size_rows(json.loads(make("size", samples, logs)))]
        rows.append(conversion_row(build, logs, make))
        encoded = json.loads(make("encode", samples, logs))
        rows.append(row("recording 5,000 readings a second, each second on disk", encoded["percent"],
                        "%", 0.1))
        make("big", samples, SIZE, logs / "big.perfrec")
        subprocess.run(["sync"], check=True)
        return [*rows, reading_row(build, run)]
    finally:
        shutil.rmtree(logs)

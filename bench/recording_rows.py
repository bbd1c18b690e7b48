"""The rows of recordings: ten minutes of a machine with 200 processes of the bench's own, once a second.

The samples are collected every 0.1 s and written as if a second lay between them, which takes a minute; as
less happens in 0.1 s their values change less. BENCH_RECORDING_PACE=1 collects them once a second. The large
recording has 1 GB, or BENCH_RECORDING_GB: its last hour is made of the samples, what stands before it is
one block with other times, again and again. Where the disk has no room the rows are left out.
"""
import json
import os
import resource
import statistics

import programs
from row import LeftOut, Row, Task, result
from workspace import GB

SAMPLES = 600
CONVERTED_SAMPLES = 120  # two blocks
PACE = float(os.environ.get("BENCH_RECORDING_PACE", "0.1"))
SIZE = int(float(os.environ.get("BENCH_RECORDING_GB", "1")) * GB)
DISK_NEEDED = 2 * GB + SIZE  # the samples, a log of whole objects, the large recording
CONVERSION_RUNS = 3
ROW_SERIES = 6_000  # of each sample of the row of rows
SHORT_PROCESSES = 170
CHURN_RUNS = 3

CLOSED = Row("recording.blocks", "recording, closed blocks, 10 minutes", 0.15)
CLOSED_RATIO = Row("recording.blocks-form-5", "recording, closed blocks, beside form 5", 0.5)
JOURNAL = Row("recording.journal", "recording, the journal of a minute, beside form 5", 0.7)
# All counters to CSV, beside the same samples as a log of whole objects.
CONVERSION = Row("recording.csv", "recording to CSV, all counters, CPU time of a reading", 1.5)
ENCODING = Row("recording.cpu", "recording 5,000 readings a second, each second on disk", 0.1)
# One counter of an hour, beside a copy of the directories and chunks that have it, uncompressed.
READING = Row("recording.counter", "one counter of the last hour of a recording of %g GB, CPU time"
              % (SIZE / GB), 2.5)
# All series as rows, beside the same rows of a recording that is read series by series.
TO_ROWS = Row("recording.rows", "recording to rows, 6,000 series, CPU time", 0.55)
# Ten minutes with processes that live less than a second, beside as many values of processes that stay.
CHURN = {command: Row("recording.churn-" + command, "%s of 170 short processes a second, 10 minutes" % command, 2.0)
         for command in ("summary", "report")}
CHURN_MEMORY = Row("recording.churn-memory", "memory of summary and report of these short processes", 128.0)
ROWS = [CLOSED, CLOSED_RATIO, JOURNAL, CONVERSION, TO_ROWS, ENCODING, READING, *CHURN.values(), CHURN_MEMORY]


def make(space, *words):
    return programs.run(space.bench_program("make_recording"), *map(str, words))


def samples(space):
    path = space.logs / "samples"
    if not path.exists():
        why_not = space.why_no_room(DISK_NEEDED)
        if why_not is not None:
            raise LeftOut(why_not)
        make(space, "samples", PACE, SAMPLES, space.logs / "samples.new")
        (space.logs / "samples.new").rename(path)
    return path


def size_results(space):
    """Bytes a reading, and beside the same samples as a log of whole objects behind `zstd -3`."""
    sizes = json.loads(make(space, "size", samples(space), space.logs))
    reference = "form 5, zstd -3"
    closed, closed_reference = sizes["closed"], sizes["closed_reference"]
    journal, journal_reference = sizes["journal"] / 1e3, sizes["journal_reference"] / 1e3
    return [
        result(CLOSED, closed, "B"),
        result(CLOSED_RATIO, closed, "B", reference, closed_reference, closed / closed_reference),
        result(JOURNAL, journal, "kB", reference, journal_reference, journal / journal_reference),
    ]


def cpu_seconds(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    programs.run(*words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def conversion_results(space):
    """CPU time of `perflib convert`, in turn; the medians. Both texts have the same values."""
    names = json.loads(make(space, "both", samples(space), space.logs, CONVERTED_SAMPLES))
    taken = {name: [] for name in ("recording", "objects")}
    for _ in range(CONVERSION_RUNS):
        for name, seconds in taken.items():
            seconds.append(cpu_seconds(space.tool("perflib"), "convert", "-y", names[name],
                                       space.logs / (name + ".csv")))
    ours, floor = (statistics.median(taken[name]) * 1e9 / names["readings"] for name in taken)
    return [result(CONVERSION, ours, "ns", "BLG of the same objects to CSV", floor, ours / floor)]


def rows_results(space):
    """CPU time of all series as rows, by block and series by series."""
    ours, reference = "recording_to_rows/by_block", "recording_to_rows/by_series"
    make(space, "cut", samples(space), ROW_SERIES, space.logs / "rows.perfrec")
    medians, _, _ = programs.run_benchmarks(space.bench_program("log_bench"), {ours, reference}, "cpu_time",
                                            CONVERSION_RUNS)
    value, floor = medians[ours] / 1e6, medians[reference] / 1e6
    return [result(TO_ROWS, value, "ms", "the same, read series by series", floor, value / floor)]


def encoding_results(space):
    encoded = json.loads(make(space, "encode", samples(space), space.logs))
    return [result(ENCODING, encoded["percent"], "%")]


def reading_results(space):
    ours, reference = "one_counter/cached", "copy_what_is_read"
    make(space, "big", samples(space), SIZE, space.logs / "big.perfrec")
    os.sync()
    medians, _, _ = programs.run_benchmarks(space.bench_program("log_bench"), {ours, reference},
                                            "cpu_time")
    value, floor = medians[ours] / 1e6, medians[reference] / 1e6
    return [result(READING, value, "ms", "copying its directories and chunks", floor, value / floor)]


def churn_results(space):
    """`perflib summary` and `report` of short processes beside `report` of processes that stay."""
    churn, steady = (space.logs / name for name in ("churn.perfrec", "steady.perfrec"))
    make(space, "processes", SAMPLES, SHORT_PROCESSES, churn)
    make(space, "processes", SAMPLES, 0, steady)
    perflib = space.tool("perflib")
    seconds = programs.medians_in_turn({"summary": (perflib, "summary", churn), "report": (perflib, "report", churn),
                                        "reference": (perflib, "report", steady)}, CHURN_RUNS)
    floor = seconds["reference"]
    peak = max(float(programs.run(space.bench_program("peak_memory"), perflib, command, churn)) for command in CHURN)
    return [*(result(row, seconds[command], "s", "report of processes that stay", floor, seconds[command] / floor)
              for command, row in CHURN.items()), result(CHURN_MEMORY, peak, "MiB")]


def tasks(chosen):
    for task in (
        Task((CLOSED, CLOSED_RATIO, JOURNAL), ("make_recording",), size_results),
        Task((CONVERSION,), ("make_recording", "perflib"), conversion_results),
        Task((TO_ROWS,), ("make_recording", "log_bench"), rows_results),
        Task((ENCODING,), ("make_recording",), encoding_results),
        Task((READING,), ("make_recording", "log_bench"), reading_results),
        Task((*CHURN.values(), CHURN_MEMORY), ("make_recording", "peak_memory", "perflib"), churn_results),
    ):
        rows = tuple(row for row in task.rows if row in chosen)
        if rows:
            yield Task(rows, task.targets, task.measure)

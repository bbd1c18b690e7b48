"""Runs the programs that measure. Each has a process group of its own, all of which ends with it."""
import contextlib
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import tempfile
import time

GRACE_SECONDS = 5  # between SIGTERM and SIGKILL
REPETITIONS = 9
MIN_SECONDS = 0.05  # of a repetition
TO_NS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
# A benchmark's own counters that are figures of rows, and how its repetitions are combined.
COUNTERS = {"growth": max, "percent": statistics.median}


class Failed(Exception):
    """A program failed; the text names it."""


def how_it_ended(status):
    if status >= 0:
        return "ended with exit status %d" % status
    return "was killed by %s" % signal.Signals(-status).name


def end(process):
    """Ends the process, if it still runs, and its children."""
    with contextlib.suppress(ProcessLookupError):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE_SECONDS)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def signals_held_back():
    """Signals that stop the script wait until a program that is being started will be ended with it. Yields the mask that
    the program itself needs."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def run_together(commands):
    """Runs the commands at the same time. Returns (exit status, standard output) of each.

    The output goes to a file: a pipe stays open while a child of a crashed program has it.
    """
    with contextlib.ExitStack() as stack:
        started = []
        for words in commands:
            output = stack.enter_context(tempfile.TemporaryFile("w+"))
            with signals_held_back() as mask:
                try:
                    process = subprocess.Popen(
                        [os.fspath(word) for word in words], stdin=subprocess.DEVNULL, stdout=output,
                        start_new_session=True, preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, mask))
                except OSError as error:
                    raise Failed("%s cannot be started: %s" % (words[0], error.strerror)) from error
                stack.callback(end, process)
            started.append((process, output))
        statuses = [process.wait() for process, _ in started]
        for _, output in started:
            output.seek(0)
        return [(status, output.read()) for status, (_, output) in zip(statuses, started)]


def run(*words):
    """Returns the standard output. Raises Failed if the program fails."""
    [(status, output)] = run_together([words])
    if status != 0:
        raise Failed("%s %s" % (pathlib.Path(words[0]).name, how_it_ended(status)))
    return output


def medians_in_turn(commands, runs):
    """Runs commands, by name, in turn; returns the median of the seconds of each."""
    taken = {name: [] for name in commands}
    for _ in range(runs):
        for name, words in commands.items():
            begin = time.monotonic()
            run(*words)
            taken[name].append(time.monotonic() - begin)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def run_benchmarks(program, names, what="real_time", repetitions=REPETITIONS):
    """Runs benchmarks of a program of Google Benchmark, with repetitions interleaved at random.

    Returns, by benchmark: the median of `what` (times in ns), the last number of allocations, and the
    counter of its own.
    """
    output = run(program, "--benchmark_format=json", "--benchmark_repetitions=%d" % repetitions,
                 "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=%g" % MIN_SECONDS,
                 "--benchmark_filter=^(%s)$" % "|".join(map(re.escape, sorted(names))))
    program_name = pathlib.Path(program).name
    try:
        rows = json.loads(output)["benchmarks"] if output else []
    except (ValueError, KeyError) as error:
        raise Failed("%s does not print JSON of Google Benchmark" % program_name) from error
    measured, allocations, counted = {}, {}, {}
    for row in rows:
        if row.get("error_occurred"):
            raise Failed("%s: %s: %s" % (program_name, row["name"], row["error_message"]))
        if row["run_type"] != "iteration":
            continue
        factor = TO_NS[row["time_unit"]] if what in ("real_time", "cpu_time") else 1
        measured.setdefault(row["run_name"], []).append(row[what] * factor)
        allocations.setdefault(row["run_name"], []).append(row.get("allocations"))
        for kind in COUNTERS.keys() & row.keys():
            counted.setdefault((row["run_name"], kind), []).append(row[kind])
    for name in sorted(names):
        if name not in measured:
            raise Failed("%s lacks the benchmark %s" % (program_name, name))
    return ({name: statistics.median(all_) for name, all_ in measured.items()},
            {name: all_[-1] for name, all_ in allocations.items()},
            {name: COUNTERS[kind](all_) for (name, kind), all_ in counted.items()})

#!/usr/bin/env -S python3 -IS
"""Stands for each program that script/bench runs, by the name that it has: prints figures at once.

The file stub.json beside the folder of the program chooses another behaviour: {"times": {benchmark: ns},
"fails": {program: exit status}, "crashes": [program], "waits": [program]}.
"""
import json
import os
import re
import sys
import time

FOLDER, NAME = os.path.split(os.path.realpath(sys.argv[0]))
ABOVE = os.path.dirname(FOLDER)
with open(ABOVE + "/stub.json") as file:
    BEHAVIOUR = json.load(file)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def option(name):
    return next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--benchmark_" + name))


def print_benchmarks():
    pattern = option("filter")
    names = [re.sub(r"\\(.)", r"\1", name) for name in pattern[2:-2].split("|")]
    rows = [{"name": name, "run_name": name, "run_type": "iteration", "time_unit": "ns",
             "real_time": BEHAVIOUR["times"].get(name, 1.0), "cpu_time": 1.0, "bytes_per_second": 1e9,
             "items_per_second": 1e9, "allocations": 0, "growth": 0, "percent": 0.5}
            for name in names for _ in range(int(option("repetitions")))]
    print(json.dumps({"benchmarks": rows}))
    for name in names:
        if name.startswith("relog_to_csv"):
            line = '"%s"%s\r\n' % ("0" * 23, ',"123456789012345678"' * 3)
            text = "snprintf" if "snprintf" in name else "ours"
            write("%s/logs/%s.csv" % (FOLDER, text), '"header"\n' + line * 5)


def make_recording(way, samples, *others):
    if way == "size":
        print('{"closed": 0.1, "closed_reference": 1, "journal": 100, "journal_reference": 1000}')
    elif way == "both":
        print('{"readings": 1000, "recording": "a", "objects": "b"}')
    elif way == "encode":
        print('{"percent": 0.05}')
    else:
        write(others[-1], "recording")


def start_child():
    """It keeps the standard output open."""
    return os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")


def main():
    if NAME in BEHAVIOUR.get("waits", ()):
        write(ABOVE + "/waiting", "%d %d" % (os.getpid(), start_child()))
        time.sleep(1000)
    if NAME in BEHAVIOUR.get("crashes", ()):
        start_child()
        os.kill(os.getpid(), 11)  # SIGSEGV
    if NAME in BEHAVIOUR.get("fails", {}):
        return BEHAVIOUR["fails"][NAME]
    if any(word.startswith("--benchmark") for word in sys.argv):
        print_benchmarks()
    elif NAME == "make_recording":
        make_recording(*sys.argv[1:])
    elif NAME == "make_log":
        write(sys.argv[3], "log")
    elif NAME == "sql_bench":
        write(re.search("SQL:(/.*)!bench", sys.argv[2])[1], "rows")
        print({"writer": 100, "prepared": 101, "autocommit": 1}[sys.argv[1]])
    elif NAME in ("peak_memory", "watch_memory"):
        print("12.5")
    elif NAME == "perflib":
        sum(range(200_000))  # CPU time that can be measured
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""compare_report.py --perflib PATH [--random N] LOG...: the findings of `perflib report LOG --json`, against report.py.

Binary logs are converted to CSV by blg_csv.py, from their bytes. Each finding of the rules that report.py knows: its
severity, the limit, share and time of each level, all runs with their numbers, and the sentence. --random: of N made
logs too, with loads that come and go, gaps and blanks; the seed is the number of the log. Exit 1 with a line for each
difference.
"""

import argparse
import datetime
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import blg_csv
import report
from equal_cases import some_of
from report_rules import RULES
from report_text import sentence

MILLISECOND = 0.0015  # both ends are cut to it
MOST_RUNS = 50  # that a level keeps


def printed(perflib, log):
    done = subprocess.run([perflib, "report", log, "--json"], stdout=subprocess.PIPE, check=True, timeout=120)
    document = json.loads(done.stdout)
    return document, {one["id"]: one for one in document["rules"]}


def text_of(log):
    with open(log, "rb") as file:
        raw = file.read()
    return blg_csv.Log(raw).text() if log.endswith(".blg") else raw.decode()


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def is_same_time(text, time):
    return abs((datetime.datetime.fromisoformat(text) - time).total_seconds()) < MILLISECOND


def differs(ours, wanted):
    if isinstance(wanted, datetime.datetime):
        return not is_same_time(ours, wanted)
    return not close(ours, wanted) if isinstance(wanted, float) else ours != wanted


def field_differences(where, ours, wanted, fields):
    for field in fields:
        if differs(ours[field], wanted[field]):
            yield "%s: %s is %r, oracle %r" % (where, field, ours[field], wanted[field])


def run_differences(where, ours, wanted):
    if ours["run_count"] != len(wanted):
        yield "%s: %d runs, oracle %d" % (where, ours["run_count"], len(wanted))
        return
    if len(ours["runs"]) != min(len(wanted), MOST_RUNS):
        yield "%s: keeps %d runs of %d" % (where, len(ours["runs"]), len(wanted))
    for run in ours["runs"]:
        begin = datetime.datetime.fromisoformat(run["begin"])
        match = min(wanted, key=lambda one: (abs((one["begin"] - begin).total_seconds()), one["worst"] != run["worst"]))
        yield from field_differences("%s, run at %s" % (where, run["begin"]), run, match,
                                     ("begin", "end", "seconds", "samples", "average", "worst", "worst_at"))


def level_differences(where, finding, wanted):
    ours = {one["severity"]: one for one in finding["levels"]}
    theirs = {one["severity"]: one for one in wanted["levels"] if one["samples"] != 0}
    if ours.keys() != theirs.keys():
        yield "%s: levels %s, oracle %s" % (where, sorted(ours), sorted(theirs))
        return
    for severity, level in ours.items():
        there = "%s, %s" % (where, severity)
        yield from field_differences(there, level, theirs[severity], ("limit", "above", "share", "seconds", "samples"))
        is_short = finding["spike"] and theirs[severity] is wanted["level"]
        yield from run_differences(there, level, theirs[severity]["short" if is_short else "long"])


def finding_differences(where, ours, wanted, words):
    yield from field_differences(where, ours, wanted, ("severity", "spike"))
    yield from level_differences(where, ours, wanted)
    level = ours["levels"][ours["level"]]
    if level["severity"] != wanted["level"]["severity"]:
        yield "%s: %s fired, oracle %s" % (where, level["severity"], wanted["level"]["severity"])
    worst = level["runs"][level["worst_run"]]
    if not is_same_time(worst["begin"], wanted["worst"]["begin"]):
        yield "%s: the worst run is that of %s, oracle %s" % (where, worst["begin"], wanted["worst"]["begin"])
    if ours["text"] != words:
        yield "%s:\n  says   %s\n  oracle %s" % (where, ours["text"], words)


def differences(perflib, log):
    log_of, wanted = report.findings(text_of(log))
    _, rules = printed(perflib, log)
    for rule in RULES:
        ours = {one["instance"]: one for one in rules[rule.name]["findings"]}
        theirs = {one["instance"]: one for one in wanted[rule.name]}
        for instance in sorted(set(ours) ^ set(theirs), key=str):
            yield "%s(%s): only %s" % (rule.name, instance, "ours" if instance in ours else "the oracle's")
        for instance in ours.keys() & theirs.keys():
            yield from finding_differences("%s(%s)" % (rule.name, instance), ours[instance], theirs[instance],
                                           sentence(rule, theirs[instance], log_of))


# How far the values of a counter go.
REACH = {"Processor Queue Length": 40, "Context Switches/sec": 30000, "Available Bytes": 2e9, "Pages Input/sec": 2000,
         "Pages/sec": 60, "Handle Count": 30000, "Thread Count": 2000, "Avg. Disk sec/Transfer": 0.05,
         "Avg. Disk sec/Read": 0.05, "Avg. Disk sec/Write": 0.05, "Avg. Disk Queue Length": 5, "Disk Reads/sec": 5,
         "Disk Writes/sec": 5, "Disk Transfers/sec": 200, "Avg. Disk Bytes/Transfer": 200000, "Free Megabytes": 9000,
         "Bytes Sent/sec": 1.2e8, "Bytes Received/sec": 1.2e8, "Current Bandwidth": 1e9}


def made_columns():
    """The header of a log that every rule finds its counters in."""
    columns = []
    for rule in RULES:
        for thing, instance, counter in rule.counters.values():
            for one in (("a", "b#1") if instance == "*" else (instance,)):
                columns.append((thing, one, counter))
    columns += [("Processor", "0", "% User Time"), ("Processor", "1", "% User Time")]
    return list(dict.fromkeys(columns))


SAMPLES = (1, 2, 7, 40, 91, 500, 2000)


def samples_of(seed):
    return random.Random(seed).choice(SAMPLES)


def made_log(seed):
    """A text log: each counter wanders, sometimes jumps, and is sometimes blank."""
    dice = random.Random(seed)
    columns = made_columns()
    samples = dice.choice(SAMPLES)
    blanks = dice.choice((0, 0.03, 0.3))
    steps = dice.choice(((15, 15, 15, 15, 15, 16, 400), (1,), (60, 60, 61), (3600,), (15,) * 200 + (-600, 86400)))
    levels = [dice.random() for _ in columns]
    limit = ("Memory", None, "Commit Limit")
    names = ["\\\\M\\%s%s\\%s" % (thing, "" if one is None else "(%s)" % one, counter)
             for thing, one, counter in [*columns, limit]]
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join('"%s"' % name for name in names)]
    time = datetime.datetime(2024, 2, 28, 23, 0)
    for _ in range(samples):
        time += datetime.timedelta(seconds=dice.choice(steps))
        cells = []
        for i, (_, _, counter) in enumerate(columns):
            levels[i] = dice.random() if dice.random() < 0.02 else min(1, max(0, levels[i] + dice.gauss(0, 0.03)))
            number = levels[i] * REACH.get(counter, 100)
            cells.append('" "' if dice.random() < blanks else '"%r"' % number)
        stamp = time.strftime("%m/%d/%Y %H:%M:%S.") + "000"
        lines.append('"%s",%s,"%r"' % (stamp, ",".join(cells), 3e9))
    return "\r\n".join(lines) + "\r\n"


def made_differences(perflib, count, longest):
    with tempfile.TemporaryDirectory() as folder:
        for seed in some_of((seed for seed in range(count) if samples_of(seed) <= longest), 5):
            log = os.path.join(folder, "made-%d.csv" % seed)
            with open(log, "w", encoding="ascii", newline="") as file:
                file.write(made_log(seed))
            for line in differences(perflib, log):
                yield "log %d: %s" % (seed, line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--perflib", required=True)
    parser.add_argument("--random", type=int, default=0, help="how many made logs")
    parser.add_argument("--longest", type=int, default=max(SAMPLES), help="leaves out those with more samples")
    parser.add_argument("logs", nargs="+")
    options = parser.parse_args()
    failed = False
    for line in made_differences(options.perflib, options.random, options.longest):
        print(line)
        failed = True
    for log in options.logs:
        for line in differences(options.perflib, log):
            print("%s: %s" % (log, line))
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""report.py LOG.csv: findings of the rules of the analysis, naively, from a text log.

All values are in memory, a column a series. A rule here is a few lines of Python with the limits of the specification
written again; slices, ranges and shares follow docs/formats/rules.md, sections 1 and 4. Trends, and rules whose counters are made one of many, are left to the
engine's own tests.
"""

import csv
import datetime
import math
import re
import sys

PATH = re.compile(r"^\\\\([^\\]+)\\(.*?)(?:\((.*)\))?\\([^\\]*)$")
MOST_SLICES, A_SLICE = 30, 3
MB, GB = 1048576, 1073741824
LEVELS = ("critical", "warning", "info")


class Log:
    """Times (seconds from the first) and columns by (object, instance, counter)."""

    def __init__(self, text):
        rows = list(csv.reader(text.splitlines()))
        self.stamps = [datetime.datetime.strptime(row[0], "%m/%d/%Y %H:%M:%S.%f") for row in rows[1:]]
        self.times = [(stamp - self.stamps[0]).total_seconds() for stamp in self.stamps]
        self.columns = {}
        for place, name in enumerate(rows[0]):
            found = PATH.match(name)
            if place == 0 or found is None:
                continue
            _, thing, instance, counter = found.groups()
            values = [number(row[place]) for row in rows[1:]]
            self.columns.setdefault((thing, instance, counter), values)

    def instances(self, thing, counter):
        return [key[1] for key in self.columns if (key[0], key[2]) == (thing, counter)]

    def cpus(self):
        names = {key[1] for key in self.columns if key[0] == "Processor"} - {"_Total"}
        return len(names) or None

    def ram(self):
        limits = [v for v in self.columns.get(("Memory", None, "Commit Limit"), []) if v is not None]
        return limits[0] if limits else None


def number(cell):
    return float(cell) if cell.strip() else None


def mean(values, weights):
    total = sum(weights)
    return sum(v * w for v, w in zip(values, weights)) / total if total > 0 else None


class Rule:
    """`counters`: name to (object, instance or *, counter). `value`, `weight`: of the counters' numbers by name.
    `levels`: severity to (statistic, above, limit, condition); limit and condition get the log and the numbers."""

    def __init__(self, name, counters, value, levels, weight=None, floor=0, spikes=True,
                 without=("_total", "idle"), whole=False):
        self.name, self.counters, self.value, self.levels = name, counters, value, levels
        self.weight, self.floor, self.spikes, self.without, self.whole = weight, floor, spikes, without, whole

    def subjects(self, log):
        for thing, instance, counter in self.counters.values():
            if instance == "*":
                return [one for one in log.instances(thing, counter)
                        if one is not None and one.lower() not in self.without]
        return [None]

    def numbers(self, log, subject):
        """The counters' numbers at each sample; None where a column is not there."""
        found = {}
        for name, (thing, instance, counter) in self.counters.items():
            column = log.columns.get((thing, subject if instance == "*" else instance, counter))
            if column is None:
                return None
            found[name] = column
        return [{name: column[i] for name, column in found.items()} for i in range(len(log.times))]


def known(function, numbers, *more):
    """What is made of something unknown is unknown."""
    try:
        return function(numbers, *more)
    except (TypeError, ZeroDivisionError):
        return None


def samples_of(rule, log, subject):
    """(time, value, weight, numbers) of the samples that have a value."""
    rows = rule.numbers(log, subject)
    for time, numbers in zip(log.times, rows or []):
        value = known(rule.value, numbers, log)
        weight = 1 if rule.weight is None else known(rule.weight, numbers)
        if value is not None and weight is not None:
            yield time, value, weight, numbers


def slices_of(rule, log, samples):
    """The samples by slice, and how many slices there are."""
    count = 1 if rule.whole else max(1, min(MOST_SLICES, len(log.times) // A_SLICE))
    length = log.times[-1]
    slices = {}
    for sample in samples:
        place = min(count - 1, int(sample[0] / length * count)) if length > 0 else 0
        slices.setdefault(place, []).append(sample)
    return slices, count


def statistic(name, values, weights):
    return {"avg": lambda: mean(values, weights), "max": lambda: max(values), "min": lambda: min(values),
            "sum": lambda: sum(values), "p95": lambda: sorted(values)[math.ceil(0.95 * len(values)) - 1]}[name]()


def judge(rule, log, samples):
    """(severity, is_spike, statistic, number, limit, above) of one slice, or None."""
    spike = None
    severest = next(level for level in LEVELS if level in rule.levels)
    for severity in LEVELS:
        if severity not in rule.levels:
            continue
        name, above, limit, condition = rule.levels[severity]
        held = [one for one in samples if condition is None or known(condition, one[3])]
        if not held:
            continue
        values, weights = [one[1] for one in held], [one[2] for one in held]
        bound = limit(log)
        enough = sum(weights) / len(weights) >= rule.floor
        beyond = (lambda v: v is not None and enough and (v > bound if above else v < bound))
        found = statistic(name, values, weights)
        if beyond(found) and len(held) / len(samples) >= 0.5:
            return severity, False, name, found, bound, above
        extreme = "max" if above else "min"
        if name == "avg" and severity == severest != "info" and rule.spikes and \
                beyond(statistic(extreme, values, weights)):
            spike = ("info", True, extreme, statistic(extreme, values, weights), bound, above)
    return spike


def ranges_of(verdicts, count, length):
    """Neighbours that fired with one severity are one: (begin, end, severity, worst), in seconds."""
    merged = []
    for place, (severity, _, _, found, _, above) in verdicts:
        if merged and merged[-1][1] == place and merged[-1][2] == severity:
            begin, _, _, worst = merged.pop()
            found = max(found, worst) if above else min(found, worst)
            merged.append((begin, place + 1, severity, found))
        else:
            merged.append((place, place + 1, severity, found))
    return [(begin * length / count, end * length / count, severity, worst)
            for begin, end, severity, worst in merged]


def finding(rule, log, subject):
    slices, count = slices_of(rule, log, samples_of(rule, log, subject))
    verdicts = [(place, verdict) for place, samples in sorted(slices.items())
                if (verdict := judge(rule, log, samples)) is not None]
    real = [one for one in verdicts if not one[1][1]]
    chosen = real or verdicts
    if not chosen:
        return None
    severity = min((one[1][0] for one in chosen), key=LEVELS.index)
    worst = [one[1] for one in chosen if one[1][0] == severity]
    _, spike, name, _, bound, above = worst[0]
    number_of = max if above else min
    length = log.times[-1]
    ranges = ranges_of(chosen, count, length)
    return {"instance": subject, "severity": severity, "spike": spike, "statistic": name, "limit": bound,
            "worst": number_of(one[3] for one in worst), "ranges": ranges,
            "share": sum(end - begin for begin, end, _, _ in ranges) / length if length else 1}


def fixed(bound):
    return lambda log: bound


def above(bound, condition=None, what="avg"):
    return (what, True, fixed(bound), condition)


def below(bound, condition=None, what="avg"):
    return (what, False, fixed(bound), condition)


def of_ram(part, least=0):
    return lambda log: max(part * log.ram(), least)


CPU = ("Processor", "_Total", "% Processor Time")
KERNEL = ("Processor", "_Total", "% Privileged Time")


def disk(counter):
    return ("PhysicalDisk", "*", counter)


def fast_enough(n):
    """Of requests up to 64 KiB, and of larger ones above 35 ms."""
    is_small = n["bytes"] is not None and n["bytes"] <= 65536
    return n["queue"] > 1 and (is_small or n["latency"] > 0.035)


RULES = (
    Rule("cpu.busy", {"busy": CPU}, lambda n, log: n["busy"], {"critical": above(80), "warning": above(50)}),
    Rule("cpu.queue", {"queue": ("System", None, "Processor Queue Length"), "busy": CPU},
         lambda n, log: n["queue"] / log.cpus(),
         {"critical": above(10, lambda n: n["busy"] > 70), "warning": above(2, lambda n: n["busy"] > 70)}),
    Rule("cpu.kernel", {"kernel": KERNEL, "busy": CPU}, lambda n, log: n["kernel"],
         {"critical": above(30, lambda n: n["kernel"] > n["busy"] / 3), "warning": above(20)}),
    Rule("cpu.irq", {"irq": ("Processor", "_Total", "% Interrupt Time")}, lambda n, log: n["irq"],
         {"critical": above(20), "warning": above(10)}),
    Rule("cpu.switch", {"switches": ("System", None, "Context Switches/sec"), "kernel": KERNEL, "busy": CPU},
         lambda n, log: n["switches"] / log.cpus(),
         {"critical": above(5000, lambda n: n["kernel"] > 30 and n["busy"] > 70),
          "warning": above(2500, lambda n: n["kernel"] > 20 and n["busy"] > 50)}),
    Rule("cpu.hog", {"busy": ("Process", "*", "% Processor Time")}, lambda n, log: n["busy"] / log.cpus(),
         {"critical": above(75), "warning": above(50)}),
    Rule("mem.avail", {"available": ("Memory", None, "Available Bytes")}, lambda n, log: n["available"],
         {"critical": ("avg", False, of_ram(0.05, 64 * MB), None), "warning": ("avg", False, of_ram(0.1), None)}),
    Rule("mem.commit", {"used": ("Memory", None, "% Committed Bytes In Use")}, lambda n, log: n["used"],
         {"critical": above(90), "warning": above(80)}),
    Rule("mem.handle", {"handles": ("Process", "*", "Handle Count")}, lambda n, log: n["handles"],
         {"warning": above(16384)}, spikes=False),
    Rule("mem.thread", {"threads": ("Process", "*", "Thread Count")}, lambda n, log: n["threads"],
         {"warning": above(1000)}, spikes=False),
    Rule("disk.over", {"latency": disk("Avg. Disk sec/Transfer"), "queue": disk("Avg. Disk Queue Length"),
                       "bytes": disk("Avg. Disk Bytes/Transfer")}, lambda n, log: n["latency"],
         {"critical": above(0.025, fast_enough), "warning": above(0.015, lambda n: n["queue"] > 1)}),
    Rule("disk.read", {"latency": disk("Avg. Disk sec/Read"), "reads": disk("Disk Reads/sec")},
         lambda n, log: n["latency"], {"critical": above(0.025), "warning": above(0.015)},
         weight=lambda n: n["reads"], floor=1),
    Rule("disk.write", {"latency": disk("Avg. Disk sec/Write"), "writes": disk("Disk Writes/sec")},
         lambda n, log: n["latency"], {"critical": above(0.025), "warning": above(0.015)},
         weight=lambda n: n["writes"], floor=1),
    Rule("disk.queue", {"queue": disk("Avg. Disk Queue Length"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["queue"], {"critical": above(2, lambda n: n["latency"] > 0.025),
                                     "warning": above(2, lambda n: n["latency"] > 0.015)}, spikes=False),
    Rule("disk.idle", {"idle": disk("% Idle Time"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["idle"], {"critical": below(1, lambda n: n["latency"] > 0.025), "warning": below(10)},
         spikes=False),
    Rule("disk.low", {"transfers": disk("Disk Transfers/sec"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["transfers"],
         {"warning": below(80, lambda n: n["latency"] > 0.025 and n["transfers"] >= 1)}, spikes=False),
    Rule("disk.free", {"free": ("LogicalDisk", "*", "% Free Space")}, lambda n, log: n["free"],
         {"critical": below(5), "warning": below(10)}, spikes=False),
    Rule("disk.freemb", {"free": ("LogicalDisk", "*", "Free Megabytes"), "part": ("LogicalDisk", "*", "% Free Space")},
         lambda n, log: n["free"] * MB, {"critical": below(500 * MB, lambda n: n["part"] < 20),
                                         "warning": below(4 * GB, lambda n: n["part"] < 20)}, spikes=False),
    Rule("net.util.dir", {"sent": ("Network Interface", "*", "Bytes Sent/sec"),
                          "received": ("Network Interface", "*", "Bytes Received/sec"),
                          "bandwidth": ("Network Interface", "*", "Current Bandwidth")},
         lambda n, log: 800 * max(n["sent"], n["received"]) / n["bandwidth"],
         {"critical": above(90), "warning": above(70)}),
    Rule("proc.kernel", {"kernel": ("Process", "*", "% Privileged Time")}, lambda n, log: n["kernel"] / log.cpus(),
         {"critical": above(20), "warning": above(10)}, without=("_total", "idle", "system")),
    Rule("old.pages", {"pages": ("Memory", None, "Pages/sec")}, lambda n, log: n["pages"], {"info": above(20)}),
    Rule("old.disktime", {"time": disk("% Disk Time")}, lambda n, log: n["time"], {"info": above(90)}),
    Rule("old.queue", {"queue": disk("Avg. Disk Queue Length")}, lambda n, log: n["queue"], {"info": above(2)}),
)


def findings(text):
    """The findings by rule; a rule without any has an empty list."""
    log = Log(text)
    return log, {rule.name: [found for subject in rule.subjects(log)
                             if (found := finding(rule, log, subject)) is not None] for rule in RULES}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for name, found in findings(file.read())[1].items():
            for one in found:
                print(name, one)

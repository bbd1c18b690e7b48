#!/usr/bin/env python3
"""report.py LOG.csv: findings of the rules of the analysis, naively, from a text log.

All values are in memory, one column per series. Stretches, shares and clocks follow docs/formats/rules.md, section 4; the
rules are in report_rules.py, the sentences in report_text.py. Trends, and rules whose counters are made one of many,
are left to the engine's own tests.
"""

import csv
import datetime
import math
import re
import sys

from report_rules import RULES
from report_text import sentence

PATH = re.compile(r"^\\\\([^\\]+)\\(.*?)(?:\((.*)\))?\\([^\\]*)$")
SECOND = 10_000_000  # in ticks
GAP_INTERVALS = 2.5
LEVELS = ("critical", "warning", "info")


class Log:
    """Times, and columns by (object, instance, counter)."""

    def __init__(self, text):
        rows = list(csv.reader(text.splitlines()))
        self.stamps = [time_of(row[0]) for row in rows[1:]]
        self.columns = {}
        for place, name in enumerate(rows[0]):
            found = PATH.match(name)
            if place == 0 or found is None:
                continue
            _, thing, instance, counter = found.groups()
            values = [number(row[place]) for row in rows[1:]]
            self.columns.setdefault((thing, instance, counter), values)
        self._set_clock()

    def _set_clock(self):
        """In ticks: `covers`, the time that each sample stands for, and `elapsed`, a clock that is never set back."""
        times = [(stamp - self.stamps[0]) // datetime.timedelta(microseconds=1) * 10 for stamp in self.stamps]
        steps = [b - a for a, b in zip(times, times[1:])]
        forward = sorted(step for step in steps if step >= 0)
        self.interval = forward[math.ceil(len(forward) / 2) - 1] if forward else 0
        self.longest_step = int(self.interval / SECOND * GAP_INTERVALS * SECOND)
        self.covers = [self.interval] + [min(s, self.longest_step) if s >= 0 else self.interval for s in steps]
        self.elapsed = [0]
        for step in steps:
            self.elapsed.append(self.elapsed[-1] + (step if step >= 0 else self.interval))
        self.length = max(times) - min(times)

    def instances(self, thing, counter):
        return [key[1] for key in self.columns if (key[0], key[2]) == (thing, counter)]

    def cpus(self):
        names = {key[1] for key in self.columns if key[0] == "Processor"} - {"_Total"}
        return len(names) or None

    def ram(self):
        limits = [v for v in self.columns.get(("Memory", None, "Commit Limit"), []) if v is not None]
        return limits[0] if limits else None

    def is_one_day(self):
        return min(self.stamps).date() == max(self.stamps).date()

    def share(self, ticks):
        whole = sum(self.covers)
        return ticks / whole if whole else 1


def time_of(cell):
    """MM/DD/YYYY HH:MM:SS.mmm; strptime takes a third of the time of a whole report."""
    if len(cell) != 23 or cell[2] + cell[5] + cell[10] != "// ":
        raise ValueError("%r is not a time" % cell)
    return datetime.datetime.fromisoformat("%s-%s-%s %s" % (cell[6:10], cell[:2], cell[3:5], cell[11:]))


def number(cell):
    return float(cell) if cell.strip() else None


def known(function, numbers, *more):
    """What is made of something unknown is unknown."""
    try:
        return function(numbers, *more)
    except (TypeError, ZeroDivisionError):
        return None


class Samples:
    """Those of one instance that have a value, as one level sees them."""

    def __init__(self, rule, level, log, subject):
        self.log, self.level, self.floor = log, level, rule.floor
        self.places, self.values, self.weights, self.held, self.beyond = [], [], [], [], []
        self.bound = level.limit(log)
        for place, numbers in enumerate(rule.numbers(log, subject) or []):
            value = known(rule.value, numbers, log)
            weight = 1 if rule.weight is None else known(rule.weight, numbers)
            if value is None or weight is None or weight <= 0:
                continue
            held = level.condition is None or bool(known(level.condition, numbers))
            self.places.append(place)
            self.values.append(value)
            self.weights.append(weight)
            self.held.append(held)
            self.beyond.append(held and weight >= self.floor and self.is_beyond(value))

    def is_beyond(self, value):
        return value > self.bound if self.level.above else value < self.bound

    def cover(self, i):
        return self.log.covers[self.places[i]]

    def held_in(self, begin, end):
        return [i for i in range(begin, end + 1) if self.held[i]]

    def average(self, begin, end):
        held = self.held_in(begin, end)
        return (sum(self.values[i] * self.weights[i] for i in held) / sum(self.weights[i] for i in held))

    def holds(self, begin, end):
        """Whether the level holds for the stretch as a whole."""
        held = self.held_in(begin, end)
        weight = sum(self.weights[i] for i in held) / len(held)
        return weight >= self.floor and self.is_beyond(self.average(begin, end))

    def cover_beyond(self, begin, end):
        return sum(self.cover(i) for i in range(begin, end + 1) if self.beyond[i])

    def is_apart(self, i, gap):
        elapsed = self.log.elapsed
        return i > 0 and elapsed[self.places[i]] - elapsed[self.places[i - 1]] > gap


def stretches(samples, least, gap):
    """(begin, end) of all stretches, whatever their length.

    Time beyond the limit adds to a score, other time takes from it. A stretch begins where the score leaves zero and
    ends where it was highest, or with samples side by side that are beyond the limit for `least`; it is over when the
    score is back at zero, or by `gap` below what it was at the end, or when nothing is known for that long. Where the
    average of a stretch would not be beyond the limit, a new one begins with the samples that are side by side here.
    """
    begin = best = side_by_side = None
    score = height = 0
    for i, beyond in enumerate(samples.beyond):
        if samples.is_apart(i, gap):
            if begin is not None and best is not None:
                yield begin, best
            begin = side_by_side = None
        if beyond:
            side_by_side = i if side_by_side is None else side_by_side
            if begin is None:
                begin, best, score = i, None, 0
            score += samples.cover(i)
            if best is not None and score <= height and samples.cover_beyond(side_by_side, i) < least:
                continue
            if not samples.holds(begin, i):
                if best is not None:
                    yield begin, best
                begin, score = side_by_side, samples.cover_beyond(side_by_side, i)
            best, height = i, score
        else:
            side_by_side = None
            if begin is None:
                continue
            score -= samples.cover(i)
            if score <= 0 or (best is not None and height - score >= gap):
                if best is not None:
                    yield begin, best
                begin = None
    if begin is not None and best is not None:
        yield begin, best


def range_of(samples, begin, end):
    """A stretch as a report has it."""
    log, places = samples.log, samples.places
    held = samples.held_in(begin, end)
    beyond = [i for i in held if samples.beyond[i]]
    worst = (max if samples.level.above else min)(samples.values[i] for i in beyond)
    worst_at = next(i for i in beyond if samples.values[i] == worst)
    return {"begin": log.stamps[places[begin]], "end": log.stamps[places[end]],
            "average": samples.average(begin, end), "worst": worst, "worst_at": log.stamps[places[worst_at]],
            "seconds": samples.cover_beyond(begin, end) / SECOND, "samples": len(held)}


def level_of(rule, severity, log, subject):
    """What one level found of one instance: long stretches, short ones, and how much of the time in all."""
    samples = Samples(rule, rule.levels[severity], log, subject)
    hold = min(rule.hold * SECOND, log.length // 3)
    cover = sum(samples.cover(i) for i, beyond in enumerate(samples.beyond) if beyond)
    found = {"severity": severity, "limit": samples.bound, "above": samples.level.above, "hold": hold / SECOND,
             "share": log.share(cover), "seconds": cover / SECOND, "samples": sum(samples.beyond),
             "long": [], "short": []}
    least = hold - log.interval // 10
    for begin, end in stretches(samples, least, max(hold, log.longest_step)):
        is_long = samples.cover_beyond(begin, end) >= least
        found["long" if is_long else "short"].append(range_of(samples, begin, end))
    return found


def worst_of(level, ranges):
    """The range with the worst value; of equal ones the longest, then the first."""
    sign = -1 if level["above"] else 1
    return min(ranges, key=lambda one: (sign * one["worst"], -one["seconds"]))


def finding(rule, log, subject):
    levels = [level_of(rule, severity, log, subject) for severity in LEVELS if severity in rule.levels]
    found = next((level for level in levels if level["long"]), None)
    spike = found is None
    if spike:
        found = levels[0]
        if not rule.spikes or found["severity"] == "info" or not found["short"]:
            return None
    return {"instance": subject, "severity": "info" if spike else found["severity"], "spike": spike,
            "level": found, "levels": levels, "worst": worst_of(found, found["short"] if spike else found["long"])}


def is_known(rule, log):
    """Whether its limits are: those of memory need its size."""
    return all(known(level.limit, log) is not None for level in rule.levels.values())


def findings(text):
    """The findings by rule; a rule without any has an empty list."""
    log = Log(text)
    return log, {rule.name: [found for subject in rule.subjects(log)
                             if (found := finding(rule, log, subject)) is not None] if is_known(rule, log) else []
                 for rule in RULES}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log, found = findings(file.read())
    for rule in RULES:
        for one in found[rule.name]:
            print("%s %s(%s): %s" % (one["severity"], rule.name, one["instance"] or "", sentence(rule, one, log)))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""compare_log.py --perflib PATH LOG...: what `perflib query LOG` prints, against blg.py and formulas.py.

It compares every raw number, every status and every value of each sample, string by string. The first
sample has no rates. It prints one line per difference and then exits with 1.
"""

import argparse
import json
import subprocess
import sys

import blg
import formulas

# A log need not have objects of both sorts: with instances and without.
ALL_WELL, SOME_MISSING = 0, 3
UNUSABLE = {0x800007D1: "CSTATUS_NO_INSTANCE", 0x800007D5: "NO_DATA", 0xC0000BBA: formulas.INVALID}
PATHS = ("\\*(*)\\*", "\\*\\*")


def printed(perflib, log):
    done = subprocess.run([perflib, "query", log, *PATHS, "--format", "json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    if done.returncode not in (ALL_WELL, SOME_MISSING):
        raise SystemExit("%s: exit code %d" % (log, done.returncode))
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def earlier_reading(before, where, one):
    """The same series in the sample before, whatever its number was then."""
    if one["identity"] is None:
        older = before.get(where)
        return older if older is not None and older["identity"] is None else None
    counter = where[where.rindex("\\"):]
    for path, older in before.items():
        if older["identity"] == one["identity"] and path.endswith(counter):
            return older
    return None


def usable(one):
    """The reading, unless it is missing or has a status that says so."""
    return one if one is not None and one["status"] in (0, 1) else None


def raw(one):
    return {key: one[key] for key in ("first", "second", "multi")}


def expected(before, where, one):
    """(the readings, (value, status)) of a series."""
    if usable(one) is None:
        return None, (None, UNUSABLE[one["status"]])
    older = usable(earlier_reading(before, where, one))
    question = {"type": one["type"], "newer": raw(one), "time_base": one["time_base"],
                "older": raw(older) if older is not None else None}
    return {"older": question["older"], "newer": question["newer"],
            "time_base": one["time_base"]}, formulas.calculate(question)


def differences(perflib, log):
    with open(log, "rb") as handle:
        wanted = [series for _, series in blg.samples(handle.read())]
    rows = printed(perflib, log)
    if len(rows) != len(wanted):
        yield "%d rows, not %d" % (len(rows), len(wanted))
    for number, (row, before, now) in enumerate(zip(rows, [{}] + wanted, wanted), 1):
        ours = {one["path"]: one for one in row["series"]}
        for where in sorted(set(ours) ^ set(now)):
            yield "%d %s: only %s" % (number, where, "ours" if where in ours else "the oracle's")
        for where in ours.keys() & now.keys():
            yield from one_difference(number, where, ours[where], before, now)


def one_difference(number, where, ours, before, now):
    numbers, (value, status) = expected(before, where, now[where])
    if ours["raw"] != numbers:
        yield "%d %s: raw %s, oracle %s" % (number, where, ours["raw"], numbers)
    value = None if value is None else float(value)  # a value is a double, also of whole numbers
    shown = None if ours["value"] is None else float(ours["value"])
    if repr(shown) != repr(value):
        yield "%d %s: %r, oracle %r" % (number, where, shown, value)
    if ours["status"] != status:
        yield "%d %s: %s, oracle %s" % (number, where, ours["status"], status)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--perflib", required=True)
    parser.add_argument("logs", nargs="+")
    options = parser.parse_args()
    failed = False
    for log in options.logs:
        for line in differences(options.perflib, log):
            print("%s: %s" % (log, line))
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""compare_pdh.py PRINT_PDH LOG...: what pdh.h tells of logs, beside blg.py, text_log.py and formulas.py.

Writes what print_pdh has to print for a log, every counter of every record: times, statuses, readings,
values and the arrays of all instances, and compares it line by line. Prints the lines that differ;
exits with 1 if there are any.
"""

import subprocess
import sys

import blg
import compare_log
import formulas
import text_log
from compare_format import CODES, DOUBLE, INVALID_DATA, LARGE, LONG, NOCAP, converted

VALID_DATA = 0
NO_INSTANCE, NO_DATA, NO_MORE_DATA = 0x800007D1, 0x800007D5, 0xC0000BCC
FORMATS = (DOUBLE | NOCAP, DOUBLE, LARGE, LONG)  # as print_pdh has them
REASONS = {text_log.NO_DATA: NO_DATA, text_log.INVALID_DATA: CODES[formulas.INVALID]}


class BinaryLog:
    """A log of readings: its records, and what each series of one is."""

    def __init__(self, raw):
        self.records = list(blg.samples(raw))
        self.paths = list(dict.fromkeys(path for _, series in self.records for path in series))

    def moment(self, number, path):
        """None: the record has no such series."""
        now = self.records[number][1]
        before = self.records[number - 1][1] if number > 0 else {}
        if path not in now:
            return None
        return Reading(now[path], compare_log.earlier_reading(before, path, now[path]))


class Reading:
    """A raw counter of one record, with the one before of the same instance."""

    has_readings = True

    def __init__(self, newer, older):
        self.newer = newer
        older = compare_log.usable(older)
        self.question = {"type": newer["type"], "newer": compare_log.raw(newer),
                         "older": compare_log.raw(older) if older is not None else None,
                         "time_base": newer["time_base"]}

    def reason(self):
        """The CStatus of a reading that cannot be used; None: it can."""
        return None if compare_log.usable(self.newer) else self.newer["status"]

    def value(self, flags):
        """(number or None, CStatus)."""
        if self.reason() is not None:
            return None, self.reason()
        cap = "none" if flags & NOCAP else "at_100"
        value, status = formulas.calculate(dict(self.question, cap=cap))
        return None if value is None else converted(value, {**self.newer, "flags": flags}), CODES[status]


class TextLog:
    """A log of values."""

    def __init__(self, raw):
        log = text_log.Log(raw)
        self.records, self.paths = log.rows, log.columns

    def moment(self, number, path):
        return Cell(self.records[number][1][path])


class Cell:
    """A value of one row."""

    has_readings = False

    def __init__(self, value):
        self.cell = value

    def value(self, flags):
        if self.cell in REASONS:
            return None, REASONS[self.cell]
        return converted(self.cell, {"flags": flags, "type": None}), VALID_DATA


def log_of(name):
    with open(name, "rb") as handle:
        raw = handle.read()
    return BinaryLog(raw) if name.endswith(".blg") else TextLog(raw)


def number_text(value, flags):
    return "%.17g" % value if flags & DOUBLE else "%d" % value


def status_of(cstatus):
    """What the function returns where there is no value."""
    return cstatus if cstatus in CODES.values() and cstatus != CODES[formulas.INVALID] else INVALID_DATA


def raw_cells(moment, time):
    """Of PdhGetRawCounterValue."""
    if moment is None:
        return "00000000,%08X,%d,0,0,0" % (NO_INSTANCE, time)
    if not moment.has_readings:
        return "%08X" % INVALID_DATA
    if moment.reason() is not None:
        return "00000000,%08X,%d,0,0,0" % (moment.reason(), time)
    return "00000000,%08X,%d,%d,%d,%d" % (VALID_DATA, time, moment.newer["first"], moment.newer["second"],
                                          moment.newer["multi"])


def formatted_cells(moment):
    """Of PdhGetFormattedCounterValue in each format."""
    for flags in FORMATS:
        value, cstatus = (None, NO_INSTANCE) if moment is None else moment.value(flags)
        if value is None:
            yield "%08X,%08X," % (status_of(cstatus), cstatus)
            continue
        yield "00000000,%08X,%s" % (VALID_DATA, number_text(value, flags))


def parts(path):
    """(the path with all instances, the instance); (None, None) where there is none."""
    machine_end = path.index("\\", 2)
    begin, end = path.find("(", machine_end), path.rfind(")\\")
    counter = path.rfind("\\")
    if begin < 0 or end < 0 or end + 1 != counter:
        return None, None
    return path[:begin] + "(*)" + path[counter:], path[begin + 1:end]


def item(name, moment, time):
    """Of an array: without a value it has its status and 0."""
    value, cstatus = moment.value(FORMATS[0])
    return "item\t%s\t%08X\t%s\t%s" % (name, cstatus, number_text(value or 0.0, DOUBLE),
                                       raw_cells(moment, time))


def array_lines(log, number, pattern, paths):
    time, record = log.records[number]
    present = [path for path in record if path in paths]
    status = 0 if present else NO_DATA
    yield "array\t%s\t%08X\t%d" % (pattern, status, len(present))
    for path in present:
        yield item(parts(path)[1], log.moment(number, path), time)


def expected(log, paths, patterns):
    """The lines of print_pdh, for the paths and arrays in its order."""
    instances = {pattern: {path for path in log.paths if parts(path)[0] == pattern}
                 for pattern in patterns}
    yield "range\t%d\t%d\t%d" % (log.records[0][0], log.records[-1][0], len(log.records))
    yield from ("path\t" + path for path in paths)
    for number, (time, _) in enumerate(log.records):
        yield "record\t%d" % time
        for pattern in patterns:
            yield from array_lines(log, number, pattern, instances[pattern])
        for index, path in enumerate(paths):
            moment = log.moment(number, path)
            yield "\t".join(("value\t%d" % index, raw_cells(moment, time), *formatted_cells(moment)))
    yield "end\t%08X" % NO_MORE_DATA


def printed(program, log):
    done = subprocess.run([program, log], stdout=subprocess.PIPE, check=True, timeout=600)
    return done.stdout.decode().splitlines()


def in_order(kind, lines):
    """The second cell of each line of a kind, once."""
    return list(dict.fromkeys(line.split("\t")[1] for line in lines if line.startswith(kind + "\t")))


def differences(program, name):
    log, ours = log_of(name), printed(program, name)
    paths, patterns = in_order("path", ours), in_order("array", ours)
    for what, got, wanted in (("paths", paths, log.paths),
                              ("arrays", patterns, filter(None, (parts(path)[0] for path in log.paths)))):
        if set(got) != set(wanted):
            yield "%s: %s" % (what, sorted(set(got) ^ set(wanted))[:5])
            return
    wanted = list(expected(log, paths, patterns))
    if len(ours) != len(wanted):
        yield "%d lines, not %d" % (len(ours), len(wanted))
    for number, (got, want) in enumerate(zip(ours, wanted), 1):
        if got != want:
            yield "line %d: %r, oracle %r" % (number, got, want)


def main(arguments):
    program, *logs = arguments
    failed = False
    for log in logs:
        for number, line in enumerate(differences(program, log)):
            failed = True
            if number < 10:
                print("%s: %s" % (log, line))
    return 1 if failed or not logs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

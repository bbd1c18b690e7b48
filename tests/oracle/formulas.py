#!/usr/bin/env python3
"""formulas.py: the 39 counter types of docs/counter_types.md, naively.

Reads lines of JSON from standard input:
    {"type": 272696320, "older": {"first": 1000, "second": 50000000, "multi": 1} or null,
     "newer": {...}, "time_base": 10000000,
     "wrap": "strict"|"modulo_2_32", "size": 4, "base_size": 4,
     "multi_timer": "timed"|"plain", "cap": "none"|"at_100"}
all after time_base may be left out. `first`, `second` and `multi` are those of PDH_RAW_COUNTER
(section 3); type may be the winperf name too. Prints a line each: {"value", "status", "repr"},
value null where there is none; repr is Python's, which has every digit of the double.
"""

import json
import sys

TWO_32 = 1 << 32
TWO_64 = 1 << 64
VALID = "CSTATUS_VALID_DATA"
INVALID = "CSTATUS_INVALID_DATA"
NEGATIVE_TIMEBASE = "CALC_NEGATIVE_TIMEBASE"
NEGATIVE_VALUE = "CALC_NEGATIVE_VALUE"
NEGATIVE_DENOMINATOR = "CALC_NEGATIVE_DENOMINATOR"


class NoValue(Exception):
    """There is no value; says the status."""


class Sample:
    """A question: two raw counters and how they are to be read."""

    def __init__(self, question):
        older, self.newer = question.get("older"), question["newer"]
        self.older = older
        self.frequency = question.get("time_base", 0)
        self.wrap = question.get("wrap", "strict") == "modulo_2_32"
        self.size = question.get("size", 8)
        self.base_size = question.get("base_size", 8)
        self.multi = self.newer.get("multi", 1)
        self.plain = question.get("multi_timer", "timed") == "plain"

    def first(self):
        return self.newer["first"]

    def second(self):
        return self.newer["second"]

    def need_two(self):
        if self.older is None:
            raise NoValue(INVALID)

    def elapsed(self):
        """T1 - T0, which must be positive."""
        self.need_two()
        delta = self.newer["second"] - self.older["second"]
        if delta <= 0:
            raise NoValue(NEGATIVE_TIMEBASE)
        return delta

    def seconds(self):
        """(T1 - T0) / F in this order: the double of each first."""
        elapsed = self.elapsed()
        if self.frequency <= 0:
            raise NoValue(INVALID)
        return float(elapsed) / float(self.frequency)

    def delta(self):
        """N1 - N0; where told, a 32-bit number may have wrapped by less than half its range."""
        self.need_two()
        grown = self.newer["first"] - self.older["first"]
        return self.lifted(grown, self.size, NEGATIVE_VALUE)

    def base_delta(self):
        self.need_two()
        grown = self.newer["second"] - self.older["second"]
        return self.lifted(grown, self.base_size, NEGATIVE_DENOMINATOR)

    def lifted(self, grown, size, status):
        if grown < 0 and self.wrap and size == 4 and (grown + TWO_32) < TWO_32 // 2:
            grown += TWO_32
        if grown < 0:
            raise NoValue(status)
        return grown


def per_second(sample):  # rows 1 to 3
    seconds = sample.seconds()
    return float(sample.delta()) / seconds


def percent_of_time(sample):  # rows 4, 6, 8
    elapsed = sample.elapsed()
    return float(sample.delta()) / float(elapsed) * 100.0


def percent_not(sample):  # rows 5, 7
    elapsed = sample.elapsed()
    return max(0.0, 100.0 * (1.0 - float(sample.delta()) / float(elapsed)))


def queue_length(sample):  # rows 9 to 12
    elapsed = sample.elapsed()
    return float(sample.delta()) / float(elapsed)


def multi_timer(sample):  # row 13
    elapsed = float(sample.elapsed()) if sample.plain else sample.seconds()
    return 0.0 if sample.multi == 0 else 100.0 * (float(sample.delta()) / elapsed) / sample.multi


def multi_timer_inverse(sample):  # rows 14, 16
    elapsed = sample.elapsed()
    return max(0.0, 100.0 * (sample.multi - float(sample.delta()) / float(elapsed)))


def multi_timer_100ns(sample):  # row 15
    elapsed = sample.elapsed()
    ratio = float(sample.delta()) / float(elapsed)
    return 0.0 if sample.multi == 0 else 100.0 * ratio / sample.multi


def current(sample):  # rows 17, 19, 20
    return sample.first()


def current_signed(sample):  # row 18
    first = sample.first()
    return first - TWO_64 if first >= TWO_64 // 2 else first


def difference(sample):  # rows 21, 22
    return sample.delta()


def base_ratio(sample):
    """dN/dB; no operations is 0."""
    base = sample.base_delta()
    grown = sample.delta()
    return 0.0 if base == 0 else float(grown) / float(base)


def percent_of_base(sample):  # rows 23, 34 to 36
    return base_ratio(sample) * 100.0


def average(sample):  # row 30
    return base_ratio(sample)


def average_time(sample):  # row 29
    base, grown = sample.base_delta(), sample.delta()
    if sample.frequency <= 0:
        raise NoValue(INVALID)
    return 0.0 if base == 0 else float(grown) / float(sample.frequency) / float(base)


def fraction(sample):  # rows 25, 26
    if sample.second() < 0:
        raise NoValue(NEGATIVE_DENOMINATOR)
    return 0.0 if sample.second() == 0 else float(sample.first()) / float(sample.second()) * 100.0


def elapsed_time(sample):  # row 33
    start, now, frequency = sample.first(), sample.second(), sample.frequency
    if start == 0 or now <= start or frequency <= 0:
        return 0.0
    return float(now - start) / float(frequency)


def nothing(sample):  # rows 24, 27, 28, 31, 32, 37 to 39: not shown, or not a number
    raise NoValue(INVALID)


# row: (type, name, formula), in the order of docs/counter_types.md, section 2
TYPES = (
    (0x10410400, "PERF_COUNTER_COUNTER", per_second),
    (0x10410500, "PERF_COUNTER_BULK_COUNT", per_second),
    (0x00410400, "PERF_SAMPLE_COUNTER", per_second),
    (0x20410500, "PERF_COUNTER_TIMER", percent_of_time),
    (0x21410500, "PERF_COUNTER_TIMER_INV", percent_not),
    (0x20510500, "PERF_100NSEC_TIMER", percent_of_time),
    (0x21510500, "PERF_100NSEC_TIMER_INV", percent_not),
    (0x20610500, "PERF_OBJ_TIME_TIMER", percent_of_time),
    (0x00450400, "PERF_COUNTER_QUEUELEN_TYPE", queue_length),
    (0x00450500, "PERF_COUNTER_LARGE_QUEUELEN_TYPE", queue_length),
    (0x00550500, "PERF_COUNTER_100NS_QUEUELEN_TYPE", queue_length),
    (0x00650500, "PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE", queue_length),
    (0x22410500, "PERF_COUNTER_MULTI_TIMER", multi_timer),
    (0x23410500, "PERF_COUNTER_MULTI_TIMER_INV", multi_timer_inverse),
    (0x22510500, "PERF_100NSEC_MULTI_TIMER", multi_timer_100ns),
    (0x23510500, "PERF_100NSEC_MULTI_TIMER_INV", multi_timer_inverse),
    (0x00010000, "PERF_COUNTER_RAWCOUNT", current),
    (0x00010100, "PERF_COUNTER_LARGE_RAWCOUNT", current_signed),
    (0x00000000, "PERF_COUNTER_RAWCOUNT_HEX", current),
    (0x00000100, "PERF_COUNTER_LARGE_RAWCOUNT_HEX", current),
    (0x00400400, "PERF_COUNTER_DELTA", difference),
    (0x00400500, "PERF_COUNTER_LARGE_DELTA", difference),
    (0x20C20400, "PERF_SAMPLE_FRACTION", percent_of_base),
    (0x40030401, "PERF_SAMPLE_BASE", nothing),
    (0x20020400, "PERF_RAW_FRACTION", fraction),
    (0x20020500, "PERF_LARGE_RAW_FRACTION", fraction),
    (0x40030403, "PERF_RAW_BASE", nothing),
    (0x40030500, "PERF_LARGE_RAW_BASE", nothing),
    (0x30020400, "PERF_AVERAGE_TIMER", average_time),
    (0x40020500, "PERF_AVERAGE_BULK", average),
    (0x40030402, "PERF_AVERAGE_BASE", nothing),
    (0x42030500, "PERF_COUNTER_MULTI_BASE", nothing),
    (0x30240500, "PERF_ELAPSED_TIME", elapsed_time),
    (0x20470500, "PERF_PRECISION_SYSTEM_TIMER", percent_of_base),
    (0x20570500, "PERF_PRECISION_100NS_TIMER", percent_of_base),
    (0x20670500, "PERF_PRECISION_OBJECT_TIMER", percent_of_base),
    (0x00000B00, "PERF_COUNTER_TEXT", nothing),
    (0x40000200, "PERF_COUNTER_NODATA", nothing),
    (0x80000000, "PERF_COUNTER_HISTOGRAM_TYPE", nothing),
)
FORMULAS = {number: formula for number, _, formula in TYPES}
NUMBERS = {name: number for number, name, _ in TYPES}
PERCENT = 0x20000000
DISPLAY = 0x70000000
HEX = (0x00000000, 0x00000100)


def calculate(question):
    """(value or None, status) of a question as the module's text describes it."""
    number = question["type"]
    number = NUMBERS.get(number) if isinstance(number, str) else number
    formula = FORMULAS.get(number)
    if formula is None:
        return None, INVALID
    try:
        value = formula(Sample(question))
    except NoValue as reason:
        return None, str(reason)
    if question.get("cap") == "at_100" and number & DISPLAY == PERCENT:
        value = min(value, 100.0)
    return value, VALID


def answer(question):
    value, status = calculate(question)
    out = {"value": value, "status": status, "repr": None if value is None else repr(value)}
    if value is not None and NUMBERS.get(question["type"], question["type"]) in HEX:
        out["hex"] = "%x" % value
    return out


def main():
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(json.loads(line))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

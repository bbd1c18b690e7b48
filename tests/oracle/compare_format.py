#!/usr/bin/env python3
"""compare_format.py LIBRARY [--cases N] [--seed S]: PdhFormatFromRawValue beside formulas.py.

Calls the function of LIBRARY (libopenperflib-compat.so) with random types, formats and readings, and
compares the status, the CStatus and the number with those of a naive implementation: docs/pdh.md,
"What a value says" and "What differs". Prints the cases that differ; exits with 1 if there are any.
"""

import argparse
import ctypes
import random
import sys

import formulas

LONG, DOUBLE, LARGE, NOSCALE, TIMES_1000, NOCAP = 0x100, 0x200, 0x400, 0x1000, 0x2000, 0x8000
OTHER_FLAGS = (0x10, 0x20, 0x40, 0x4000, 1, 0x80000000)
INVALID_ARGUMENT, INVALID_DATA = 0xC0000BBD, 0xC0000BC6
CODES = {formulas.VALID: 0, formulas.INVALID: 0xC0000BBA,
         formulas.NEGATIVE_DENOMINATOR: 0x800007D6, formulas.NEGATIVE_TIMEBASE: 0x800007D7,
         formulas.NEGATIVE_VALUE: 0x800007D8}
UNUSABLE = (0x800007D1, 0x800007D3, 0x800007D5, 0xC0000BBA)
NEEDS_TIME_BASE = (0x10410400, 0x10410500, 0x00410400, 0x30020400, 0x30240500)
UNCHANGED = (0x00010000, 0x00010100, 0x00000000, 0x00000100)  # shown as they are read
MULTI = 0x02000000
BOUNDS = {LONG: (-2**31, 2**31 - 1), LARGE: (-2**63, 2**63 - 1)}


class RawCounter(ctypes.Structure):
    _fields_ = [("status", ctypes.c_uint32), ("low", ctypes.c_uint32), ("high", ctypes.c_uint32),
                ("first", ctypes.c_int64), ("second", ctypes.c_int64), ("multi", ctypes.c_uint32)]


class Number(ctypes.Union):
    _fields_ = [("long", ctypes.c_int32), ("double", ctypes.c_double), ("large", ctypes.c_int64)]


class FormattedValue(ctypes.Structure):
    _fields_ = [("status", ctypes.c_uint32), ("number", Number)]


def random_format(choose):
    kinds = [LONG, DOUBLE, LARGE]
    flags = choose.choice(kinds)
    if choose.random() < 0.05:
        flags |= choose.choice(kinds + list(OTHER_FLAGS))
    for flag in (NOSCALE, TIMES_1000, NOCAP):
        flags |= flag if choose.random() < 0.3 else 0
    return flags


def random_number(choose):
    return choose.randrange(2 ** choose.choice((1, 8, 20, 31, 32, 33, 53, 54, 62)))


def random_case(choose):
    type_ = choose.choice(formulas.TYPES)[0]
    first, second = random_number(choose), random_number(choose)
    step = 1 if choose.random() < 0.8 else -1
    newer = {"first": max(0, first + step * random_number(choose) % 2 ** 40),
             "second": max(0, second + step * random_number(choose) % 2 ** 40)}
    older = {"first": first, "second": second}
    for reading in (older, newer):
        reading["multi"] = choose.randrange(5) if type_ & MULTI else 0
        reading["status"] = choose.choice(UNUSABLE) if choose.random() < 0.03 else choose.choice((0, 1))
    if choose.random() < 0.05:
        newer["second"] = older["second"]
    return {"type": type_, "flags": random_format(choose), "newer": newer,
            "older": None if choose.random() < 0.05 else older,
            "time_base": None if choose.random() < 0.05 else choose.choice((0, 1, 1000, 10 ** 7, 2 ** 40))}


def is_valid(case):
    kinds = case["flags"] & ~(NOSCALE | TIMES_1000 | NOCAP)
    row = next(row for row in formulas.TYPES if row[0] == case["type"])
    return (kinds in (LONG, DOUBLE, LARGE) and row[2] is not formulas.nothing
            and not (case["type"] in NEEDS_TIME_BASE and case["time_base"] is None))


def needs_older(case):
    question = {"type": case["type"], "older": None, "newer": {"first": 1, "second": 2, "multi": 1},
                "time_base": 1}
    return formulas.calculate(question)[1] == formulas.INVALID


def status_of_readings(case):
    """The CStatus where the readings alone say that there is no value; None if they may have one."""
    if case["newer"]["status"] not in (0, 1):
        return case["newer"]["status"]
    return CODES[formulas.INVALID] if needs_older(case) and case["older"]["status"] not in (0, 1) else None


def converted(value, case):
    kind = case["flags"] & (LONG | DOUBLE | LARGE)
    if kind == LARGE and case["type"] in UNCHANGED and not case["flags"] & TIMES_1000:
        return value if value < 2 ** 63 else value - 2 ** 64
    value = float(value) * (1000 if case["flags"] & TIMES_1000 else 1)
    if kind == DOUBLE:
        return value
    low, high = BOUNDS[kind]
    return min(max(int(value), low), high)


def expected(case):
    """(status, CStatus or None, number or None)."""
    if not is_valid(case):
        return INVALID_ARGUMENT, None, None
    if needs_older(case) and case["older"] is None:
        return CODES[formulas.INVALID], None, None
    why = status_of_readings(case)
    if why is not None:
        return INVALID_DATA, why, None
    question = {"type": case["type"], "older": case["older"], "newer": case["newer"],
                "time_base": case["time_base"] or 0, "multi_timer": "plain",
                "cap": "none" if case["flags"] & NOCAP else "at_100"}
    value, status = formulas.calculate(question)
    code = CODES[status]
    if value is None:
        return (INVALID_DATA if status == formulas.INVALID else code), code, None
    return 0, code, converted(value, case)


def raw(reading):
    if reading is None:
        return None
    return ctypes.byref(RawCounter(reading["status"], 0, 0, reading["first"], reading["second"],
                                   reading["multi"]))


def called(function, case):
    untouched = 0xABABABAB
    value = FormattedValue(untouched)
    time_base = case["time_base"]
    ticks = None if time_base is None else ctypes.byref(ctypes.c_int64(time_base))
    status = function(case["type"], case["flags"], ticks, raw(case["newer"]), raw(case["older"]),
                      ctypes.byref(value)) & 0xFFFFFFFF
    cstatus = None if value.status == untouched else value.status
    if status != 0:
        return status, cstatus, None
    names = {LONG: "long", DOUBLE: "double", LARGE: "large"}
    return status, cstatus, getattr(value.number, names[case["flags"] & (LONG | DOUBLE | LARGE)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--cases", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=random.randrange(2 ** 32))
    options = parser.parse_args()
    function = ctypes.CDLL(options.library).PdhFormatFromRawValue
    function.argtypes = [ctypes.c_uint32, ctypes.c_uint32] + [ctypes.c_void_p] * 4
    choose = random.Random(options.seed)
    differing, values = 0, 0
    for _ in range(options.cases):
        case = random_case(choose)
        ours, naive = called(function, case), expected(case)
        values += ours[0] == 0
        if ours != naive:
            differing += 1
            if differing <= 10:
                print(case, "gives", ours, "not", naive)
    print("seed %d: %d cases, %d values, %d differ" % (options.seed, options.cases, values, differing))
    return 1 if differing or values < options.cases // 10 else 0


if __name__ == "__main__":
    sys.exit(main())

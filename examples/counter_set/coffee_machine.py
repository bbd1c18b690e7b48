#!/usr/bin/env python3
"""A counter set from Python, with the functions of perflib.h alone: each line that it reads is one cup.

The set has no names: a manifest gives them. Without one, paths have its GUID. See README.md.
"""

import ctypes
import sys
import uuid

SET = uuid.UUID("8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c13")
PROVIDER = uuid.UUID("8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c14")
CUPS = 1
PERF_COUNTER_LARGE_RAWCOUNT = 0x00010100
PERF_DETAIL_NOVICE = 100
PERF_COUNTERSET_MULTI_INSTANCES = 2


Guid = ctypes.c_ubyte * 16


class SetInfo(ctypes.Structure):
    """PERF_COUNTERSET_INFO and one PERF_COUNTER_INFO."""

    _fields_ = [("set", Guid), ("provider", Guid), ("counters", ctypes.c_uint32),
                ("instance_type", ctypes.c_uint32), ("id", ctypes.c_uint32), ("type", ctypes.c_uint32),
                ("attributes", ctypes.c_uint64), ("size", ctypes.c_uint32), ("detail_level", ctypes.c_uint32),
                ("scale", ctypes.c_int32), ("offset", ctypes.c_uint32)]


def check(code):
    if code != 0:
        sys.exit("perflib.h: error %d" % code)


def main():
    perflib = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libopenperflib-compat.so.0")
    perflib.PerfCreateInstance.restype = ctypes.c_void_p
    provider = ctypes.c_void_p()
    check(perflib.PerfStartProvider(PROVIDER.bytes_le, None, ctypes.byref(provider)))
    info = SetInfo(Guid(*SET.bytes_le), Guid(*PROVIDER.bytes_le), 1, PERF_COUNTERSET_MULTI_INSTANCES,
                   CUPS, PERF_COUNTER_LARGE_RAWCOUNT, 0, 8, PERF_DETAIL_NOVICE, 0, 0)
    check(perflib.PerfSetCounterSetInfo(provider, ctypes.byref(info), ctypes.sizeof(info)))
    name = "Hall\0".encode("utf-16-le")
    hall = ctypes.c_void_p(perflib.PerfCreateInstance(provider, SET.bytes_le, name, 0))
    if not hall:
        sys.exit("the instance is refused")
    print("ready", flush=True)
    for _ in sys.stdin:
        check(perflib.PerfIncrementULongLongCounterValue(provider, hall, CUPS, ctypes.c_uint64(1)))
        print("counted", flush=True)
    check(perflib.PerfDeleteInstance(provider, hall))
    check(perflib.PerfStopProvider(provider))


if __name__ == "__main__":
    main()

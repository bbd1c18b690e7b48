#!/usr/bin/env python3
"""write_layout_asserts.py ABI.json OUT: writes a C and C++ file that compiles only if winperf.h is right.

The file asserts the size, alignment, member offsets and member sizes of the structures of winperf.h, and
the value of every PERF_* constant, as recorded from a compiler for Windows (tests/data/abi).
"""

import json
import sys

STRUCTURES = ("PERF_DATA_BLOCK", "PERF_OBJECT_TYPE", "PERF_COUNTER_DEFINITION",
              "PERF_INSTANCE_DEFINITION", "PERF_COUNTER_BLOCK")
PREFIXES = ("PERF_", "WINPERF_", "MAX_PERF_")

HEAD = """\
#include <stddef.h>
#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf.h"
#ifdef __cplusplus
#define CHECK(condition) static_assert(condition, #condition)
#define ALIGNMENT(type) alignof(type)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#define ALIGNMENT(type) _Alignof(type)
#endif
#define LOW32(number) ((unsigned long long)(number) & 0xFFFFFFFFULL)
"""


def structure_lines(name, facts):
    yield "CHECK(sizeof(%s) == %d);" % (name, facts["size"])
    yield "CHECK(ALIGNMENT(%s) == %d);" % (name, facts["align"])
    for member, place in facts["fields"].items():
        yield "CHECK(offsetof(%s, %s) == %d);" % (name, member, place["offset"])
        yield "CHECK(sizeof(((%s*)0)->%s) == %d);" % (name, member, place["size"])


def main():
    with open(sys.argv[1]) as file:
        abi = json.load(file)
    lines = [line for name in STRUCTURES for line in structure_lines(name, abi["structs"][name])]
    lines += ["CHECK(LOW32(%s) == %dULL);" % (name, value & 0xFFFFFFFF)
              for name, value in sorted(abi["constants"].items()) if name.startswith(PREFIXES)]
    lines += ["CHECK(PERF_METADATA_MULTIPLE_INSTANCES == -2);",
              "CHECK(PERF_METADATA_NO_INSTANCES == -3);",
              "CHECK(sizeof(WCHAR) == 2 && sizeof(DWORD) == 4 && sizeof(LONG) == 4);",
              "CHECK(sizeof(SYSTEMTIME) == 16 && sizeof(LARGE_INTEGER) == 8 && sizeof(GUID) == 16);"]
    with open(sys.argv[2], "w") as file:
        file.write(HEAD + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

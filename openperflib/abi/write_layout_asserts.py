#!/usr/bin/env python3
"""write_layout_asserts.py ABI.json OUT: writes a C and C++ file that compiles only if our headers are right.

The file asserts the size, alignment, member offsets and member sizes of the structures of winperf.h and
perflib.h, and the value of every PERF_* constant, as recorded from a compiler for Windows (tests/data/abi).
Those of the consumer half of perflib.h, which mingw-w64 lacks, are as documented ([MS-PCQ] 2.2.4).
"""

import json
import sys

STRUCTURES = ("PERF_DATA_BLOCK", "PERF_OBJECT_TYPE", "PERF_COUNTER_DEFINITION",
              "PERF_INSTANCE_DEFINITION", "PERF_COUNTER_BLOCK", "PERF_COUNTERSET_INFO", "PERF_COUNTER_INFO",
              "PERF_COUNTERSET_INSTANCE", "PERF_COUNTER_IDENTITY", "PERF_PROVIDER_CONTEXT")
# The size, and the members in order with their sizes; each begins where the one before it ends.
DOCUMENTED = {
    "PERF_INSTANCE_HEADER": (8, "Size 4 InstanceId 4"),
    "PERF_COUNTERSET_REG_INFO": (
        32, "CounterSetGuid 16 CounterSetType 4 DetailLevel 4 NumCounters 4 InstanceType 4"),
    "PERF_COUNTER_REG_INFO": (
        48, "CounterId 4 Type 4 Attrib 8 DetailLevel 4 DefaultScale 4 BaseCounterId 4 PerfTimeId 4 PerfFreqId 4"
            " MultiId 4 AggregateFunc 4 Reserved 4"),
    "PERF_STRING_BUFFER_HEADER": (8, "dwSize 4 dwCounters 4"),
    "PERF_STRING_COUNTER_HEADER": (8, "dwCounterId 4 dwOffset 4"),
    "PERF_COUNTER_IDENTIFIER": (
        40, "CounterSetGuid 16 Status 4 Size 4 CounterId 4 InstanceId 4 Index 4 Reserved 4"),
    "PERF_DATA_HEADER": (
        48, "dwTotalSize 4 dwNumCounters 4 PerfTimeStamp 8 PerfTime100NSec 8 PerfFreq 8 SystemTime 16"),
    "PERF_COUNTER_HEADER": (16, "dwStatus 4 dwType 4 dwSize 4 Reserved 4"),
    "PERF_MULTI_INSTANCES": (8, "dwTotalSize 4 dwInstances 4"),
    "PERF_MULTI_COUNTERS": (8, "dwSize 4 dwCounters 4"),
    "PERF_COUNTER_DATA": (8, "dwDataSize 4 dwSize 4"),
}
PREFIXES = ("PERF_", "WINPERF_", "MAX_PERF_")

HEAD = """\
#include <stddef.h>
#include "openperflib/abi/perflib_types.h"
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


def documented_lines(name, size, members):
    words = members.split()
    yield "CHECK(sizeof(%s) == %d);" % (name, size)
    offset = 0
    for member, length in zip(words[::2], map(int, words[1::2])):
        yield "CHECK(offsetof(%s, %s) == %d);" % (name, member, offset)
        yield "CHECK(sizeof(((%s*)0)->%s) == %d);" % (name, member, length)
        offset += length
    yield "CHECK(%d == %d);" % (offset, size)


def main():
    with open(sys.argv[1]) as file:
        abi = json.load(file)
    lines = [line for name in STRUCTURES for line in structure_lines(name, abi["structs"][name])]
    lines += [line for name, facts in DOCUMENTED.items() for line in documented_lines(name, *facts)]
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

#!/usr/bin/env python3
"""write_layout_asserts.py ABI.json OUT: writes a C and C++ file that compiles only if our headers are right.

The file asserts the size, alignment, member offsets and member sizes of the structures of winperf.h, perflib.h
and pdh.h, and the value of every PERF_* and PDH_* constant, as recorded from a compiler for Windows (tests/data/abi).
Those of the consumer half of perflib.h, which mingw-w64 lacks, are as documented ([MS-PCQ] 2.2.4).
"""

import json
import sys

STRUCTURES = ("PERF_DATA_BLOCK", "PERF_OBJECT_TYPE", "PERF_COUNTER_DEFINITION",
              "PERF_INSTANCE_DEFINITION", "PERF_COUNTER_BLOCK", "PERF_COUNTERSET_INFO", "PERF_COUNTER_INFO",
              "PERF_COUNTERSET_INSTANCE", "PERF_COUNTER_IDENTITY", "PERF_PROVIDER_CONTEXT",
              "PDH_RAW_COUNTER", "PDH_RAW_COUNTER_ITEM_A", "PDH_RAW_COUNTER_ITEM_W", "PDH_FMT_COUNTERVALUE",
              "PDH_FMT_COUNTERVALUE_ITEM_A", "PDH_FMT_COUNTERVALUE_ITEM_W", "PDH_STATISTICS",
              "PDH_COUNTER_PATH_ELEMENTS_A", "PDH_COUNTER_PATH_ELEMENTS_W", "PDH_DATA_ITEM_PATH_ELEMENTS_A",
              "PDH_DATA_ITEM_PATH_ELEMENTS_W", "PDH_COUNTER_INFO_A", "PDH_COUNTER_INFO_W", "PDH_TIME_INFO",
              "PDH_RAW_LOG_RECORD", "PDH_LOG_SERVICE_QUERY_INFO_A", "PDH_LOG_SERVICE_QUERY_INFO_W",
              "PDH_BROWSE_DLG_CONFIG_HW", "PDH_BROWSE_DLG_CONFIG_HA", "PDH_BROWSE_DLG_CONFIG_W",
              "PDH_BROWSE_DLG_CONFIG_A")
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
PREFIXES = ("PERF_", "WINPERF_", "MAX_PERF_", "PDH_")

HEAD = """\
#include <stddef.h>
#include "openperflib/abi/pdh_types.h"
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
              "CHECK(MAX_COUNTER_PATH == 256 && MIN_TIME_VALUE == 0 && MAX_TIME_VALUE == INT64_MAX);",
              "CHECK(DATA_SOURCE_REGISTRY == 1 && DATA_SOURCE_LOGFILE == 2 && DATA_SOURCE_WBEM == 4);",
              "CHECK(PDH_PATH_LANG_FLAGS(0x12345, 0x67891) == 0x23457891);",
              "CHECK(IsSuccessSeverity(0) && IsInformationalSeverity(0x40000001) && IsWarningSeverity(PDH_RETRY)"
              " && IsErrorSeverity(PDH_NO_COUNTERS) && !IsErrorSeverity(PDH_RETRY));",
              "CHECK(sizeof(WCHAR) == 2 && sizeof(DWORD) == 4 && sizeof(LONG) == 4);",
              "CHECK(sizeof(SYSTEMTIME) == 16 && sizeof(LARGE_INTEGER) == 8 && sizeof(GUID) == 16);"]
    with open(sys.argv[2], "w") as file:
        file.write(HEAD + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""compare_with_mingw.py SOURCE_DIR PREFIX CC MINGW_CC: our numbers and structures are equal to those of mingw-w64.

A program built with CC prints every macro of our headers that is a number, the size of every structure and the place of
some members. Then
MINGW_CC compiles an assertion for each of them that its own headers have too. Exits with 77 if MINGW_CC is not
installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"^#define ([A-Z]\w+) +(?:\(\(\w+\))?\(?-?(?:0x)?[0-9A-Fa-f]+[uUlL]*\)*(?: */\*.*)?$", re.M)
STRUCTURES = ["OSVERSIONINFOA", "OSVERSIONINFOW", "OSVERSIONINFOEXA", "OSVERSIONINFOEXW", "CPINFO", "SYSTEM_INFO",
              "MEMORYSTATUSEX", "CONSOLE_SCREEN_BUFFER_INFO", "COORD", "SMALL_RECT", "SECURITY_ATTRIBUTES",
              "FILETIME", "SYSTEMTIME", "LARGE_INTEGER", "GUID", "PERF_DATA_BLOCK", "PERF_OBJECT_TYPE",
              "PERF_COUNTER_DEFINITION", "PERF_INSTANCE_DEFINITION", "PERF_COUNTERSET_INFO", "PERF_COUNTER_INFO",
              "PERF_COUNTERSET_INSTANCE", "PERF_COUNTER_IDENTITY", "PERF_PROVIDER_CONTEXT",
              "PDH_RAW_COUNTER", "PDH_RAW_COUNTER_ITEM_W", "PDH_FMT_COUNTERVALUE", "PDH_FMT_COUNTERVALUE_ITEM_W",
              "PDH_STATISTICS", "PDH_COUNTER_PATH_ELEMENTS_W", "PDH_COUNTER_INFO_W", "PDH_TIME_INFO",
              "PDH_RAW_LOG_RECORD", "PDH_BROWSE_DLG_CONFIG_HW", "PDH_BROWSE_DLG_CONFIG_W", "LANGID", "LCID", "HRESULT",
              "ULONG_PTR",
              "PROCESS_MEMORY_COUNTERS", "PROCESS_MEMORY_COUNTERS_EX", "PROCESSENTRY32", "PROCESSENTRY32W", "UNICODE_STRING",
              "MEMORYSTATUS", "PERFORMANCE_INFORMATION", "IO_COUNTERS", "KAFFINITY", "GROUP_AFFINITY",
              "PROCESSOR_RELATIONSHIP", "NUMA_NODE_RELATIONSHIP", "CACHE_RELATIONSHIP", "PROCESSOR_GROUP_INFO",
              "GROUP_RELATIONSHIP", "SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX"]
# Where members of structures stand.
OFFSETS = ["MEMORYSTATUS, dwAvailVirtual", "PERFORMANCE_INFORMATION, CommitTotal", "PERFORMANCE_INFORMATION, PageSize",
           "PERFORMANCE_INFORMATION, ThreadCount", "IO_COUNTERS, OtherTransferCount",
           "PROCESSOR_RELATIONSHIP, GroupCount", "PROCESSOR_RELATIONSHIP, GroupMask",
           "NUMA_NODE_RELATIONSHIP, GroupMask", "CACHE_RELATIONSHIP, Type", "CACHE_RELATIONSHIP, GroupMask",
           "GROUP_RELATIONSHIP, GroupInfo", "SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Processor"]
# Constants that are not macros; mingw-w64 has some of ours.
ENUMERATORS = ["RelationProcessorCore", "RelationNumaNode", "RelationCache", "RelationProcessorPackage",
               "RelationGroup", "RelationAll", "CacheUnified", "CacheInstruction", "CacheData", "CacheTrace"]
# Longer on purpose: names of machines are longer on Linux. And those that mingw gives a sign, the SDK none.
DIFFERENT = {"MAX_COMPUTERNAME_LENGTH", "PERF_QUERY_OBJECTS", "PERF_QUERY_GLOBAL", "PERF_QUERY_COSTLY"}
INCLUDES = "".join("#include <%s>\n" % name
                   for name in ("windows.h", "strsafe.h", "conio.h", "loadperf.h", "perflib.h", "pdh.h", "pdhmsg.h",
                                "psapi.h", "tlhelp32.h", "winternl.h",
                                "stddef.h", "stdio.h"))


def numbers_of(source):
    headers = [*(source / "openperflib/abi").glob("*.h"), *(source / "openperflib/compat").rglob("*.h")]
    texts = [path.read_text() for path in headers if not path.name.endswith("_internal.h")]
    names = {name for text in texts for name in NUMBER.findall(text)}
    return sorted(name for name in names - DIFFERENT if not name.startswith("OPENPERFLIB"))


def values_here(prefix, compiler, names, folder):
    include = prefix / "include"
    lines = ['  printf("%s %%lld\\n", (long long)(%s));' % (name, name) for name in names]
    expressions = ["sizeof(%s)" % name for name in STRUCTURES] + ["offsetof(%s)" % name for name in OFFSETS]
    lines += ['  printf("%s %%lld\\n", (long long)%s);' % (text, text) for text in expressions + ENUMERATORS]
    (folder / "here.c").write_text(INCLUDES + "int main(void) {\n" + "\n".join(lines) + "\n  return 0;\n}\n")
    subprocess.run([compiler, "-std=c11", "-I%s" % (include / "openperflib/compat/windows/include"), "-I%s" % include,
                    "-I%s" % (include / "openperflib/compat/include"), folder / "here.c", "-o", folder / "here"],
                   check=True)
    output = subprocess.run([folder / "here"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return [line.rsplit(" ", 1) for line in output.splitlines()]


def main():
    source, prefix = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    compiler, mingw = sys.argv[3:5]
    if shutil.which(mingw) is None:
        print("skipped: %s is not installed (script/setup installs it)" % mingw)
        return 77
    names = numbers_of(source)
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        lines = ["#define _WIN32_WINNT 0x0A00\n" + INCLUDES]
        for name, value in values_here(prefix, compiler, names, folder):
            always = "(" in name or name in ENUMERATORS
            guard = "#if 1" if always else "#ifdef " + name
            lines.append('%s\n_Static_assert((long long)(%s) == %s, "%s");\n#endif' % (guard, name, value, name))
        (folder / "windows.c").write_text("\n".join(lines) + "\n")
        done = subprocess.run([mingw, "-std=c11", "-fsyntax-only", folder / "windows.c"])
    print("%d numbers, %d structures" % (len(names), len(STRUCTURES)))
    return 0 if done.returncode == 0 and len(names) > 600 else 1


if __name__ == "__main__":
    sys.exit(main())

/* Processes, their memory, and the headers and names that programs for Windows take for granted. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
/* <winsock2.h> comes before <windows.h>. */
/* clang-format off */
#include <sdkddkver.h>
#include <winsock2.h>
#include <windows.h>
#include <initguid.h>
#include <psapi.h>
#include <shlwapi.h>
#include <subauth.h>
#include <tlhelp32.h>
#include <winternl.h>
#include <wtypes.h>
#include <sys/mman.h>
#include <unistd.h>
/* clang-format on */

#include "check.h"

DEFINE_GUID(first_guid, 0x01234567, 0x89AB, 0xCDEF, 1, 2, 3, 4, 5, 6, 7, 8);
DEFINE_GUID(other_guid, 0x01234567, 0x89AB, 0xCDEF, 1, 2, 3, 4, 5, 6, 7, 9);

#ifdef __cplusplus
#define GUID_OF(name) name
#else
#define GUID_OF(name) &name
#endif

static void names(void) {
  char path[_MAX_PATH];
  PZZTSTR list = NULL;
  NTSTATUS status = STATUS_SUCCESS;
  CHECK(_WIN32_WINNT >= 0x0601 && WINVER == _WIN32_WINNT);
  CHECK_EQ(sizeof(path), MAX_PATH);
  CHECK_EQ(INT_MAX, 0x7FFFFFFF);
  CHECK(list == NULL && NT_SUCCESS(status));
  CHECK_EQ(DRIVE_FIXED, 3);
}

static void guids(void) {
  CHECK_EQ(first_guid.Data4[7], 8);
  CHECK(IsEqualGUID(GUID_OF(first_guid), GUID_OF(first_guid)));
  CHECK(!IsEqualGUID(GUID_OF(first_guid), GUID_OF(other_guid)));
}

static void old_names(void) {
  char text[] = "aBc";
  WCHAR wide[] = {'a', 'B', 0};
  CHECK_EQ(strcmp(strlwr(text), "abc"), 0);
  CHECK_EQ(strcmp(strupr(text), "ABC"), 0);
  CHECK_EQ(strcmp(strrev(text), "CBA"), 0);
  CHECK_EQ(wcsupr(wide)[0], 'A');
  CHECK_EQ(wcslwr(wide)[1], 'b');
  CHECK_EQ(memicmp("a[Z", "A[z", 3), 0);
  CHECK_EQ(memicmp("a[", "A{", 2), -1);
  CHECK_EQ(memicmp("b", "A", 1), 1);
}

static void waits(void) {
  FILETIME before, now;
  const HANDLE event = CreateEvent(NULL, TRUE, TRUE, NULL);
  GetSystemTimeAsFileTime(&before);
  GetSystemTimePreciseAsFileTime(&now);
  CHECK(CompareFileTime(&before, &now) <= 0);
  CHECK_EQ(SleepEx(0, TRUE), 0);
  CHECK_EQ(WaitForSingleObjectEx(event, 0, TRUE), WAIT_OBJECT_0);
  CHECK_EQ(CloseHandle(event), TRUE);
}

static void memory_of_this_process(void) {
  PROCESS_MEMORY_COUNTERS memory;
  PROCESS_MEMORY_COUNTERS_EX more;
  CHECK_EQ(GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof(memory)), TRUE);
  CHECK_EQ(memory.cb, sizeof(memory));
  CHECK(memory.WorkingSetSize > 100000 && memory.PeakWorkingSetSize >= memory.WorkingSetSize);
  CHECK(memory.PageFaultCount > 0);
  CHECK_EQ(GetProcessMemoryInfo(GetCurrentProcess(), (PPROCESS_MEMORY_COUNTERS)&more, sizeof(more)),
           TRUE);
  CHECK_EQ(more.cb, sizeof(more));
  CHECK(more.PrivateUsage > 0 && more.PrivateUsage == more.PagefileUsage);
  CHECK_EQ(GetProcessMemoryInfo(NULL, &memory, sizeof(memory)), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK_EQ(GetProcessMemoryInfo(GetCurrentProcess(), NULL, sizeof(memory)), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof(memory) - 1), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
}

static void performance_of_the_computer(void) {
  static DWORD ids[65536];
  PERFORMANCE_INFORMATION performance;
  MEMORYSTATUSEX memory;
  DWORD used = 0;
  memory.dwLength = sizeof(memory);
  CHECK_EQ(GetPerformanceInfo(&performance, sizeof(performance)), TRUE);
  CHECK_EQ(GlobalMemoryStatusEx(&memory), TRUE);
  CHECK_EQ(EnumProcesses(ids, sizeof(ids), &used), TRUE);
  CHECK_EQ(performance.cb, sizeof(performance));
  CHECK_EQ(performance.PageSize, sysconf(_SC_PAGESIZE));
  CHECK_EQ(performance.PhysicalTotal, memory.ullTotalPhys / performance.PageSize);
  CHECK(performance.PhysicalAvailable > 0 &&
        performance.PhysicalAvailable <= performance.PhysicalTotal);
  CHECK(performance.CommitTotal > 0 && performance.CommitPeak >= performance.CommitTotal);
  CHECK(performance.CommitLimit > 0 && performance.SystemCache < performance.PhysicalTotal);
  CHECK_EQ(performance.KernelTotal, performance.KernelPaged + performance.KernelNonpaged);
  CHECK(performance.KernelNonpaged > 0 && performance.HandleCount > 0);
  CHECK(performance.ProcessCount > 0 && performance.ThreadCount >= performance.ProcessCount);
  CHECK(performance.ProcessCount < 2 * (used / sizeof(DWORD)) + 1000);
}

static void wrong_arguments_of_performance(void) {
  PERFORMANCE_INFORMATION performance;
  memset(&performance, 0xAA, sizeof(performance));
  CHECK_EQ(GetPerformanceInfo(&performance, sizeof(performance) - 1), FALSE);
  CHECK_EQ(GetLastError(), ERROR_BAD_LENGTH);
  CHECK_EQ(performance.cb, 0xAAAAAAAAu);
  CHECK_EQ(GetPerformanceInfo(NULL, sizeof(performance)), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
}

static void expect_file_name(LPCSTR path, LPCSTR wanted) {
  WCHAR wide[64], wide_wanted[64];
  CHECK_EQ(strcmp(PathFindFileNameA(path), wanted), 0);
  CHECK_EQ(lstrcmpW(PathFindFileNameW(widen(path, wide)), widen(wanted, wide_wanted)), 0);
}

static void names_of_files(void) {
  expect_file_name("/usr/sbin/zabbix_agentd", "zabbix_agentd");
  expect_file_name("C:\\Program Files\\a.exe", "a.exe");
  expect_file_name("C:a.exe", "a.exe");
  expect_file_name("a.exe", "a.exe");
  expect_file_name("/usr/bin/", "bin/");
  expect_file_name("C:\\", "C:\\");
  expect_file_name("", "");
  CHECK(PathFindFileName(NULL) == NULL);
}

/* Programs that look up GetLogicalProcessorInformationEx declare pointers to these. */
static void types_of_processors(void) {
  SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX processor;
  IO_COUNTERS counters = {1, 2, 3, 4, 5, 6};
  memset(&processor, 0, sizeof(processor));
  processor.Relationship = RelationProcessorCore;
  processor.Processor.GroupCount = 1;
  processor.Processor.GroupMask[0].Mask = (KAFFINITY)1;
  CHECK_EQ(processor.Relationship, 0);
  CHECK_EQ(ALL_PROCESSOR_GROUPS, 0xFFFF);
  CHECK_EQ(counters.OtherTransferCount, 6);
}

static void ids_of_processes(void) {
  static DWORD ids[65536];
  DWORD used = 0, own = 0;
  CHECK_EQ(EnumProcesses(ids, sizeof(ids), &used), TRUE);
  for (DWORD i = 0; i < used / sizeof(DWORD); ++i) own += ids[i] == GetCurrentProcessId();
  CHECK_EQ(own, 1);
  CHECK_EQ(EnumProcesses(ids, sizeof(DWORD), &used), TRUE);
  CHECK_EQ(used, sizeof(DWORD));
  CHECK_EQ(EnumProcesses(NULL, 4, &used), FALSE);
  CHECK_EQ(EnumProcesses(ids, 4, NULL), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
}

/* The name of this program, which is longer than the 15 bytes that the kernel keeps of it. */
static const WCHAR* own_name(WCHAR* wide) {
  char path[MAX_PATH] = "";
  CHECK(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
  CHECK(strlen(strrchr(path, '/') + 1) > 15);
  return widen(strrchr(path, '/') + 1, wide);
}

static void lists_of_processes(void) {
  PROCESSENTRY32W process;
  WCHAR name[MAX_PATH];
  int count = 0, own = 0;
  const HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  memset(&process, 0, sizeof(process));
  process.dwSize = sizeof(process);
  CHECK(list != INVALID_HANDLE_VALUE);
  for (BOOL more = Process32FirstW(list, &process); more; more = Process32NextW(list, &process)) {
    ++count;
    if (process.th32ProcessID != GetCurrentProcessId()) continue;
    ++own;
    CHECK_EQ(process.th32ParentProcessID, getppid());
    CHECK(process.cntThreads > 0);
    CHECK_EQ(lstrcmpW(process.szExeFile, own_name(name)), 0);
  }
  CHECK_EQ(GetLastError(), ERROR_NO_MORE_FILES);
  CHECK(count > 1 && own == 1);
  CHECK_EQ(Process32FirstW(list, &process), TRUE);
  process.dwSize = 1;
  CHECK_EQ(Process32NextW(list, &process), FALSE);
  CHECK_EQ(GetLastError(), ERROR_BAD_LENGTH);
  CHECK_EQ(Process32NextW(list, NULL), FALSE);
  CHECK_EQ(WaitForSingleObject(list, 0), WAIT_FAILED);
  CHECK_EQ(CloseHandle(list), TRUE);
  CHECK_EQ(Process32FirstW(list, &process), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK(CreateToolhelp32Snapshot(0x00000004, 0) == INVALID_HANDLE_VALUE); /* threads */
  CHECK_EQ(GetLastError(), ERROR_NOT_SUPPORTED);
}

static void lists_in_the_characters_of_the_program(void) {
  PROCESSENTRY32 process;
  const HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  process.dwSize = sizeof(process);
  CHECK_EQ(Process32First(list, &process), TRUE);
  CHECK(process.szExeFile[0] != 0);
  CHECK_EQ(Process32Next(list, &process), TRUE);
  CHECK_EQ(CloseHandle(list), TRUE);
}

static void pointers_to_nothing(void) {
  const WCHAR wide[] = {'a', 0};
  const long page = sysconf(_SC_PAGESIZE);
  char* const pages = (char*)mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(munmap(pages + page, (size_t)page) == 0);
  CHECK_EQ(IsBadReadPtr(pages, (size_t)page), FALSE);
  CHECK_EQ(IsBadReadPtr(pages, (size_t)page + 1), TRUE);
  CHECK_EQ(IsBadReadPtr(NULL, 1), TRUE);
  CHECK_EQ(IsBadReadPtr(NULL, 0), FALSE);
  memset(pages, 'x', (size_t)page);
  CHECK_EQ(IsBadStringPtrA(pages + page - 4, 10), TRUE);
  CHECK_EQ(IsBadStringPtrA(pages + page - 4, 4), FALSE);
  CHECK_EQ(IsBadStringPtrA("text", 100), FALSE);
  CHECK_EQ(IsBadStringPtrW(wide, 100), FALSE);
  CHECK_EQ(IsBadStringPtrW(NULL, 100), TRUE);
  munmap(pages, (size_t)page);
}

int main(void) {
  names();
  guids();
  old_names();
  waits();
  memory_of_this_process();
  performance_of_the_computer();
  wrong_arguments_of_performance();
  names_of_files();
  types_of_processors();
  ids_of_processes();
  lists_of_processes();
  lists_in_the_characters_of_the_program();
  pointers_to_nothing();
  return finish("processes");
}

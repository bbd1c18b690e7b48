/* The program and the computer: command line, environment, current directory, version, language,
   processors, memory and times. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sysconf, mkdtemp */
#endif
#include <errno.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <sys/wait.h>
#include <unistd.h>
#include <versionhelpers.h>
#include <windows.h>

#include "check.h"

static void languages_are_english(void) {
  WCHAR name[LOCALE_NAME_MAX_LENGTH];
  CHECK_EQ(GetUserDefaultLangID(), 0x0409);
  CHECK_EQ(GetSystemDefaultLangID(), 0x0409);
  CHECK_EQ(GetUserDefaultUILanguage(), MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US));
  CHECK_EQ(GetSystemDefaultUILanguage(), GetThreadUILanguage());
  CHECK_EQ(GetUserDefaultLCID(), MAKELCID(0x0409, SORT_DEFAULT));
  CHECK_EQ(LANGIDFROMLCID(GetSystemDefaultLCID()), 0x0409);
  CHECK_EQ(GetThreadLocale(), GetUserDefaultLCID());
  CHECK_EQ(SetThreadUILanguage(0), 0x0409);
  CHECK_EQ(SetThreadUILanguage(MAKELANGID(LANG_GERMAN, SUBLANG_GERMAN)), 0);
  CHECK_EQ(PRIMARYLANGID(MAKELANGID(LANG_PORTUGUESE, SUBLANG_PORTUGUESE_BRAZILIAN)), 0x16);
  CHECK_EQ(SUBLANGID(0x0416), SUBLANG_PORTUGUESE_BRAZILIAN);
  CHECK_EQ(LOCALE_USER_DEFAULT, 0x400);
  CHECK_EQ(LOCALE_SYSTEM_DEFAULT, 0x800);
  CHECK_EQ(GetUserDefaultLocaleName(name, 6), 6);
  CHECK_EQ(lstrcmpW(name, WIDE("en-US")), 0);
  CHECK_EQ(GetSystemDefaultLocaleName(name, 5), 0);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  CHECK_EQ(GetUserDefaultLocaleName(NULL, 6), 0);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
}

static void version_is_windows_10(void) {
  OSVERSIONINFOEX version;
  memset(&version, 0xAA, sizeof(version));
  CHECK_EQ(sizeof(OSVERSIONINFOA), 148);
  CHECK_EQ(sizeof(OSVERSIONINFOW), 276);
  CHECK_EQ(sizeof(OSVERSIONINFOEXA), 156);
  CHECK_EQ(sizeof(OSVERSIONINFOEXW), 284);
  version.dwOSVersionInfoSize = sizeof(OSVERSIONINFO);
  CHECK(GetVersionEx((LPOSVERSIONINFO)&version));
  CHECK(version.dwMajorVersion == 10 && version.dwMinorVersion == 0);
  CHECK(version.dwBuildNumber == 19041 && version.dwPlatformId == VER_PLATFORM_WIN32_NT);
  CHECK(version.szCSDVersion[0] == 0 && version.wServicePackMajor == 0xAAAA);
  version.dwOSVersionInfoSize = sizeof(OSVERSIONINFOEX);
  CHECK(GetVersionEx((LPOSVERSIONINFO)&version));
  CHECK(version.wServicePackMajor == 0 && version.wProductType == VER_NT_WORKSTATION);
  version.dwOSVersionInfoSize = 100;
  CHECK(!GetVersionEx((LPOSVERSIONINFO)&version) && GetLastError() == ERROR_INSUFFICIENT_BUFFER);
  CHECK(!GetVersionEx(NULL) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK_EQ(GetVersion(), 19041u << 16 | 10u);
  CHECK(IsWindows10OrGreater() && IsWindowsVistaOrGreater() && !IsWindowsServer());
  CHECK(IsWindowsVersionOrGreater(6, 3, 1) && !IsWindowsVersionOrGreater(10, 1, 0));
}

static void check_arguments(int line, const WCHAR* text, int count, const WCHAR* const* wanted) {
  int got = -1;
  LPWSTR* arguments = CommandLineToArgvW(text, &got);
  check_at(line, "count", got, count);
  for (int i = 0; i < got && i < count; ++i) {
    check_at(line, "argument", lstrcmpW(arguments[i], wanted[i]), 0);
  }
  check_at(line, "NULL at the end", arguments != NULL && arguments[count] == NULL, 1);
  check_at(line, "LocalFree", LocalFree(arguments) == NULL, 1);
}

/* The examples of "Parsing C Command-Line Arguments", and some others. */
static void command_lines_are_taken_apart(void) {
  const WCHAR* const one[] = {WIDE("p"), WIDE("a b c"), WIDE("d"), WIDE("e")};
  const WCHAR* const two[] = {WIDE("p"), WIDE("ab\"c"), WIDE("\\"), WIDE("d")};
  const WCHAR* const three[] = {WIDE("p"), WIDE("a\\\\\\b"), WIDE("de fg"), WIDE("h")};
  const WCHAR* const four[] = {WIDE("p"), WIDE("a\\\"b"), WIDE("c"), WIDE("d")};
  const WCHAR* const five[] = {WIDE("p"), WIDE("a\\\\b c"), WIDE("d"), WIDE("e")};
  const WCHAR* const six[] = {WIDE("my program"), WIDE(""), WIDE("x\\")};
  check_arguments(__LINE__, WIDE("p \"a b c\" d e"), 4, one);
  check_arguments(__LINE__, WIDE("p \"ab\\\"c\" \"\\\\\" d"), 4, two);
  check_arguments(__LINE__, WIDE("p a\\\\\\b d\"e f\"g h"), 4, three);
  check_arguments(__LINE__, WIDE("p a\\\\\\\"b c d"), 4, four);
  check_arguments(__LINE__, WIDE("p a\\\\\\\\\"b c\" d e"), 4, five);
  check_arguments(__LINE__, WIDE("\"my program\" \"\"\t x\\  "), 3, six);
  int count = -1;
  CHECK(CommandLineToArgvW(NULL, &count) == NULL && GetLastError() == ERROR_INVALID_PARAMETER);
  LPWSTR* own = CommandLineToArgvW(WIDE(""), &count);
  CHECK(count == 1 && own[0][0] == '/');
  LocalFree(own);
}

/* The arguments of this run come back as they were given. */
static void own_command_line(int argc, char** argv) {
  int count = 0;
  LPWSTR* arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  CHECK_EQ(count, argc);
  for (int i = 0; i < count && i < argc; ++i) {
    char narrow[512];
    CHECK(WideCharToMultiByte(CP_UTF8, 0, arguments[i], -1, narrow, 512, NULL, NULL) > 0);
    CHECK_EQ(strcmp(narrow, argv[i]), 0);
  }
  CHECK(strlen(GetCommandLineA()) >= strlen(argv[0]));
  LocalFree(arguments);
}

static void environment(void) {
  char text[8] = "before";
  WCHAR wide[8];
  CHECK(SetEnvironmentVariableA("OPENPERFLIB_TEST",
                                "\xC3\xBC"
                                "ber"));
  CHECK_EQ(GetEnvironmentVariableA("OPENPERFLIB_TEST", text, 8), 5);
  CHECK_EQ(strcmp(text,
                  "\xC3\xBC"
                  "ber"),
           0);
  CHECK_EQ(GetEnvironmentVariableW(WIDE("OPENPERFLIB_TEST"), wide, 8), 4);
  CHECK_EQ(GetEnvironmentVariableW(WIDE("OPENPERFLIB_TEST"), wide, 4), 5); /* the room needed */
  CHECK_EQ(GetEnvironmentVariableA("OPENPERFLIB_TEST", NULL, 0), 6);
  CHECK(SetEnvironmentVariableW(WIDE("OPENPERFLIB_TEST"), NULL));
  CHECK_EQ(GetEnvironmentVariableA("OPENPERFLIB_TEST", text, 8), 0);
  CHECK_EQ(GetLastError(), ERROR_ENVVAR_NOT_FOUND);
  CHECK(!SetEnvironmentVariableA("a=b", "c") && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(!SetEnvironmentVariableA("", "c") && GetLastError() == ERROR_INVALID_PARAMETER);
}

static void current_folder(void) {
  char folder[] = "/tmp/openperflib-XXXXXX";
  char before[4096], now[4096];
  CHECK(mkdtemp(folder) != NULL);
  CHECK(GetCurrentDirectoryA(sizeof(before), before) == strlen(before));
  CHECK(SetCurrentDirectoryA(folder));
  CHECK(GetCurrentDirectoryA(sizeof(now), now) > 0 && strstr(now, "openperflib-") != NULL);
  CHECK_EQ(GetCurrentDirectoryA(2, now), strlen(now) + 1);
  CHECK(SetCurrentDirectoryA(before));
  CHECK(!SetCurrentDirectoryA("/no/such/folder") && GetLastError() == ERROR_PATH_NOT_FOUND);
  CHECK_EQ(rmdir(folder), 0);
}

typedef LONG(WINAPI* CloseKey)(HKEY key);
typedef LONG(WINAPI* GetDllVersion)(LPDWORD version);

typedef PDH_STATUS(WINAPI* OpenQuery)(LPCSTR source, DWORD_PTR user_data, PDH_HQUERY* query);

/* Programs look up this name without a letter, which is the A function. */
static void a_query_is_opened_by_its_bare_name(void) {
  const HMODULE pdh = GetModuleHandle(TEXT("pdh.dll"));
  void (*function)(void) = (void (*)(void))GetProcAddress(pdh, "PdhOpenQuery");
  PDH_HQUERY query = NULL;
  CHECK(function != NULL);
  CHECK_EQ((DWORD)((OpenQuery)function)("/no/such/log.blg", 0, &query), PDH_FILE_NOT_FOUND);
  CHECK_EQ(((OpenQuery)function)(NULL, 0, &query), ERROR_SUCCESS);
  CHECK(query != NULL && PdhCloseQuery(query) == ERROR_SUCCESS);
}

typedef BOOL(WINAPI* MemoryStatus)(LPMEMORYSTATUSEX status);
typedef DWORD(WINAPI* LastError)(void);
typedef HMODULE(WINAPI* ModuleHandle)(LPCSTR name);

/* As programs look for functions that an older Windows does not have. */
static void functions_of_the_system_are_found(void) {
  const HMODULE kernel = GetModuleHandle(TEXT("kernel32.dll"));
  const HMODULE psapi = LoadLibraryA("PSAPI.DLL");
  MEMORYSTATUSEX status;
  status.dwLength = sizeof(status);
  CHECK(kernel != NULL && psapi != NULL && kernel != psapi);
  void (*function)(void) = (void (*)(void))GetProcAddress(kernel, "GlobalMemoryStatusEx");
  CHECK(function != NULL && ((MemoryStatus)function)(&status) && status.ullTotalPhys > 0);
  function = (void (*)(void))GetProcAddress(kernel, "GetModuleHandleA");
  CHECK(function != NULL && ((ModuleHandle)function)("Kernel32") == kernel);
  SetLastError(77);
  function = (void (*)(void))GetProcAddress(kernel, "GetLastError");
  CHECK(function != NULL && ((LastError)function)() == 77);
  CHECK(GetProcAddress(psapi, "EnumProcesses") != NULL);
  CHECK(GetProcAddress(psapi, "GetProcessMemoryInfo") != NULL);
  CHECK(GetProcAddress(kernel, "GetModuleHandleW") != NULL);
  CHECK(GetProcAddress(GetModuleHandle(TEXT("advapi32")), "ReportEventW") != NULL);
}

static void functions_of_other_modules_are_not_found(void) {
  const struct {
    const char* module;
    const char* function;
  } rows[] = {
      {"kernel32", "EnumProcesses"},   {"kernel32", "GetLogicalProcessorInformationEx"},
      {"kernel32", "GetModuleHandle"}, {"kernel32", "GetTickCountW"},
      {"kernel32", "RegCloseKey"},     {"kernel32", "_wtoi"},
      {"kernel32", "malloc"},          {"kernel32", ""},
      {"psapi", "GetTickCount"},       {"advapi32", "RegisterWaitForSingleObject"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    SetLastError(0);
    CHECK(GetProcAddress(GetModuleHandleA(rows[i].module), rows[i].function) == NULL);
    CHECK_EQ(GetLastError(), ERROR_PROC_NOT_FOUND);
  }
  CHECK(GetModuleHandleA("user32.dll") == NULL && GetLastError() == ERROR_MOD_NOT_FOUND);
}

static void two_modules_can_be_loaded(void) {
  HMODULE pdh = LoadLibrary(TEXT("PDH.DLL"));
  HMODULE advapi = LoadLibraryExA("advapi32", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
  CHECK(pdh != NULL && advapi != NULL && pdh != advapi);
  CHECK(GetModuleHandle(TEXT("pdh")) == pdh);
  void (*function)(void) = (void (*)(void))GetProcAddress(advapi, "RegCloseKey");
  CHECK(function != NULL && ((CloseKey)function)(NULL) == ERROR_INVALID_HANDLE);
  DWORD version = 0;
  function = (void (*)(void))GetProcAddress(pdh, "PdhGetDllVersion");
  CHECK(function != NULL && ((GetDllVersion)function)(&version) == 0 && version == 0x503);
  CHECK(GetProcAddress(pdh, "RegCloseKey") == NULL && GetLastError() == ERROR_PROC_NOT_FOUND);
  CHECK(GetProcAddress(advapi, "RegNoSuchThing") == NULL && GetLastError() == ERROR_PROC_NOT_FOUND);
  CHECK(GetProcAddress(advapi, "malloc") == NULL && GetLastError() == ERROR_PROC_NOT_FOUND);
  CHECK(GetProcAddress(advapi, (LPCSTR)7) == NULL && GetLastError() == ERROR_PROC_NOT_FOUND);
  CHECK(GetProcAddress(NULL, "RegCloseKey") == NULL && GetLastError() == ERROR_MOD_NOT_FOUND);
  CHECK(FreeLibrary(pdh) && FreeLibrary(advapi));
  CHECK(!FreeLibrary(NULL) && GetLastError() == ERROR_MOD_NOT_FOUND);
  CHECK(LoadLibraryA("C:\\pdh.dll") == NULL && GetLastError() == ERROR_MOD_NOT_FOUND);
  CHECK(LoadLibraryA(NULL) == NULL && LoadLibraryA("") == NULL);
  CHECK(LoadLibraryExA("pdh", advapi, 0) == NULL && GetLastError() == ERROR_INVALID_PARAMETER);
}

static void modules_and_debuggers(void) {
  CHECK(GetModuleHandle(NULL) == NULL && GetLastError() == ERROR_SUCCESS);
  CHECK(GetModuleHandleW(WIDE("x")) == NULL && GetLastError() == ERROR_MOD_NOT_FOUND);
  OutputDebugString(TEXT("nobody reads this\n"));
  CHECK(!IsDebuggerPresent() && SwitchToThread());
}

static DWORD WINAPI exit_with_seven(LPVOID unused) {
  (void)unused;
  ExitThread(7);
}

static void ends_of_threads_and_processes(void) {
  /* The process first: after a wait, a thread may still hold memory that a child would not free. */
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) ExitProcess(9);
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 9);
  DWORD code = 0;
  HANDLE thread = CreateThread(NULL, 0, exit_with_seven, NULL, 0, NULL);
  CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
  CHECK(GetExitCodeThread(thread, &code) && code == 7);
  CHECK(CloseHandle(thread));
}

static ULONGLONG number_of(FILETIME time) {
  return (ULONGLONG)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static void machine(void) {
  SYSTEM_INFO info;
  MEMORYSTATUSEX memory;
  MEMORYSTATUS old;
  FILETIME idle, kernel, user, begin, end, now;
  GetSystemInfo(&info);
  CHECK_EQ(info.dwNumberOfProcessors, sysconf(_SC_NPROCESSORS_ONLN));
  CHECK_EQ(info.dwPageSize, sysconf(_SC_PAGESIZE));
  CHECK_EQ(info.dwAllocationGranularity, 65536);
  memory.dwLength = sizeof(memory);
  CHECK(GlobalMemoryStatusEx(&memory));
  CHECK(memory.ullTotalPhys > memory.ullAvailPhys && memory.dwMemoryLoad <= 100);
  CHECK(memory.ullTotalPageFile >= memory.ullTotalPhys);
  memset(&old, 0, sizeof(old));
  GlobalMemoryStatus(&old);
  CHECK_EQ(old.dwLength, sizeof(old));
  CHECK(old.dwTotalPhys == memory.ullTotalPhys && old.dwTotalVirtual == memory.ullTotalVirtual);
  CHECK(old.dwAvailPhys > 0 && old.dwTotalPageFile == memory.ullTotalPageFile);
  GlobalMemoryStatus(NULL);
  memory.dwLength = 1;
  CHECK(!GlobalMemoryStatusEx(&memory) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(GetSystemTimes(&idle, &kernel, &user) && GetSystemTimes(NULL, NULL, NULL));
  CHECK(number_of(kernel) >= number_of(idle) && number_of(user) > 0);
  CHECK(GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user));
  GetSystemTimeAsFileTime(&now);
  CHECK(number_of(begin) <= number_of(now) && number_of(end) == 0);
  CHECK(number_of(now) - number_of(begin) < 36000000000ULL); /* it started within the last hour */
  CHECK(!GetProcessTimes(NULL, &begin, &end, &kernel, &user) &&
        GetLastError() == ERROR_INVALID_HANDLE);
  CHECK(!GetProcessTimes(GetCurrentProcess(), NULL, &end, &kernel, &user) &&
        GetLastError() == ERROR_INVALID_PARAMETER);
}

static void hresults_have_the_texts_of_their_codes(void) {
  char text[64], other[64];
  CHECK_EQ(HRESULT_FROM_WIN32(ERROR_MORE_DATA), (HRESULT)0x800700EA);
  CHECK_EQ(HRESULT_FROM_WIN32(ERROR_SUCCESS), S_OK);
  CHECK_EQ(HRESULT_CODE(E_INVALIDARG), ERROR_INVALID_PARAMETER);
  CHECK_EQ(HRESULT_FACILITY(E_INVALIDARG), FACILITY_WIN32);
  CHECK(FAILED(E_FAIL) && SUCCEEDED(S_FALSE) && MAKE_HRESULT(1, 7, 5) == E_ACCESSDENIED);
  CHECK(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, ERROR_MORE_DATA, 0, text, 64, NULL) > 0);
  CHECK(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, (DWORD)HRESULT_FROM_WIN32(ERROR_MORE_DATA),
                       0, other, 64, NULL) > 0);
  CHECK_EQ(strcmp(text, other), 0);
  CHECK(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, (DWORD)E_FAIL, 0, text, 64, NULL) > 0);
}

int main(int argc, char** argv) {
  if (argc == 1) { /* starts itself again, with arguments that need quotes */
    char blank[] = "a b", quote[] = "say \"\\\" \\", empty[] = "", umlaut[] = "\xC3\xBC";
    char* arguments[] = {argv[0], blank, quote, empty, umlaut, NULL};
    execv(argv[0], arguments);
    return 1;
  }
  languages_are_english();
  version_is_windows_10();
  command_lines_are_taken_apart();
  own_command_line(argc, argv);
  environment();
  current_folder();
  two_modules_can_be_loaded();
  a_query_is_opened_by_its_bare_name();
  functions_of_the_system_are_found();
  functions_of_other_modules_are_not_found();
  modules_and_debuggers();
  ends_of_threads_and_processes();
  machine();
  hresults_have_the_texts_of_their_codes();
  return finish("program");
}

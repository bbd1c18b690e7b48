/* FormatMessage, and the functions of <windows.h> for the computer, the program and its
   environment. */
#ifndef _GNU_SOURCE
#define _POSIX_C_SOURCE 200809L /* setenv */
#endif
#include <dlfcn.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static DWORD message(DWORD flags, const char* text, LPSTR to, DWORD size, ...) {
  va_list arguments;
  va_start(arguments, size);
  const DWORD length = FormatMessageA(flags, text, 0, 0, to, size, &arguments);
  va_end(arguments);
  return length;
}

static void codes_have_texts(void) {
  char text[64];
  WCHAR wide[64];
  char* allocated = NULL;
  const DWORD length =
      FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, ERROR_MORE_DATA, 0, text, 64, NULL);
  CHECK_EQ(length, 31);
  CHECK_EQ(strcmp(text, "There is more data than room.\r\n"), 0);
  CHECK_EQ(FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM, NULL, ERROR_MORE_DATA, 0, wide, 64, NULL),
           length);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER |
                              FORMAT_MESSAGE_MAX_WIDTH_MASK,
                          NULL, ERROR_MORE_DATA, 0, (LPSTR)&allocated, 0, NULL),
           length - 1);
  CHECK(allocated != NULL && strcmp(allocated, "There is more data than room. ") == 0);
  CHECK(LocalFree(allocated) == NULL);
}

/* As programs do: the text of a status of PDH is that of a module. */
static void codes_of_pdh_have_texts(void) {
  static const char text_of_code[] = "There is no object of this name.\r\n";
  char text[64];
  HMODULE pdh = LoadLibraryEx(TEXT("pdh.dll"), NULL, LOAD_LIBRARY_AS_DATAFILE);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE, pdh, 0xC0000BB8u, 0, text, 64, NULL),
           sizeof(text_of_code) - 1);
  CHECK_EQ(strcmp(text, text_of_code), 0);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 0xC0000BB8u, 0, text, 64, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_MR_MID_NOT_FOUND);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE, pdh, ERROR_MORE_DATA, 0, text, 64, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_MR_MID_NOT_FOUND);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_FROM_SYSTEM, pdh,
                          ERROR_MORE_DATA, 0, text, 64, NULL),
           31);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE, GetModuleHandle(TEXT("advapi32.dll")), 0, 0,
                          text, 64, NULL),
           0);
  CHECK_EQ(GetLastError(), ERROR_RESOURCE_DATA_NOT_FOUND);
  CHECK_EQ(FreeLibrary(pdh), TRUE);
}

static void wrong_arguments_of_messages(void) {
  char text[31] = "untouched";
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, ERROR_MORE_DATA, 0, text, 31, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 0xABCDEF, 0, text, 31, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_MR_MID_NOT_FOUND);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE, NULL, 5, 0, text, 31, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_RESOURCE_DATA_NOT_FOUND);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_STRING, NULL, 5, 0, text, 31, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_STRING, "%1", 5, 0, text, 31, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 5, 0, NULL, 0, NULL), 0);
  CHECK_EQ(strcmp(text, "untouched"), 0);
}

static void inserts_are_filled_in(void) {
  char text[64];
  const DWORD_PTR words[] = {(DWORD_PTR) "one", 22};
  CHECK_EQ(message(FORMAT_MESSAGE_FROM_STRING, "%2 and %1, %3!04u!%%%0 not this", text, 64, "one",
                   "two", 7),
           18);
  CHECK_EQ(strcmp(text, "two and one, 0007%"), 0);
  CHECK_EQ(FormatMessageA(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY, "%2!u!%n%1%!",
                          0, 0, text, 64, (va_list*)words),
           8);
  CHECK_EQ(strcmp(text, "22\r\none!"), 0);
  CHECK_EQ(message(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_IGNORE_INSERTS, "%1%n", text, 64),
           4);
  CHECK_EQ(strcmp(text, "%1%n"), 0);
  CHECK_EQ(message(FORMAT_MESSAGE_FROM_STRING, "%1!*d!", text, 64, 1, 2), 0);
}

static void computer_name_and_its_room(void) {
  struct utsname machine;
  char name[MAX_COMPUTERNAME_LENGTH + 1] = "untouched";
  WCHAR wide[MAX_COMPUTERNAME_LENGTH + 1];
  CHECK_EQ(uname(&machine), 0);
  const DWORD length = (DWORD)strlen(machine.nodename);
  DWORD size = length;
  CHECK_EQ(GetComputerNameA(name, &size), FALSE);
  CHECK_EQ(GetLastError(), ERROR_BUFFER_OVERFLOW);
  CHECK_EQ(size, length + 1);
  CHECK_EQ(strcmp(name, "untouched"), 0);
  CHECK_EQ(GetComputerNameA(name, &size), TRUE);
  CHECK_EQ(size, length);
  CHECK_EQ(strcmp(name, machine.nodename), 0);
  size = MAX_COMPUTERNAME_LENGTH + 1;
  CHECK_EQ(GetComputerNameW(wide, &size), TRUE);
  CHECK_EQ(lstrlenW(wide), size);
  size = 0;
  CHECK_EQ(GetComputerNameA(NULL, &size), FALSE);
  CHECK_EQ(size, length + 1);
  CHECK_EQ(GetComputerNameA(name, NULL), FALSE);
}

static void program_and_process(void) {
  char path[4096];
  char cut[4];
  const DWORD length = GetModuleFileNameA(NULL, path, sizeof(path));
  CHECK_EQ(length, strlen(path));
  CHECK(path[0] == '/' && access(path, X_OK) == 0 && strstr(path, "windows_system") != NULL);
  CHECK_EQ(GetModuleFileNameA(NULL, cut, 4), 4);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  CHECK(strncmp(cut, path, 3) == 0 && cut[3] == 0);
  CHECK_EQ(GetModuleFileNameA((HMODULE)path, cut, 4), 0);
  CHECK_EQ(GetLastError(), ERROR_MOD_NOT_FOUND);
  CHECK_EQ(GetCurrentProcessId(), getpid());
  CHECK_EQ(GetCurrentThreadId(), getpid()); /* of the first thread */
  CHECK_EQ(LOBYTE(LOWORD(GetVersion())), 10);
  CHECK(GetVersion() < 0x80000000u);
  CHECK_EQ(PRIMARYLANGID(GetUserDefaultLangID()), LANG_ENGLISH);
  CHECK_EQ(GetUserDefaultLangID(), MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US));
}

static DWORD expect_path(void* module, const char* end) {
  char path[4096] = "";
  WCHAR wide[4096];
  const DWORD length = GetModuleFileNameA((HMODULE)module, path, sizeof(path));
  CHECK_EQ(length, strlen(path));
  CHECK(path[0] == '/' && access(path, R_OK) == 0 && strstr(path, end) != NULL);
  CHECK_EQ(GetModuleFileNameW((HMODULE)module, wide, 4096), length);
  CHECK_EQ(lstrlenW(wide), length);
  return length;
}

static void paths_of_modules(void) {
  char cut[4];
  void* const program = dlopen(NULL, RTLD_LAZY);
  void* const library = dlopen("libc.so.6", RTLD_LAZY);
  (void)expect_path(NULL, "windows_system");
  (void)expect_path(program, "windows_system");
  CHECK(expect_path(library, "libc.so.6") > 4);
  CHECK_EQ(GetModuleFileNameA((HMODULE)library, cut, 4), 4);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  (void)expect_path(GetModuleHandle(TEXT("pdh.dll")), "libopenperflib-compat.so");
  (void)expect_path(GetModuleHandle(TEXT("advapi32.dll")), "libopenperflib-compat.so");
  (void)expect_path(GetModuleHandle(TEXT("kernel32.dll")), "libopenperflib-windows.so");
  dlclose(library);
  dlclose(program);
}

static void environment_is_put_in(void) {
  char text[32] = "untouched";
  WCHAR wide[32];
  setenv("OPENPERFLIB_TEST", "value", 1);
  CHECK_EQ(ExpandEnvironmentStringsA("a%OPENPERFLIB_TEST%b", text, 32), 8);
  CHECK_EQ(strcmp(text, "avalueb"), 0);
  CHECK_EQ(ExpandEnvironmentStringsA("%OPENPERFLIB_NONE% 50% %%", text, 32), 26);
  CHECK_EQ(ExpandEnvironmentStringsA("%OPENPERFLIB_TEST%", text, 5), 6);
  CHECK_EQ(ExpandEnvironmentStringsA("%OPENPERFLIB_TEST%", NULL, 0), 6);
  CHECK_EQ(strcmp(text, "%OPENPERFLIB_NONE% 50% %%"), 0);
  CHECK_EQ(ExpandEnvironmentStringsW(WIDE("%OPENPERFLIB_TEST%"), wide, 32), 6);
  CHECK_EQ(lstrcmpW(wide, WIDE("value")), 0);
  CHECK_EQ(ExpandEnvironmentStringsA(NULL, text, 32), 0);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
}

static void event_sources(void) {
  CHECK(RegisterEventSourceA(NULL, NULL) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK(RegisterEventSourceA("\\\\elsewhere", "source") == NULL);
  CHECK_EQ(GetLastError(), RPC_S_SERVER_UNAVAILABLE);
  CHECK_EQ(DeregisterEventSource(NULL), FALSE);
  CHECK_EQ(ReportEventA(NULL, EVENTLOG_ERROR_TYPE, 0, 1, NULL, 0, 0, NULL, NULL), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  HANDLE source = RegisterEventSource(NULL, TEXT("source"));
  CHECK(source != NULL);
  CHECK_EQ(ReportEvent(source, EVENTLOG_ERROR_TYPE, 0, 1, NULL, 1, 0, NULL, NULL), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(DeregisterEventSource(source), TRUE);
}

int main(void) {
  codes_have_texts();
  codes_of_pdh_have_texts();
  wrong_arguments_of_messages();
  inserts_are_filled_in();
  computer_name_and_its_room();
  program_and_process();
  paths_of_modules();
  environment_is_put_in();
  event_sources();
  return finish("system");
}

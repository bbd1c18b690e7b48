/* The keys of registered services: created, written in all types, listed, read back and removed, as
   an installer does it; rights; what another process sees. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/wait.h>
#include <unistd.h>
#include <winreg.h>

#include "check.h"

#define PERFLIB "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib"
#define SERVICES "SYSTEM\\CurrentControlSet\\Services"
#define DISQUE SERVICES "\\Disque"

static HKEY create(const char* path, DWORD expected) {
  HKEY key = NULL;
  DWORD disposition = UNTOUCHED;
  CHECK_EQ(RegCreateKeyExA(HKEY_LOCAL_MACHINE, path, 0, NULL, REG_OPTION_NON_VOLATILE,
                           KEY_ALL_ACCESS, NULL, &key, &disposition),
           ERROR_SUCCESS);
  CHECK_EQ(disposition, expected);
  return key;
}

static void keys_are_created_once(void) {
  HKEY key = create(DISQUE "\\Performance", REG_CREATED_NEW_KEY);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  key = create("system\\currentcontrolset\\services\\DISQUE", REG_OPENED_EXISTING_KEY);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  key = create(DISQUE "\\Linkage", REG_CREATED_NEW_KEY);
  CHECK_EQ(RegFlushKey(key), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void only_keys_of_services_are_created(void) {
  const char* const paths[] = {"SOFTWARE\\Nobody", PERFLIB "\\010", DISQUE "\\Parameters",
                               DISQUE "\\Linkage\\More", SERVICES "\\PerfProc\\Linkage"};
  for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i) {
    HKEY key = (HKEY)&failures;
    CHECK_EQ(RegCreateKeyA(HKEY_LOCAL_MACHINE, paths[i], &key), ERROR_ACCESS_DENIED);
    CHECK(key == (HKEY)&failures);
  }
}

/* A path of which the last key may not be created leaves none of those above it, and a value that
   is refused leaves no key. */
static void refused_creations_leave_nothing(void) {
  const char* const paths[] = {SERVICES "\\Partly\\Performance\\More",
                               SERVICES "\\Partly\\Parameters", SERVICES "\\Partly\\\\Performance"};
  const DWORD too_large = (1u << 20) + 1;
  BYTE* data = (BYTE*)calloc(too_large, 1);
  HKEY key = NULL;
  for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i) {
    CHECK_EQ(RegCreateKeyA(HKEY_LOCAL_MACHINE, paths[i], &key), ERROR_ACCESS_DENIED);
    CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, paths[i], "x", REG_SZ, "", 1),
             ERROR_ACCESS_DENIED);
    CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\Partly", &key), ERROR_FILE_NOT_FOUND);
  }
  CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, SERVICES "\\Partly\\Performance", "x", REG_BINARY,
                           data, too_large),
           ERROR_INVALID_PARAMETER);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\Partly", &key), ERROR_FILE_NOT_FOUND);
  free(data);
}

static void texts_have_the_encoding_of_the_function(void) {
  HKEY key = create(DISQUE "\\Performance", REG_OPENED_EXISTING_KEY);
  char narrow[64];
  WCHAR wide[64];
  DWORD type = 0, size = sizeof(narrow);
  CHECK_EQ(RegSetValueExA(key, "Library", 0, REG_SZ, (const BYTE*)"/opt/d\xC3\xA4.so", 12),
           ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(key, "library", NULL, &type, (LPBYTE)narrow, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_SZ);
  CHECK_EQ(size, 12);
  CHECK(memcmp(narrow, "/opt/d\xC3\xA4.so", 12) == 0);
  size = sizeof(wide);
  CHECK_EQ(RegQueryValueExW(key, WIDE("Library"), NULL, &type, (LPBYTE)wide, &size), ERROR_SUCCESS);
  CHECK_EQ(size, 22);
  CHECK(wide[5] == 'd' && wide[6] == 0xE4 && wide[10] == 0);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void every_type_is_kept_as_it_is(void) {
  const DWORD types[] = {REG_NONE, REG_BINARY, REG_DWORD, REG_DWORD_BIG_ENDIAN, REG_QWORD, 77};
  const BYTE data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  HKEY key = create(DISQUE, REG_OPENED_EXISTING_KEY);
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) {
    BYTE back[8] = {0};
    DWORD type = UNTOUCHED, size = sizeof(back);
    CHECK_EQ(RegSetValueExW(key, WIDE("Any"), 0, types[i], data, (DWORD)i), ERROR_SUCCESS);
    CHECK_EQ(RegQueryValueExW(key, WIDE("any"), NULL, &type, back, &size), ERROR_SUCCESS);
    CHECK_EQ(type, types[i]);
    CHECK_EQ(size, i);
    CHECK(memcmp(back, data, i) == 0);
  }
  CHECK_EQ(RegDeleteValueA(key, "ANY"), ERROR_SUCCESS);
  CHECK_EQ(RegDeleteValueA(key, "Any"), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void keys_and_values_are_listed(void) {
  HKEY key = create(DISQUE, REG_OPENED_EXISTING_KEY);
  DWORD subkeys = 0, longest = 0, values = 0, size = 16;
  char name[16];
  CHECK_EQ(RegSetKeyValueA(key, "Linkage", "Export", REG_MULTI_SZ, "a\0b\0", 5), ERROR_SUCCESS);
  CHECK_EQ(RegQueryInfoKeyA(key, NULL, NULL, NULL, &subkeys, &longest, NULL, &values, NULL, NULL,
                            NULL, NULL),
           ERROR_SUCCESS);
  CHECK_EQ(subkeys, 2);
  CHECK_EQ(longest, strlen("Performance"));
  CHECK_EQ(values, 0);
  CHECK_EQ(RegEnumKeyExA(key, 1, name, &size, NULL, NULL, NULL, NULL), ERROR_SUCCESS);
  CHECK(strcmp(name, "Linkage") == 0 && size == 7);
  CHECK_EQ(RegEnumKeyA(key, 2, name, 16), ERROR_NO_MORE_ITEMS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, SERVICES, &key), ERROR_SUCCESS);
  CHECK_EQ(RegEnumKeyA(key, 1, name, 16), ERROR_SUCCESS);
  CHECK(strcmp(name, "Disque") == 0);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void rights_are_enforced(void) {
  const DWORD one = 1;
  HKEY reader = NULL, writer = NULL, none = NULL;
  DWORD size = 0;
  char name[16];
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, DISQUE, 0, KEY_READ, &reader), ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExA(reader, "x", 0, REG_DWORD, (const BYTE*)&one, 4), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegDeleteValueA(reader, "x"), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegCreateKeyA(reader, "Performance", &none), ERROR_SUCCESS); /* it exists */
  CHECK_EQ(RegCloseKey(none), ERROR_SUCCESS);
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, DISQUE, 0, KEY_SET_VALUE, &writer), ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExA(writer, "x", 0, REG_DWORD, (const BYTE*)&one, 4), ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(writer, "x", NULL, NULL, NULL, &size), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegEnumKeyA(writer, 0, name, 16), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegDeleteValueA(writer, "x"), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(writer), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(reader), ERROR_SUCCESS);
}

static void settings_of_perflib(void) {
  const DWORD level = 1;
  DWORD back = UNTOUCHED, size = sizeof(back);
  HKEY key = NULL;
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB, &key), ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExA(key, "ExtCounterTestLevel", 0, REG_DWORD, (const BYTE*)&level, 4),
           ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(key, "extcountertestlevel", NULL, NULL, (LPBYTE)&back, &size),
           ERROR_SUCCESS);
  CHECK_EQ(back, 1);
  CHECK_EQ(RegSetValueExA(key, "Anything", 0, REG_DWORD, (const BYTE*)&level, 4),
           ERROR_ACCESS_DENIED);
  CHECK_EQ(RegDeleteValueA(key, "Base Index"), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegDeleteValueA(key, "ExtCounterTestLevel"), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static DWORD format_in_this_process(void) {
  DWORD number = UNTOUCHED, size = sizeof(number);
  HKEY key = NULL;
  if (RegOpenKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\PerfProc\\Performance", &key) != 0) return 0;
  if (RegQueryValueExA(key, "ProcessNameFormat", NULL, NULL, (LPBYTE)&number, &size) != 0) return 0;
  RegCloseKey(key);
  return number;
}

/* `argument` is set in the second process of this program. */
static void other_processes_see_it(const char* program) {
  const DWORD two = 2, one = 1;
  int status = 0;
  HKEY key = NULL;
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\PerfProc\\Performance", &key),
           ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_DWORD, (const BYTE*)&two, 4),
           ERROR_SUCCESS);
  const pid_t child = fork();
  if (child == 0) {
    execl(program, program, "other", (char*)NULL);
    _exit(99);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_EQ(WEXITSTATUS(status), 2);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_DWORD, (const BYTE*)&one, 4),
           ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void removed_keys_are_gone(void) {
  HKEY service = create(DISQUE, REG_OPENED_EXISTING_KEY);
  HKEY below = NULL;
  DWORD size = 0;
  CHECK_EQ(RegDeleteKeyA(HKEY_LOCAL_MACHINE, DISQUE), ERROR_ACCESS_DENIED); /* keys below it */
  CHECK_EQ(RegDeleteKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\PerfProc"), ERROR_ACCESS_DENIED);
  CHECK_EQ(RegDeleteKeyA(HKEY_LOCAL_MACHINE, SERVICES "\\Nobody"), ERROR_FILE_NOT_FOUND);
  CHECK_EQ(RegOpenKeyA(service, "Performance", &below), ERROR_SUCCESS);
  CHECK_EQ(RegDeleteKeyExW(service, WIDE("Linkage"), KEY_WOW64_64KEY, 0), ERROR_SUCCESS);
  CHECK_EQ(RegDeleteTreeA(HKEY_LOCAL_MACHINE, DISQUE), ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(below, "Library", NULL, NULL, NULL, &size), ERROR_KEY_DELETED);
  CHECK_EQ(RegSetValueExA(service, "x", 0, REG_SZ, (const BYTE*)"", 1), ERROR_KEY_DELETED);
  CHECK_EQ(RegCloseKey(below), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(service), ERROR_SUCCESS);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, DISQUE, &below), ERROR_FILE_NOT_FOUND);
}

int main(int argc, char** argv) {
  if (argc > 1) return (int)format_in_this_process();
  keys_are_created_once();
  only_keys_of_services_are_created();
  refused_creations_leave_nothing();
  texts_have_the_encoding_of_the_function();
  every_type_is_kept_as_it_is();
  keys_and_values_are_listed();
  rights_are_enforced();
  settings_of_perflib();
  other_processes_see_it(argv[0]);
  removed_keys_are_gone();
  return finish("registry_services");
}

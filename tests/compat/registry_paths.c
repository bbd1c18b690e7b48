/* The keys below HKEY_LOCAL_MACHINE, the values that can be written, and the registry of this
   computer opened by its name. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* gethostname, memmem, readlink */
#endif
#include <unistd.h>
#include <winreg.h>

#include "check.h"

#define PERFLIB "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib"
#define VERSION "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion"
#define PRODUCT "SYSTEM\\CurrentControlSet\\Control\\ProductOptions"
#define SERVICES "SYSTEM\\CurrentControlSet\\Services"
#define PERFPROC SERVICES "\\PerfProc\\Performance"

static LSTATUS open_both(HKEY from, const char* path, HKEY* opened) {
  WCHAR wide[256];
  HKEY other = NULL;
  const LSTATUS code = RegOpenKeyExA(from, path, 0, KEY_READ, opened);
  CHECK_EQ(RegOpenKeyExW(from, widen(path, wide), 0, KEY_READ, &other), code);
  CHECK_EQ(RegOpenKeyA(from, path, &other), code);
  return code;
}

static void performance_keys_are_themselves(void) {
  const struct {
    const char* path;
    HKEY key;
  } rows[] = {
      {PERFLIB "\\009", HKEY_PERFORMANCE_TEXT},
      {"software\\MICROSOFT\\windows nt\\currentversion\\PERFLIB\\009\\", HKEY_PERFORMANCE_TEXT},
      {PERFLIB "\\CurrentLanguage", HKEY_PERFORMANCE_NLSTEXT},
      {PERFLIB "\\CURRENTLANGUAGE", HKEY_PERFORMANCE_NLSTEXT},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    HKEY opened = NULL;
    CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, rows[i].path, &opened), ERROR_SUCCESS);
    CHECK(opened == rows[i].key);
    CHECK_EQ(RegCloseKey(opened), ERROR_SUCCESS);
  }
}

static void keys_that_are_not_there(void) {
  const struct {
    const char* path;
    LSTATUS code;
  } rows[] = {
      {PERFLIB "\\007", 2},    {PERFLIB "\\009\\x", 2},     {SERVICES "\\Tcpip\\Performance", 2},
      {"Software\\Nobody", 2}, {PERFLIB "\\\\009", 2},      {"\\" PERFLIB, 161},
      {"SOFTWARE\\Micro", 2},  {"SOFTWARE\\Microsoft2", 2}, {SERVICES "\\PerfProc\\Linkage", 2},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    HKEY opened = (HKEY)&failures;
    CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, rows[i].path, &opened), rows[i].code);
    CHECK(opened == (HKEY)&failures);
  }
}

static DWORD number_of(HKEY key, const char* name) {
  DWORD number = UNTOUCHED, size = sizeof(number), type = 0;
  CHECK_EQ(RegQueryValueExA(key, name, NULL, &type, (LPBYTE)&number, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_DWORD);
  CHECK_EQ(size, 4);
  return number;
}

/* The highest index of a table of titles. */
static DWORD last_index_of(const char* table) {
  unsigned char* buffer = new_buffer();
  DWORD size = ROOM;
  long last = 0;
  CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_DATA, table, NULL, NULL, buffer, &size),
           ERROR_SUCCESS);
  for (const char* at = (const char*)buffer; *at != 0; at += strlen(at) + 1) {
    last = strtol(at, NULL, 10);
    at += strlen(at) + 1;
  }
  free(buffer);
  return (DWORD)last;
}

static void values_of_perflib(void) {
  HKEY key = NULL;
  DWORD number = UNTOUCHED, size = 3, type = UNTOUCHED, values = 0, subkeys = 0, longest = 0;
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, PERFLIB, &key), ERROR_SUCCESS);
  CHECK_EQ(number_of(key, "Base Index"), 1847);
  CHECK_EQ(number_of(key, "last counter"), last_index_of("Counter 009"));
  CHECK(number_of(key, "Last Help") >= last_index_of("Help 009"));
  CHECK_EQ(number_of(key, "Last Help"), number_of(key, "Last Counter") + 1);
  CHECK_EQ(number_of(key, "Version"), 0x10001);
  CHECK_EQ(number_of(key, "Supports Metadata"), 1);
  CHECK_EQ(RegQueryValueExA(key, "Base Index", NULL, &type, (LPBYTE)&number, &size), 234);
  CHECK_EQ(size, 4);
  CHECK(number == UNTOUCHED && type == UNTOUCHED);
  CHECK_EQ(RegQueryValueExA(key, "No such value", NULL, NULL, NULL, &size), 2);
  CHECK_EQ(RegQueryValueExA(key, NULL, NULL, NULL, NULL, &size), 2);
  CHECK_EQ(RegQueryInfoKeyA(key, NULL, NULL, NULL, &subkeys, &longest, NULL, &values, NULL, NULL,
                            NULL, NULL),
           ERROR_SUCCESS);
  CHECK_EQ(values, 5);
  CHECK_EQ(subkeys, 3); /* 009, CurrentLanguage, _V2Providers */
  CHECK_EQ(longest, strlen("CurrentLanguage"));
  CHECK_EQ(RegSetValueExA(key, "Base Index", 0, REG_DWORD, (const BYTE*)&number, 4), 5);
  CHECK_EQ(RegSetValueA(key, NULL, REG_SZ, "x", 1), 5);
  CHECK_EQ(RegSetKeyValueA(key, NULL, "x", REG_DWORD, &number, 4), 5);
  CHECK_EQ(number_of(key, "Base Index"), 1847);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), 6);
}

static void expect_text(HKEY key, const char* name, const char* wanted) {
  char text[16] = "";
  WCHAR wide_name[32], wide[16], wide_wanted[16];
  DWORD size = sizeof(text), type = 0;
  const size_t length = strlen(wanted) + 1;
  CHECK_EQ(RegQueryValueExA(key, name, NULL, &type, (LPBYTE)text, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_SZ);
  CHECK_EQ(size, length);
  CHECK_EQ(strcmp(text, wanted), 0);
  size = sizeof(wide);
  CHECK_EQ(RegQueryValueExW(key, widen(name, wide_name), NULL, &type, (LPBYTE)wide, &size),
           ERROR_SUCCESS);
  CHECK_EQ(size, length * sizeof(WCHAR));
  CHECK_EQ(memcmp(wide, widen(wanted, wide_wanted), length * sizeof(WCHAR)), 0);
  size = 2;
  CHECK_EQ(RegQueryValueExA(key, name, NULL, NULL, (LPBYTE)text, &size), 234);
  CHECK_EQ(size, length);
}

/* Expects that the key lists exactly these values, and reports their number and lengths. */
static void expect_list(HKEY key, const char* const* names, const DWORD* types, DWORD count) {
  char name[64];
  BYTE data[32];
  DWORD longest = 0, largest = 0;
  for (DWORD i = 0; i < count; ++i) {
    DWORD size = sizeof(name), type = 0, data_size = sizeof(data);
    CHECK_EQ(RegEnumValueA(key, i, name, &size, NULL, &type, data, &data_size), ERROR_SUCCESS);
    CHECK(strcmp(name, names[i]) == 0 && size == strlen(name));
    CHECK_EQ(type, types[i]);
    if (size > longest) longest = size;
    if (data_size > largest) largest = data_size;
  }
  DWORD size = sizeof(name), values = 0, longest_of_key = 0, largest_of_key = 0;
  CHECK_EQ(RegEnumValueA(key, count, name, &size, NULL, NULL, NULL, NULL), 259);
  CHECK_EQ(RegQueryInfoKeyA(key, NULL, NULL, NULL, NULL, NULL, NULL, &values, &longest_of_key,
                            &largest_of_key, NULL, NULL),
           ERROR_SUCCESS);
  CHECK_EQ(values, count);
  CHECK_EQ(longest_of_key, longest);
  CHECK_EQ(largest_of_key, largest);
}

static void version_of_windows(void) {
  const char* const names[] = {"CurrentVersion", "CurrentBuild", "CurrentBuildNumber",
                               "CurrentMajorVersionNumber", "CurrentMinorVersionNumber"};
  const DWORD types[] = {REG_SZ, REG_SZ, REG_SZ, REG_DWORD, REG_DWORD};
  const DWORD number = 11;
  HKEY key = NULL;
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, VERSION, &key), ERROR_SUCCESS);
  expect_text(key, "CurrentVersion", "6.3"); /* as on Windows 10 and 11 */
  expect_text(key, "CurrentBuild", "19041");
  expect_text(key, "currentbuildnumber", "19041");
  CHECK_EQ(number_of(key, "CurrentMajorVersionNumber"), 10);
  CHECK_EQ(number_of(key, "CurrentMinorVersionNumber"), 0);
  expect_list(key, names, types, 5);
  CHECK_EQ(RegSetValueExA(key, "CurrentBuild", 0, REG_SZ, (const BYTE*)"1", 2), 5);
  CHECK_EQ(RegSetValueExA(key, "CurrentMajorVersionNumber", 0, REG_DWORD, (const BYTE*)&number, 4),
           5);
  CHECK_EQ(RegDeleteValueA(key, "CurrentVersion"), 5);
  CHECK_EQ(RegDeleteKeyValueA(HKEY_LOCAL_MACHINE, VERSION, "CurrentBuild"), 5);
  expect_text(key, "CurrentBuild", "19041");
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void type_of_the_product(void) {
  const char* const names[] = {"ProductType"};
  const DWORD types[] = {REG_SZ};
  HKEY key = NULL;
  char name[32];
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, PRODUCT, &key), ERROR_SUCCESS);
  expect_text(key, "ProductType", "WinNT");
  expect_list(key, names, types, 1);
  CHECK_EQ(RegSetValueExA(key, "ProductType", 0, REG_SZ, (const BYTE*)"x", 2), 5);
  CHECK_EQ(RegDeleteKeyA(HKEY_LOCAL_MACHINE, PRODUCT), 5);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, "SYSTEM\\CurrentControlSet", &key), ERROR_SUCCESS);
  CHECK_EQ(RegEnumKeyA(key, 0, name, 32), ERROR_SUCCESS);
  CHECK(strcmp(name, "Control") == 0);
  CHECK_EQ(RegEnumKeyA(key, 1, name, 32), ERROR_SUCCESS);
  CHECK(strcmp(name, "Services") == 0);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void lists_of_a_key(void) {
  HKEY services = NULL, perflib = NULL;
  char name[32];
  WCHAR wide[16];
  DWORD size = 32, type = 0;
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, SERVICES, &services), ERROR_SUCCESS);
  CHECK_EQ(RegEnumKeyA(services, 0, name, 32), ERROR_SUCCESS);
  CHECK(strcmp(name, "PerfProc") == 0);
  CHECK_EQ(RegEnumKeyA(services, 1, name, 32), 259);
  CHECK_EQ(RegEnumKeyA(HKEY_LOCAL_MACHINE, 0, name, 32), ERROR_SUCCESS);
  CHECK(strcmp(name, "SOFTWARE") == 0);
  CHECK_EQ(RegEnumKeyA(HKEY_LOCAL_MACHINE, 1, name, 32), ERROR_SUCCESS);
  CHECK(strcmp(name, "SYSTEM") == 0);
  CHECK_EQ(RegEnumKeyA(HKEY_LOCAL_MACHINE, 2, name, 32), 259);
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, PERFLIB, &perflib), ERROR_SUCCESS);
  CHECK_EQ(RegEnumKeyExW(perflib, 1, wide, &size, NULL, NULL, NULL, NULL), ERROR_SUCCESS);
  CHECK_EQ(size, strlen("CurrentLanguage"));
  size = 15;
  wide[0] = 7;
  CHECK_EQ(RegEnumKeyExW(perflib, 1, wide, &size, NULL, NULL, NULL, NULL), 234);
  CHECK(size == 15 && wide[0] == 7);
  size = 32;
  CHECK_EQ(RegEnumValueA(perflib, 0, name, &size, NULL, &type, NULL, NULL), ERROR_SUCCESS);
  CHECK(strcmp(name, "Base Index") == 0 && type == REG_DWORD && size == 10);
  CHECK_EQ(RegEnumValueA(perflib, 5, name, &size, NULL, &type, NULL, NULL), 259);
  CHECK_EQ(RegCloseKey(perflib), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(services), ERROR_SUCCESS);
}

static void keys_relative_to_keys(void) {
  HKEY software = NULL, text = NULL, same = NULL;
  CHECK_EQ(open_both(HKEY_LOCAL_MACHINE, "SOFTWARE", &software), ERROR_SUCCESS);
  CHECK_EQ(open_both(software, "Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009", &text), 0);
  CHECK(text == HKEY_PERFORMANCE_TEXT);
  CHECK_EQ(RegOpenKeyExA(software, NULL, 0, KEY_READ, &same), ERROR_SUCCESS);
  CHECK(same != software);
  CHECK_EQ(RegCloseKey(software), ERROR_SUCCESS);
  CHECK_EQ(open_both(same, "Microsoft", &text), ERROR_SUCCESS);
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "", 0, KEY_READ, &same), ERROR_SUCCESS);
  CHECK(same == HKEY_LOCAL_MACHINE);
}

/* Whether an instance of Process has this program's name, followed by `tail`. */
static int is_instance(const char* tail) {
  char path[400] = {0}, name[450];
  WCHAR wide[450];
  unsigned char* buffer = new_buffer();
  DWORD size = ROOM;
  CHECK(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
  snprintf(name, sizeof(name), "%s%s", strrchr(path, '/') + 1, tail);
  widen(name, wide);
  CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "230", NULL, NULL, buffer, &size), 0);
  const int found = memmem(buffer, size, wide, (strlen(name) + 1) * sizeof(WCHAR)) != NULL;
  free(buffer);
  return found;
}

static LSTATUS set_number(HKEY key, const char* name, DWORD number) {
  return RegSetValueExA(key, name, 0, REG_DWORD, (const BYTE*)&number, sizeof(number));
}

static void names_with_ids(void) {
  const DWORD two = 2;
  char with_id[16];
  HKEY key = NULL;
  snprintf(with_id, sizeof(with_id), "_%ld", (long)getpid());
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, PERFPROC, 0, KEY_READ | KEY_WRITE, &key),
           ERROR_SUCCESS);
  CHECK_EQ(number_of(key, "ProcessNameFormat"), 1);
  CHECK_EQ(number_of(key, "ThreadNameFormat"), 1);
  CHECK(is_instance("") && !is_instance(with_id));
  CHECK_EQ(set_number(key, "PROCESSNAMEFORMAT", 2), ERROR_SUCCESS);
  CHECK_EQ(number_of(key, "ProcessNameFormat"), 2);
  CHECK_EQ(number_of(key, "ThreadNameFormat"), 1);
  CHECK(is_instance(with_id) && !is_instance(""));
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  CHECK(is_instance(with_id)); /* the setting still applies */
  CHECK_EQ(RegSetKeyValueW(HKEY_LOCAL_MACHINE,
                           WIDE("system\\CurrentControlSet\\Services\\PerfProc\\Performance"),
                           WIDE("ThreadNameFormat"), REG_DWORD, &two, sizeof(two)),
           ERROR_SUCCESS);
  CHECK_EQ(number_of(key, "ThreadNameFormat"), 2);
  CHECK_EQ(set_number(key, "ProcessNameFormat", 1), ERROR_SUCCESS);
  CHECK_EQ(set_number(key, "ThreadNameFormat", 1), ERROR_SUCCESS);
  CHECK(is_instance("") && !is_instance(with_id));
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  CHECK_EQ(set_number(key, "ProcessNameFormat", 2), 6);
}

static void what_cannot_be_written(void) {
  const DWORD two = 2;
  HKEY key = NULL;
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, PERFPROC, 0, KEY_READ | KEY_WRITE, &key),
           ERROR_SUCCESS);
  CHECK_EQ(set_number(key, "ProcessNameFormat", 0), 87);
  CHECK_EQ(set_number(key, "ProcessNameFormat", 3), 87);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_BINARY, (const BYTE*)&two, 4), 87);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_DWORD, (const BYTE*)&two, 3), 87);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_DWORD, NULL, 4), 87);
  CHECK_EQ(RegSetValueExA(key, "ProcessNameFormat", 0, REG_DWORD, NULL, 0), 87);
  CHECK_EQ(RegSetValueExW(key, WIDE("ProcessNameFormat"), 1, REG_DWORD, (const BYTE*)&two, 4), 87);
  CHECK_EQ(set_number(key, "Disable Performance Counters", 1), 5);
  CHECK_EQ(set_number(key, NULL, 2), 5);
  CHECK_EQ(RegSetKeyValueA(key, "x", "ProcessNameFormat", REG_DWORD, &two, 4), 5);
  CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, SERVICES, "ProcessNameFormat", REG_DWORD, &two, 4),
           5);
  CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, PERFLIB "\\009", "Counter", REG_DWORD, &two, 4), 5);
  CHECK_EQ(RegSetValueA(HKEY_LOCAL_MACHINE, PERFPROC, REG_SZ, "2", 1), 5);
  CHECK_EQ(number_of(key, "ProcessNameFormat"), 1);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
}

static void machines_by_name(void) {
  char name[300] = "\\\\";
  char other[310];
  HKEY key = NULL;
  gethostname(name + 2, sizeof(name) - 3);
  CHECK_EQ(RegConnectRegistryA(NULL, HKEY_PERFORMANCE_DATA, &key), ERROR_SUCCESS);
  CHECK(key == HKEY_PERFORMANCE_DATA);
  CHECK_EQ(RegConnectRegistryA(name, HKEY_PERFORMANCE_TEXT, &key), ERROR_SUCCESS);
  CHECK(key == HKEY_PERFORMANCE_TEXT);
  CHECK_EQ(RegConnectRegistryA(name + 2, HKEY_LOCAL_MACHINE, &key), ERROR_SUCCESS);
  CHECK(key == HKEY_LOCAL_MACHINE);
  CHECK_EQ(RegConnectRegistryW(WIDE(""), HKEY_PERFORMANCE_NLSTEXT, &key), ERROR_SUCCESS);
  CHECK(key == HKEY_PERFORMANCE_NLSTEXT);
  snprintf(other, sizeof(other), "%s-other", name);
  CHECK_EQ(RegConnectRegistryA(other, HKEY_PERFORMANCE_DATA, &key), 53);
  CHECK_EQ(RegConnectRegistryW(WIDE("\\\\db17"), HKEY_LOCAL_MACHINE, &key), 53);
  CHECK(key == HKEY_PERFORMANCE_NLSTEXT);
}

int main(void) {
  performance_keys_are_themselves();
  keys_that_are_not_there();
  values_of_perflib();
  version_of_windows();
  type_of_the_product();
  lists_of_a_key();
  keys_relative_to_keys();
  names_with_ids();
  what_cannot_be_written();
  machines_by_name();
  return finish("registry_paths");
}

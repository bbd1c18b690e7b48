/* Every wrong argument gives the documented code and changes no output. */
#include <winperf.h>
#include <winreg.h>

#include "check.h"

#define DATA HKEY_PERFORMANCE_DATA
#define LONG_NAME 65536u /* bytes */

static HKEY closed_handle(void) {
  HKEY key = NULL;
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE", 0, KEY_READ, &key), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  return key;
}

static void handles_that_are_not_open(void) {
  const HKEY keys[] = {NULL,
                       (HKEY)(intptr_t)-1,
                       (HKEY)(uintptr_t)0x80000001u,
                       (HKEY)(uintptr_t)0x50u,
                       (HKEY)(uintptr_t)0x7FFFFFFCu,
                       closed_handle()};
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); ++i) {
    unsigned char buffer[64];
    char name[16];
    WCHAR wide[16];
    DWORD type = UNTOUCHED, size = 64, name_size = 16, number = UNTOUCHED;
    LONG signed_size = 64;
    HKEY opened = (HKEY)&failures;
    memset(buffer, 0xAA, sizeof(buffer));
    CHECK_EQ(RegQueryValueExW(keys[i], WIDE("Global"), NULL, &type, buffer, &size), 6);
    CHECK_EQ(RegQueryValueExA(keys[i], "Counter", NULL, &type, buffer, &size), 6);
    CHECK_EQ(RegEnumValueA(keys[i], 0, name, &name_size, NULL, &type, buffer, &size), 6);
    CHECK_EQ(RegEnumKeyA(keys[i], 0, name, 16), 6);
    CHECK_EQ(RegEnumKeyExW(keys[i], 0, wide, &name_size, NULL, NULL, NULL, NULL), 6);
    CHECK_EQ(RegQueryInfoKeyW(keys[i], NULL, NULL, NULL, &number, NULL, NULL, &number, NULL, NULL,
                              NULL, NULL),
             6);
    CHECK_EQ(RegOpenKeyA(keys[i], "x", &opened), 6);
    CHECK_EQ(RegOpenKeyExW(keys[i], NULL, 0, KEY_READ, &opened), 6);
    CHECK_EQ(RegConnectRegistryA(NULL, keys[i], &opened), 6);
    CHECK_EQ(RegQueryValueA(keys[i], NULL, name, &signed_size), 6);
    CHECK_EQ(RegSetValueExA(keys[i], "x", 0, REG_SZ, buffer, 1), 6);
    CHECK_EQ(RegSetKeyValueW(keys[i], NULL, NULL, REG_SZ, buffer, 2), 6);
    CHECK_EQ(RegCloseKey(keys[i]), 6);
    CHECK(type == UNTOUCHED && size == 64 && name_size == 16 && number == UNTOUCHED);
    CHECK(opened == (HKEY)&failures && is_untouched(buffer, 64) && signed_size == 64);
  }
}

static void pointers_that_are_null(void) {
  unsigned char buffer[64];
  char name[16] = "before";
  WCHAR class_name[4];
  DWORD type = UNTOUCHED, size = 64, name_size = 16;
  memset(buffer, 0xAA, sizeof(buffer));
  CHECK_EQ(RegQueryValueExA(DATA, "Global", NULL, &type, buffer, NULL), 87);
  CHECK_EQ(RegQueryValueExW(DATA, WIDE("Counter"), NULL, &type, buffer, NULL), 87);
  CHECK_EQ(RegQueryValueExA(DATA, "Counter", &size, &type, buffer, &size), 87); /* reserved */
  CHECK_EQ(RegEnumValueA(DATA, 0, NULL, &name_size, NULL, &type, buffer, &size), 87);
  CHECK_EQ(RegEnumValueA(DATA, 0, name, NULL, NULL, &type, buffer, &size), 87);
  CHECK_EQ(RegEnumValueA(DATA, 0, name, &name_size, &size, &type, buffer, &size), 87);
  CHECK_EQ(RegEnumValueA(DATA, 0, name, &name_size, NULL, &type, buffer, NULL), 87);
  CHECK_EQ(RegEnumKeyA(HKEY_LOCAL_MACHINE, 0, NULL, 16), 87);
  CHECK_EQ(RegEnumKeyExA(HKEY_LOCAL_MACHINE, 0, name, NULL, NULL, NULL, NULL, NULL), 87);
  CHECK_EQ(RegEnumKeyExW(HKEY_LOCAL_MACHINE, 0, class_name, &size, NULL, class_name, NULL, NULL),
           87);
  CHECK_EQ(RegQueryInfoKeyW(DATA, class_name, NULL, NULL, &type, NULL, NULL, NULL, NULL, NULL, NULL,
                            NULL),
           87);
  CHECK_EQ(
      RegQueryInfoKeyA(DATA, NULL, NULL, &size, &type, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      87);
  CHECK_EQ(RegOpenKeyExA(DATA, "x", 0, KEY_READ, NULL), 87);
  CHECK_EQ(RegOpenKeyW(HKEY_LOCAL_MACHINE, NULL, NULL), 87);
  CHECK_EQ(RegConnectRegistryW(NULL, DATA, NULL), 87);
  CHECK(type == UNTOUCHED && size == 64 && name_size == 16 && is_untouched(buffer, 64));
  CHECK(strcmp(name, "before") == 0);
}

static void sizes_below_zero(void) {
  unsigned char* buffer = new_buffer();
  char text[8] = "before";
  LONG size = -1;
  DWORD largest = (DWORD)-1; /* for a caller that claims unlimited room */
  CHECK_EQ(RegQueryValueA(DATA, NULL, text, &size), 6);
  CHECK_EQ(RegQueryValueA(HKEY_LOCAL_MACHINE, NULL, text, &size), 2);
  CHECK(size == -1 && strcmp(text, "before") == 0);
  CHECK_EQ(RegQueryValueExA(DATA, "Counter", NULL, NULL, buffer, &largest), ERROR_SUCCESS);
  CHECK(largest > 1000 && largest < ROOM);
  free(buffer);
}

/* `first`, followed by `filler` up to 64 KiB. */
static void names_of_64_kib(const char* first, char filler, DWORD objects) {
  unsigned char* buffer = new_buffer();
  char* narrow = (char*)malloc(LONG_NAME);
  WCHAR* wide = (WCHAR*)malloc(LONG_NAME * sizeof(WCHAR));
  DWORD size = ROOM;
  PERF_DATA_BLOCK header;
  if (narrow == NULL || wide == NULL) exit(2);
  memset(narrow, filler, LONG_NAME);
  memcpy(narrow, first, strlen(first));
  narrow[LONG_NAME - 1] = 0;
  widen(narrow, wide);
  CHECK_EQ(RegQueryValueExA(DATA, narrow, NULL, NULL, buffer, &size), ERROR_SUCCESS);
  memcpy(&header, buffer, sizeof(header));
  if (objects != UNTOUCHED) CHECK_EQ(header.NumObjectTypes, objects);
  size = ROOM;
  CHECK_EQ(RegQueryValueExW(DATA, wide, NULL, NULL, buffer, &size), ERROR_SUCCESS);
  size = ROOM;
  CHECK_EQ(RegQueryValueExW(HKEY_PERFORMANCE_TEXT, wide, NULL, NULL, buffer, &size), ERROR_SUCCESS);
  HKEY opened = (HKEY)&failures;
  CHECK_EQ(RegOpenKeyExW(HKEY_LOCAL_MACHINE, wide, 0, KEY_READ, &opened), 2);
  CHECK_EQ(RegConnectRegistryA(narrow, DATA, &opened), 53);
  CHECK(opened == (HKEY)&failures);
  free(narrow);
  free(wide);
  free(buffer);
}

static void names_that_are_no_text(void) {
  const WCHAR high[] = {'2', ' ', 0xD800, ' ', '4', 0};
  const WCHAR low[] = {'C', 'o', 'u', 'n', 't', 'e', 'r', ' ', 0xDC00, 0};
  const WCHAR ends_early[] = {'4', 0, ' ', '2', 0};
  unsigned char* buffer = new_buffer();
  PERF_DATA_BLOCK header;
  DWORD size = ROOM, type = 0;
  CHECK_EQ(RegQueryValueExW(DATA, high, NULL, NULL, buffer, &size), ERROR_SUCCESS);
  memcpy(&header, buffer, sizeof(header));
  CHECK_EQ(header.NumObjectTypes, 2);
  size = ROOM;
  CHECK_EQ(RegQueryValueExW(DATA, low, NULL, &type, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_MULTI_SZ);
  size = ROOM;
  CHECK_EQ(RegQueryValueExW(DATA, ends_early, NULL, NULL, buffer, &size), ERROR_SUCCESS);
  memcpy(&header, buffer, sizeof(header));
  CHECK_EQ(header.NumObjectTypes, 1); /* a name ends at its first NUL */
  size = ROOM;
  CHECK_EQ(RegQueryValueExA(DATA, "4 \xC3 2 \xFF", NULL, NULL, buffer, &size), ERROR_SUCCESS);
  memcpy(&header, buffer, sizeof(header));
  CHECK_EQ(header.NumObjectTypes, 2);
  free(buffer);
}

int main(void) {
  handles_that_are_not_open();
  pointers_that_are_null();
  sizes_below_zero();
  names_of_64_kib("4", ' ', 1);
  names_of_64_kib("4 ", '4', 1);
  names_of_64_kib("Foreign ", 'x', 0);
  names_of_64_kib("Global", 'x', 0);
  names_that_are_no_text();
  return finish("registry_misuse");
}

/* RegGetValue: which types it gives, how texts end, expansion, sizes, and what is left of a buffer.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* setenv */
#endif
#include <winreg.h>

#include "check.h"

#define PERFLIB "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib"
#define SERVICES "SYSTEM\\CurrentControlSet\\Services"
#define DISQUE SERVICES "\\Disque"

static HKEY key; /* Services\Disque */

static void set_a(const char* name, DWORD type, const void* data, DWORD size) {
  CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, DISQUE, name, type, data, size), ERROR_SUCCESS);
}

static void make_values(void) {
  const DWORD number = 7;
  const WCHAR lone[] = {'a', 'b'}; /* without a NUL */
  const BYTE bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  set_a("Number", REG_DWORD, &number, 4);
  set_a("Large", REG_QWORD, bytes, 8);
  set_a("Bytes4", REG_BINARY, bytes, 4);
  set_a("Bytes5", REG_BINARY, bytes, 5);
  set_a("Bytes8", REG_BINARY, bytes, 8);
  set_a("None", REG_NONE, bytes, 2);
  set_a("Odd", 77, bytes, 2);
  set_a("Short", REG_DWORD, bytes, 3);
  set_a("Text", REG_SZ, "d\xC3\xA4", 4);
  set_a("List", REG_MULTI_SZ, "a\0b\0", 5);
  set_a("Library", REG_EXPAND_SZ, "%DISQUE_HOME%/d.so", 19);
  set_a("Other", REG_EXPAND_SZ, "100%/%NOT_SET%/%%", 18);
  set_a("", REG_SZ, "unnamed", 8);
  CHECK_EQ(RegSetValueExW(key, WIDE("Lone"), 0, REG_SZ, (const BYTE*)lone, 4), ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExW(key, WIDE("LoneList"), 0, REG_MULTI_SZ, (const BYTE*)lone, 4),
           ERROR_SUCCESS);
  CHECK_EQ(RegSetValueExW(key, WIDE("Half"), 0, REG_SZ, (const BYTE*)lone, 3), ERROR_SUCCESS);
}

static void types_are_those_of_the_flags(void) {
  const struct {
    const char* name;
    DWORD flags;
    LSTATUS code;
    DWORD type;
  } rows[] = {
      {"Number", RRF_RT_REG_DWORD, 0, REG_DWORD},
      {"number", RRF_RT_DWORD, 0, REG_DWORD},
      {"Number", RRF_RT_ANY, 0, REG_DWORD},
      {"Number", RRF_RT_REG_SZ | RRF_RT_REG_QWORD, 1630, 0},
      {"Number", 0, 1630, 0},
      {"Bytes4", RRF_RT_DWORD, 0, REG_BINARY},
      {"Bytes5", RRF_RT_DWORD, 1629, 0},
      {"Bytes5", RRF_RT_REG_BINARY, 0, REG_BINARY},
      {"Bytes8", RRF_RT_QWORD, 0, REG_BINARY},
      {"Bytes4", RRF_RT_QWORD, 1629, 0},
      {"Bytes8", RRF_RT_QWORD | RRF_RT_DWORD, 0, REG_BINARY},
      {"Large", RRF_RT_QWORD, 0, REG_QWORD},
      {"Large", RRF_RT_DWORD, 1630, 0},
      {"Short", RRF_RT_REG_DWORD, 1629, 0},
      {"Short", RRF_RT_ANY, 0, REG_DWORD},
      {"None", RRF_RT_REG_NONE, 0, REG_NONE},
      {"Odd", RRF_RT_ANY, 0, 77},
      {"Odd", RRF_RT_REG_BINARY, 1630, 0},
      {"Text", RRF_RT_REG_SZ, 0, REG_SZ},
      {"List", RRF_RT_REG_MULTI_SZ, 0, REG_MULTI_SZ},
      {"Library", RRF_RT_REG_SZ, 0, REG_SZ},
      {"Library", RRF_RT_REG_SZ | RRF_NOEXPAND, 1630, 0},
      {"Library", RRF_RT_REG_EXPAND_SZ | RRF_NOEXPAND, 0, REG_EXPAND_SZ},
      {"Library", RRF_RT_REG_EXPAND_SZ, 87, 0},
      {"Library", RRF_RT_ANY, 0, REG_SZ},
      {"Number", RRF_RT_ANY | RRF_SUBKEY_WOW6464KEY, 0, REG_DWORD},
      {"Number", RRF_RT_ANY | RRF_SUBKEY_WOW6432KEY, 0, REG_DWORD},
      {"Number", RRF_RT_ANY | RRF_WOW64_MASK, 87, 0},
      {"Nothing", RRF_RT_ANY, 2, 0},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    WCHAR name[20];
    DWORD type = UNTOUCHED, again = UNTOUCHED, size = 0;
    CHECK_EQ(RegGetValueA(key, NULL, rows[i].name, rows[i].flags, &type, NULL, &size),
             rows[i].code);
    CHECK_EQ(type, rows[i].code == 0 ? rows[i].type : UNTOUCHED);
    CHECK_EQ(RegGetValueW(HKEY_LOCAL_MACHINE, WIDE("system\\currentcontrolset\\services\\disque"),
                          widen(rows[i].name, name), rows[i].flags, &again, NULL, NULL),
             rows[i].code);
    CHECK_EQ(again, type);
  }
}

static void texts_end_with_their_nuls(void) {
  WCHAR wide[8];
  char narrow[8];
  DWORD size = sizeof(wide);
  memset(wide, 0xAA, sizeof(wide));
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("Lone"), RRF_RT_REG_SZ, NULL, wide, &size), 0);
  CHECK(size == 6 && wide[1] == 'b' && wide[2] == 0 && wide[3] == 0xAAAA);
  size = sizeof(wide);
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("LoneList"), RRF_RT_REG_MULTI_SZ, NULL, wide, &size), 0);
  CHECK(size == 8 && wide[1] == 'b' && wide[2] == 0 && wide[3] == 0 && wide[4] == 0xAAAA);
  size = sizeof(wide);
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("Half"), RRF_RT_REG_SZ, NULL, wide, &size), 0);
  CHECK(size == 6 && wide[0] == 'a' && wide[1] == 'b' && wide[2] == 0);
  size = sizeof(narrow);
  CHECK_EQ(RegGetValueA(key, NULL, "Lone", RRF_RT_REG_SZ, NULL, narrow, &size), 0);
  CHECK(size == 3 && memcmp(narrow, "ab", 3) == 0);
  size = sizeof(narrow);
  CHECK_EQ(RegGetValueA(key, NULL, "List", RRF_RT_REG_MULTI_SZ, NULL, narrow, &size), 0);
  CHECK(size == 5 && memcmp(narrow, "a\0b\0", 5) == 0);
  size = sizeof(narrow);
  CHECK_EQ(RegGetValueA(HKEY_LOCAL_MACHINE, DISQUE "\\", NULL, RRF_RT_REG_SZ, NULL, narrow, &size),
           0);
  CHECK(size == 8 && strcmp(narrow, "unnamed") == 0);
}

static void variables_are_expanded(void) {
  char text[64];
  WCHAR wide[64];
  DWORD size = sizeof(text);
  CHECK_EQ(setenv("DISQUE_HOME", "/opt/d\xC3\xA4", 1), 0);
  CHECK_EQ(RegGetValueA(key, NULL, "Library", RRF_RT_REG_SZ, NULL, text, &size), 0);
  CHECK(size == 14 && strcmp(text, "/opt/d\xC3\xA4/d.so") == 0);
  size = sizeof(wide);
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("Library"), RRF_RT_REG_SZ, NULL, wide, &size), 0);
  CHECK(size == 26 && wide[6] == 0xE4 && wide[11] == 'o' && wide[12] == 0);
  size = 13;
  CHECK_EQ(RegGetValueA(key, NULL, "Library", RRF_RT_REG_SZ, NULL, text, &size), 234);
  CHECK_EQ(size, 14);
  size = sizeof(text);
  CHECK_EQ(RegGetValueA(key, NULL, "Other", RRF_RT_REG_SZ, NULL, text, &size), 0);
  CHECK(strcmp(text, "100%/%NOT_SET%/%%") == 0);
  size = sizeof(text);
  CHECK_EQ(RegGetValueA(key, NULL, "Library", RRF_RT_ANY | RRF_NOEXPAND, NULL, text, &size), 0);
  CHECK(size == 19 && strcmp(text, "%DISQUE_HOME%/d.so") == 0);
}

static void sizes_and_buffers(void) {
  BYTE buffer[8];
  DWORD size = 0, type = UNTOUCHED;
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("Lone"), RRF_RT_ANY, NULL, NULL, &size), 0);
  CHECK_EQ(size, 6);
  memset(buffer, 0xAA, sizeof(buffer));
  size = 5; /* what is stored fits, but not its NUL */
  CHECK_EQ(RegGetValueW(key, NULL, WIDE("Lone"), RRF_RT_ANY, &type, buffer, &size), 234);
  CHECK(size == 6 && type == UNTOUCHED && is_untouched(buffer, 8));
  size = 5;
  CHECK_EQ(
      RegGetValueW(key, NULL, WIDE("Lone"), RRF_RT_ANY | RRF_ZEROONFAILURE, NULL, buffer, &size),
      234);
  CHECK(size == 6 && buffer[0] == 0 && buffer[4] == 0 && buffer[5] == 0xAA);
  memset(buffer, 0xAA, sizeof(buffer));
  size = 4;
  CHECK_EQ(RegGetValueA(key, NULL, "None", RRF_RT_REG_SZ | RRF_ZEROONFAILURE, NULL, buffer, &size),
           1630);
  CHECK(size == 4 && buffer[3] == 0 && buffer[4] == 0xAA);
  CHECK_EQ(RegGetValueA(key, "No\\Such", "x", RRF_RT_ANY | RRF_ZEROONFAILURE, NULL, NULL, NULL), 2);
  CHECK_EQ(RegGetValueA(key, NULL, "None", RRF_RT_ANY, NULL, buffer, NULL), 87);
  CHECK_EQ(RegGetValueA(NULL, NULL, "None", RRF_RT_ANY, NULL, NULL, NULL), 6);
}

static void performance_keys(void) {
  unsigned char* buffer = new_buffer();
  DWORD size = ROOM, table = 0, type = 0, number = 0, index_size = sizeof(number);
  CHECK_EQ(
      RegGetValueA(HKEY_PERFORMANCE_DATA, NULL, "238", RRF_RT_REG_BINARY, &type, buffer, &size), 0);
  CHECK(type == REG_BINARY && memcmp(buffer, "P\0E\0R\0F\0", 8) == 0);
  size = 100;
  CHECK_EQ(RegGetValueA(HKEY_PERFORMANCE_DATA, "", "238", RRF_RT_ANY, NULL, buffer, &size), 234);
  CHECK_EQ(size, 100);
  CHECK_EQ(RegGetValueA(HKEY_PERFORMANCE_DATA, NULL, "238", RRF_RT_ANY, NULL, NULL, &size), 234);
  CHECK_EQ(RegGetValueA(HKEY_PERFORMANCE_DATA, NULL, "238", RRF_RT_REG_SZ, NULL, buffer, &size),
           1630);
  CHECK_EQ(RegGetValueA(HKEY_PERFORMANCE_DATA, "x", "238", RRF_RT_ANY, NULL, buffer, &size), 6);
  CHECK_EQ(RegGetValueW(HKEY_LOCAL_MACHINE,
                        WIDE("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009"),
                        WIDE("Counter"), RRF_RT_REG_MULTI_SZ, &type, NULL, &table),
           0);
  size = 0;
  CHECK_EQ(RegQueryValueExW(HKEY_PERFORMANCE_TEXT, WIDE("Counter"), NULL, NULL, NULL, &size), 0);
  CHECK_EQ(table, size);
  CHECK_EQ(RegGetValueA(HKEY_LOCAL_MACHINE, PERFLIB, "Base Index", RRF_RT_DWORD, NULL, &number,
                        &index_size),
           0);
  CHECK_EQ(number, 1847);
  free(buffer);
}

static void rights_are_enforced(void) {
  HKEY writer = NULL;
  CHECK_EQ(RegOpenKeyExA(key, NULL, 0, KEY_SET_VALUE, &writer), 0);
  CHECK_EQ(RegGetValueA(writer, NULL, "Number", RRF_RT_ANY, NULL, NULL, NULL), 5);
  CHECK_EQ(RegCloseKey(writer), 0);
  CHECK_EQ(RegDeleteTreeA(HKEY_LOCAL_MACHINE, DISQUE), 0);
  CHECK_EQ(RegGetValueA(key, NULL, "Number", RRF_RT_ANY, NULL, NULL, NULL), 1018);
}

int main(void) {
  CHECK_EQ(RegCreateKeyA(HKEY_LOCAL_MACHINE, DISQUE, &key), ERROR_SUCCESS);
  make_values();
  types_are_those_of_the_flags();
  texts_end_with_their_nuls();
  variables_are_expanded();
  sizes_and_buffers();
  performance_keys();
  rights_are_enforced();
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  return finish("registry_get_value");
}

/* The keys of languages below Perflib: they exist as long as a service has texts in the language,
   and their tables are those of HKEY_PERFORMANCE_DATA. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp, setenv */
#endif
#include <loadperf.h>
#include <unistd.h>
#include <winreg.h>

#include "check.h"

#define PERFLIB "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib"
#define DISQUE "SYSTEM\\CurrentControlSet\\Services\\Disque"

static char folder[100];

static void write_file(const char* name, const char* text) {
  char path[200];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE* file = fopen(path, "wb");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

static void install(void) {
  char path[200];
  HKEY key = NULL;
  write_file("d.h", "#define OBJECT 0\n#define DEPTH 2\n");
  write_file("d.ini",
             "[info]\ndrivername=Disque\nsymbolfile=d.h\n[languages]\n009=English\n010=Italian\n"
             "[text]\nOBJECT_009_NAME=Queues\nOBJECT_009_HELP=All queues.\nOBJECT_010_NAME=Code\n"
             "OBJECT_010_HELP=Tutte le code.\nDEPTH_009_NAME=Depth\nDEPTH_009_HELP=Jobs.\n");
  CHECK_EQ(RegCreateKeyA(HKEY_LOCAL_MACHINE, DISQUE "\\Performance", &key), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  snprintf(path, sizeof(path), "%s/d.ini", folder);
  CHECK_EQ(InstallPerfDllA(NULL, path, 0), ERROR_SUCCESS);
}

/* The size of a value, which is in `buffer` afterwards. */
static DWORD read_a(HKEY key, const char* name, unsigned char* buffer) {
  DWORD type = 0, size = ROOM;
  CHECK_EQ(RegQueryValueExA(key, name, NULL, &type, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_MULTI_SZ);
  return size;
}

static DWORD read_w(HKEY key, const char* name, unsigned char* buffer) {
  WCHAR wide[20];
  DWORD type = 0, size = ROOM;
  CHECK_EQ(RegQueryValueExW(key, widen(name, wide), NULL, &type, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(type, REG_MULTI_SZ);
  return size;
}

/* The text of an index; NULL: the table has none. */
static const char* text_of(const unsigned char* table, DWORD index) {
  const char* at = (const char*)table;
  while (*at != 0) {
    const char* text = at + strlen(at) + 1;
    if (strtoul(at, NULL, 10) == index) return text;
    at = text + strlen(text) + 1;
  }
  return NULL;
}

static DWORD first_counter(void) {
  HKEY key = NULL;
  DWORD first = 0, size = sizeof(first);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, DISQUE "\\Performance", &key), ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(key, "First Counter", NULL, NULL, (LPBYTE)&first, &size), 0);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  return first;
}

static void tables_are_those_of_the_data(HKEY italian) {
  static const char* const pairs[][2] = {{"counter", "Counter 010"}, {"Help", "Help 010"}};
  unsigned char* one = new_buffer();
  unsigned char* other = new_buffer();
  for (size_t i = 0; i < 2; ++i) {
    DWORD size = read_w(italian, pairs[i][0], one);
    CHECK_EQ(read_w(HKEY_PERFORMANCE_DATA, pairs[i][1], other), size);
    CHECK(memcmp(one, other, size) == 0);
    size = read_a(italian, pairs[i][0], one);
    CHECK_EQ(read_a(HKEY_PERFORMANCE_DATA, pairs[i][1], other), size);
    CHECK(memcmp(one, other, size) == 0);
  }
  (void)read_a(italian, "Counter", one);
  CHECK(strcmp(text_of(one, first_counter()), "Code") == 0);
  CHECK(strcmp(text_of(one, first_counter() + 2), "Depth") == 0); /* it has no translation */
  CHECK(strcmp(text_of(one, 238), "Processor") == 0);
  free(one);
  free(other);
}

static void lists_of_the_key(HKEY italian) {
  HKEY perflib = NULL;
  DWORD subkeys = 0, values = 0, longest = 0, largest = 0, size = 16, type = 0;
  char name[16];
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB, &perflib), ERROR_SUCCESS);
  CHECK_EQ(RegEnumKeyExA(perflib, 2, name, &size, NULL, NULL, NULL, NULL), ERROR_SUCCESS);
  CHECK(strcmp(name, "_V2Providers") == 0 && size == 12);
  size = 16;
  CHECK_EQ(RegEnumKeyExA(perflib, 3, name, &size, NULL, NULL, NULL, NULL), ERROR_SUCCESS);
  CHECK(strcmp(name, "010") == 0 && size == 3);
  CHECK_EQ(RegEnumKeyA(perflib, 4, name, 16), ERROR_NO_MORE_ITEMS);
  CHECK_EQ(RegCloseKey(perflib), ERROR_SUCCESS);
  CHECK_EQ(RegQueryInfoKeyA(italian, NULL, NULL, NULL, &subkeys, NULL, NULL, &values, &longest,
                            &largest, NULL, NULL),
           ERROR_SUCCESS);
  CHECK(subkeys == 0 && values == 2 && longest == strlen("Counter"));
  size = 16;
  CHECK_EQ(RegEnumValueA(italian, 1, name, &size, NULL, &type, NULL, &longest), ERROR_SUCCESS);
  CHECK(strcmp(name, "Help") == 0 && type == REG_MULTI_SZ && longest <= largest);
  CHECK_EQ(RegEnumValueA(italian, 2, name, &size, NULL, NULL, NULL, NULL), ERROR_NO_MORE_ITEMS);
  CHECK_EQ(RegQueryValueExA(italian, "Explain", NULL, NULL, NULL, &size), ERROR_FILE_NOT_FOUND);
}

static void nothing_is_written(HKEY italian) {
  HKEY key = NULL;
  CHECK_EQ(RegSetValueExA(italian, "Counter", 0, REG_MULTI_SZ, (const BYTE*)"", 1), 5);
  CHECK_EQ(RegSetValueExA(italian, "Other", 0, REG_SZ, (const BYTE*)"", 1), 5);
  CHECK_EQ(RegDeleteValueA(italian, "Help"), 5);
  CHECK_EQ(RegSetKeyValueA(HKEY_LOCAL_MACHINE, PERFLIB "\\010", "Counter", REG_SZ, "", 1), 5);
  CHECK_EQ(RegDeleteKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\010"), 5);
  CHECK_EQ(RegDeleteTreeA(italian, NULL), 5);
  CHECK_EQ(RegCreateKeyA(italian, "x", &key), 5);
  CHECK_EQ(RegCreateKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\007", &key), 5);
}

/* CurrentLanguage is HKEY_PERFORMANCE_NLSTEXT, in the language of the messages. */
static void current_language_is_listed_in_its_language(void) {
  HKEY key = NULL;
  unsigned char* listed = new_buffer();
  unsigned char* asked = new_buffer();
  DWORD length = 16, type = 0, size = ROOM;
  char name[16];
  CHECK_EQ(setenv("LC_ALL", "it_IT.UTF-8", 1), 0);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\CurrentLanguage", &key), ERROR_SUCCESS);
  CHECK(key == HKEY_PERFORMANCE_NLSTEXT);
  CHECK_EQ(RegEnumValueA(key, 0, name, &length, NULL, &type, listed, &size), ERROR_SUCCESS);
  CHECK_EQ(read_a(key, "Counter", asked), size);
  CHECK(memcmp(listed, asked, size) == 0);
  CHECK(strcmp(text_of(asked, first_counter()), "Code") == 0);
  CHECK_EQ(setenv("LC_ALL", "C", 1), 0);
  free(listed);
  free(asked);
}

static void it_goes_with_the_last_service(HKEY italian) {
  HKEY key = NULL;
  DWORD size = 0;
  CHECK_EQ(RegDeleteTreeA(HKEY_LOCAL_MACHINE, DISQUE), ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(italian, "Counter", NULL, NULL, NULL, &size), ERROR_KEY_DELETED);
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\010", &key), ERROR_FILE_NOT_FOUND);
}

int main(void) {
  HKEY italian = NULL;
  strcpy(folder, "/tmp/registry-languages-XXXXXX");
  if (mkdtemp(folder) == NULL) return 2;
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\010", &italian), ERROR_FILE_NOT_FOUND);
  install();
  CHECK_EQ(RegOpenKeyA(HKEY_LOCAL_MACHINE, PERFLIB "\\010", &italian), ERROR_SUCCESS);
  tables_are_those_of_the_data(italian);
  lists_of_the_key(italian);
  nothing_is_written(italian);
  current_language_is_listed_in_its_language();
  it_goes_with_the_last_service(italian);
  CHECK_EQ(RegCloseKey(italian), ERROR_SUCCESS);
  CHECK_EQ(chdir(folder), 0);
  CHECK(unlink("d.h") == 0 && unlink("d.ini") == 0 && rmdir(folder) == 0);
  return finish("registry_languages");
}

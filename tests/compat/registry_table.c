/* The registry functions on the three performance keys, case by case. Each row is a row of
   docs/registry.md with the code for each key; the function of the row also checks the outputs.
   Built as C11, as C++, and with -fshort-wchar. */
#include <winperf.h>
#include <winreg.h>

#include "check.h"

#define DATA HKEY_PERFORMANCE_DATA
#define ANY (-1) /* the table does not define it */

/* One query by both twins. They must agree on everything except the width of texts. */
typedef struct {
  LSTATUS code;
  DWORD type;
  DWORD size;
  unsigned char* buffer;
} Answer;

static Answer ask_wide(HKEY key, const char* name, int has_buffer, DWORD size) {
  WCHAR wide[256];
  Answer answer = {0, UNTOUCHED, size, new_buffer()};
  answer.code = RegQueryValueExW(key, widen(name, wide), NULL, &answer.type,
                                 has_buffer ? answer.buffer : NULL, &answer.size);
  return answer;
}

static Answer ask_narrow(HKEY key, const char* name, int has_buffer, DWORD size) {
  Answer answer = {0, UNTOUCHED, size, new_buffer()};
  answer.code = RegQueryValueExA(key, name, NULL, &answer.type, has_buffer ? answer.buffer : NULL,
                                 &answer.size);
  return answer;
}

static PERF_DATA_BLOCK header_of(const Answer* answer) {
  PERF_DATA_BLOCK header;
  memcpy(&header, answer->buffer, sizeof(header));
  return header;
}

/* The object with that name index, or an object with index 0. */
static PERF_OBJECT_TYPE object_of(const Answer* answer, DWORD index) {
  const PERF_DATA_BLOCK header = header_of(answer);
  PERF_OBJECT_TYPE object;
  DWORD at = header.HeaderLength;
  for (DWORD i = 0; i < header.NumObjectTypes; ++i, at += object.TotalByteLength) {
    memcpy(&object, answer->buffer + at, sizeof(object));
    if (object.ObjectNameTitleIndex == index) return object;
  }
  memset(&object, 0, sizeof(object));
  return object;
}

static void check_block(const Answer* answer) {
  const PERF_DATA_BLOCK header = header_of(answer);
  CHECK_EQ(answer->type, REG_BINARY);
  CHECK_EQ(answer->size, header.TotalByteLength);
  CHECK_EQ(header.DefaultObject, 238);
  CHECK(memcmp(header.Signature, "P\0E\0R\0F\0", 8) == 0);
  CHECK(is_untouched(answer->buffer + answer->size, 64));
}

static const char* const kDataNames[] = {"",
                                         "Global",
                                         "GLOBAL",
                                         "Costly",
                                         "Foreign",
                                         "Foreign db17",
                                         "2",
                                         "2 238 4",
                                         "4 4 4",
                                         "MetadataGlobal",
                                         "MetadataCostly",
                                         "OLD_Global",
                                         "238  2",
                                         " global\t",
                                         NULL,
                                         "old_metadataglobal",
                                         "OLD_MetadataCostly"};

static LSTATUS data_names_with_room(HKEY key) {
  LSTATUS code = ERROR_SUCCESS;
  for (size_t i = 0; i < sizeof(kDataNames) / sizeof(kDataNames[0]); ++i) {
    Answer wide = ask_wide(key, kDataNames[i], 1, ROOM);
    Answer narrow = ask_narrow(key, kDataNames[i], 1, ROOM);
    CHECK_EQ(wide.code, narrow.code);
    if (wide.code != ERROR_SUCCESS) code = wide.code;
    if (wide.code == ERROR_SUCCESS) check_block(&wide);
    if (narrow.code == ERROR_SUCCESS) check_block(&narrow);
    free(wide.buffer);
    free(narrow.buffer);
  }
  return code;
}

/* An object whose size does not change: Memory. */
static LSTATUS data_names_without_room(HKEY key) {
  Answer whole = ask_wide(key, "4", 1, ROOM);
  const DWORD sizes[] = {0, 1, 87, whole.size - 1};
  LSTATUS code = ERROR_MORE_DATA;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    Answer wide = ask_wide(key, "4", 1, sizes[i]);
    Answer narrow = ask_narrow(key, "4", 1, sizes[i]);
    CHECK_EQ(wide.size, sizes[i]);
    CHECK_EQ(narrow.size, sizes[i]);
    CHECK_EQ(wide.type, UNTOUCHED);
    CHECK(is_untouched(wide.buffer, ROOM) && is_untouched(narrow.buffer, ROOM));
    CHECK_EQ(wide.code, narrow.code);
    if (wide.code != code) code = wide.code;
    free(wide.buffer);
    free(narrow.buffer);
  }
  Answer exact = ask_wide(key, "4", 1, whole.size);
  CHECK_EQ(exact.code, ERROR_SUCCESS);
  CHECK_EQ(exact.size, whole.size);
  free(exact.buffer);
  free(whole.buffer);
  return code;
}

static LSTATUS data_names_without_buffer(HKEY key) {
  Answer wide = ask_wide(key, "Global", 0, 12345);
  Answer narrow = ask_narrow(key, "2 4", 0, 0);
  CHECK_EQ(wide.size, 12345);
  CHECK_EQ(narrow.size, 0);
  CHECK_EQ(wide.type, UNTOUCHED);
  CHECK_EQ(narrow.code, wide.code);
  CHECK_EQ(RegQueryValueExA(key, "2", NULL, NULL, NULL, NULL), wide.code);
  free(wide.buffer);
  free(narrow.buffer);
  return wide.code;
}

/* 23 is not 238, 6 is the index of a counter, and the others name nothing. */
static LSTATUS ids_that_name_nothing(HKEY key) {
  const char* const names[] = {"23",   "6",          "999999 1", "2x",
                               "x238", "4294967296", "238,4",    "No such name"};
  LSTATUS code = ERROR_SUCCESS;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    Answer answer = ask_wide(key, names[i], 1, ROOM);
    if (answer.code != ERROR_SUCCESS) code = answer.code;
    check_block(&answer);
    CHECK_EQ(header_of(&answer).NumObjectTypes, 0);
    free(answer.buffer);
  }
  return code;
}

static LSTATUS thread_brings_process(HKEY key) {
  Answer answer = ask_wide(key, "232", 1, ROOM);
  CHECK_EQ(object_of(&answer, 230).ObjectNameTitleIndex, 230);
  const LSTATUS code = answer.code;
  free(answer.buffer);
  return code;
}

static LSTATUS metadata_is_definitions(HKEY key) {
  Answer metadata = ask_wide(key, "MetadataGlobal", 1, ROOM);
  Answer full = ask_wide(key, "238 4", 1, ROOM);
  const PERF_OBJECT_TYPE processor = object_of(&metadata, 238);
  const PERF_OBJECT_TYPE memory = object_of(&metadata, 4);
  CHECK_EQ(processor.NumInstances, PERF_METADATA_MULTIPLE_INSTANCES);
  CHECK_EQ(memory.NumInstances, PERF_METADATA_NO_INSTANCES);
  CHECK_EQ(processor.TotalByteLength, processor.DefinitionLength);
  CHECK_EQ(memory.TotalByteLength, memory.DefinitionLength);
  CHECK_EQ(memory.NumCounters, object_of(&full, 4).NumCounters);
  CHECK(object_of(&full, 238).NumInstances > 0);
  CHECK_EQ(object_of(&full, 4).NumInstances, PERF_NO_INSTANCES);
  const LSTATUS code = metadata.code;
  free(full.buffer);
  free(metadata.buffer);
  return code;
}

static LSTATUS old_forms_leave_counter_sets_out(HKEY key) {
  Answer now = ask_wide(key, "Global", 1, ROOM);
  Answer old = ask_wide(key, "OLD_Global", 1, ROOM);
  CHECK_EQ(object_of(&now, 100000).ObjectNameTitleIndex, 100000);
  CHECK_EQ(object_of(&old, 100000).ObjectNameTitleIndex, 0);
  CHECK_EQ(object_of(&old, 238).ObjectNameTitleIndex, 238);
  const LSTATUS code = old.code;
  free(now.buffer);
  free(old.buffer);
  return code;
}

static LSTATUS foreign_is_empty(HKEY key) {
  Answer answer = ask_wide(key, "Foreign db17", 1, ROOM);
  CHECK_EQ(header_of(&answer).NumObjectTypes, 0);
  const LSTATUS code = answer.code;
  free(answer.buffer);
  return code;
}

static const char* const kTextNames[] = {"Counter",     "counter 009", "COUNTER 9",   "Counter 409",
                                         "Help",        "HELP 009",    "Explain",     "eXPLAIN 9",
                                         "Counterwise", "Helpful",     "Explain 0409"};

/* The first pair, an even or odd index before each text, and the empty string at the end. */
static void check_table(const char* name, const Answer* narrow, const Answer* wide) {
  const int is_names = name[0] == 'C' || name[0] == 'c';
  CHECK_EQ(narrow->type, REG_MULTI_SZ);
  CHECK_EQ(wide->type, REG_MULTI_SZ);
  CHECK_EQ(wide->size, narrow->size * 2); /* the fixed titles are ASCII */
  for (DWORD i = 0; i < narrow->size; ++i) {
    if (wide->buffer[i * 2] == narrow->buffer[i] && wide->buffer[i * 2 + 1] == 0) continue;
    CHECK_EQ(wide->buffer[i * 2], narrow->buffer[i]);
    return;
  }
  const char* at = (const char*)narrow->buffer;
  const char* const end = at + narrow->size - 1;
  CHECK_EQ(*end, 0);
  if (is_names) CHECK(memcmp(at, "1\0001847\0002\0System\0", 16) == 0);
  if (!is_names) CHECK(memcmp(at, "3\0", 2) == 0);
  for (long before = 0; at < end;) {
    const long index = strtol(at, NULL, 10);
    CHECK(index > before && (index == 1 || (index % 2 == 0) == is_names));
    before = index;
    at += strlen(at) + 1;
    CHECK(strlen(at) > 0);
    at += strlen(at) + 1;
  }
  CHECK(at == end);
}

static LSTATUS tables_with_room(HKEY key) {
  LSTATUS code = ERROR_SUCCESS;
  for (size_t i = 0; i < sizeof(kTextNames) / sizeof(kTextNames[0]); ++i) {
    Answer wide = ask_wide(key, kTextNames[i], 1, ROOM);
    Answer narrow = ask_narrow(key, kTextNames[i], 1, ROOM);
    CHECK_EQ(wide.code, narrow.code);
    if (wide.code != ERROR_SUCCESS) code = wide.code;
    check_table(kTextNames[i], &narrow, &wide);
    free(wide.buffer);
    free(narrow.buffer);
  }
  return code;
}

static LSTATUS tables_without_buffer(HKEY key) {
  Answer whole = ask_wide(key, "Counter 009", 1, ROOM);
  Answer size = ask_wide(key, "Counter 009", 0, 0);
  CHECK_EQ(size.size, whole.size);
  CHECK_EQ(size.type, REG_MULTI_SZ);
  DWORD type = 0;
  CHECK_EQ(RegQueryValueExA(key, "Help", NULL, &type, NULL, NULL), ERROR_SUCCESS);
  CHECK_EQ(type, REG_MULTI_SZ);
  const LSTATUS code = size.code;
  free(whole.buffer);
  free(size.buffer);
  return code;
}

static LSTATUS tables_without_room(HKEY key) {
  Answer whole = ask_wide(key, "Help", 1, ROOM);
  const DWORD sizes[] = {0, 1, whole.size - 1};
  LSTATUS code = ERROR_MORE_DATA;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    Answer answer = ask_wide(key, "Help", 1, sizes[i]);
    CHECK_EQ(answer.size, whole.size);
    CHECK_EQ(answer.type, UNTOUCHED);
    CHECK(is_untouched(answer.buffer, ROOM));
    if (answer.code != ERROR_MORE_DATA) code = answer.code;
    free(answer.buffer);
  }
  Answer exact = ask_wide(key, "Help", 1, whole.size);
  CHECK_EQ(exact.code, ERROR_SUCCESS);
  free(exact.buffer);
  free(whole.buffer);
  return code;
}

/* Only names that are not in the base table: the pairs at the end of the whole table. */
static LSTATUS added_tables(HKEY key) {
  Answer whole = ask_narrow(key, "Counter 009", 1, ROOM);
  Answer added = ask_narrow(key, "Addcounter 009", 1, ROOM);
  Answer helps = ask_narrow(key, "ADDEXPLAIN 9", 1, ROOM);
  CHECK(strtol((const char*)added.buffer, NULL, 10) > 1847);
  CHECK(strtol((const char*)helps.buffer, NULL, 10) > 1847);
  CHECK(added.size < whole.size);
  CHECK(memcmp(added.buffer, whole.buffer + whole.size - added.size, added.size) == 0);
  const LSTATUS code = added.code == helps.code ? added.code : helps.code;
  free(whole.buffer);
  free(added.buffer);
  free(helps.buffer);
  return code;
}

static LSTATUS languages_that_are_not_here(HKEY key) {
  Answer names = ask_wide(key, "Counter 007", 1, ROOM);
  Answer helps = ask_wide(key, "Help 007", 1, ROOM); /* English whatever the language */
  CHECK_EQ(helps.code, ERROR_SUCCESS);
  const LSTATUS code = names.code;
  free(names.buffer);
  free(helps.buffer);
  return code;
}

static LSTATUS open_subkeys(HKEY key) {
  HKEY opened = (HKEY)&failures;
  const LSTATUS code = RegOpenKeyExW(key, WIDE("Global"), 0, KEY_READ, &opened);
  CHECK_EQ(RegOpenKeyExA(key, "Global", 0, KEY_READ, &opened), code);
  CHECK_EQ(RegOpenKeyW(key, WIDE("Global"), &opened), code);
  CHECK_EQ(RegOpenKeyA(key, "Global", &opened), code);
  CHECK_EQ(RegOpenKeyW(key, NULL, &opened), code);
  CHECK_EQ(RegOpenKeyA(key, NULL, &opened), code);
  CHECK_EQ(RegOpenKeyExW(key, NULL, 0, KEY_READ, &opened), code);
  CHECK_EQ(RegOpenKeyExA(key, NULL, 0, KEY_READ, &opened), code);
  CHECK_EQ(RegOpenKeyExA(key, "", 0, KEY_READ, &opened), code);
  CHECK(opened == (HKEY)&failures);
  return code;
}

static LSTATUS unnamed_values(HKEY key) {
  WCHAR wide[8] = {0};
  char narrow[8] = "before";
  LONG size = 8;
  const LSTATUS code = RegQueryValueW(key, WIDE("x"), wide, &size);
  CHECK_EQ(RegQueryValueA(key, NULL, narrow, &size), code);
  CHECK_EQ(RegSetValueW(key, WIDE("x"), REG_SZ, WIDE("y"), 4), code);
  CHECK_EQ(RegSetValueA(key, NULL, REG_SZ, "y", 2), code);
  CHECK_EQ(size, 8);
  CHECK(strcmp(narrow, "before") == 0);
  return code;
}

static LSTATUS set_values(HKEY key) {
  const LSTATUS code = RegSetValueExW(key, WIDE("Global"), 0, REG_SZ, (const BYTE*)"x\0\0", 4);
  CHECK_EQ(RegSetValueExA(key, "Global", 0, REG_SZ, (const BYTE*)"x", 2), code);
  CHECK_EQ(RegSetKeyValueW(key, NULL, WIDE("Global"), REG_SZ, "x\0\0", 4), code);
  CHECK_EQ(RegSetKeyValueA(key, "x", "Global", REG_SZ, "x", 2), code);
  return code;
}

static LSTATUS enum_keys(HKEY key) {
  WCHAR wide[64];
  char narrow[64] = "before";
  DWORD size = 64;
  const LSTATUS code = RegEnumKeyW(key, 0, wide, 64);
  CHECK_EQ(RegEnumKeyA(key, 0, narrow, 64), code);
  CHECK_EQ(RegEnumKeyExW(key, 0, wide, &size, NULL, NULL, NULL, NULL), code);
  CHECK_EQ(RegEnumKeyExA(key, 7, narrow, &size, NULL, NULL, NULL, NULL), code);
  CHECK_EQ(size, 64);
  CHECK(strcmp(narrow, "before") == 0);
  return code;
}

static LSTATUS info_of_key(HKEY key) {
  DWORD subkeys = UNTOUCHED, values = UNTOUCHED, longest = UNTOUCHED, largest = 0, none = 9;
  FILETIME time = {1, 1};
  Answer help = ask_narrow(key, "Help", 1, ROOM);
  const LSTATUS code = RegQueryInfoKeyA(key, NULL, NULL, NULL, &subkeys, &none, NULL, &values,
                                        &longest, &largest, NULL, &time);
  CHECK_EQ(subkeys, 0);
  CHECK_EQ(none, 0);
  CHECK_EQ(values, 2);
  CHECK_EQ(longest, strlen("Counter"));
  CHECK(largest >= help.size);
  CHECK_EQ(time.dwLowDateTime, 0);
  CHECK_EQ(RegQueryInfoKeyW(key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
           code);
  free(help.buffer);
  return code;
}

static LSTATUS enum_value_too_short(HKEY key) {
  WCHAR wide[8] = {1};
  char narrow[8] = {1};
  DWORD name_size = 7, size = 77; /* "Counter" and no room for its NUL */
  const LSTATUS code = RegEnumValueW(key, 0, wide, &name_size, NULL, NULL, NULL, &size);
  CHECK_EQ(RegEnumValueA(key, 0, narrow, &name_size, NULL, NULL, NULL, &size), code);
  CHECK_EQ(name_size, 7);
  CHECK_EQ(size, 77);
  CHECK(wide[0] == 1 && narrow[0] == 1);
  return code;
}

static LSTATUS enum_value_data_too_short(HKEY key) {
  Answer help = ask_narrow(key, "Help", 1, ROOM);
  unsigned char* buffer = new_buffer();
  char name[8] = "before";
  DWORD name_size = 8, size = help.size - 1, type = UNTOUCHED;
  const LSTATUS code = RegEnumValueA(key, 1, name, &name_size, NULL, &type, buffer, &size);
  CHECK_EQ(size, help.size);
  CHECK_EQ(name_size, 8);
  CHECK_EQ(type, UNTOUCHED);
  CHECK(strcmp(name, "before") == 0 && is_untouched(buffer, ROOM));
  free(buffer);
  free(help.buffer);
  return code;
}

static LSTATUS enum_values(HKEY key) {
  const char* const names[] = {"Counter", "Help"};
  LSTATUS code = ERROR_SUCCESS;
  for (DWORD i = 0; i < 2; ++i) {
    Answer whole = ask_narrow(key, names[i], 1, ROOM);
    unsigned char* buffer = new_buffer();
    char name[8];
    WCHAR wide[8];
    DWORD name_size = 8, size = ROOM, type = 0;
    const LSTATUS got = RegEnumValueA(key, i, name, &name_size, NULL, &type, buffer, &size);
    if (got != ERROR_SUCCESS) code = got;
    CHECK_EQ(name_size, strlen(names[i]));
    CHECK(strcmp(name, names[i]) == 0);
    CHECK_EQ(type, REG_MULTI_SZ);
    CHECK_EQ(size, whole.size);
    CHECK(memcmp(buffer, whole.buffer, size) == 0);
    name_size = 8;
    CHECK_EQ(RegEnumValueW(key, i, wide, &name_size, NULL, NULL, NULL, NULL), got);
    CHECK_EQ(name_size, strlen(names[i]));
    CHECK(wide[0] == (WCHAR)names[i][0] && wide[name_size] == 0);
    free(whole.buffer);
    free(buffer);
  }
  return code;
}

static LSTATUS enum_values_beyond(HKEY key) {
  char name[8];
  DWORD name_size = 8;
  const LSTATUS code = RegEnumValueA(key, 2, name, &name_size, NULL, NULL, NULL, NULL);
  CHECK_EQ(RegEnumValueA(key, 0xFFFFFFFFu, name, &name_size, NULL, NULL, NULL, NULL), code);
  CHECK_EQ(name_size, 8);
  return code;
}

static LSTATUS close_many_times(HKEY key) {
  LSTATUS code = ERROR_SUCCESS;
  for (int i = 0; i < 3; ++i) {
    const LSTATUS got = RegCloseKey(key);
    if (got != ERROR_SUCCESS) code = got;
  }
  return code;
}

typedef struct {
  const char* text;
  LSTATUS (*call)(HKEY key);
  LSTATUS data, text_key, nlstext;
} Row;

static const Row kRows[] = {
    {"data name, room enough", data_names_with_room, 0, 0, 0},
    {"data name, too little room", data_names_without_room, 234, 234, 234},
    {"data name, lpData NULL", data_names_without_buffer, 234, 234, 234},
    {"id list of which nothing matches", ids_that_name_nothing, 0, 0, 0},
    {"id list: what an object needs", thread_brings_process, 0, 0, 0},
    {"MetadataGlobal, MetadataCostly", metadata_is_definitions, 0, 0, 0},
    {"OLD_Global", old_forms_leave_counter_sets_out, 0, 0, 0},
    {"Foreign", foreign_is_empty, 0, 0, 0},
    {"Counter, Help, Explain, room enough", tables_with_room, 0, 0, 0},
    {"the same, lpData NULL", tables_without_buffer, 0, 0, 0},
    {"the same, too little room", tables_without_room, 234, 234, 234},
    {"Addcounter, Addexplain", added_tables, 0, ANY, ANY},
    {"a language that is not here", languages_that_are_not_here, 2, 0, 0},
    {"RegOpenKey, RegOpenKeyEx of a subkey or of NULL", open_subkeys, 6, 6, 6},
    {"RegQueryValue, RegSetValue", unnamed_values, 6, 6, 6},
    {"RegSetValueEx, RegSetKeyValue", set_values, 6, 1010, 1010},
    {"RegEnumKey, RegEnumKeyEx", enum_keys, 6, 259, 259},
    {"RegQueryInfoKey", info_of_key, 0, 0, 0},
    {"RegEnumValue, name buffer too short", enum_value_too_short, 234, 234, 234},
    {"RegEnumValue, data buffer too short", enum_value_data_too_short, 234, 234, 234},
    {"RegEnumValue 0 and 1 with room", enum_values, 0, 0, 0},
    {"RegEnumValue 2 and up", enum_values_beyond, 259, 259, 259},
    {"RegCloseKey, any number of times", close_many_times, 0, 0, 0},
};

static void run(const Row* row, const char* key_name, HKEY key, LSTATUS wanted) {
  if (wanted == ANY) return;
  const int before = failures;
  const LSTATUS got = row->call(key);
  CHECK_EQ(got, wanted);
  if (failures != before) fprintf(stderr, "  in: %s, %s\n", row->text, key_name);
}

int main(void) {
  for (size_t i = 0; i < sizeof(kRows) / sizeof(kRows[0]); ++i) {
    run(&kRows[i], "DATA", HKEY_PERFORMANCE_DATA, kRows[i].data);
    run(&kRows[i], "TEXT", HKEY_PERFORMANCE_TEXT, kRows[i].text_key);
    run(&kRows[i], "NLSTEXT", HKEY_PERFORMANCE_NLSTEXT, kRows[i].nlstext);
    /* As in programs whose handles are zero-extended. */
    run(&kRows[i], "zero-extended", (HKEY)(uintptr_t)0x80000004u, kRows[i].data);
  }
  return finish("registry_table");
}

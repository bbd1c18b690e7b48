/* Paths and names of instances as texts: nothing is looked up. */
#include <stdio.h>

#include "pdh_suite.h"

static const char* text_or_dash(const char* text) { return text == NULL ? "-" : text; }

/* The parts of a path, in the order of the structure, by PdhParseCounterPath in two calls. */
static const char* parts_of(const char* path) {
  static char parts[400];
  DWORD size = 0;
  EXPECT_CODE(PdhParseCounterPathA(path, NULL, &size, 0), PDH_MORE_DATA);
  PDH_COUNTER_PATH_ELEMENTS_A* const found = (PPDH_COUNTER_PATH_ELEMENTS_A)(void*)fresh_room();
  const DWORD needed = size;
  if (PdhParseCounterPathA(path, found, &size, 0) != ERROR_SUCCESS) return "(failed)";
  EXPECT_EQ(size, needed);
  EXPECT(is_untouched((const unsigned char*)found + size, 16));
  snprintf(parts, sizeof parts, "%.70s|%.70s|%.70s|%.70s|%u|%.70s", found->szMachineName,
           found->szObjectName, text_or_dash(found->szInstanceName),
           text_or_dash(found->szParentInstance), (unsigned)found->dwInstanceIndex,
           found->szCounterName);
  return parts;
}

static void every_part(void) {
  EXPECT_TEXT(parts_of("\\\\db-17\\Thread(java/12#1)\\% Processor Time"),
              "\\\\db-17|Thread|12|java|1|% Processor Time");
  EXPECT_TEXT(parts_of("\\\\10.0.0.1\\Process(svchost#0)\\ID Process"),
              "\\\\10.0.0.1|Process|svchost|-|0|ID Process");
  EXPECT_TEXT(parts_of("\\\\a.example.org\\Memory\\Available Bytes"),
              "\\\\a.example.org|Memory|-|-|0|Available Bytes");
  EXPECT_TEXT(parts_of("\\\\m\\Process(*)\\*"), "\\\\m|Process|*|-|0|*");
}

static void odd_names(void) {
  EXPECT_TEXT(parts_of("\\\\m\\LogicalDisk(\\mnt\\usb (old))\\% Free Space"),
              "\\\\m|LogicalDisk|\\mnt\\usb (old)|-|0|% Free Space");
  EXPECT_TEXT(parts_of("\\\\m\\Network Interface(Intel(R) 82579LM)\\Bytes Total/sec"),
              "\\\\m|Network Interface|Intel(R) 82579LM|-|0|Bytes Total/sec");
  EXPECT_TEXT(parts_of("\\\\m\\Process(C#)\\# of Exceptions"),
              "\\\\m|Process|C#|-|0|# of Exceptions");
  EXPECT_TEXT(parts_of("\\\\m\\Process(a#b#2)\\ID Process"), "\\\\m|Process|a#b|-|2|ID Process");
}

static void parents(void) {
  EXPECT_TEXT(parts_of("\\\\m\\Unknown Object(lsass/NTDSA)\\Reads/sec"),
              "\\\\m|Unknown Object|NTDSA|lsass|0|Reads/sec");
  EXPECT_TEXT(parts_of("\\\\m\\Network Interface(eth0/1)\\Bytes Total/sec"),
              "\\\\m|Network Interface|eth0/1|-|0|Bytes Total/sec");
}

static void machine_of_a_path_without(void) {
  char parts[200];
  snprintf(parts, sizeof parts, "%s|Memory|-|-|0|Available Bytes", this_machine());
  EXPECT_TEXT(parts_of(AVAILABLE_BYTES), parts);
}

static void no_paths_to_parse(void) {
  static const char* const texts[] = {
      "", "Memory", "\\Memory", "\\host", "\\Processor(0\\x", "Memory/Available Bytes", "\\\\m"};
  static char longest[65536];
  DWORD size = 0;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    EXPECT_CODE(PdhParseCounterPathA(texts[i], NULL, &size, 0), PDH_INVALID_PATH);
  }
  memset(longest, 'x', sizeof longest - 1);
  memcpy(longest, "\\Memory\\", 8);
  EXPECT_CODE(PdhParseCounterPathA(longest, NULL, &size, 0), PDH_INVALID_PATH);
  EXPECT_EQ(size, 0);
}

static void flags_of_parsing(void) {
  DWORD size = 0;
  EXPECT_CODE(PdhParseCounterPathA(AVAILABLE_BYTES, NULL, &size, PDH_PATH_WBEM_RESULT),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseCounterPathA(AVAILABLE_BYTES, NULL, &size, 0x80000000u),
              PDH_INVALID_ARGUMENT);
  EXPECT_EQ(size, 0);
}

/* The path of parts; "-" is NULL. */
static DWORD make(const char* machine, const char* object, const char* instance, const char* parent,
                  DWORD index, const char* counter, char* path) {
  static char texts[5][64];
  const char* const given[5] = {machine, object, instance, parent, counter};
  PDH_COUNTER_PATH_ELEMENTS_A parts;
  LPSTR* const members[5] = {&parts.szMachineName, &parts.szObjectName, &parts.szInstanceName,
                             &parts.szParentInstance, &parts.szCounterName};
  DWORD size = 200;
  for (int i = 0; i < 5; ++i) {
    snprintf(texts[i], sizeof texts[i], "%s", given[i]);
    *members[i] = strcmp(given[i], "-") == 0 ? NULL : texts[i];
  }
  parts.dwInstanceIndex = index;
  strcpy(path, "(untouched)");
  return (DWORD)PdhMakeCounterPathA(&parts, path, &size, 0);
}

#define EXPECT_MADE(machine, object, instance, parent, index, counter, wanted)                 \
  do {                                                                                         \
    char made[200];                                                                            \
    EXPECT_CODE(make(machine, object, instance, parent, index, counter, made), ERROR_SUCCESS); \
    EXPECT_TEXT(made, wanted);                                                                 \
  } while (0)

static void made_of_parts(void) {
  EXPECT_MADE("\\\\m", "Thread", "12", "java", 2, "ID Thread",
              "\\\\m\\Thread(java/12#2)\\ID Thread");
  EXPECT_MADE("m", "Process", "bash", "-", 1, "ID Process", "\\\\m\\Process(bash#1)\\ID Process");
  EXPECT_MADE("-", "Memory", "-", "-", 0, "Available Bytes", "\\Memory\\Available Bytes");
  EXPECT_MADE("", "Memory", "-", "-", 0, "Available Bytes", "\\Memory\\Available Bytes");
}

static void without_an_instance(void) {
  EXPECT_MADE("-", "Memory", "-", "p", 3, "Available Bytes", "\\Memory\\Available Bytes");
}

static void numbers_that_are_not_written(void) {
  EXPECT_MADE("-", "Process", "bash", "-", 0, "ID Process", "\\Process(bash)\\ID Process");
  EXPECT_MADE("-", "Process", "bash", "-", 0xFFFFFFFFu, "ID Process",
              "\\Process(bash)\\ID Process");
}

static void without_object_or_counter(void) {
  char path[200];
  static const char* const parts[][2] = {{"-", "c"}, {"o", "-"}, {"", "c"}, {"o", ""}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_CODE(make("m", parts[i][0], "-", "-", 0, parts[i][1], path), PDH_INVALID_ARGUMENT);
    EXPECT_TEXT(path, "(untouched)");
  }
}

static void flags_of_making(void) {
  char object[] = "o", counter[] = "c";
  PDH_COUNTER_PATH_ELEMENTS_A parts = {NULL, object, NULL, NULL, 0, counter};
  DWORD size = 0;
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, PDH_PATH_WBEM_RESULT),
              PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, PDH_PATH_WBEM_INPUT),
              PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, 4), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(size, 0);
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, PDH_PATH_LANG_FLAGS(0x409u, 0u)),
              PDH_MORE_DATA);
  EXPECT_EQ(size, sizeof "\\o\\c");
}

static void longest_path(void) {
  static char counter[PDH_MAX_COUNTER_PATH - 2];
  char object[] = "o";
  PDH_COUNTER_PATH_ELEMENTS_A parts = {NULL, object, NULL, NULL, 0, counter};
  DWORD size = 0;
  memset(counter, 'c', sizeof counter);
  counter[PDH_MAX_COUNTER_PATH - 4] = 0; /* with \o\ and the NUL as long as a path may be */
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, 0), PDH_MORE_DATA);
  EXPECT_EQ(size, PDH_MAX_COUNTER_PATH);
  counter[PDH_MAX_COUNTER_PATH - 4] = 'c';
  counter[PDH_MAX_COUNTER_PATH - 3] = 0;
  EXPECT_CODE(PdhMakeCounterPathA(&parts, NULL, &size, 0), PDH_INVALID_ARGUMENT);
}

static void parsed_and_made(void) {
  static const char* const texts[] = {
      "\\\\db-17\\Thread(java/12#1)\\% Processor Time", "\\\\m\\Memory\\Available Bytes",
      "\\\\m\\LogicalDisk(\\mnt\\usb (old))\\% Free Space", "\\\\m\\Process(a#b#2)\\ID Process"};
  for (int i = 0; i < 4; ++i) {
    char path[200];
    DWORD size = ROOM, path_size = sizeof path;
    PDH_COUNTER_PATH_ELEMENTS_A* const parts = (PPDH_COUNTER_PATH_ELEMENTS_A)(void*)fresh_room();
    EXPECT_CODE(PdhParseCounterPathA(texts[i], parts, &size, 0), ERROR_SUCCESS);
    EXPECT_CODE(PdhMakeCounterPathA(parts, path, &path_size, 0), ERROR_SUCCESS);
    EXPECT_TEXT(path, texts[i]);
  }
}

static void wide_paths(void) {
  static const WCHAR replacement[] = {'\\', '\\', 'm', '\\', 'o', '\\', 0xFFFD, 0};
  static const WCHAR path[] = {'\\', '\\', 'm', '\\', 'o', '\\', 0xD800, 0};
  WCHAR made[32];
  DWORD size = ROOM, made_size = 32;
  PDH_COUNTER_PATH_ELEMENTS_W* const parts = (PPDH_COUNTER_PATH_ELEMENTS_W)(void*)fresh_room();
  EXPECT_CODE(PdhParseCounterPathW(path, parts, &size, 0), ERROR_SUCCESS);
  EXPECT_CODE(PdhMakeCounterPathW(parts, made, &made_size, 0), ERROR_SUCCESS);
  EXPECT_EQ(memcmp(made, replacement, sizeof replacement), 0);
}

static DWORD split(const char* text, char* parts) {
  char name[300] = "", parent[300] = "";
  DWORD name_size = sizeof name, parent_size = sizeof parent, index = 77;
  const PDH_STATUS status =
      PdhParseInstanceNameA(text, name, &name_size, parent, &parent_size, &index);
  snprintf(parts, 700, "%s|%s|%u", parent, name, (unsigned)index);
  return (DWORD)status;
}

#define EXPECT_SPLIT(text, wanted)                  \
  do {                                              \
    char parts[700];                                \
    EXPECT_CODE(split(text, parts), ERROR_SUCCESS); \
    EXPECT_TEXT(parts, wanted);                     \
  } while (0)

static void instance_names(void) {
  EXPECT_SPLIT("java/12#1", "java|12|1");
  EXPECT_SPLIT("a/b/c", "a|b/c|0");
  EXPECT_SPLIT("_Total", "|_Total|0");
  EXPECT_SPLIT("C#", "|C#|0");
  EXPECT_SPLIT("/home", "|/home|0");
}

static void instance_names_that_are_none(void) {
  char longest[261], parts[700];
  memset(longest, 'x', sizeof longest);
  longest[260] = 0;
  EXPECT_CODE(split("", parts), PDH_INVALID_INSTANCE);
  EXPECT_TEXT(parts, "||77");
  EXPECT_CODE(split(longest, parts), PDH_INVALID_INSTANCE);
  EXPECT_TEXT(parts, "||77");
  longest[259] = 0; /* shorter than MAX_PATH */
  EXPECT_CODE(split(longest, parts), ERROR_SUCCESS);
}

static void index_is_optional(void) {
  char name[10], parent[10];
  WCHAR wide_name[10], wide_parent[10];
  DWORD name_size = 10, parent_size = 10;
  EXPECT_CODE(PdhParseInstanceNameA("java/12#1", name, &name_size, parent, &parent_size, NULL),
              ERROR_SUCCESS);
  EXPECT_TEXT(name, "12");
  EXPECT_TEXT(parent, "java");
  EXPECT_EQ(name_size, 3);
  EXPECT_EQ(parent_size, 5);
  EXPECT_CODE(PdhParseInstanceNameW(WIDE("java/12#1"), wide_name, &name_size, wide_parent,
                                    &parent_size, NULL),
              ERROR_SUCCESS);
  EXPECT_EQ(wide_name[1], '2');
  EXPECT_EQ(wide_parent[3], 'a');
}

static void room_for_both(void) {
  char name[10] = "---------", parent[10] = "---------";
  DWORD name_size = 10, parent_size = 4, index = 77; /* "java" needs 5 */
  EXPECT_CODE(PdhParseInstanceNameA("java/12#1", name, &name_size, parent, &parent_size, &index),
              PDH_MORE_DATA);
  EXPECT_EQ(name_size, 3);
  EXPECT_EQ(parent_size, 5);
  EXPECT_EQ(index, 77);
  EXPECT_TEXT(name, "---------");
  EXPECT_TEXT(parent, "---------");
}

static const Promise promises[] = {
    {"a path has a machine, an object, an instance with its parent and number, and a counter",
     every_part},
    {"an instance is what is between the first ( and the last ), and a number is digits alone",
     odd_names},
    {"a parent is what is before the first /, unless the object has none", parents},
    {"a path without a machine has the name of this computer", machine_of_a_path_without},
    {"what cannot be parsed is PDH_INVALID_PATH", no_paths_to_parse},
    {"PdhParseCounterPath takes no flags", flags_of_parsing},
    {"PdhMakeCounterPath makes a path of its parts, with and without \\\\ of the machine",
     made_of_parts},
    {"without an instance its parent and its number are ignored", without_an_instance},
    {"the numbers 0 and -1 are not written", numbers_that_are_not_written},
    {"a path without an object or a counter is PDH_INVALID_ARGUMENT", without_object_or_counter},
    {"the flags of WBEM are PDH_CANNOT_CONNECT_WMI_SERVER, others PDH_INVALID_ARGUMENT, and a "
     "language is accepted",
     flags_of_making},
    {"a path that is longer than PDH_MAX_COUNTER_PATH is not made", longest_path},
    {"the parts of a path make the same path", parsed_and_made},
    {"an unpaired surrogate becomes U+FFFD", wide_paths},
    {"PdhParseInstanceName splits at the first / and before the last number, which is 0 without",
     instance_names},
    {"a name that is empty or not shorter than MAX_PATH is PDH_INVALID_INSTANCE",
     instance_names_that_are_none},
    {"the index may be NULL", index_is_optional},
    {"either text without room is PDH_MORE_DATA with both sizes, and nothing is written",
     room_for_both},
};
CHAPTER(paths, "Paths")

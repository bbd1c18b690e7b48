/* Every title index in a block has a name and a help text, because programs look up both and
   print them. Built as C11, as C++, and with -fshort-wchar. */
#include <winperf.h>
#include <winreg.h>

#include "check.h"

/* Sets that services of this machine offer have indices from here on; they may lack help texts. */
#define FIRST_RUNNING 1000000u

/* A table as programs build it: texts by index. */
typedef struct {
  unsigned char* buffer;
  const char** texts; /* `count` of them; NULL for an index without a text */
  DWORD count;
} Titles;

static DWORD last_index(void) {
  HKEY key = NULL;
  DWORD last = 0, size = sizeof(last);
  CHECK_EQ(
      RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib",
                    0, KEY_READ, &key),
      ERROR_SUCCESS);
  CHECK_EQ(RegQueryValueExA(key, "Last Help", NULL, NULL, (LPBYTE)&last, &size), ERROR_SUCCESS);
  CHECK_EQ(RegCloseKey(key), ERROR_SUCCESS);
  return last;
}

static Titles read_titles(const char* value_name) {
  DWORD size = ROOM;
  Titles titles = {new_buffer(), NULL, last_index() + 1};
  titles.texts = (const char**)calloc(titles.count, sizeof(char*));
  if (titles.texts == NULL) exit(2);
  CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_TEXT, value_name, NULL, NULL, titles.buffer, &size),
           ERROR_SUCCESS);
  for (const char* at = (const char*)titles.buffer; *at != 0; at += strlen(at) + 1) {
    const unsigned long index = strtoul(at, NULL, 10);
    at += strlen(at) + 1;
    CHECK(index < titles.count);
    if (index < titles.count) titles.texts[index] = at;
  }
  return titles;
}

static void free_titles(Titles* titles) {
  free(titles->texts);
  free(titles->buffer);
}

static void check_title(const Titles* titles, DWORD index, const char* kind) {
  const char* text = index < titles->count ? titles->texts[index] : NULL;
  if (text != NULL && *text != 0) return;
  ++failures;
  fprintf(stderr, "title %u has no %s\n", (unsigned)index, kind);
}

static DWORD check_object(const unsigned char* at, const Titles* names, const Titles* helps) {
  PERF_OBJECT_TYPE object;
  memcpy(&object, at, sizeof(object));
  check_title(names, object.ObjectNameTitleIndex, "name");
  const int may_lack_helps = object.ObjectNameTitleIndex >= FIRST_RUNNING;
  if (!may_lack_helps) check_title(helps, object.ObjectHelpTitleIndex, "help text");
  at += object.HeaderLength;
  for (DWORD i = 0; i < object.NumCounters; ++i) {
    PERF_COUNTER_DEFINITION counter;
    memcpy(&counter, at, sizeof(counter));
    /* A base has the titles of the counter before it, or no titles. */
    if (counter.CounterNameTitleIndex != 0) {
      check_title(names, counter.CounterNameTitleIndex, "name");
      if (!may_lack_helps) check_title(helps, counter.CounterHelpTitleIndex, "help text");
    }
    at += counter.ByteLength;
  }
  return object.TotalByteLength;
}

static void every_title_of_a_block_has_texts(const char* value_name, DWORD least_objects) {
  Titles names = read_titles("Counter");
  Titles helps = read_titles("Help");
  unsigned char* buffer = new_buffer();
  DWORD size = ROOM;
  PERF_DATA_BLOCK header;
  CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_DATA, value_name, NULL, NULL, buffer, &size),
           ERROR_SUCCESS);
  memcpy(&header, buffer, sizeof(header));
  CHECK(header.NumObjectTypes >= least_objects);
  const unsigned char* at = buffer + header.HeaderLength;
  for (DWORD i = 0; i < header.NumObjectTypes; ++i) at += check_object(at, &names, &helps);
  free(buffer);
  free_titles(&names);
  free_titles(&helps);
}

/* The last two entries of the base tables, and the help texts of our own titles after them. */
static void tables_end_with_the_marker(void) {
  Titles names = read_titles("Counter 009");
  Titles helps = read_titles("Help 009");
  CHECK(names.count > 100000 && helps.count > 100000);
  CHECK(strcmp(names.texts[1846], "End Marker") == 0);
  CHECK(strcmp(helps.texts[1847], "End Marker") == 0);
  for (DWORD i = 1848; i < 100000; ++i) CHECK(names.texts[i] == NULL && helps.texts[i] == NULL);
  for (DWORD i = 2; i < names.count; ++i) {
    if (names.texts[i] == NULL || i >= FIRST_RUNNING) continue;
    check_title(&helps, i + 1, "help text");
  }
  free_titles(&names);
  free_titles(&helps);
}

int main(void) {
  every_title_of_a_block_has_texts("Global", 20);
  every_title_of_a_block_has_texts("Costly", 1);
  every_title_of_a_block_has_texts("MetadataGlobal", 20);
  every_title_of_a_block_has_texts("MetadataCostly", 1);
  every_title_of_a_block_has_texts("1534 1530 1532",
                                   3); /* the base table has no help index for these */
  tables_end_with_the_marker();
  return finish("registry_titles");
}

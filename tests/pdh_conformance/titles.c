#include "pdh_suite.h"

static char name[100];

static DWORD look_up(const char* machine, DWORD index, DWORD* size) {
  *size = sizeof name;
  return (DWORD)PdhLookupPerfNameByIndexA(machine, index, name, size);
}

static void names_by_index(void) {
  DWORD size = 0;
  EXPECT_CODE(look_up(NULL, 4, &size), ERROR_SUCCESS);
  EXPECT_TEXT(name, "Memory");
  EXPECT_EQ(size, sizeof "Memory");
  EXPECT_CODE(look_up(this_machine(), 238, &size), ERROR_SUCCESS);
  EXPECT_TEXT(name, "Processor");
}

static void unknown_indices(void) {
  DWORD size = 0;
  EXPECT_CODE(look_up(NULL, 3, &size), PDH_STRING_NOT_FOUND);
  EXPECT_CODE(look_up(NULL, 0, &size), PDH_STRING_NOT_FOUND);
  EXPECT_CODE(look_up(NULL, 0xFFFFFFFFu, &size), PDH_STRING_NOT_FOUND);
}

static void indices_by_name(void) {
  DWORD index = 0;
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, "memory", &index), ERROR_SUCCESS);
  EXPECT_EQ(index, 4);
  EXPECT_CODE(PdhLookupPerfIndexByNameW(NULL, WIDE("Processor"), &index), ERROR_SUCCESS);
  EXPECT_EQ(index, 238);
}

static void name_of_two_indices(void) {
  DWORD index = 0;
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, "Available MBytes", &index), ERROR_SUCCESS);
  EXPECT_EQ(index, 1382); /* and 1824 */
}

static void unknown_titles(void) {
  static const WCHAR surrogate[] = {0xDC00, 0};
  static char longest[65536];
  DWORD index = UNTOUCHED;
  memset(longest, 'x', sizeof longest - 1);
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, "", &index), PDH_STRING_NOT_FOUND);
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, "Nothing", &index), PDH_STRING_NOT_FOUND);
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, longest, &index), PDH_STRING_NOT_FOUND);
  EXPECT_CODE(PdhLookupPerfIndexByNameW(NULL, surrogate, &index), PDH_STRING_NOT_FOUND);
  EXPECT_EQ(index, UNTOUCHED);
}

static void other_machines(void) {
  DWORD size = 0, index = UNTOUCHED;
  EXPECT_CODE(look_up("nowhere", 4, &size), PDH_CSTATUS_NO_MACHINE);
  EXPECT_CODE(PdhLookupPerfIndexByNameA("\\\\nowhere", "Memory", &index), PDH_CSTATUS_NO_MACHINE);
  EXPECT_EQ(index, UNTOUCHED);
}

static void names_of_sets(void) {
  DWORD index = 0, size = 0;
  EXPECT_CODE(PdhLookupPerfIndexByNameA(NULL, "Conformance Scanners", &index), ERROR_SUCCESS);
  EXPECT(index > 1847);
  EXPECT_CODE(look_up(NULL, index, &size), ERROR_SUCCESS);
  EXPECT_TEXT(name, "Conformance Scanners");
}

static const Promise promises[] = {
    {"a title index has its name", names_by_index},
    {"an unknown index is PDH_STRING_NOT_FOUND", unknown_indices},
    {"a name has its index, in any case", indices_by_name},
    {"a name with several indices has the lowest", name_of_two_indices},
    {"an unknown name is PDH_STRING_NOT_FOUND, and no index is written", unknown_titles},
    {"another machine is PDH_CSTATUS_NO_MACHINE", other_machines},
    {"registered names are found", names_of_sets},
};
CHAPTER(titles, "Titles")

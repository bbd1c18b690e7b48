#include <stdio.h>

#include "pdh_suite.h"

static PDH_HQUERY query;

static const PDH_COUNTER_INFO_A* information(PDH_HCOUNTER counter, BOOLEAN has_help) {
  unsigned char* const buffer = fresh_room();
  DWORD size = ROOM;
  EXPECT_CODE(PdhGetCounterInfoA(counter, has_help, &size, (PPDH_COUNTER_INFO_A)(void*)buffer),
              ERROR_SUCCESS);
  const PDH_COUNTER_INFO_A* const found = (const PDH_COUNTER_INFO_A*)(void*)buffer;
  EXPECT_EQ(found->dwLength, size);
  EXPECT(is_untouched(buffer + size, 16));
  return found;
}

static void parts_of_the_path(void) {
  char path[200];
  query = open_live();
  const PDH_COUNTER_INFO_A* const found =
      information(add(query, "\\processor(_total)\\% IDLE time"), 0);
  EXPECT_TEXT(found->szMachineName, this_machine());
  EXPECT_TEXT(found->szObjectName, "Processor");
  EXPECT_TEXT(found->szInstanceName, "_total");
  EXPECT(found->szParentInstance == NULL);
  EXPECT_EQ(found->dwInstanceIndex, 0);
  EXPECT_TEXT(found->szCounterName, "% Idle Time");
  snprintf(path, sizeof path, "%s\\Processor(_total)\\%% Idle Time", this_machine());
  EXPECT_TEXT(found->szFullPath, path);
  EXPECT(found->CounterPath.szObjectName == found->szObjectName);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void parents_and_numbers(void) {
  query = open_live();
  const PDH_COUNTER_INFO_A* const found =
      information(add(query, "\\Thread(parent/child#3)\\ID Thread"), 0);
  EXPECT_TEXT(found->szParentInstance, "parent");
  EXPECT_TEXT(found->szInstanceName, "child");
  EXPECT_EQ(found->dwInstanceIndex, 3);
  const PDH_COUNTER_INFO_A* const without = information(add(query, AVAILABLE_BYTES), 0);
  EXPECT(without->szInstanceName == NULL);
  EXPECT(without->szParentInstance == NULL);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void user_data(void) {
  PDH_HCOUNTER counter = NULL;
  EXPECT_CODE(PdhOpenQueryW(NULL, 12, &query), ERROR_SUCCESS);
  EXPECT_CODE(PdhAddCounterA(query, AVAILABLE_BYTES, 34, &counter), ERROR_SUCCESS);
  const PDH_COUNTER_INFO_A* const found = information(counter, 0);
  EXPECT_EQ(found->dwQueryUserData, 12);
  EXPECT_EQ(found->dwUserData, 34);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void type_and_scales(void) {
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhSetCounterScaleFactor(pages, 3), ERROR_SUCCESS);
  const PDH_COUNTER_INFO_A* found = information(pages, 0);
  EXPECT_EQ(found->CVersion, PDH_VERSION);
  EXPECT_EQ(found->lScale, 3);
  found = information(add(query, AVAILABLE_BYTES), 0);
  EXPECT_EQ(found->dwType, PERF_COUNTER_LARGE_RAWCOUNT);
  EXPECT_EQ(found->lScale, 0);
  EXPECT_EQ(found->lDefaultScale, -6);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void status_of_the_reading(void) {
  query = open_live();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(information(bytes, 0)->CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(information(bytes, 0)->CStatus, PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void help_only_if_asked_for(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Waiting"));
  EXPECT(information(pages, 0)->szExplainText == NULL);
  const PDH_COUNTER_INFO_A* const found = information(pages, 1);
  EXPECT(found->szExplainText != NULL);
  if (found->szExplainText != NULL) EXPECT_TEXT(found->szExplainText, "Jobs that wait.");
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void wide_information(void) {
  static const WCHAR object[] = {'M', 'e', 'm', 'o', 'r', 'y', 0};
  unsigned char* const buffer = fresh_room();
  DWORD size = ROOM;
  query = open_live();
  PDH_COUNTER_INFO_W* const found = (PPDH_COUNTER_INFO_W)(void*)buffer;
  EXPECT_CODE(PdhGetCounterInfoW(add(query, AVAILABLE_BYTES), 1, &size, found), ERROR_SUCCESS);
  EXPECT_EQ(memcmp(found->szObjectName, object, sizeof object), 0);
  EXPECT(found->szExplainText != NULL);
  EXPECT_EQ(found->dwLength, size);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void of_a_log(void) {
  write_two_machines("two.csv");
  query = open_file("two.csv");
  const PDH_COUNTER_INFO_A* const found =
      information(add(query, "\\process(BASH#1)\\id process"), 0);
  EXPECT_TEXT(found->szFullPath, "\\\\DB-16\\Process(BASH#1)\\ID Process");
  EXPECT_EQ(found->dwInstanceIndex, 1);
  EXPECT_EQ(found->dwType, 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("two.csv");
}

static const Promise promises[] = {
    {"the parts of the path have this computer's name and the names of the source",
     parts_of_the_path},
    {"a parent, an instance and a number are NULL or 0 where the path has none",
     parents_and_numbers},
    {"the user data of the query and of the counter come back", user_data},
    {"the type, the version, the scale factor and the default scale are known at once",
     type_and_scales},
    {"the status is that of the last reading", status_of_the_reading},
    {"the help is given if it is asked for", help_only_if_asked_for},
    {"the W function gives the same in UTF-16", wide_information},
    {"a counter of a log has the machine of the log", of_a_log},
};
CHAPTER(counter_information, "Information on counters")

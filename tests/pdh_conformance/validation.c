#include "pdh_suite.h"

typedef struct Row {
  const char* path;
  DWORD code;
} Row;

static void expect_codes(PDH_HLOG source, const Row* rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    WCHAR wide[200];
    in_row(i);
    EXPECT_CODE(PdhValidatePathExA(source, rows[i].path), rows[i].code);
    EXPECT_CODE(PdhValidatePathExW(source, widen(rows[i].path, wide)), rows[i].code);
    if (source != NULL) continue;
    EXPECT_CODE(PdhValidatePathA(rows[i].path), rows[i].code);
    EXPECT_CODE(PdhValidatePathW(wide), rows[i].code);
  }
}
#define EXPECT_CODES(source, rows) expect_codes(source, rows, sizeof rows / sizeof rows[0])

static void no_text(void) {
  static const Row rows[] = {{"", PDH_INVALID_ARGUMENT}};
  EXPECT_CODE(PdhValidatePathA(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhValidatePathW(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhValidatePathExA(NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhValidatePathExW(NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODES(NULL, rows);
}

static void no_path(void) {
  static const Row rows[] = {{"Memory", PDH_CSTATUS_BAD_COUNTERNAME},
                             {"\\Memory", PDH_CSTATUS_BAD_COUNTERNAME},
                             {"Memory/Available Bytes", PDH_CSTATUS_BAD_COUNTERNAME}};
  static char longest[65536];
  memset(longest, 'x', sizeof longest - 1);
  longest[0] = '\\';
  EXPECT_CODES(NULL, rows);
  EXPECT_CODE(PdhValidatePathA(longest), PDH_CSTATUS_BAD_COUNTERNAME);
}

static void what_exists(void) {
  static const Row rows[] = {{AVAILABLE_BYTES, ERROR_SUCCESS},
                             {"\\memory\\available BYTES", ERROR_SUCCESS},
                             {IDLE_TIME, ERROR_SUCCESS},
                             {"\\Processor(*)\\% Idle Time", ERROR_SUCCESS},
                             {"\\238(_Total)\\6", ERROR_SUCCESS}};
  EXPECT_CODES(NULL, rows);
}

static void what_does_not_exist(void) {
  static const WCHAR surrogate[] = {'\\', 'M', 'e', 'm', 'o', 'r', 'y', '\\', 0xDC00, 0};
  static const Row rows[] = {{"\\Processor(_Total)\\Nothing", PDH_CSTATUS_NO_COUNTER},
                             {"\\Processor(9999)\\% Processor Time", PDH_CSTATUS_NO_INSTANCE},
                             {"\\Processor(_Tota?)\\% Processor Time", PDH_CSTATUS_NO_INSTANCE},
                             {"\\Nothing\\Available Bytes", PDH_CSTATUS_NO_OBJECT},
                             {"\\\\nowhere\\Memory\\Available Bytes", PDH_CSTATUS_NO_MACHINE}};
  EXPECT_CODES(NULL, rows);
  EXPECT_CODE(PdhValidatePathW(surrogate), PDH_CSTATUS_NO_COUNTER);
}

static void of_a_log(void) {
  static const Row rows[] = {{"\\Process(bash#1)\\ID Process", ERROR_SUCCESS},
                             {"\\\\db-18\\Processor(_Total)\\% Processor Time", ERROR_SUCCESS},
                             {"\\Process(zsh)\\ID Process", PDH_CSTATUS_NO_INSTANCE},
                             {"\\Memory\\Cache Bytes", PDH_CSTATUS_NO_COUNTER},
                             {"\\System\\Processes", PDH_CSTATUS_NO_OBJECT},
                             {"\\\\x\\Memory\\Available Bytes", PDH_CSTATUS_NO_MACHINE},
                             {"Memory", PDH_CSTATUS_BAD_COUNTERNAME}};
  PDH_HLOG log = NULL;
  write_two_machines("two.csv");
  EXPECT_CODE(open_log(NULL, "two.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  EXPECT_CODES(log, rows);
  close_log(log);
  remove_file("two.csv");
}

static void of_wbem(void) {
  EXPECT_CODE(PdhValidatePathExA(H_WBEM_DATASOURCE, AVAILABLE_BYTES),
              PDH_CANNOT_CONNECT_WMI_SERVER);
}

static const Promise promises[] = {
    {"no path and the path \"\" are PDH_INVALID_ARGUMENT", no_text},
    {"what cannot be parsed is PDH_CSTATUS_BAD_COUNTERNAME", no_path},
    {"the path of something that exists is a success, in any case, with wildcards and by "
     "title indices",
     what_exists},
    {"a path says which of its parts does not exist", what_does_not_exist},
    {"PdhValidatePathEx looks at the data source", of_a_log},
    {"WBEM is PDH_CANNOT_CONNECT_WMI_SERVER", of_wbem},
};
CHAPTER(validation, "Validation of paths")
